// Two threads write one int without a lock. An active ThreadSanitizer reports it.
#include <cstdio>
#include <thread>

int main() {
  int shared = 0;
  const auto write = [&shared] {
    for (int i = 0; i < 100000; ++i) shared = shared + i % 3;
  };
  std::thread other(write);
  write();
  other.join();
  std::printf("%d\n", shared);
}
