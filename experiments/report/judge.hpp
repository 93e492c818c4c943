// Judges single decisions of a game; judge_decisions() judges all of them.
#pragma once

#include "agents/mcts/search_agent.hpp"
#include "experiments/report/judgement.hpp"

namespace carrack {

struct Decision {
  State before;
  Action played;
  u64 ply;
};

/// The decisions of a game, in its order.
[[nodiscard]] std::vector<Decision> decisions_of(const RecordedGame& game);

/// The seed of the searches of a report.
[[nodiscard]] u64 judge_seed(const RecordHeader& header, u64 plan_seed) noexcept;

/// Judges decisions with its own two searches. The judgement of a decision does not depend on those
/// before it.
class Judge {
 public:
  /// `seed` is judge_seed(). `stop` must outlive the judge.
  Judge(const JudgeOptions& options, u64 seed, const std::atomic<bool>& stop);

  /// Returns nothing if stopped. Throws ResourceError if the search had no memory for an option.
  [[nodiscard]] std::optional<Judgement> judge(const Decision& decision);

 private:
  void compare(const Decision& decision, Random& random, Judgement& judgement);

  SearchAgent find_;
  SearchAgent compare_;
  u64 seed_;
  const std::atomic<bool>& stop_;
};

}  // namespace carrack
