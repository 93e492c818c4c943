// Games as text: records, and codes that fit into a link.
#pragma once

#include <string>
#include <string_view>

#include "experiments/web/game_tree.hpp"

namespace carrack::web {

/// Limits of what is read.
inline constexpr std::size_t kLongestRecord = std::size_t{16} << 20U;
inline constexpr std::size_t kLongestCode = std::size_t{64} << 10U;

/// The current line as a record, as `carrack play --record` writes it. Without a footer if the line
/// does not end with the end of the game.
[[nodiscard]] std::string record_of(const GameTree& tree);
/// The first game of a record or trace; it may be unfinished. Throws InputError.
[[nodiscard]] GameTree read_record(const std::string& text);

/// The events up to the current node, as base64url text: the setup as JSON, a zero byte, and a byte
/// for each event, its place among the options.
[[nodiscard]] std::string code_of(const GameTree& tree);
/// Throws InputError for text that is no code, and for events that are not legal.
[[nodiscard]] GameTree read_code(std::string_view code);

/// `human`, or the spec of an agent that a page can run. Throws InputError for other specs, and for
/// searches that would take much memory or time.
void check_seat(const std::string& spec);

}  // namespace carrack::web
