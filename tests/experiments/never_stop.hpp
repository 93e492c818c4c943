// For what can be stopped, and is not.
#pragma once

#include <atomic>

namespace carrack::testing {

inline const std::atomic<bool> kNeverStop = false;

}  // namespace carrack::testing
