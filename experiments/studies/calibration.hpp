// Calibration of evaluations and searches, and the fit of calibrated scales.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "agents/evaluation/estimate_scale.hpp"
#include "agents/mcts/reward.hpp"
#include "core/notation/record.hpp"
#include "experiments/statistics/cluster_slope.hpp"
#include "experiments/statistics/conditional_logit.hpp"

namespace carrack {

/// How far the outcomes of a block can differ: a loss or a win. The step of
/// ClusterSlope::interval().
inline constexpr double kOutcomeStep = 1;

/// Slopes of regressions of outcomes on predictions: 1 is calibrated, below 1 predicted differences
/// are too large.
struct CalibrationSlopes {
  u64 games = 0;  // with a prediction
  // The linear evaluation at the beginning of a turn, for every player.
  ClusterSlope constant_win_share;  // with estimates=constant
  ClusterSlope win_share;           // with estimates=fitted
  ClusterSlope constant_reward;
  ClusterSlope reward;
  // Searches of recorded games, for the mover.
  ClusterSlope searched_reward;
  ClusterSlope searched_win_share;

  /// A prediction of the game with this number, from 1, was added.
  void count(u64 game) {
    games += game == last_ ? 0 : 1;
    last_ = game;
  }

 private:
  u64 last_ = 0;
};

class Calibration {
 public:
  /// By players - 2, turn - 1.
  template <typename T>
  using Table = std::array<std::array<T, kTurns>, kMaxPlayers - 1>;

  /// With `for_scales`, for which fit_scales() needs some 20 KB a game.
  explicit Calibration(bool for_scales = false);

  /// Reads the current game of the reader to its end. Games with the same setup, wherever they
  /// stand, are a block: they share chance events. Left out are copies of games that were read, and
  /// games with a forfeit, whose seat was played on at random.
  void add_game(RecordReader& reader);

  [[nodiscard]] u64 games() const { return games_; }
  [[nodiscard]] u64 blocks() const { return block_of_setup_.size(); }
  [[nodiscard]] u64 copies() const { return copies_; }
  [[nodiscard]] u64 forfeited() const { return forfeited_; }
  [[nodiscard]] const CalibrationSlopes& slopes(unsigned players, unsigned turn) const {
    return slopes_[players - 2][turn - 1];
  }
  /// Over all numbers of players.
  [[nodiscard]] const CalibrationSlopes& slopes(unsigned turn) const { return all_[turn - 1]; }

  /// Fewer blocks of a number of players give no scales: for few clusters, errors are too small.
  static constexpr std::size_t kMinBlocks = 50;
  struct FittedScales {
    Table<EstimateScale> table;
    std::vector<unsigned> players;  // the numbers of players with kMinBlocks blocks
  };
  /// Maximum likelihood on the added games, monotone over turns: a lead is worth at most as much as
  /// in the next turn. A turn without a significant effect of leads gets the scale of the next
  /// turn. Numbers of players with fewer blocks get the scales of one player fewer; two players
  /// those of fitted_scale(). Precondition: it was made `for_scales`.
  [[nodiscard]] FittedScales fit_scales() const;

 private:
  struct Expected {  // at one position of one game
    unsigned turn;
    Rewards vp;  // by seat
  };
  struct Searched {
    unsigned turn;
    unsigned seat;
    double reward;
    double win_share;  // NaN if the record has none
  };
  /// The choice sets of conditional logits with the estimates as covariates.
  struct ChoiceSets {
    std::vector<ChoiceSet> wins;     // the winner among the players
    std::vector<ChoiceSet> ranks;    // which of two players ends ahead
    std::vector<ChoiceSet> margins;  // the margin reward against the others
  };

  [[nodiscard]] static EstimateScale fit_scale(const ChoiceSets& sets, EstimateScale otherwise);
  /// Of a game of the block.
  void compare(u64 block, unsigned players, const Expected& expected, const Payoff& end);
  void remember(u64 block, unsigned players, const Expected& expected, const Result& result);

  RewardFunction constant_;
  RewardFunction fitted_;
  Table<CalibrationSlopes> slopes_;
  std::array<CalibrationSlopes, kTurns> all_;
  Table<ChoiceSets> sets_;
  bool for_scales_;
  std::unordered_set<u64> seen_;  // contents of games
  std::unordered_map<u64, u64> block_of_setup_;
  u64 games_ = 0;
  u64 copies_ = 0;
  u64 forfeited_ = 0;
};

}  // namespace carrack
