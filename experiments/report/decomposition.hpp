// A game's result as the sum of its start, the choices of the players, and chance.
#pragma once

#include <optional>
#include <vector>

#include "experiments/report/position_value.hpp"
#include "experiments/report/recorded_game.hpp"

namespace carrack {

/// The change of the win shares by an event. V is the value of a position (value_of()).
///
/// A decision has `choice` = V(after) - V(before) and no luck. A chance event has `luck` =
/// V(after) - E and `choice` = E - V(before), where E is the mean of V over all outcomes. For an
/// exact value E is V(before). The difference is an error of the value, and it counts to the
/// decision before, which led to this chance event.
struct ReportedEvent {
  Action action;
  std::optional<unsigned> mover;    // the seat that decides; nothing for chance
  std::optional<unsigned> chooser;  // the last seat that has decided, this event included
  Phase phase{};                    // before the event
  unsigned turn = 0;                // before the event
  WinShares value{};                // V(after)
  WinShares choice{};
  WinShares luck{};
};

/// The parts of the win share of a seat: start + own + others + luck = result.
struct ShareParts {
  double start = 0;   // V(start)
  double own = 0;     // `choice` of events whose chooser is this seat
  double others = 0;  // `choice` of all other events
  double luck = 0;
  double result = 0;  // the real win share; forfeits are ranked last
};

struct Decomposition {
  WinShares start{};
  std::vector<ReportedEvent> events;
  std::vector<ShareParts> seats;
};

/// The decomposition of a game. Before the first decision there is no chooser: `choice` is then
/// part of `others` for every seat. A forfeit changes the ranks after the end; that change is part
/// of `own` for a seat that forfeits, and of `others` for the rest.
///
/// Defined as the value after a chance event minus its expectation, luck is the advantage sum of
/// Zinkevich, Bowling, Bard, Kan and Billings, "Optimal unbiased estimators for evaluating agent
/// performance", AAAI 2006.
[[nodiscard]] Decomposition decompose(const RecordedGame& game, const PositionValue& value);

}  // namespace carrack
