// The layers of a network that its heads read: sparse inputs, a first layer that adds up rows, and
// dense layers.
//
//   inputs that are on -> sum of their rows, clipped -> dense layers, clipped
//
// The first layer is that of Nasu, "Efficiently updatable neural-network-based evaluation functions
// for computer shogi" (2018): inputs are sparse flags, so it is a sum of rows. All layers use
// integers, so that results are the same with every compiler and instruction set.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/learned/inputs.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The numbers of a trunk, as a file has them. Activations are in units of 1/128, and are clipped
/// to 0 to 127.
struct TrunkData {
  /// A dense layer: out = clip((weights * in + bias) >> kShift).
  struct Layer {
    unsigned inputs = 0;
    unsigned outputs = 0;
    std::vector<i8> weights;  // [outputs][inputs], in units of 1/64
    std::vector<i32> bias;    // [outputs], in units of 1/8192
  };

  /// Names among network_inputs(). An input without a row uses the row of the next lower level of
  /// its number.
  std::vector<std::string> inputs;
  unsigned width = 0;         // outputs of the first layer, a multiple of kLanes
  std::vector<i16> rows;      // [inputs][width], in units of 1/256
  std::vector<i16> bias;      // [width], in units of 1/256
  std::vector<Layer> layers;  // after the first one

  static constexpr unsigned kLanes = 16;  // widths and outputs are multiples of this
  static constexpr unsigned kMostWidth = 1024;
  static constexpr unsigned kMostLayers = 4;
  static constexpr unsigned kRowUnit = 256;
  static constexpr unsigned kActivationUnit = 128;
  static constexpr unsigned kShift = 6;  // from units of 1/8192 to units of 1/128

  /// Outputs of the last layer. Precondition: there is a dense layer.
  [[nodiscard]] unsigned outputs() const { return layers.back().outputs; }
};

/// Throws InputError if `found` is not `expected`.
void require_size(std::string_view what, std::size_t found, std::size_t expected);
/// Throws InputError for a bias so large that sums with products of 16-bit numbers could overflow.
void require_bias(std::string_view what, const std::vector<i32>& bias);

/// Memory for Trunk::evaluate(), left uninitialised.
struct TrunkScratch {
  InputScratch inputs;
  std::array<const i16*, kMostObserved> rows;
  std::array<i16, TrunkData::kMostWidth> sums;
  std::array<i32, TrunkData::kMostWidth> products;
  std::array<std::array<i16, TrunkData::kMostWidth>, 2> activations;
};

/// A trunk that is ready for use. Immutable; threads may share it.
class Trunk {
 public:
  /// Throws InputError if the sizes do not match or an input is unknown; the message begins with
  /// `name`.
  Trunk(TrunkData data, std::string_view name);

  [[nodiscard]] const TrunkData& data() const { return data_; }
  [[nodiscard]] unsigned outputs() const { return data_.outputs(); }

  /// The last layer for a position, as the observer sees it. The span is into `scratch`. Allocates
  /// nothing.
  [[nodiscard]] std::span<const i16> evaluate(const State& s, Player observer,
                                              TrunkScratch& scratch) const;

 private:
  static constexpr u16 kNoRow = 0xFFFF;

  TrunkData data_;
  std::vector<u16> row_of_input_;          // by number of the input; kNoRow
  std::vector<std::vector<i16>> weights_;  // of the dense layers, as the machine multiplies them
};

/// The weights as the machine multiplies them.
[[nodiscard]] inline std::vector<i16> widened(const std::vector<i8>& weights) {
  return {weights.begin(), weights.end()};
}

}  // namespace carrack
