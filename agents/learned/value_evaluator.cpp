#include "agents/learned/value_evaluator.hpp"

#include <algorithm>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/kernels.hpp"
#include "core/base/elementary.hpp"

namespace carrack {

NetworkValue ValueEvaluator::evaluate(const State& s) const {
  const NetworkData& data = network_->data();
  const unsigned players = s.players();
  const unsigned observer = index(value_observer(s));
  const float evaluation_weight = data.evaluation_weight[s.turn - 1U];
  const std::array<float, kMaxPlayers> expected = expected_vp(s);
  TrunkScratch scratch;
  const std::span<const i16> last = network_->value_.evaluate(s, nth<Player>(observer), scratch);
  const auto head = [&](const std::vector<i16>& weights, const std::vector<i32>& bias,
                        unsigned ahead) {
    const std::span<const i16> row(&weights[ahead * last.size()], last.size());
    return static_cast<float>(kernels::dot(row, last) + bias[ahead]) / NetworkData::kLogitUnit;
  };
  NetworkValue value;
  for (unsigned ahead = 0; ahead < players; ++ahead) {
    const unsigned seat = (observer + ahead) % players;
    value.win_shares[seat] =
        head(network_->win_weights_, data.win_bias, ahead) + evaluation_weight * expected[seat];
    value.vp[seat] = head(network_->vp_weights_, data.vp_bias, ahead) * NetworkData::kVpPerLogit +
                     expected[seat];
  }
  const auto end = value.win_shares.begin() + players;
  const float highest = *std::max_element(value.win_shares.begin(), end);
  float total = 0;
  for (unsigned p = 0; p < players; ++p) {
    value.win_shares[p] = elementary::exp(value.win_shares[p] - highest);
    total += value.win_shares[p];
  }
  for (unsigned p = 0; p < players; ++p) value.win_shares[p] /= total;
  return value;
}

}  // namespace carrack
