// The events of a game that mattered most.
#pragma once

#include <span>

#include "experiments/report/decomposition.hpp"
#include "experiments/report/judgement.hpp"

namespace carrack {

struct KeyMoment {
  std::size_t ply = 0;  // number of the event, from 0
  /// The seat whose win share the event changed most, and the change: luck for a chance event,
  /// V(after) - V(before) for a decision.
  unsigned seat = 0;
  double swing = 0;
  Mark mark = Mark::none;          // of a decision
  std::optional<unsigned> leader;  // a turning point: this seat takes the lead …
  unsigned former = 0;             // … from this one
};

/// A swing below this is not a key moment by itself.
inline constexpr double kLeastSwing = 0.05;
/// A seat takes the lead when its value is at least this much above that of any other seat.
inline constexpr double kLeastLead = 0.10;
inline constexpr std::size_t kMostMoments = 12;

/// Events that are marked, that are turning points, or whose swing is at least kLeastSwing, in the
/// order of the game. At most kMostMoments are kept: first mistakes and blunders, then the others,
/// each by the larger of swing and loss. A turning point is an
/// event after which another seat leads than before; the lead changes only with a margin of
/// kLeastLead. `judgements` has one for each event, or is empty.
[[nodiscard]] std::vector<KeyMoment> key_moments(
    const Decomposition& game, std::span<const std::optional<Judgement>> judgements);

/// The unit of win shares in a text: 0.123 or 12.3 %.
enum class ShareUnit : u8 { fraction, percent };

/// The moment in words, e.g. "mistake: loses 0.173 [0.112, 0.234] against place dock; win share of
/// p2 -0.100", or in percent "mistake: loses 17.3 [11.2, 23.4] % against place dock; win share of
/// p2 -10.0 %". For a judged decision without a mark, "no better option found; …"; for a chance
/// event, "luck of p2 -0.100".
[[nodiscard]] std::string moment_text(const KeyMoment& moment,
                                      const std::optional<Judgement>& judgement, bool is_chance,
                                      Board board, ShareUnit unit = ShareUnit::fraction);

}  // namespace carrack
