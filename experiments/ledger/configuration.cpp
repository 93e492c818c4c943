#include "experiments/ledger/configuration.hpp"

#include <algorithm>
#include <utility>

#include "core/base/digest.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/tools/signature.hpp"
#include "experiments/ledger/configuration_parts.hpp"

namespace carrack {
namespace {

using configuration::Json;

/// Maximum number of agents of a playable tournament.
constexpr std::size_t kMaxAgents = 4096;

template <std::size_t N>
std::size_t place_of(const std::array<std::string_view, N>& names, const std::string& word,
                     std::string_view kind) {
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) throw InputError(unknown_word(kind, word, names));
  return static_cast<std::size_t>(found - names.begin());
}

/// The comma-separated parts of `spec` that are not in `other`.
std::string parts_of_its_own(const std::string& spec, const std::string& other) {
  const auto parts_of = [](std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t to = std::min(text.find(',', from), text.size());
      parts.push_back(text.substr(from, to - from));
      from = to + 1;
    }
    return parts;
  };
  const auto others = parts_of(other);
  std::vector<std::string_view> own;
  for (const std::string_view part : parts_of(spec)) {
    if (std::ranges::find(others, part) == others.end()) own.push_back(part);
  }
  return excerpt(join(own, ","));
}

/// A text in quotes, or "nothing more".
std::string quoted_or_nothing(const std::string& text) {
  return text.empty() ? "nothing more" : "'" + text + "'";
}

/// The difference of the first differing agent: "agent 2 has 'mcts:iterations=100' there, … here".
std::string agents_difference(const std::vector<std::string>& there,
                              const std::vector<std::string>& here) {
  if (there.size() != here.size()) {
    return "there are " + std::to_string(there.size()) + " agents there, " +
           std::to_string(here.size()) + " here";
  }
  const auto [old, now] = std::ranges::mismatch(there, here);
  return "agent " + std::to_string(old - there.begin() + 1) + " has " +
         quoted_or_nothing(parts_of_its_own(*old, *now)) + " there, " +
         quoted_or_nothing(parts_of_its_own(*now, *old)) + " here";
}

/// The number of subjects and those that are not in `other`: "2 (place:dock more)".
std::string subjects_of_its_own(const Json& list, const Json& other) {
  std::vector<std::string> own;
  for (const Json& item : list) {
    if (std::ranges::find(other, item) != other.end()) continue;
    own.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  }
  const std::string more =
      excerpt(join(std::vector<std::string_view>(own.begin(), own.end()), ","));
  return std::to_string(list.size()) + (more.empty() ? " (nothing more)" : " (" + more + " more)");
}

/// A member as text; "nothing" if it is missing.
std::string member_text(const Json& json, const std::string& key) {
  return json.contains(key) ? json[key].dump() : "nothing";
}

/// The difference of two configurations in a member that they do not share.
std::string member_difference(const std::string& key, const Json& there, const Json& here) {
  if (there.contains(key) && here.contains(key)) {
    if (key == "agents") return agents_difference(there[key], here[key]);
    if (key == "on") {
      return "on has " + subjects_of_its_own(there[key], here[key]) + " there, " +
             subjects_of_its_own(here[key], there[key]) + " here";
    }
  }
  return key + " is " + member_text(there, key) + " there, " + member_text(here, key) + " here";
}

}  // namespace

namespace configuration {

std::vector<std::string> full_specs(const std::vector<std::string>& agents) {
  std::vector<std::string> specs;
  specs.reserve(agents.size());
  for (const std::string& spec : agents) specs.push_back(make_agent(spec)->spec());
  return specs;
}

Json ruleset_as_json(Ruleset rules) {
  std::string text;
  append_ruleset(text, rules);
  return parse_json<Json>(text);
}

std::string text_of(const Json& json) {
  try {
    return json.dump();
  } catch (const Json::type_error&) {
    throw InputError("the spec of an agent is not UTF-8");
  }
}

Ruleset ruleset_in(const Json& json) { return read_ruleset(json.at("ruleset").dump()); }

std::vector<std::string> agents_in(const Json& json) {
  auto agents = json.at("agents").get<std::vector<std::string>>();
  if (!agents.empty() && agents.size() <= kMaxAgents) return agents;
  throw InputError(std::to_string(agents.size()) + " agents, expected 1 to " +
                   std::to_string(kMaxAgents));
}

u64 seed_in(const Json& json) {
  if (json.at("seed").is_number_unsigned()) return json.at("seed").get<u64>();
  throw InputError("seed is " + json.at("seed").dump() + ", expected a whole number of at least 0");
}

}  // namespace configuration

std::string configuration_of(const TournamentPlan& plan) {
  return configuration::text_of({{"ruleset", configuration::ruleset_as_json(plan.rules)},
                                 {"agents", configuration::full_specs(plan.agents)},
                                 {"kind", kTournamentKindNames[index(plan.kind)]},
                                 {"seatings", kSeatingSetNames[index(plan.seatings)]},
                                 {"seed", plan.seed}});
}

TournamentPlan plan_from(std::string_view configuration) {
  try {
    const auto json = parse_json<Json>(configuration);
    TournamentPlan plan;
    plan.rules = configuration::ruleset_in(json);
    plan.agents = configuration::agents_in(json);
    plan.kind = nth<TournamentKind>(static_cast<unsigned>(
        place_of(kTournamentKindNames, json.at("kind").get<std::string>(), "kind")));
    plan.seatings = nth<SeatingSet>(static_cast<unsigned>(
        place_of(kSeatingSetNames, json.at("seatings").get<std::string>(), "seatings")));
    plan.seed = configuration::seed_in(json);
    return plan;
  } catch (const InputError& error) {
    throw InputError("the configuration of a tournament: " + std::string(error.what()));
  } catch (const Json::exception&) {
    throw InputError(
        "the configuration of a tournament: ruleset, agents, kind, seatings or seed is missing or "
        "has the wrong type");
  }
}

std::string rules_signature(Ruleset rules) {
  return hexadecimal(rules.has(Module::world) ? kSignatureOfWorldMap : kSignature);
}

std::string configuration_hash(std::string_view configuration, std::string_view signature) {
  Digest hash;
  for (const std::string_view part : {configuration, std::string_view("\n"), signature}) {
    hash.add(part);
  }
  return hexadecimal(hash.value());
}

std::string configuration_difference(std::string_view there, std::string_view here) {
  const auto old = parse_json<Json>(there);
  const auto now = parse_json<Json>(here);
  std::vector<std::string> differences;
  for (const auto& [key, value] : now.items()) {
    if (old.contains(key) && old[key] == value) continue;
    differences.push_back(member_difference(key, old, now));
  }
  for (const auto& [key, value] : old.items()) {
    if (!now.contains(key)) differences.push_back(member_difference(key, old, now));
  }
  return join(std::vector<std::string_view>(differences.begin(), differences.end()), "; ");
}

void check_same_plan(const std::string& what, const KeptPlan& there, const KeptPlan& here,
                     bool ignore_signature) {
  const auto difference = configuration_difference(there.configuration, here.configuration);
  if (!difference.empty()) {
    throw InputError(what +
                     " was begun with other settings. --name NEW begins another (in Python "
                     "name=); the settings differ: " +
                     difference);
  }
  if (there.signature == here.signature || ignore_signature) return;
  throw InputError(what + " was begun under other rules: signature " + there.signature +
                   " there, " + here.signature +
                   " here. --ignore-signature plays on, --name NEW begins another (in Python "
                   "ignore_signature=True and name=)");
}

void check_plan_name(std::string_view kind, const std::string& name) {
  if (!name.empty() && printable(name) == name) return;
  throw InputError("the name of a " + std::string(kind) + " is '" + excerpt(name) +
                   "', expected text of printable characters");
}

void check_new_plan_name(std::string_view kind, const std::string& name) {
  check_plan_name(kind, name);
  const auto refuse = [&](const std::string& expected) {
    throw InputError("the name of a " + std::string(kind) + " is '" + excerpt(name) +
                     "', expected " + expected);
  };
  if (name.front() == ' ' || name.back() == ' ') refuse("no space at either end");
  const auto begins_character = [](char byte) { return (byte & 0xC0) != 0x80; };  // of UTF-8
  const auto characters = std::ranges::count_if(name, begins_character);
  if (std::cmp_greater(characters, kLongestPlanName)) {
    refuse("at most " + std::to_string(kLongestPlanName) + " characters, not " +
           std::to_string(characters));
  }
}

std::vector<std::string> distinct_names(const std::vector<std::string>& specs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const auto before = std::count(specs.begin(), specs.begin() + static_cast<long>(i), specs[i]);
    names.push_back(before == 0 ? specs[i] : specs[i] + " #" + std::to_string(before + 1));
  }
  return names;
}

}  // namespace carrack
