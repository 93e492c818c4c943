#include "agents/mcts/options.hpp"

#include <algorithm>
#include <array>

#include "agents/mcts/parameters.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

// The default temperatures of the softmax that makes a prior.
constexpr double kTemperatureInVp = 4.5;
constexpr double kTemperatureOfLogits = 2;

/// Sets the default temperature, which differs between logits and values in VP.
void set_usual_temperature(MctsOptions& options, const MctsOptions& defaults) {
  const bool has_logits = options.network_orders();
  if (has_logits == defaults.network_orders()) return;
  options.search.expansion.temperature = has_logits ? kTemperatureOfLogits : kTemperatureInVp;
}

/// Whether the temperature is one of the defaults. Full specs name it even if no prior uses it.
bool has_usual_temperature(const ExpansionOptions& expansion) {
  const double temperature = expansion.temperature;
  return temperature == ExpansionOptions().temperature || temperature == kTemperatureInVp ||
         temperature == kTemperatureOfLogits;
}

/// Why options do not go together; nothing when they do.
std::optional<std::string> conflict(const MctsOptions& o) {
  if (auto reason = conflict(o.search)) return reason;
  if (o.reward.win + o.reward.rank + o.reward.margin <= 0)
    return "win=, rank= and margin= are all 0";
  if (o.reward.margin == 0 && o.reward.margin_scale != RewardOptions().margin_scale) {
    return "margin_scale= needs margin= above 0";
  }
  if ((o.quick_iterations > 0) != (o.quick_share > 0)) return "quick= and quick_share= go together";
  if (o.search.budget.iterations > 0 && o.quick_iterations > o.search.budget.iterations) {
    return "quick= should be at most iterations=";
  }
  if (!o.uses_network() && o.network.network) {
    return "net= needs prior=network, rollout=network or value=network";
  }
  if (o.value == Value::network && !o.search.needs_evaluation()) {
    return "value=network needs cutoff_turns=, cutoff=, lambda= below 1 or implicit=";
  }
  if (o.value == Value::network && o.reward.estimates == Estimates::constant) {
    return "value=network has scales of its own: it does not go with estimates=constant";
  }
  if (o.reward.estimates == Estimates::constant && !o.search.rewards_estimates()) {
    return "estimates=constant needs cutoff_turns=, cutoff=, lambda= below 1 or implicit=";
  }
  if (!o.search.uses_priors() && !has_usual_temperature(o.search.expansion)) {
    return "temperature= needs a prior=";
  }
  if (o.diversity > 0 && !o.search.rollout.uses_policy()) {
    return "diversity= needs rollout=scripted or network";
  }
  return {};
}

}  // namespace

MctsOptions MctsOptions::read(AgentSpec& spec, const MctsOptions& defaults) {
  MctsOptions options = defaults;
  // A spec that sets only a time budget has no limit of iterations.
  const bool has_time = spec.has("time") || spec.has("game_time");
  if (has_time && !spec.has("iterations")) options.search.budget.iterations = 0;
  for (const SearchParameter& parameter : search_parameters()) {
    if (!parameter.words.empty()) {
      const auto otherwise = static_cast<std::size_t>(parameter.get(options));
      parameter.set(options,
                    static_cast<double>(spec.word(parameter.key, parameter.words, otherwise)));
    } else if (parameter.whole) {
      const auto value =
          spec.whole_number(parameter.key, static_cast<u64>(parameter.get(options)),
                            static_cast<u64>(parameter.min), static_cast<u64>(parameter.max));
      parameter.set(options, static_cast<double>(value));
    } else if (parameter.is_duration) {
      parameter.set(options, spec.seconds(parameter.key, parameter.get(options), parameter.min,
                                          parameter.max));
    } else {
      parameter.set(options, spec.number(parameter.key, parameter.get(options), parameter.min,
                                         parameter.max));
    }
  }
  // The default value=network holds only where a network guides the search, values are needed and
  // estimates=fitted.
  const bool values_fit = options.network_leads() && options.search.needs_evaluation() &&
                          options.reward.estimates == Estimates::fitted;
  if (!values_fit && !spec.has("value")) options.value = Value::linear;
  const bool names_network = spec.has("net");
  const std::string network = spec.text("net");
  if (!options.uses_network() && !names_network) {
    options.network = {};
  } else if (!options.network.network || names_network) {
    options.network = named_network(names_network ? network : "default");
  }
  if (!spec.has("temperature")) set_usual_temperature(options, defaults);
  // The first evaluation ends the playout.
  if (options.search.rollout.cutoff_turns == 1 && !spec.has("lambda")) {
    options.search.backup.lambda = 1;
  }
  // Several threads default to parallel=batch: one tree, the same for any number of threads.
  ParallelOptions& parallel = options.search.parallel;
  const bool can_overlap = options.search.root.rule == RootSelection::same;
  if (parallel.threads > 1 && can_overlap && !spec.has("parallel")) {
    parallel.kind = Parallel::batch;
  }
  // diversity= and adapt= default to 0 without scripts in playouts; adapt= also with parallel=leaf.
  RolloutOptions& rollout = options.search.rollout;
  const bool scripts_play = rollout.uses_policy();
  if (!scripts_play && !spec.has("diversity")) options.diversity = 0;
  const bool at_once = parallel.kind == Parallel::leaf;
  if ((!scripts_play || at_once) && !spec.has("adapt")) rollout.adapt = 0;
  if (rollout.adapt == 0 && !spec.has("learners")) rollout.learners = 1;
  constexpr u64 kUsualBatch = 8;
  if (parallel.kind == Parallel::batch && !spec.has("batch")) parallel.batch = kUsualBatch;
  if (const auto reason = conflict(options)) {
    throw InputError("agent '" + spec.name() + "': " + *reason);
  }
  return options;
}

/// `key=value` of every row for which `value_of` has a text, except those that specs leave out.
template <typename ValueOf>
std::string MctsOptions::joined(const ValueOf& value_of) const {
  std::string text;
  for (const SearchParameter& parameter : search_parameters()) {
    const bool is_budget = parameter.key == "iterations" || parameter.key == "time";
    if (is_budget && parameter.get(*this) == 0) continue;
    if (parameter.is_left_out(*this)) continue;
    const std::string shown = value_of(parameter);
    if (shown.empty()) continue;
    if (!text.empty()) text += ',';
    text.append(parameter.key).append("=").append(shown);
  }
  return text;
}

std::string MctsOptions::to_string() const {
  std::string text = joined([&](const SearchParameter& row) { return row.text(*this); });
  if (network.network) text += ",net=" + network.name;
  return text;
}

std::string MctsOptions::to_string_with_evaluator(bool priors) const {
  // Players whose decisions are not in the tree play as in a playout.
  const Opponents opponents = search.tree.opponents;
  const bool plays = opponents != Opponents::maxn && opponents != Opponents::paranoid;
  const bool estimates = search.uses_implicit();
  const auto is_unused = [&](std::string_view key) {
    constexpr std::array<std::string_view, 4> kPlaying{"epsilon", "diversity", "adapt", "learners"};
    constexpr std::array<std::string_view, 3> kEnding{"cutoff", "cutoff_turns", "lambda"};
    constexpr std::array<std::string_view, 2> kEstimating{"estimates", "value"};
    return (!plays && std::ranges::count(kPlaying, key) > 0) ||
           std::ranges::count(kEnding, key) > 0 ||
           (!estimates && std::ranges::count(kEstimating, key) > 0) ||
           (priors && key == "temperature");
  };
  constexpr const char* kReplaced = "evaluate";
  std::string text = joined([&](const SearchParameter& row) -> std::string {
    if (is_unused(row.key)) return {};
    const bool is_replaced = (row.key == "rollout" && !plays) || (row.key == "prior" && priors);
    return is_replaced ? kReplaced : row.text(*this);
  });
  const bool uses = (network_orders() && !priors) || (network_plays() && plays) ||
                    (value == Value::network && estimates);
  if (uses) text += ",net=" + network.name;
  return text;
}

MctsOptions plain_uct() { return {}; }

MctsOptions default_search() {
  MctsOptions options;
  options.network = named_network("default");
  options.value = Value::network;
  options.reward.win = 0.6;
  options.diversity = 0.5;
  SearchOptions& search = options.search;
  search.selection.rule = Selection::puct;
  search.selection.exploration = 1;
  search.expansion = {.widening = 0.3, .prior = Prior::policy, .temperature = kTemperatureOfLogits};
  options.prior_source = PolicySource::network;
  search.rollout.policy = Rollout::policy;
  options.rollout_source = PolicySource::network;
  search.rollout.adapt = 200;
  search.rollout.learners = 4;
  search.rollout.cutoff_turns = 2;
  search.backup.lambda = 0.5;
  return options;
}

std::optional<MctsOptions> search_defaults(std::string_view name) {
  if (name == "mcts") return default_search();
  if (name == "uct") return plain_uct();
  return std::nullopt;
}

std::optional<MctsOptions> search_options(std::string_view text) {
  AgentSpec spec = parse_spec(text);
  const auto defaults = search_defaults(spec.name());
  if (!defaults) return std::nullopt;
  const MctsOptions options = MctsOptions::read(spec, *defaults);
  spec.finish();
  return options;
}

}  // namespace carrack
