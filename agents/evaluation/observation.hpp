// A position as numbers, seen from one seat: the input of a learned policy or value.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// How many numbers an observation has, the same for every ruleset.
[[nodiscard]] unsigned observation_size();

/// The kind of a number: 0 or 1, a count of things, or $ or VP.
enum class NumberKind : u8 { flag, count, amount };

struct ObservationRow {
  std::string name;
  NumberKind kind;
};
/// The numbers in order: names as in observation_names(). Without a board, regions are `region0`,
/// `region1` …
[[nodiscard]] std::vector<ObservationRow> observation_rows(std::optional<Board> board);

/// What each number is, in order, e.g. `self.money`, `next1.goods.sugar`, `on_show.factory`. `self`
/// is the observer, next1 the seat to its left, and so on round the table. Regions are named as on
/// the board.
[[nodiscard]] std::vector<std::string> observation_names(Board board);

/// Writes observation_size() numbers: counts and $ as they are, sets as 0 and 1, and 0 for
/// everything of seats that are not played. `vp` and `rank` are those of a game that ended now
/// (result()); `colonies_now` is what the regions would score now. With secrets (has_secrets), it
/// has only what the observer knows (seen_by). Of decisions that are made piece by piece,
/// expeditions and battles show what has been chosen so far; the others show only in the phase and
/// in the legal actions. Precondition: out.size() == observation_size().
void observe(const State& s, Player observer, std::span<float> out);

/// A number of an observation that is not 0.
struct ObservedNumber {
  u16 index;
  u16 value;
  friend bool operator==(const ObservedNumber&, const ObservedNumber&) = default;
};

/// The same numbers without the zeros, by index. Returns how many they are.
/// Precondition: out.size() > observation_size().
std::size_t observe_nonzero(const State& s, Player observer, std::span<ObservedNumber> out);

}  // namespace carrack
