#include "agents/evaluation/position_kind.hpp"

#include <algorithm>

namespace carrack {

bool begins_turn(const State& s) noexcept {
  if (s.phase != Phase::placement || s.cursor != 0) return false;
  if (!s.box_counts.empty() || s.in_initiative != 0 || s.sailed != 0) return false;
  return std::ranges::all_of(s.specialist_box, &Slot::empty) &&
         std::ranges::all_of(s.player, [](const PlayerState& p) { return p.shipping().empty(); });
}

PositionKind PositionKind::of(const State& s) noexcept {
  return {s.ruleset().edition(), s.players(), carrack::begins_turn(s), s.turn};
}

std::vector<PositionKind> position_kinds() {
  std::vector<PositionKind> kinds;
  for (unsigned e = 0; e < kEditionRows.size(); ++e) {
    const EditionRow& edition = kEditionRows[e];
    for (unsigned players = edition.fewest_players; players <= edition.most_players; ++players) {
      for (const bool begins_turn : {true, false}) {
        for (unsigned turn = 1; turn <= kTurns; ++turn) {
          kinds.push_back({nth<Edition>(e), players, begins_turn, turn});
        }
      }
    }
  }
  return kinds;
}

}  // namespace carrack
