// A live ThreadSanitizer knows what a team synchronises: writes in one run and the next are no
// race, writes of two parts of one run are.
#include <atomic>
#include <cstdio>
#include <thread>

#include "agents/threads/team.hpp"

int main() {
  carrack::Team team;
  int shared = 0;
  for (unsigned writer = 0; writer < 3; ++writer) {
    team.run(3, [&](unsigned t) {
      if (t == writer) ++shared;
    });
    ++shared;
  }
  std::printf("%d so far\n", shared);
  std::fflush(stdout);
  std::atomic<int> here = 0;
  team.run(2, [&](unsigned) {
    // One thread may do both parts, so each waits for the other; a relaxed counter orders nothing.
    here.fetch_add(1, std::memory_order_relaxed);
    while (here.load(std::memory_order_relaxed) < 2) std::this_thread::yield();
    for (int i = 0; i < 100000; ++i) shared = shared + i % 3;
  });
  std::printf("%d\n", shared);
}
