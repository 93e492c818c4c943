// How the iterations of a worker overlap. A kind has:
//   Access            how it reads and counts in the tree: Alone or Shared
//   kOverlaps         several iterations are under way, so that nodes keep in_flight
//   kEvaluatesTurns   starts of turns are evaluated on the way, for lambda=
#pragma once

#include "agents/search/tree.hpp"

namespace carrack {

/// One iteration ends before the next one begins, and nobody else uses the tree.
struct OneByOne {
  using Access = Alone;
  static constexpr bool kOverlaps = false;
  static constexpr bool kEvaluatesTurns = true;
};

/// Several iterations of one thread descend before the first is backed up.
struct Batched {
  using Access = Alone;
  static constexpr bool kOverlaps = true;
  static constexpr bool kEvaluatesTurns = true;
};

/// The same with an evaluator that judges the leaves: nothing else is evaluated.
struct Judged {
  using Access = Alone;
  static constexpr bool kOverlaps = true;
  static constexpr bool kEvaluatesTurns = false;
};

/// Several threads have an iteration each on one tree.
struct Threaded {
  using Access = Shared;
  static constexpr bool kOverlaps = true;
  static constexpr bool kEvaluatesTurns = true;
};

}  // namespace carrack
