// Threads that the system may refuse.
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/error.hpp"

namespace carrack {

/// Starts a thread that calls `work()`. It is number `number` of `all`, from 1. Throws
/// ResourceError, "cannot start thread 3 of 16: Resource temporarily unavailable".
template <typename Work>
[[nodiscard]] std::thread start_thread(std::size_t number, std::size_t all, Work&& work) {
  try {
    return std::thread(std::forward<Work>(work));
  } catch (const std::system_error& error) {
    throw ResourceError("cannot start thread " + std::to_string(number) + " of " +
                        std::to_string(all) + ": " + error.code().message());
  }
}

}  // namespace carrack
