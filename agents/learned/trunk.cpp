#include "agents/learned/trunk.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "agents/evaluation/observation.hpp"
#include "agents/learned/inputs.hpp"
#include "agents/learned/kernels.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr i32 kHighest = TrunkData::kActivationUnit - 1;

i16 clipped(i32 activation) { return static_cast<i16>(std::clamp(activation, 0, kHighest)); }

void require_width(std::string_view what, unsigned width) {
  if (width >= TrunkData::kLanes && width <= TrunkData::kMostWidth &&
      width % TrunkData::kLanes == 0) {
    return;
  }
  throw InputError(std::string(what) + " has " + std::to_string(width) +
                   " outputs, expected a multiple of " + std::to_string(TrunkData::kLanes) +
                   " up to " + std::to_string(TrunkData::kMostWidth));
}

void check_sizes(const TrunkData& data, const std::string& name) {
  require_width(name + "'s first layer", data.width);
  require_size(name + "'s table of rows", data.rows.size(), data.inputs.size() * data.width);
  require_size(name + "'s bias of the first layer", data.bias.size(), data.width);
  if (data.layers.empty() || data.layers.size() > TrunkData::kMostLayers) {
    throw InputError(name + " has " + std::to_string(data.layers.size()) +
                     " dense layers, expected 1 to " + std::to_string(TrunkData::kMostLayers));
  }
  unsigned width = data.width;
  for (const TrunkData::Layer& layer : data.layers) {
    require_width(name + "'s dense layer", layer.outputs);
    require_size(name + "'s bias of a dense layer", layer.bias.size(), layer.outputs);
    require_bias(name + "'s bias of a dense layer", layer.bias);
    require_size(name + "'s dense layer", layer.weights.size(), std::size_t{layer.outputs} * width);
    width = layer.outputs;
  }
}

/// The row of each input, or `none`. An input that the trunk does not have takes the row of the
/// next lower level of its number.
std::vector<u16> find_rows(const std::vector<std::string>& names, u16 none) {
  const std::span<const Input> known = network_inputs();
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < known.size(); ++i) place.emplace(known[i].name, i);
  std::vector<u16> rows(known.size(), none);
  for (std::size_t row = 0; row < names.size(); ++row) {
    const auto found = place.find(names[row]);
    if (found == place.end()) {
      throw InputError("input " + std::to_string(row + 1) + ", '" + excerpt(names[row]) +
                       "', is not an input of this version");
    }
    if (rows[found->second] != none) throw InputError("input '" + names[row] + "' is named twice");
    rows[found->second] = static_cast<u16>(row);
  }
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (rows[i] == none && known[i].number == known[i - 1].number) rows[i] = rows[i - 1];
  }
  return rows;
}

}  // namespace

void require_size(std::string_view what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw InputError(std::string(what) + " has " + std::to_string(found) + " numbers, expected " +
                   std::to_string(expected));
}

void require_bias(std::string_view what, const std::vector<i32>& bias) {
  constexpr i32 kMost = 1 << 30;
  const auto found = std::ranges::find_if(bias, [](i32 b) { return b < -kMost || b > kMost; });
  if (found == bias.end()) return;
  throw InputError(std::string(what) + " has " + std::to_string(*found) +
                   ", expected -2^30 to 2^30");
}

Trunk::Trunk(TrunkData data, std::string_view name) : data_(std::move(data)) {
  if (observation_size() >= kMostObserved) throw std::logic_error("kMostObserved is too small");
  check_sizes(data_, std::string(name));
  row_of_input_ = find_rows(data_.inputs, kNoRow);
  for (const TrunkData::Layer& layer : data_.layers) weights_.push_back(widened(layer.weights));
}

std::span<const i16> Trunk::evaluate(const State& s, Player observer, TrunkScratch& scratch) const {
  std::size_t on = 0;
  for (const u16 input : read_inputs(s, observer, scratch.inputs)) {
    const u16 row = row_of_input_[input];
    if (row != kNoRow) scratch.rows[on++] = &data_.rows[std::size_t{row} * data_.width];
  }
  const std::span<i16> sums = std::span(scratch.sums).first(data_.width);
  kernels::add_rows(std::span(scratch.rows).first(on), data_.bias, sums);
  constexpr i32 kToActivation = TrunkData::kRowUnit / TrunkData::kActivationUnit;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    scratch.activations[0][i] = clipped(sums[i] / kToActivation);
  }
  std::span<const i16> in = std::span(scratch.activations[0]).first(sums.size());
  for (std::size_t l = 0; l < data_.layers.size(); ++l) {
    const TrunkData::Layer& layer = data_.layers[l];
    const std::span<i32> products = std::span(scratch.products).first(layer.outputs);
    kernels::multiply(weights_[l], layer.bias, in, products);
    const std::span<i16> out = std::span(scratch.activations[(l + 1) % 2]).first(layer.outputs);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = clipped(products[i] >> TrunkData::kShift);
    }
    in = out;
  }
  return in;
}

}  // namespace carrack
