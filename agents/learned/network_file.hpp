// The file format of networks: one line of JSON, then the numbers as bytes, the lowest first.
#pragma once

#include <string>
#include <string_view>

#include "agents/learned/network.hpp"

namespace carrack {

inline constexpr std::size_t kLongestNetworkFile = std::size_t{16} << 20U;  // bytes

/// The network as the text of a file.
[[nodiscard]] std::string network_file(const NetworkData& network);

/// The numbers of such a text. Throws InputError, which says what was expected, for another format
/// or version, for actions that are not those of this version, and for text that has been cut or
/// changed.
[[nodiscard]] NetworkData read_network_file(std::string_view text);

/// The hash in the file, 16 hexadecimal digits: over everything else in it.
[[nodiscard]] std::string network_hash(const NetworkData& network);

}  // namespace carrack
