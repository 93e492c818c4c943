// Threads that work on one thing together.
#pragma once

#include <omp.h>

#include <thread>
#include <vector>

namespace carrack {

/// Calls `work(t)` for every t in [0, threads), at the same time where the system has the threads.
/// OpenMP keeps its threads from call to call. ThreadSanitizer cannot see libgomp's barriers and
/// would report every one of them, so under it the same work runs on std::jthread.
template <typename Work>
void run_team(unsigned threads, Work&& work) {
  if (threads == 1) {
    work(0U);
    return;
  }
#if defined(__SANITIZE_THREAD__)
  std::vector<std::jthread> others;
  others.reserve(threads);
  for (unsigned t = 1; t < threads; ++t) others.emplace_back([&work, t] { work(t); });
  work(0U);
#else
#pragma omp parallel num_threads(static_cast <int>(threads))
  {
    const auto granted = static_cast<unsigned>(omp_get_num_threads());
    for (auto t = static_cast<unsigned>(omp_get_thread_num()); t < threads; t += granted) work(t);
  }
#endif
}

}  // namespace carrack
