// Ctrl-C as a flag that long jobs look at.
#pragma once

#include <atomic>

namespace carrack {

/// Exit status of a job that was interrupted, as shells have it.
inline constexpr int kInterrupted = 130;

/// From now on the first SIGINT or SIGTERM raises stop_flag(), and the second ends the process.
void catch_interrupts();
[[nodiscard]] std::atomic<bool>& stop_flag() noexcept;
/// Whether a signal raised the flag.
[[nodiscard]] bool was_interrupted() noexcept;

}  // namespace carrack
