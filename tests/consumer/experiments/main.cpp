#include <carrack/agents/agent.hpp>
#include <cstdio>
int main() { std::printf("%s\n", carrack::make_agent("mcts:iterations=10")->spec().c_str()); }
