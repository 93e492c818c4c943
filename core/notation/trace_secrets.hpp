// What players know that others do not, as a trace shows it. For use inside core only.
#pragma once

#include <array>
#include <vector>

#include "core/base/random.hpp"
#include "core/game/state.hpp"
#include "core/notation/trace_part.hpp"

namespace carrack {

/// Collects what each player `knows`. Players who know the same counter or card must agree which
/// one it is.
class TraceSecrets {
 public:
  void add_counter(const TracePart& part, Region r, unsigned seat);
  void add_deck_top(const TracePart& json, unsigned seat) { add_deck(json, top_, seat); }
  void add_deck_bottom(const TracePart& json, unsigned seat) { add_deck(json, bottom_, seat); }

  /// Puts the knowledge into a position whose open counters and cards are in place, and draws what
  /// is hidden. `bag` is the set of the counters of the supply. Throws InputError if a counter or
  /// card lies in two places, or if there are too few.
  void place(State& s, u32 bag, Random& random) const;

 private:
  /// A counter or card that somebody has seen.
  struct Secret {
    u32 known_by = 0;
    int what = -1;  // -1: hidden
  };
  using Deck = std::vector<Secret>;

  static void add_knower(const TracePart& part, Secret& secret, unsigned seat, int what);
  static void add_deck(const TracePart& json, Deck& end, unsigned seat);
  void place_cards(State& s, Random& random) const;

  std::array<Secret, kMaxRegions> counters_{};
  Deck top_;
  Deck bottom_;
};

}  // namespace carrack
