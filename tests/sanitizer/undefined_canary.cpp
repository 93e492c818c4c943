// Adds one to the largest int. An active UndefinedBehaviorSanitizer stops it.
#include <cstdio>
#include <limits>

int main(int argc, char**) {
  volatile int greatest = std::numeric_limits<int>::max();
  std::printf("%d\n", greatest + argc);
  std::puts("survived");
}
