// Reads freed memory. An active AddressSanitizer stops it.
#include <cstdio>
#include <memory>

int main(int argc, char**) {
  auto owner = std::make_unique<int>(argc);
  volatile int* const stale = owner.get();
  owner.reset();
  std::printf("%d\n", *stale);
  std::puts("survived");
}
