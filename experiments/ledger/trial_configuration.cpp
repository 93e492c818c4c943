#include "experiments/ledger/trial_configuration.hpp"

#include <limits>

#include "experiments/ledger/configuration_parts.hpp"

namespace carrack {
namespace {

using configuration::Json;

/// An integer of at least 1, or null.
std::optional<unsigned> number_in(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (value.is_null()) return std::nullopt;
  if (value.is_number_unsigned() && value.get<u64>() >= 1 &&
      value.get<u64>() <= std::numeric_limits<unsigned>::max()) {
    return value.get<unsigned>();
  }
  throw InputError(std::string(key) + " is " + excerpt(value.dump()) +
                   ", expected a whole number of at least 1, or null");
}

std::vector<Subject> subjects_of(const Json& json, Ruleset rules) {
  std::vector<Subject> on;
  for (const Json& word : json.at("on")) on.push_back(parse_subject(word.get<std::string>()));
  if (on.empty() || on != subjects_in(rules, on)) {
    throw InputError("on is " + excerpt(json.at("on").dump()) +
                     ", expected tiles or boxes of the ruleset in the order of the catalogue");
  }
  return on;
}

/// Plans without discounts have no such key.
std::vector<unsigned> discounts_in(const Json& json) {
  std::vector<unsigned> discounts;
  if (!json.contains("discounts")) return discounts;
  const Json& given = json.at("discounts");
  if (!given.is_array() || given.empty()) {
    throw InputError("discounts is " + excerpt(given.dump()) + ", expected a list of numbers");
  }
  for (const Json& discount : given) {
    if (!discount.is_number_unsigned() || discount.get<u64>() > TrialPlan::kMostDiscount) {
      throw InputError("a discount is " + excerpt(discount.dump()) +
                       ", expected a whole number up to " +
                       std::to_string(TrialPlan::kMostDiscount));
    }
    discounts.push_back(discount.get<unsigned>());
  }
  return discounts;
}

}  // namespace

std::string configuration_of(const TrialPlan& plan) {
  Json json{{"ruleset", configuration::ruleset_as_json(plan.rules)},
            {"agents", configuration::full_specs(plan.agents)},
            {"seed", plan.seed},
            {"continuations", plan.continuations},
            {"turn", nullptr},
            {"seat", nullptr},
            {"on", Json::array()}};
  // Plans without them have no such keys, so that a further one does not change the others.
  if (plan.occasion) json["occasion"] = name(*plan.occasion, plan.is_of_placements());
  if (plan.denial) json["denial"] = true;
  if (!plan.discounts.empty()) json["discounts"] = plan.discounts;
  if (plan.turn) json["turn"] = *plan.turn;
  if (plan.seat) json["seat"] = index(*plan.seat) + 1;
  for (const Subject on : subjects_in(plan.rules, plan.on)) json["on"].push_back(to_string(on));
  return configuration::text_of(json);
}

TrialPlan trial_plan_from(std::string_view configuration) {
  try {
    const auto json = parse_json<Json>(configuration);
    TrialPlan plan{.rules = configuration::ruleset_in(json),
                   .agents = configuration::agents_in(json),
                   .on = {},
                   .games = 1,
                   .seed = configuration::seed_in(json),
                   .continuations = number_in(json, "continuations").value_or(0),
                   .turn = number_in(json, "turn"),
                   .seat = std::nullopt,
                   .occasion = std::nullopt,
                   .denial = json.contains("denial") && json.at("denial").get<bool>(),
                   .discounts = discounts_in(json)};
    plan.on = subjects_of(json, plan.rules);
    if (const auto seat = number_in(json, "seat")) {
      if (*seat > plan.rules.players()) {
        throw InputError("seat is " + std::to_string(*seat) + ", expected 1 to " +
                         std::to_string(plan.rules.players()));
      }
      plan.seat = nth<Player>(*seat - 1);
    }
    if (json.contains("occasion")) {
      plan.occasion =
          parse_occasion(json.at("occasion").get<std::string>(), plan.is_of_placements());
    }
    check_plan(plan);
    return plan;
  } catch (const InputError& error) {
    throw InputError("the configuration of a trial: " + std::string(error.what()));
  } catch (const Json::exception&) {
    throw InputError(
        "the configuration of a trial: ruleset, agents, seed, continuations, turn, seat, on, "
        "occasion or denial is missing or has the wrong type");
  }
}

}  // namespace carrack
