// Games as text: records, and codes that fit into a link.
#pragma once

#include <string>
#include <string_view>

#include "experiments/web/game_tree.hpp"

namespace carrack::web {

/// The most bytes of texts that are read. A tree arrives inside a request with its quotation marks
/// escaped; the request has to fit into a string of a browser.
inline constexpr std::size_t kLongestRecord = std::size_t{16} << 20U;
inline constexpr std::size_t kLongestTree = std::size_t{128} << 20U;
inline constexpr std::size_t kLongestCode = std::size_t{64} << 10U;

/// The current line as a record, as `carrack play --record` writes it. Without a footer if the line
/// does not end with the end of the game.
[[nodiscard]] std::string record_of(const GameTree& tree);
/// A game of a record or trace, counted from 1; it may be unfinished. The other games are not read.
/// Throws InputError.
[[nodiscard]] GameTree read_record(std::string_view text, u64 number = 1);
/// How many games a record has, by the lines that begin like a header; at least 1.
[[nodiscard]] u64 count_games(std::string_view text);

/// The events up to the current node, as base64url text: the setup and the forfeits of the game
/// that ends there as JSON, a zero byte, and a byte for each event, its place among the options.
[[nodiscard]] std::string code_of(const GameTree& tree);
/// Throws InputError for text that is not a code, and for events that are not legal.
[[nodiscard]] GameTree read_code(std::string_view code);

/// `human`, or the spec of an agent that a page can run. Throws InputError for other specs, and for
/// searches that would take much memory or time.
void check_seat(const std::string& spec);

}  // namespace carrack::web
