// Whether what evaluations and searches expect is what comes, and the scales that make it so.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "agents/mcts/estimate_scale.hpp"
#include "agents/mcts/reward.hpp"
#include "core/notation/record.hpp"
#include "experiments/statistics/cluster_slope.hpp"
#include "experiments/statistics/conditional_logit.hpp"

namespace carrack {

/// What was expected against what came, as slopes of regressions: 1 where it is calibrated, below 1
/// where differences are exaggerated.
struct CalibrationSlopes {
  u64 games = 0;
  // Of the linear evaluation at the beginning of a turn, for every player.
  ClusterSlope constant_win_share;  // with estimates=constant
  ClusterSlope win_share;           // with estimates=fitted
  ClusterSlope constant_reward;
  ClusterSlope reward;
  // Of searches of recorded games, for the player who decides.
  ClusterSlope searched_reward;
  ClusterSlope searched_win_share;

  void end_game();
};

class Calibration {
 public:
  /// By players - 2, turn - 1.
  template <typename T>
  using Table = std::array<std::array<T, kTurns>, kMaxPlayers - 1>;

  Calibration();

  /// Reads the game that the reader is at to its end.
  void add_game(RecordReader& reader);

  [[nodiscard]] u64 games() const { return games_; }
  [[nodiscard]] const CalibrationSlopes& slopes(unsigned players, unsigned turn) const {
    return slopes_[players - 2][turn - 1];
  }
  /// Of all numbers of players.
  [[nodiscard]] const CalibrationSlopes& slopes(unsigned turn) const { return all_[turn - 1]; }

  /// By maximum likelihood on the games that were added; a lead tells no more in a turn than in the
  /// next one. A turn whose games do not show that leads tell anything has the scale of the next
  /// turn. Numbers of players without enough games have the scales of one player fewer, two players
  /// those of fitted_scale().
  [[nodiscard]] Table<EstimateScale> fit_scales() const;

 private:
  struct Expected {  // at one moment, of one game
    unsigned turn;
    Rewards vp;  // by seat
  };
  struct Searched {
    unsigned turn;
    unsigned seat;
    double reward;
    double win_share;  // NaN where the record has none
  };
  /// What is chosen by conditional logits with the estimates as covariates.
  struct ChoiceSets {
    std::vector<ChoiceSet> wins;     // among the players
    std::vector<ChoiceSet> ranks;    // which of two players ends first
    std::vector<ChoiceSet> margins;  // the reward of the margin against the rest
  };

  [[nodiscard]] static EstimateScale fit_scale(const ChoiceSets& sets, EstimateScale otherwise);
  void compare(unsigned players, const Expected& expected, const Payoff& end);
  void remember(unsigned players, const Expected& expected, const Result& result);

  RewardFunction constant_;
  RewardFunction fitted_;
  Table<CalibrationSlopes> slopes_;
  std::array<CalibrationSlopes, kTurns> all_;
  Table<ChoiceSets> sets_;
  u64 games_ = 0;
};

}  // namespace carrack
