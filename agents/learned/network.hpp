// A network that has learned from games: which action a strong player would take (the policy), and
// what a position is worth to each seat (the value). Policy and value have a trunk each, because
// they learn from different positions and are evaluated at different times.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "agents/evaluation/estimate_scale.hpp"
#include "agents/learned/trunk.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The numbers of a network, as a file has them.
struct NetworkData {
  std::string name;
  std::string training = "{}";  // what it was trained on, as a JSON object

  /// The policy's logit of an action is
  ///   logit_scale * ((weights of the action * last layer + bias) / kLogitUnit
  ///   + script_weight[verb] * (script's value of the action - the best one among the options)
  ///   + script_best[verb], where the action's value is the best one).
  TrunkData policy;
  float logit_scale = 1;             // lets small logits use the whole range of the weights
  std::vector<i8> action_weights;    // [kChoices][outputs of the policy]
  std::vector<i32> action_bias;      // [kChoices]
  std::vector<float> script_weight;  // [kVerbs], per VP
  std::vector<float> script_best;    // [kVerbs]

  /// The win share of a seat is the softmax over the seats of
  ///   (weights of the seat * last layer + bias) / kLogitUnit
  ///   + evaluation_weight[turn - 1] * its final VP by the linear evaluation.
  /// The expected final VP of a seat are
  ///   (weights of the seat * last layer + bias) / kLogitUnit * kVpPerLogit
  ///   + its final VP by the linear evaluation.
  /// Seats count from the observer (value_observer()).
  TrunkData value;
  std::vector<i8> win_weights;           // [kMaxPlayers][outputs of the value]
  std::vector<i32> win_bias;             // [kMaxPlayers]
  std::vector<float> evaluation_weight;  // [kTurns], per VP
  std::vector<i8> vp_weights;            // [kMaxPlayers][outputs of the value]
  std::vector<i32> vp_bias;              // [kMaxPlayers]
  /// What a lead in the VP of the value is worth, by players - 2 and turn - 1.
  std::array<std::array<EstimateScale, kTurns>, kMaxPlayers - 1> scales{};

  /// What scripts in playouts add to the script's value of an action, in units of 1/64 VP: the sum
  /// of three tables.
  std::vector<i16> rollout_turn;     // [kTurns][kChoices]
  std::vector<i16> rollout_edition;  // [kEditions][kChoices]
  std::vector<i16> rollout_players;  // [kMaxPlayers - 1][kChoices], from 2 players

  static constexpr unsigned kLogitUnit = 4096;  // weights of actions and seats in units of 1/32
  static constexpr float kVpPerLogit = 20;
  static constexpr unsigned kVpUnit = 64;  // of the tables for playouts
  /// Actions that players choose; the id space goes on with those of chance.
  static constexpr unsigned kChoices = kFirstId[index(Verb::order)];
};

/// A network that is ready for use. Immutable; threads may share it.
class Network {
 public:
  /// Throws InputError if the sizes do not match or an input is unknown.
  explicit Network(NetworkData data);

  [[nodiscard]] const std::string& name() const { return data_.name; }
  [[nodiscard]] const NetworkData& data() const { return data_; }
  /// [kTurns][kActions] What scripts in playouts add to their values of actions, in VP.
  [[nodiscard]] const float* rollout_bonus(Ruleset rules) const {
    return rollout_bonus_[kind_of(rules)].data();
  }
  /// The hash of all numbers of the network, as 16 hexadecimal digits.
  [[nodiscard]] const std::string& hash() const { return hash_; }

 private:
  friend class PolicyEvaluator;
  friend class ValueEvaluator;

  NetworkData data_;
  std::string hash_;
  Trunk policy_;
  Trunk value_;
  std::vector<i16> action_weights_;
  std::vector<i16> win_weights_;
  std::vector<i16> vp_weights_;
  std::array<std::vector<float>, kEditions*(kMaxPlayers - 1)> rollout_bonus_;

  [[nodiscard]] static unsigned kind_of(Ruleset rules) {
    return index(rules.edition()) * (kMaxPlayers - 1) + rules.players() - 2;
  }
};

}  // namespace carrack
