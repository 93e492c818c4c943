// Networks by their names in agents' specs.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/learned/network.hpp"

namespace carrack {

struct NamedNetwork {
  std::string name;  // with the hash, so that it names no other network
  std::shared_ptr<const Network> network;
};

/// The network of a file, `PATH` or `PATH@HASH`; `default` is the network inside the library. A
/// hash is 16 hexadecimal digits, in small letters or capitals. Networks are kept while somebody
/// uses them: agents of several threads share one. Thread-safe. Throws InputError for a file that
/// cannot be read, holds no network or has another hash.
[[nodiscard]] NamedNetwork named_network(std::string_view name);

}  // namespace carrack
