// What the machine's CPU offers beyond the instructions that we compile for. It is asked at run
// time, so that one binary is fast everywhere. Results do not depend on it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/types.hpp"

namespace carrack::cpu {

/// Which instructions are used, by the levels of the x86-64 psABI.
enum class Level : u8 {
  v2,  // what we compile for: SSE4.2, POPCNT
  v3,  // AVX2, PDEP and TZCNT, where the machine has them and PDEP is fast
};

/// The level that the machine has. Other architectures have v2, whatever their instructions.
[[nodiscard]] Level machine_level() noexcept;
[[nodiscard]] std::string_view name_of(Level level) noexcept;

/// The name that the CPU gives itself, "unknown" if it gives none.
[[nodiscard]] std::string model();

/// The level in use: the machine's, or a lower one that the environment variable CARRACK_CPU names
/// when the process starts.
[[nodiscard]] Level level() noexcept;

/// Why the value of CARRACK_CPU was ignored; nothing if it is unset or was followed. The variable
/// is read before main(), where nothing can be thrown, so programs report the reason themselves.
[[nodiscard]] std::optional<std::string_view> ignored_request() noexcept;

/// For tests: uses another level from now on, at most machine_level(). Must not be called while
/// threads run.
void use(Level level) noexcept;

/// Whether level() is v3; false until the program's static data has been initialized.
extern bool has_pdep;

}  // namespace carrack::cpu
