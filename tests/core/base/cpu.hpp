// Tests on every level that the machine has.
#pragma once

#include <vector>

#include "core/base/cpu.hpp"

namespace carrack::testing {

/// Uses another level until it goes out of scope.
class AtLevel {
 public:
  explicit AtLevel(cpu::Level level) : before_(cpu::level()) { cpu::use(level); }
  ~AtLevel() { cpu::use(before_); }
  AtLevel(const AtLevel&) = delete;
  AtLevel& operator=(const AtLevel&) = delete;

 private:
  cpu::Level before_;
};

[[nodiscard]] inline std::vector<cpu::Level> levels_here() {
  std::vector<cpu::Level> levels;
  for (unsigned i = 0; i <= index(cpu::machine_level()); ++i) {
    levels.push_back(nth<cpu::Level>(i));
  }
  return levels;
}

}  // namespace carrack::testing
