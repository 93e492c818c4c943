#include "agents/learned/network.hpp"

#include <algorithm>
#include <unordered_map>

#include "agents/learned/inputs.hpp"
#include "agents/learned/network_file.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

void require_size(std::string_view what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw InputError(std::string(what) + " has " + std::to_string(found) + " numbers, expected " +
                   std::to_string(expected));
}

void require_width(std::string_view what, unsigned width) {
  if (width >= NetworkData::kLanes && width <= NetworkData::kMostWidth &&
      width % NetworkData::kLanes == 0) {
    return;
  }
  throw InputError(std::string(what) + " has " + std::to_string(width) +
                   " outputs, expected a multiple of " + std::to_string(NetworkData::kLanes) +
                   " up to " + std::to_string(NetworkData::kMostWidth));
}

void check_sizes(const NetworkData& data) {
  require_width("the first layer", data.width);
  require_size("the table of rows", data.rows.size(), data.inputs.size() * data.width);
  require_size("the bias of the first layer", data.bias.size(), data.width);
  if (data.layers.empty() || data.layers.size() > NetworkData::kMostLayers) {
    throw InputError("the network has " + std::to_string(data.layers.size()) +
                     " dense layers, expected 1 to " + std::to_string(NetworkData::kMostLayers));
  }
  unsigned width = data.width;
  for (const NetworkData::Layer& layer : data.layers) {
    require_width("a dense layer", layer.outputs);
    require_size("the bias of a dense layer", layer.bias.size(), layer.outputs);
    require_size("a dense layer", layer.weights.size(), std::size_t{layer.outputs} * width);
    width = layer.outputs;
  }
  require_size("the table of actions", data.action_weights.size(),
               std::size_t{NetworkData::kChoices} * width);
  require_size("the bias of actions", data.action_bias.size(), NetworkData::kChoices);
  require_size("the script's weights", data.script_weight.size(), kVerbs);
  require_size("the weights of the script's best", data.script_best.size(), kVerbs);
  require_size("the table of seats", data.seat_weights.size(), std::size_t{kMaxPlayers} * width);
  require_size("the bias of seats", data.seat_bias.size(), kMaxPlayers);
  require_size("the evaluation's weights", data.evaluation_weight.size(), kTurns);
  constexpr std::size_t kChoices = NetworkData::kChoices;
  require_size("the table of turns", data.rollout_turn.size(), kTurns * kChoices);
  require_size("the table of editions", data.rollout_edition.size(), kEditions * kChoices);
  require_size("the table of players", data.rollout_players.size(), (kMaxPlayers - 1) * kChoices);
}

/// The row of each input, or `none`. An input that the network does not have takes the row of the
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

std::vector<i16> widened(const std::vector<i8>& weights) {
  return {weights.begin(), weights.end()};
}

}  // namespace

Network::Network(NetworkData data) : data_(std::move(data)) {
  check_sizes(data_);
  row_of_input_ = find_rows(data_.inputs, kNoRow);
  unsigned width = data_.width;
  for (const NetworkData::Layer& layer : data_.layers) {
    layers_.push_back({width, layer.outputs, widened(layer.weights), layer.bias});
    width = layer.outputs;
  }
  action_weights_ = widened(data_.action_weights);
  seat_weights_ = widened(data_.seat_weights);
  for (unsigned kind = 0; kind < rollout_bonus_.size(); ++kind) {
    std::vector<float>& bonus = rollout_bonus_[kind];
    bonus.resize(std::size_t{kTurns} * kActions);
    const std::size_t edition = std::size_t{kind / (kMaxPlayers - 1)} * NetworkData::kChoices;
    const std::size_t players = std::size_t{kind % (kMaxPlayers - 1)} * NetworkData::kChoices;
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
      for (std::size_t id = 0; id < NetworkData::kChoices; ++id) {
        const int sum = data_.rollout_turn[turn * NetworkData::kChoices + id] +
                        data_.rollout_edition[edition + id] + data_.rollout_players[players + id];
        bonus[turn * kActions + id] = static_cast<float>(sum) / NetworkData::kVpUnit;
      }
    }
  }
  hash_ = network_hash(data_);
}

}  // namespace carrack
