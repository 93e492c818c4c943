#include "agents/learned/network.hpp"

#include "agents/learned/network_file.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr std::size_t kChoices = NetworkData::kChoices;

void check_heads(const NetworkData& data) {
  const std::size_t policy = data.policy.outputs();
  require_size("the table of actions", data.action_weights.size(), kChoices * policy);
  require_size("the bias of actions", data.action_bias.size(), kChoices);
  require_bias("the bias of actions", data.action_bias);
  if (!(data.logit_scale > 0)) throw InputError("the scale of the logits should be above 0");
  require_size("the script's weights", data.script_weight.size(), kVerbs);
  require_size("the weights of the script's best", data.script_best.size(), kVerbs);
  const std::size_t value = data.value.outputs();
  require_size("the table of win shares", data.win_weights.size(), kMaxPlayers * value);
  require_size("the bias of win shares", data.win_bias.size(), kMaxPlayers);
  require_bias("the bias of win shares", data.win_bias);
  require_size("the evaluation's weights", data.evaluation_weight.size(), kTurns);
  require_size("the table of VP", data.vp_weights.size(), kMaxPlayers * value);
  require_size("the bias of VP", data.vp_bias.size(), kMaxPlayers);
  require_bias("the bias of VP", data.vp_bias);
  for (const auto& row : data.scales) {
    for (const EstimateScale& scale : row) {
      if (scale.win > 0 && scale.rank > 0) continue;
      throw InputError("the scales of win shares and ranks should be above 0");
    }
  }
  require_size("the table of turns", data.rollout_turn.size(), kTurns * kChoices);
  require_size("the table of editions", data.rollout_edition.size(), kEditions * kChoices);
  require_size("the table of players", data.rollout_players.size(), (kMaxPlayers - 1) * kChoices);
}

}  // namespace

Network::Network(NetworkData data)
    : data_(std::move(data)),
      policy_(data_.policy, "the policy"),
      value_(data_.value, "the value") {
  check_heads(data_);
  action_weights_ = widened(data_.action_weights);
  win_weights_ = widened(data_.win_weights);
  vp_weights_ = widened(data_.vp_weights);
  for (unsigned kind = 0; kind < rollout_bonus_.size(); ++kind) {
    std::vector<float>& bonus = rollout_bonus_[kind];
    bonus.resize(std::size_t{kTurns} * kActions);
    const std::size_t edition = kind / (kMaxPlayers - 1) * kChoices;
    const std::size_t players = kind % (kMaxPlayers - 1) * kChoices;
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
      for (std::size_t id = 0; id < kChoices; ++id) {
        const int sum = data_.rollout_turn[turn * kChoices + id] +
                        data_.rollout_edition[edition + id] + data_.rollout_players[players + id];
        bonus[turn * kActions + id] = static_cast<float>(sum) / NetworkData::kVpUnit;
      }
    }
  }
  hash_ = network_hash(data_);
}

}  // namespace carrack
