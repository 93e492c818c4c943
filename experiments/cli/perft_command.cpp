// `carrack perft`: counts decision sequences.
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/game/chance.hpp"
#include "core/notation/notation.hpp"
#include "core/tools/perft.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/ruleset_options.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

struct PerftOptions {
  RulesetOptions rules;
  unsigned depth = 3;
  std::optional<u64> seed;
  bool divide = false;
  bool json = false;
};

constexpr unsigned kMaxDepth = 12;

/// With a seed, the setup is drawn at random; without one every draw takes its bytewise first
/// outcome.
State starting_position(const PerftOptions& options) {
  const Ruleset rules = options.rules.ruleset();
  if (!options.seed) return perft_start(rules);
  ChanceSource chance(*options.seed);
  State s = start(rules);
  while (is_chance(s)) apply(s, chance.draw(s));
  return s;
}

void divide(const PerftOptions& options, const State& s) {
  std::vector<std::pair<std::string, u64>> rows;
  u64 total = 0;
  for (const PerftBranch& branch : perft_divide(s, options.depth)) {
    rows.emplace_back(to_notation(branch.action, s.ruleset().board()), branch.leaves);
    total += branch.leaves;
  }
  std::ranges::sort(rows);
  if (options.json) {
    nlohmann::ordered_json json{{"depth", options.depth}, {"leaves", total}};
    for (const auto& [event, leaves] : rows) json["divide"][event] = leaves;
    std::cout << json.dump(2) << '\n';
    return;
  }
  Table table({"event", "leaves"});
  for (const auto& [event, leaves] : rows) table.add({event, std::to_string(leaves)});
  table.add({"total", std::to_string(total)});
  std::cout << table.text();
}

void count(const PerftOptions& options, const State& s) {
  Table table({"depth", "leaves", "seconds"});
  nlohmann::ordered_json json;
  for (unsigned depth = 1; depth <= options.depth; ++depth) {
    const auto began = std::chrono::steady_clock::now();
    const u64 leaves = perft(s, depth);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    table.add({std::to_string(depth), std::to_string(leaves), fixed(seconds, 3)});
    json["depths"].push_back({{"depth", depth}, {"leaves", leaves}, {"seconds", seconds}});
  }
  std::cout << (options.json ? json.dump(2) + '\n' : table.text());
}

}  // namespace

void add_perft(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "perft", "Count decision sequences; draws take the outcome whose text sorts first");
  command->footer("Example: carrack perft --players 4 --depth 3 --divide");
  const auto options = std::make_shared<PerftOptions>();
  options->rules.add_to(*command);
  add_number(*command, "--depth", options->depth, 1, kMaxDepth, "length of the sequences");
  add_number(*command, "--seed", options->seed, 0, kAnySeed,
             "draw the setup at random with this seed");
  command->add_flag("--divide", options->divide, "print the count for each first decision");
  command->add_flag("--json", options->json, "print the table as JSON");
  command->callback([options] {
    const State s = starting_position(*options);
    options->divide ? divide(*options, s) : count(*options, s);
  });
}

}  // namespace carrack
