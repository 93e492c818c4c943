// The differences that two ledgers may have when they are merged.
#pragma once

namespace carrack {

struct MergeRule {
  /// The signatures of the rules may differ.
  bool ignore_signature = false;
  /// Common games may differ, as games of agents with a clock do; those of the first ledger stay.
  bool keep_ours = false;
};

}  // namespace carrack
