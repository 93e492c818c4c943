#include "agents/learned/policy_evaluator.hpp"

#include <algorithm>

#include "agents/learned/kernels.hpp"

namespace carrack {

void PolicyEvaluator::logits(const State& s, std::span<const Action> options,
                             std::span<const float> script, std::vector<float>& values) const {
  const NetworkData& data = network_->data();
  TrunkScratch scratch;
  const std::span<const i16> last = network_->policy_.evaluate(s, s.actor, scratch);
  const float best = *std::ranges::max_element(script);
  for (std::size_t i = 0; i < options.size(); ++i) {
    const unsigned id = options[i].id();
    const std::span<const i16> weights(&network_->action_weights_[id * last.size()], last.size());
    const i32 sum = kernels::dot(weights, last) + data.action_bias[id];
    const unsigned verb = index(options[i].verb());
    float logit = static_cast<float>(sum) / NetworkData::kLogitUnit;
    logit += data.script_weight[verb] * (script[i] - best);
    if (script[i] == best) logit += data.script_best[verb];
    values.push_back(logit * data.logit_scale);
  }
}

}  // namespace carrack
