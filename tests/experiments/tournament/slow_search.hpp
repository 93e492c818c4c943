// Work that is stopped during a long search.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace carrack::testing {

/// Two agents whose searches would take hours.
inline const std::vector<std::string> kSlow(2, "uct:iterations=900000000,memory=16");

/// Raises a flag after half a second.
class Raiser {
 public:
  explicit Raiser(std::atomic<bool>& flag)
      : thread_([&flag] {
          std::this_thread::sleep_for(std::chrono::milliseconds(500));
          flag = true;
        }) {}
  Raiser(const Raiser&) = delete;
  Raiser& operator=(const Raiser&) = delete;
  ~Raiser() { thread_.join(); }

 private:
  std::thread thread_;
};

/// Whether `work`, given a flag that is raised soon, ends soon.
template <typename Work>
[[nodiscard]] bool stops_soon(Work&& work) {
  std::atomic<bool> stop{false};
  const Raiser raiser(stop);
  const auto began = std::chrono::steady_clock::now();
  work(stop);
  return std::chrono::steady_clock::now() - began < std::chrono::seconds(20);
}

}  // namespace carrack::testing
