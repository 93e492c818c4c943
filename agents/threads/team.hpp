// Threads that work on one thing together.
#pragma once

#include <memory>
#include <type_traits>

namespace carrack {

/// Threads that are made on first use and kept from call to call. After a fork the child process
/// makes threads of its own. One thread at a time may use a team.
class Team {
 public:
  Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team();

  /// Calls `work(t)` once for every t in [0, threads), at the same time on as many threads as the
  /// system runs. The calling thread begins with one part, and does those that no other thread has
  /// begun. An exception of `work` is rethrown after all parts have ended; of several exceptions,
  /// one. Throws ResourceError, before any work is done, if a thread cannot be made; the team stays
  /// usable. Allocates nothing once the threads exist. A call from within `work` does all parts one
  /// after another.
  template <typename Work>
  void run(unsigned threads, Work&& work) {
    using Callable = std::remove_reference_t<Work>;
    const auto call = [](const void* callable, unsigned t) {
      (*static_cast<Callable*>(const_cast<void*>(callable)))(t);
    };
    run_task({call, &work, threads});
  }

 private:
  struct Task {
    void (*call)(const void*, unsigned) = nullptr;
    const void* callable = nullptr;
    unsigned threads = 0;
  };
  class Crew;
  void run_task(const Task& task);
  static void run_in_order(const Task& task);

  unsigned generation_ = 0;  // of forks, when the crew was made
  bool is_running_ = false;
  std::unique_ptr<Crew> crew_;
};

/// The team that the calling thread keeps for itself.
[[nodiscard]] Team& own_team();

/// Team::run on the team of the calling thread.
template <typename Work>
void run_team(unsigned threads, Work&& work) {
  if (threads == 1) {
    work(0U);
  } else {
    own_team().run(threads, work);
  }
}

}  // namespace carrack
