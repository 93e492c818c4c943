// Adds one to the greatest int. A live UndefinedBehaviorSanitizer stops it.
#include <cstdio>
#include <limits>

int main(int argc, char**) {
  volatile int greatest = std::numeric_limits<int>::max();
  std::printf("%d\n", greatest + argc);
}
