// What two ledgers may differ in when they are merged.
#pragma once

namespace carrack {

struct MergeRule {
  /// The signatures of the rules may differ.
  bool ignore_signature = false;
  /// Common games may differ, as those of agents with a clock do; the present ones stay.
  bool keep_ours = false;
};

}  // namespace carrack
