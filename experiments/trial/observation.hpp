// What is seen of a decision without touching the game: who took it, when, and who won.
#pragma once

#include <vector>

#include "experiments/statistics/conditional_logit.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/trial/trial_game.hpp"

namespace carrack {

struct Observation {
  u64 chosen = 0;        // games in which somebody whose decisions count chose it
  double mean_turn = 0;  // of the choice
  /// Win share of those who chose it less the even share 1 / n: a correlation.
  Sample advantage;
  /// The same as a conditional logit of the winner has it, which compares who chose it with players
  /// of the same place in the order, money, income, VP and workers just before (and the same agent,
  /// where several play). Nothing where the model has no finite maximum.
  std::optional<MarginalEffect> adjusted;

  /// 95 % intervals; NaN where there is none.
  [[nodiscard]] Interval advantage_interval(unsigned players) const;
  [[nodiscard]] Interval adjusted_interval() const;
};

/// The first choices of one subject, game by game.
class ChoiceLog {
 public:
  /// `agents` are the specs by seat: agents that differ are told apart by a covariate each.
  ChoiceLog(Ruleset rules, const std::vector<std::string>& agents);

  /// A choice in game `number`, which ended in `result`.
  void add(const Choice& choice, const Result& result, u64 number);
  [[nodiscard]] Observation observe() const;

 private:
  [[nodiscard]] Eigen::MatrixXd covariates(const Choice& choice) const;

  unsigned players_;
  std::vector<unsigned> agent_of_seat_;  // number among the distinct specs
  unsigned agents_ = 0;                  // distinct specs
  Sample turn_;
  Sample advantage_;
  std::vector<ChoiceSet> sets_;
};

}  // namespace carrack
