// Observational estimates of a decision: who took it, when, and who won.
#pragma once

#include <vector>

#include "experiments/statistics/conditional_logit.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/trial/trial_game.hpp"

namespace carrack {

struct Observation {
  u64 chosen = 0;        // games in which a player covered by the plan chose it
  double mean_turn = 0;  // of the choice; NaN if nobody chose it
  /// Win share of the players who chose it minus the even share 1 / n: a correlation.
  Sample advantage;
  /// The same, adjusted by a conditional logit of the winner for place in the order, money, income,
  /// VP and workers just before the decision (and for the agent, if several play). Empty if the
  /// likelihood has no finite maximum.
  std::optional<MarginalEffect> adjusted;

  /// 95 % intervals; NaN if there is none.
  [[nodiscard]] Interval advantage_interval(unsigned players) const;
  [[nodiscard]] Interval adjusted_interval() const;
};

/// The first choice of one subject in each game.
class ChoiceLog {
 public:
  /// `agents` are the specs by seat; each distinct one gets a covariate, so they should have every
  /// key (whole_spec()).
  ChoiceLog(Ruleset rules, const std::vector<std::string>& agents);

  /// Adds a choice in game `number`, which ended with `result`.
  void add(const Choice& choice, const Result& result, u64 number);
  [[nodiscard]] Observation observe() const;

 private:
  [[nodiscard]] Eigen::MatrixXd covariates(const Choice& choice) const;

  unsigned players_;
  std::vector<unsigned> agent_of_seat_;  // index of the distinct spec
  unsigned agents_ = 0;                  // distinct specs
  Sample turn_;
  Sample advantage_;
  std::vector<ChoiceSet> sets_;
};

}  // namespace carrack
