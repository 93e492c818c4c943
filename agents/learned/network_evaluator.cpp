#include "agents/learned/network_evaluator.hpp"

#include <algorithm>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/kernels.hpp"
#include "core/base/elementary.hpp"

namespace carrack {
namespace {

constexpr i32 kHighest = NetworkData::kActivationUnit - 1;

i16 clipped(i32 activation) { return static_cast<i16>(std::clamp(activation, 0, kHighest)); }

}  // namespace

NetworkEvaluator::NetworkEvaluator(std::shared_ptr<const Network> network)
    : network_(std::move(network)), sums_(network_->data().width) {
  rows_.reserve(observation_size());
  std::size_t widest = sums_.size();
  for (const auto& layer : network_->layers_) {
    widest = std::max<std::size_t>(widest, layer.outputs);
  }
  for (std::vector<i16>& layer : activations_) layer.resize(widest);
  products_.resize(widest);
}

void NetworkEvaluator::go_to(const State& s, Player observer) {
  const NetworkData& data = network_->data();
  rows_.clear();
  for (const u16 input : inputs_.read(s, observer)) {
    const u16 row = network_->row_of_input_[input];
    if (row != Network::kNoRow) rows_.push_back(&data.rows[std::size_t{row} * data.width]);
  }
  kernels::add_rows(rows_, data.bias, sums_);
  constexpr i32 kToActivation = NetworkData::kRowUnit / NetworkData::kActivationUnit;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    activations_[0][i] = clipped(sums_[i] / kToActivation);
  }
  std::span<const i16> in(activations_[0].data(), sums_.size());
  for (std::size_t l = 0; l < network_->layers_.size(); ++l) {
    const auto& layer = network_->layers_[l];
    const std::span<i32> products(products_.data(), layer.outputs);
    kernels::multiply(layer.weights, layer.bias, in, products);
    const std::span<i16> out(activations_[(l + 1) % 2].data(), layer.outputs);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = clipped(products[i] >> NetworkData::kShift);
    }
    in = out;
  }
  players_ = s.players();
  observer_ = index(observer);
  turn_ = s.turn;
}

std::span<const i16> NetworkEvaluator::last_layer() const {
  const std::size_t layers = network_->layers_.size();
  return {activations_[layers % 2].data(), network_->layers_.back().outputs};
}

void NetworkEvaluator::logits(std::span<const Action> options, std::span<const float> script,
                              std::vector<float>& values) const {
  const NetworkData& data = network_->data();
  const std::span<const i16> last = last_layer();
  const float best = *std::ranges::max_element(script);
  for (std::size_t i = 0; i < options.size(); ++i) {
    const unsigned id = options[i].id();
    const std::span<const i16> weights(&network_->action_weights_[id * last.size()], last.size());
    const i32 sum = kernels::dot(weights, last) + data.action_bias[id];
    const unsigned verb = index(options[i].verb());
    float logit = static_cast<float>(sum) / NetworkData::kLogitUnit;
    logit += data.script_weight[verb] * (script[i] - best);
    if (script[i] == best) logit += data.script_best[verb];
    values.push_back(logit);
  }
}

std::array<float, kMaxPlayers> NetworkEvaluator::win_shares(
    const std::array<float, kMaxPlayers>& expected_vp) const {
  const NetworkData& data = network_->data();
  const std::span<const i16> last = last_layer();
  std::array<float, kMaxPlayers> shares{};
  float highest = 0;
  for (unsigned ahead = 0; ahead < players_; ++ahead) {
    const unsigned seat = (observer_ + ahead) % players_;
    const std::span<const i16> weights(&network_->seat_weights_[ahead * last.size()], last.size());
    const i32 sum = kernels::dot(weights, last) + data.seat_bias[ahead];
    shares[seat] = static_cast<float>(sum) / NetworkData::kLogitUnit +
                   data.evaluation_weight[turn_ - 1] * expected_vp[seat];
    highest = ahead == 0 ? shares[seat] : std::max(highest, shares[seat]);
  }
  float total = 0;
  for (unsigned p = 0; p < players_; ++p) {
    shares[p] = elementary::exp(shares[p] - highest);
    total += shares[p];
  }
  for (unsigned p = 0; p < players_; ++p) shares[p] /= total;
  return shares;
}

}  // namespace carrack
