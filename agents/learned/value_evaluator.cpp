#include "agents/learned/value_evaluator.hpp"

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/kernels.hpp"
#include "core/base/softmax.hpp"

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
  softmax(std::span(value.win_shares).first(players));
  return value;
}

}  // namespace carrack
