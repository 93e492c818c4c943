#include "agents/learned/policy_agent.hpp"

#include <algorithm>

#include "agents/scripted/scripted_choice.hpp"
#include "core/base/elementary.hpp"
#include "core/base/numbers.hpp"

namespace carrack {

PolicyAgent::PolicyAgent(NamedNetwork network, double temperature)
    : network_name_(std::move(network.name)),
      temperature_(temperature),
      evaluator_(std::move(network.network)) {}

Action PolicyAgent::choose(const State& s, const Legal& legal, Random& random) {
  actions_.clear();
  script_.clear();
  logits_.clear();
  legal.for_each([&](Action action) { actions_.push_back(action); });
  script_values(s, actions_, script_);
  evaluator_.logits(s, actions_, script_, logits_);
  const auto best = std::ranges::max_element(logits_);
  if (temperature_ == 0) {
    return actions_[static_cast<std::size_t>(best - logits_.begin())];
  }
  const auto temperature = static_cast<float>(temperature_);
  const float highest = *best;
  float total = 0;
  for (float& logit : logits_) {
    logit = elementary::exp((logit - highest) / temperature);
    total += logit;
  }
  float drawn = static_cast<float>(random.uniform()) * total;
  for (std::size_t i = 0; i + 1 < actions_.size(); ++i) {
    drawn -= logits_[i];
    if (drawn < 0) return actions_[i];
  }
  return actions_.back();
}

std::string PolicyAgent::spec() const {
  return "policy:net=" + network_name_ + ",temperature=" + digits_of(temperature_);
}

}  // namespace carrack
