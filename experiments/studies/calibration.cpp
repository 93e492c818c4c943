#include "experiments/studies/calibration.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "agents/evaluation/evaluation.hpp"
#include "agents/mcts/options.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/statistics/student.hpp"
#include "experiments/studies/game_identity.hpp"

namespace carrack {
namespace {

constexpr double kMarginScale = 15;  // spread of the fitted margins: the default of RewardOptions

RewardFunction default_rewards(Estimates estimates) {
  RewardOptions options = default_search().reward;
  options.estimates = estimates;
  return RewardFunction(options);
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double lead(std::span<const float> vp, unsigned players, unsigned p) {
  float best = std::numeric_limits<float>::lowest();
  for (unsigned q = 0; q < players; ++q) {
    if (q != p) best = std::max(best, vp[q]);
  }
  return static_cast<double>(vp[p] - best);
}

/// The mean over a search's visits; NaN without any.
double value_of(const SearchNote& search, unsigned seat) {
  double sum = 0;
  double visits = 0;
  for (const SearchNote::Option& option : search.options) {
    sum += static_cast<double>(option.visits) * option.value[seat];
    visits += static_cast<double>(option.visits);
  }
  return sum / visits;
}

/// A choice between two alternatives, with the share of the first.
ChoiceSet one_of_two(Eigen::RowVectorXd covariates, double share, u64 cluster) {
  ChoiceSet set;
  set.x = Eigen::MatrixXd::Zero(2, covariates.size());
  set.x.row(0) = covariates;
  set.share = Eigen::Vector2d(share, 1 - share);
  set.cluster = cluster;
  return set;
}

/// VP per unit of the logit, from the first coefficient of a fit. Empty if the 95 % interval of the
/// coefficient contains 0, i.e. leads have no significant effect.
std::optional<double> scale_of(const std::optional<LogitFit>& fit) {
  if (!fit) return std::nullopt;
  assert(fit->clusters >= Calibration::kMinBlocks);
  const double half = student_t(fit->clusters - 1) * std::sqrt(fit->covariance(0, 0));
  if (!(fit->coefficients[0] > half)) return std::nullopt;
  return 1 / fit->coefficients[0];
}

}  // namespace

Calibration::Calibration(bool for_scales)
    : constant_(default_rewards(Estimates::constant)),
      fitted_(default_rewards(Estimates::fitted)),
      for_scales_(for_scales) {}

void Calibration::add_game(RecordReader& reader) {
  const RecordHeader header = reader.header();
  const unsigned players = header.rules.players();
  std::vector<std::optional<RewardFunction>> rewards;  // by seat, of searches
  for (const std::string& spec : header.agents) {
    const auto options = search_options(spec);
    rewards.push_back(options ? std::optional(RewardFunction(options->reward)) : std::nullopt);
  }
  std::vector<Expected> expected;
  std::vector<Searched> searched;
  GameIdentity identity(header);
  State before = reader.state();
  while (reader.next_event()) {
    identity.add(before, reader.action());
    if (!is_chance(before)) {
      if (begins_turn(before) && (expected.empty() || expected.back().turn != before.turn)) {
        expected.push_back({before.turn, expected_vp(before)});
      }
      const unsigned seat = index(before.actor);
      const auto& search = reader.search();
      if (search && !search->options.empty() && rewards[seat]) {
        const double win_share = search->win_share.empty()
                                     ? std::numeric_limits<double>::quiet_NaN()
                                     : search->win_share[seat];
        const double value = value_of(*search, seat);
        if (!std::isnan(value)) searched.push_back({before.turn, seat, value, win_share});
      }
    }
    before = reader.state();
  }
  if (!seen_.insert(identity.content()).second) {
    ++copies_;
    return;
  }
  if (!reader.forfeits().empty()) {
    ++forfeited_;
    return;
  }
  ++games_;
  const u64 block = block_of_setup_.emplace(identity.setup(), block_of_setup_.size()).first->second;
  const Payoff end = fitted_.of(before);
  for (const Expected& moment : expected) {
    compare(block, players, moment, end);
    if (for_scales_) remember(block, players, moment, result(before));
  }
  for (const Searched& decision : searched) {
    const Payoff came = rewards[decision.seat]->of(before);
    for (CalibrationSlopes* cell :
         {&slopes_[players - 2][decision.turn - 1], &all_[decision.turn - 1]}) {
      cell->count(games_);
      cell->searched_reward.add(block, decision.reward,
                                static_cast<double>(came.rewards[decision.seat]));
      if (std::isnan(decision.win_share)) continue;
      cell->searched_win_share.add(block, decision.win_share,
                                   static_cast<double>(came.win_shares[decision.seat]));
    }
  }
}

void Calibration::compare(u64 block, unsigned players, const Expected& expected,
                          const Payoff& end) {
  const Payoff constant = constant_.of_estimate(expected.vp, players, expected.turn);
  const Payoff fitted = fitted_.of_estimate(expected.vp, players, expected.turn);
  for (CalibrationSlopes* cell :
       {&slopes_[players - 2][expected.turn - 1], &all_[expected.turn - 1]}) {
    cell->count(games_);
    for (unsigned p = 0; p < players; ++p) {
      const auto add = [&](ClusterSlope& slope, const Rewards& x, const Rewards& y) {
        slope.add(block, static_cast<double>(x[p]), static_cast<double>(y[p]));
      };
      add(cell->constant_win_share, constant.win_shares, end.win_shares);
      add(cell->win_share, fitted.win_shares, end.win_shares);
      add(cell->constant_reward, constant.rewards, end.rewards);
      add(cell->reward, fitted.rewards, end.rewards);
    }
  }
}

void Calibration::remember(u64 block, unsigned players, const Expected& expected,
                           const Result& result) {
  ChoiceSets& sets = sets_[players - 2][expected.turn - 1];
  Rewards vp{};
  for (unsigned p = 0; p < players; ++p) vp[p] = result.vp[p];
  const auto shares = win_shares(result.rank, players);
  ChoiceSet win;
  win.x.resize(players, 1);
  win.share.resize(players);
  win.cluster = block;
  for (unsigned p = 0; p < players; ++p) {
    win.x(p, 0) = static_cast<double>(expected.vp[p]);
    win.share(p) = shares[p];
    Eigen::RowVectorXd margin(2);
    margin << lead(expected.vp, players, p), 1;
    sets.margins.push_back(
        one_of_two(margin, logistic(lead(vp, players, p) / kMarginScale), block));
    for (unsigned q = 0; q < p; ++q) {
      const double first = result.rank[p] == result.rank[q]  ? 0.5
                           : result.rank[p] < result.rank[q] ? 1
                                                             : 0;
      const auto ahead = static_cast<double>(expected.vp[p] - expected.vp[q]);
      sets.ranks.push_back(one_of_two(Eigen::RowVectorXd::Constant(1, ahead), first, block));
    }
  }
  sets.wins.push_back(std::move(win));
}

EstimateScale Calibration::fit_scale(const ChoiceSets& sets, EstimateScale otherwise) {
  EstimateScale scale = otherwise;
  const auto margins = fit_conditional_logit(sets.margins);
  const auto win = scale_of(fit_conditional_logit(sets.wins));
  const auto rank = scale_of(fit_conditional_logit(sets.ranks));
  const auto margin = scale_of(margins);
  if (win) scale.win = static_cast<float>(*win);
  if (rank) scale.rank = static_cast<float>(*rank);
  if (!margin) return scale;
  const double square = *margin * *margin - kMarginScale * kMarginScale;
  scale.margin_spread = static_cast<float>(std::sqrt(std::max(0.0, square)));
  scale.margin_shift = static_cast<float>(-margins->coefficients[1] * *margin);
  return scale;
}

Calibration::FittedScales Calibration::fit_scales() const {
  assert(for_scales_);
  FittedScales fitted;
  auto& table = fitted.table;
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    auto& of_table = table[players - 2];
    unsigned turns = 0;  // that are fitted
    for (unsigned turn = kTurns; turn > 0; --turn) {
      EstimateScale& scale = of_table[turn - 1];
      scale = players == 2 ? fitted_scale(2, turn) : table[players - 3][turn - 1];
      const ChoiceSets& sets = sets_[players - 2][turn - 1];
      if (slopes(players, turn).win_share.clusters() < kMinBlocks) continue;
      ++turns;
      scale = fit_scale(sets, turn == kTurns ? scale : of_table[turn]);
      if (turn == kTurns) continue;
      const EstimateScale& next = of_table[turn];
      scale.win = std::max(scale.win, next.win);
      scale.rank = std::max(scale.rank, next.rank);
      scale.margin_spread = std::max(scale.margin_spread, next.margin_spread);
    }
    if (turns == kTurns) fitted.players.push_back(players);
  }
  return fitted;
}

}  // namespace carrack
