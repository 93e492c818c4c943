#include "experiments/trial/observation.hpp"

#include <algorithm>

#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

using Eigen::Index;

/// Columns of the choice model: four covariates, dummies of place and agent, then the choice. The
/// fit leaves out a column that is a combination of earlier ones; it leaves out the choice if the
/// agent or the place determines it.
constexpr Index kMoney = 0;
constexpr Index kIncome = 1;
constexpr Index kVp = 2;
constexpr Index kWorkersOwned = 3;
constexpr Index kDummies = 4;

}  // namespace

ChoiceLog::ChoiceLog(Ruleset rules, const std::vector<std::string>& agents)
    : players_(rules.players()) {
  std::vector<std::string> distinct;
  for (const std::string& spec : agents) {
    const auto found = std::ranges::find(distinct, spec);
    agent_of_seat_.push_back(static_cast<unsigned>(found - distinct.begin()));
    if (found == distinct.end()) distinct.push_back(spec);
  }
  agents_ = static_cast<unsigned>(distinct.size());
}

Eigen::MatrixXd ChoiceLog::covariates(const Choice& choice) const {
  const auto places = static_cast<Index>(players_) - 1;
  const Index chosen = kDummies + places + static_cast<Index>(agents_) - 1;
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(static_cast<Index>(players_), chosen + 1);
  for (unsigned seat = 0; seat < players_; ++seat) {
    const Circumstances& mine = choice.before[seat];
    const auto row = static_cast<Index>(seat);
    x(row, chosen) = seat == index(choice.player) ? 1 : 0;
    x(row, kMoney) = mine.money;
    x(row, kIncome) = mine.income;
    x(row, kVp) = mine.vp;
    x(row, kWorkersOwned) = mine.workers;
    if (mine.place > 0) x(row, kDummies + Index{mine.place} - 1) = 1;
    const auto agent = static_cast<Index>(agent_of_seat_[seat]);
    if (agent > 0) x(row, kDummies + places + agent - 1) = 1;
  }
  return x;
}

void ChoiceLog::add(const Choice& choice, const Result& result, u64 number) {
  ChoiceSet set{covariates(choice), Eigen::VectorXd(static_cast<Index>(players_)), number};
  for (unsigned seat = 0; seat < players_; ++seat) {
    set.share(static_cast<Index>(seat)) =
        Outcome::of(result, players_, nth<Player>(seat)).win_share;
  }
  turn_.add(choice.turn);
  advantage_.add(set.share(static_cast<Index>(index(choice.player))) - 1.0 / players_);
  sets_.push_back(std::move(set));
}

Interval Observation::advantage_interval(unsigned players) const {
  const double even = 1.0 / players;
  return bounded_interval(advantage.over_blocks(), {-even, 1 - even});
}

Interval Observation::adjusted_interval() const {
  constexpr std::size_t kFewestDegrees = 3;  // with fewer, the variance of the scores is not known
  if (!adjusted || adjusted->degrees_of_freedom < kFewestDegrees) return {};
  const double half =
      student_quantile(0.975, adjusted->degrees_of_freedom) * adjusted->standard_error;
  return {std::max(adjusted->mean - half, -1.0), std::min(adjusted->mean + half, 1.0)};
}

Observation ChoiceLog::observe() const {
  Observation seen{sets_.size(), turn_.mean(), advantage_, std::nullopt};
  const auto fit = fit_conditional_logit(sets_);
  if (!fit) return seen;
  const Index chosen = fit->coefficients.size() - 1;
  if (fit->covariance(chosen, chosen) == 0) return seen;  // left out: its effect is unknown
  seen.adjusted = marginal_effect(*fit, sets_, chosen);
  return seen;
}

}  // namespace carrack
