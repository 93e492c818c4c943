// The weights of the linear evaluation, and the file that has them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "agents/evaluation/features.hpp"
#include "agents/evaluation/position_kind.hpp"

namespace carrack {

/// Weights by the number of the kind of position, in VP per unit of the feature; 0 for kinds that
/// no game has.
using EvaluationWeights = std::array<Features, PositionKind::kCount>;

/// The weights of agents/evaluation/weights.json, which the build puts into the library. They are
/// read at the first call; calls from several threads are safe. Throws InputError if the file does
/// not match the features, which is a fault of the build.
[[nodiscard]] const EvaluationWeights& evaluation_weights();

/// Where the weights of a file come from.
struct WeightsOrigin {
  std::string command;                               // that fits the same weights
  std::array<u64, kEditionRows.size()> positions{};  // of the fit, by edition
};

/// The weights as JSON: one line for the names of the features, and one for every kind of position.
/// Numbers have the fewest digits that read back as the same float. Throws std::logic_error for a
/// weight that is not finite, or beyond a million VP.
[[nodiscard]] std::string weights_json(const WeightsOrigin& origin,
                                       const EvaluationWeights& weights);

/// The weights of such a text. Throws InputError, which says what was expected, for another format
/// or version, for features that are not those of feature_names() in their order, and for kinds of
/// position that are not position_kinds() in their order.
[[nodiscard]] EvaluationWeights read_weights(std::string_view json);

}  // namespace carrack
