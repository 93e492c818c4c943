// Networks in files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/learned/network.hpp"
#include "core/base/error.hpp"

namespace carrack {

/// Throws the InputError that says why the network of this name cannot be used.
[[noreturn]] inline void refuse_network(const std::string& name, std::string_view why) {
  constexpr std::size_t kShownBytes = 200;
  throw InputError("network '" + printable(name, kShownBytes) + "': " + std::string(why));
}

/// The network in a file. A file that does not change is read once while its network is in use.
/// Throws InputError. Thread-safe.
[[nodiscard]] std::shared_ptr<const Network> network_at(const std::string& path);

/// Whether there is anything at a path. An unreadable folder has nothing.
[[nodiscard]] bool exists_at(const std::string& path);

}  // namespace carrack
