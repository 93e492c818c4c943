// A network that has learned from searches: which action a strong player would take, and how likely
// each seat is to win.
//
//   inputs that are on -> sum of their rows, clipped -> dense layers, clipped -> per action, per
//   seat
//
// The first layer is that of Nasu, "Efficiently updatable neural-network-based evaluation functions
// for computer shogi" (2018): inputs are sparse flags, so it is a sum of rows. All layers use
// integers, so that results are the same with every compiler and instruction set.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The numbers of a network, as a file has them. Activations are in units of 1/128, and are clipped
/// to 0 to 127.
struct NetworkData {
  /// A dense layer: out = clip((weights * in + bias) >> kShift).
  struct Layer {
    unsigned inputs = 0;
    unsigned outputs = 0;
    std::vector<i8> weights;  // [outputs][inputs], in units of 1/64
    std::vector<i32> bias;    // [outputs], in units of 1/8192
  };

  std::string name;
  std::string training = "{}";  // what it was trained on, as a JSON object
  /// Names of network_inputs(). One that is missing counts as the next lower level of its number.
  std::vector<std::string> inputs;
  unsigned width = 0;         // of the first layer, a multiple of kLanes
  std::vector<i16> rows;      // [inputs][width], in units of 1/256
  std::vector<i16> bias;      // [width], in units of 1/256
  std::vector<Layer> layers;  // behind the first one

  /// The policy's logit of an action is
  ///   (weights of the action * last layer + bias) / kLogitUnit
  ///   + script_weight[verb] * (script's value of the action - the best one among the options)
  ///   + script_best[verb], where the action's value is the best one.
  std::vector<i8> action_weights;    // [kChoices][outputs of the last layer]
  std::vector<i32> action_bias;      // [kChoices]
  std::vector<float> script_weight;  // [kVerbs], a VP
  std::vector<float> script_best;    // [kVerbs]

  /// The win share of a seat is the softmax over the seats of
  ///   (weights of the seat * last layer + bias) / kLogitUnit
  ///   + evaluation_weight[turn - 1] * its final VP by the linear evaluation.
  /// Seats count from the one that decides.
  std::vector<i8> seat_weights;          // [kMaxPlayers][outputs of the last layer]
  std::vector<i32> seat_bias;            // [kMaxPlayers]
  std::vector<float> evaluation_weight;  // [kTurns], a VP

  /// What scripts in playouts add to the script's value of an action, in units of 1/64 VP: the sum
  /// of three tables.
  std::vector<i16> rollout_turn;     // [kTurns][kChoices]
  std::vector<i16> rollout_edition;  // [kEditions][kChoices]
  std::vector<i16> rollout_players;  // [kMaxPlayers - 1][kChoices], from 2 players

  static constexpr unsigned kLanes = 16;  // widths and outputs are multiples
  static constexpr unsigned kMostWidth = 1024;
  static constexpr unsigned kMostLayers = 4;
  static constexpr unsigned kRowUnit = 256;
  static constexpr unsigned kActivationUnit = 128;
  static constexpr unsigned kShift = 6;         // from units of 1/8192 to units of 1/128
  static constexpr unsigned kLogitUnit = 4096;  // weights of actions and seats in units of 1/32
  static constexpr unsigned kVpUnit = 64;       // of the tables for playouts
  /// Actions that players choose; the id space goes on with those of chance.
  static constexpr unsigned kChoices = kFirstId[index(Verb::order)];
};

/// A network that is ready for use. Immutable; threads may share it.
class Network {
 public:
  /// Throws InputError where the sizes do not go together or an input is not known.
  explicit Network(NetworkData data);

  [[nodiscard]] const std::string& name() const { return data_.name; }
  [[nodiscard]] const NetworkData& data() const { return data_; }
  /// [kTurns][kActions] What scripts in playouts add to their values of actions, in VP.
  [[nodiscard]] const float* rollout_bonus(Ruleset rules) const {
    return rollout_bonus_[kind_of(rules)].data();
  }
  /// Of all its numbers, as 16 hexadecimal digits.
  [[nodiscard]] const std::string& hash() const { return hash_; }

 private:
  friend class NetworkEvaluator;
  static constexpr u16 kNoRow = 0xFFFF;

  struct WideLayer {  // weights as the machine multiplies them
    unsigned inputs;
    unsigned outputs;
    std::vector<i16> weights;
    std::vector<i32> bias;
  };

  NetworkData data_;
  std::string hash_;
  std::vector<u16> row_of_input_;  // by number of the input; kNoRow
  std::vector<WideLayer> layers_;
  std::vector<i16> action_weights_;
  std::vector<i16> seat_weights_;
  std::array<std::vector<float>, kEditions*(kMaxPlayers - 1)> rollout_bonus_;

  [[nodiscard]] static unsigned kind_of(Ruleset rules) {
    return index(rules.edition()) * (kMaxPlayers - 1) + rules.players() - 2;
  }
};

}  // namespace carrack
