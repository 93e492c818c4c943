#include "experiments/cli/people.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "agents/short_spec.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "core/game/knowledge.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/terminal/human_agent.hpp"

namespace carrack {
namespace {

bool is_human(const std::string& spec) {
  try {
    return parse_spec(spec).name() == kHuman;
  } catch (const InputError&) {  // make_agent() reports it
    return false;
  }
}

}  // namespace

std::size_t count_people(const std::vector<std::string>& specs) {
  return static_cast<std::size_t>(std::ranges::count_if(specs, is_human));
}

AgentMaker People::maker() {
  return [this](const std::string& spec) -> std::unique_ptr<Agent> {
    if (!is_human(spec)) return make_agent(spec);
    parse_spec(spec).finish();
    return std::make_unique<HumanAgent>(talk_);
  };
}

void People::check(const MatchOptions& options) {
  const std::size_t people = count_people(options.entrants);
  if (people == 0) return;
  if (options.threads > 1) {
    throw CLI::ValidationError("--threads", "is " + std::to_string(options.threads) +
                                                "; expected 1, as people play one game at a time");
  }
  if (people > 1 && may_have_secrets(options.rules)) {
    throw CLI::ValidationError("--agent", std::to_string(people) +
                                              " people at one terminal would see each other's "
                                              "secrets in " +
                                              options.rules.to_string() +
                                              "; expected one person, or the page of carrack web");
  }
}

void People::welcome(const MatchOptions& options) {
  std::string text = options.rules.to_string() + ", seed " + std::to_string(options.seed) + '\n';
  const std::vector<std::string> names = short_names(options.entrants);
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    text += "  p" + std::to_string(seat + 1) + ": " + printable(names[seat]) + '\n';
  }
  talk_.say(text + "Enter the number of an option, or the beginnings of its words. ? lists the " +
            "commands.\n");
}

void People::tell_result(const MatchOptions& options, const Result& result) {
  talk_.say(result_text(result, options.rules.players(), short_names(options.entrants)) + '\n');
}

}  // namespace carrack
