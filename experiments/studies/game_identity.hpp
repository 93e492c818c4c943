// What tells recorded games apart.
#pragma once

#include "core/base/digest.hpp"
#include "core/notation/record.hpp"

namespace carrack {

/// Of a game that is replayed. Copies of a game have the same content, whatever seed and number
/// their headers name: `play`, `tournament` and `match` number the same game differently. Games of
/// a block have the same setup.
class GameIdentity {
 public:
  explicit GameIdentity(const RecordHeader& header);

  void add(const State& before, Action action);

  /// The hash of the position of the first decision.
  [[nodiscard]] u64 setup() const noexcept { return setup_; }
  /// The digest of the ruleset, the agents by seat and all events, those of chance included.
  [[nodiscard]] u64 content() const { return digest_.value(); }

 private:
  Digest digest_;
  u64 setup_ = 0;
  bool has_setup_ = false;
};

}  // namespace carrack
