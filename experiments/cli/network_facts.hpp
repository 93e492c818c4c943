// The facts about a network that `carrack agents --net` prints.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "agents/learned/named_network.hpp"

namespace carrack {

/// Name, hash, size, layers, and what the network was trained on.
[[nodiscard]] nlohmann::ordered_json network_facts(const NamedNetwork& network);

/// The same as a table, with the agents that use the network.
[[nodiscard]] std::string network_facts_text(const NamedNetwork& network, std::size_t line_length);

}  // namespace carrack
