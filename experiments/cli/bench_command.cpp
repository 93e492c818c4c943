// `carrack bench`: the signature, and rates by player count.
#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/mcts/search_agent.hpp"
#include "core/base/cpu.hpp"
#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/tools/perft.hpp"
#include "core/tools/rollout.hpp"
#include "core/tools/signature.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/base/version.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

/// CPU time of this thread, in seconds. Other programs affect it less than wall-clock time.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Rates {
  Ruleset rules;
  double games = 0;       // per second
  double decisions = 0;   // per second
  double legal = 0;       // actions per decision
  double rollouts = 0;    // per second, from the first decision
  double iterations = 0;  // MCTS iterations per second, from the same position
};

struct BenchOptions {
  double seconds = 1;
  std::optional<std::string> edition;  // empty: both
  std::optional<unsigned> players;     // empty: all
  bool json = false;
};

/// Both editions with every number of players, and the second one also with the largest modules.
std::vector<Ruleset> all_rulesets() {
  const std::vector<std::string> modules{"builder", "national"};
  const std::vector<std::string> on_world_map{"builder", "national", "world"};
  std::vector<Ruleset> rulesets;
  for (unsigned n = 2; n <= 5; ++n) rulesets.push_back(Ruleset::make("aoe3", n));
  for (unsigned n = 2; n <= 6; ++n) rulesets.push_back(Ruleset::make("empires", n));
  for (unsigned n = 2; n <= 6; ++n) rulesets.push_back(Ruleset::make("empires", n, modules));
  for (unsigned n = 2; n <= 6; ++n) rulesets.push_back(Ruleset::make("empires", n, on_world_map));
  return rulesets;
}

/// The rulesets that the options ask for. Throws ValidationError if there are none.
std::vector<Ruleset> measured_rulesets(const BenchOptions& options) {
  std::vector<Ruleset> rulesets = all_rulesets();
  if (const auto& edition = options.edition) {
    const auto is_other = [&](const Ruleset rules) { return rules.terms().name != *edition; };
    std::erase_if(rulesets, is_other);
    if (rulesets.empty()) {
      throw CLI::ValidationError("--edition", unknown_word("edition", *edition, known_editions()));
    }
  }
  if (options.players) {
    const unsigned most = rulesets.back().terms().most_players;
    const auto is_other = [&](const Ruleset rules) { return rules.players() != *options.players; };
    std::erase_if(rulesets, is_other);
    if (rulesets.empty()) {
      throw CLI::ValidationError("--players", "is " + std::to_string(*options.players) +
                                                  "; expected 2 to " + std::to_string(most) +
                                                  " in " + options.edition.value_or("empires"));
    }
  }
  return rulesets;
}

/// Random games from the start; counts decisions and their options.
void measure_games(Rates& rates, double budget) {
  const State first = start(rates.rules);
  Random random(1, stream(StreamFamily::rollout));
  u64 games = 0;
  u64 decisions = 0;
  u64 options_seen = 0;
  const double began = cpu_seconds();
  while (cpu_seconds() - began < budget && !was_interrupted()) {
    State s = first;
    Legal options = legal(s);
    while (!is_over(s)) {
      if (!is_chance(s)) {
        ++decisions;
        options_seen += options.size();
      }
      random_step(s, options, random);
    }
    ++games;
  }
  const double seconds = cpu_seconds() - began;
  rates.games = static_cast<double>(games) / seconds;
  rates.decisions = static_cast<double>(decisions) / seconds;
  rates.legal = static_cast<double>(options_seen) / static_cast<double>(decisions);
}

/// Alternates rollouts and search iterations, so that changes in machine speed affect both.
void measure_search(Rates& rates, double budget) {
  constexpr u64 kBatch = 2000;
  const State first = perft_start(rates.rules);
  const Legal first_options = legal(first);
  Random random(1, stream(StreamFamily::rollout));
  MctsOptions search = plain_uct();
  search.search.budget.iterations = kBatch;
  SearchAgent agent("uct", search);
  double rollout_seconds = 0;
  double search_seconds = 0;
  u64 batches = 0;
  while ((batches < 2 || rollout_seconds + search_seconds < budget) && !was_interrupted()) {
    double began = cpu_seconds();
    for (u64 i = 0; i < kBatch; ++i) {
      State s = first;
      Legal options = first_options;
      rollout(s, options, random);
    }
    rollout_seconds += cpu_seconds() - began;
    began = cpu_seconds();
    static_cast<void>(agent.choose(first, first_options, random));
    search_seconds += cpu_seconds() - began;
    ++batches;
  }
  const auto done = static_cast<double>(batches * kBatch);
  rates.rollouts = done / rollout_seconds;
  rates.iterations = done / search_seconds;
}

/// The rates of all rulesets that were measured before an interrupt.
std::vector<Rates> measure(const BenchOptions& options) {
  const std::vector<Ruleset> rulesets = measured_rulesets(options);
  const CatchInterrupts interrupts;
  Progress progress("rulesets", rulesets.size());
  std::vector<Rates> all;
  for (const Ruleset rules : rulesets) {
    Rates rates{.rules = rules};
    measure_games(rates, options.seconds);
    measure_search(rates, options.seconds);
    if (was_interrupted()) break;
    all.push_back(rates);
    progress.update(all.size());
  }
  progress.finish();
  return all;
}

int bench(const BenchOptions& options) {
  const u64 found = signature();
  const u64 found_on_world_map = signature_of_world_map();
  const bool as_expected = found == kSignature && found_on_world_map == kSignatureOfWorldMap;
  const std::vector<Rates> all = measure(options);
  if (options.json) {
    nlohmann::ordered_json json{{"version", version::number},
                                {"commit", version::commit},
                                {"compiler", version::compiler},
                                {"build_type", version::build_type},
                                {"cpu", cpu::model()},
                                {"level", cpu::name_of(cpu::level())},
                                {"clock", "CPU time of the thread"},
                                {"seconds", options.seconds},
                                {"interrupted", was_interrupted()},
                                {"signature", hexadecimal(found)},
                                {"signature_expected", hexadecimal(kSignature)},
                                {"signature_aoe3", hexadecimal(signature(Edition::aoe3))},
                                {"signature_empires", hexadecimal(signature(Edition::empires))},
                                {"signature_world", hexadecimal(found_on_world_map)},
                                {"signature_world_expected", hexadecimal(kSignatureOfWorldMap)}};
    json["rates"] = nlohmann::ordered_json::array();
    for (const Rates& r : all) {
      json["rates"].push_back({{"ruleset", r.rules.to_string()},
                               {"players", r.rules.players()},
                               {"games_per_second", r.games},
                               {"decisions_per_second", r.decisions},
                               {"legal_per_decision", r.legal},
                               {"rollouts_per_second", r.rollouts},
                               {"uct_iterations_per_second", r.iterations},
                               {"iterations_per_rollout", r.iterations / r.rollouts}});
    }
    std::cout << json.dump(2) << '\n';
  } else {
    std::cout << "carrack " << version::number << " (" << version::commit << "), "
              << version::compiler << ", " << version::build_type << "; " << cpu::model()
              << ", instructions of level " << cpu::name_of(cpu::level()) << '\n'
              << "signature " << hexadecimal(found)
              << (found == kSignature ? "" : ", expected " + hexadecimal(kSignature)) << " (aoe3 "
              << hexadecimal(signature(Edition::aoe3)) << ", empires "
              << hexadecimal(signature(Edition::empires)) << "); with the world map "
              << hexadecimal(found_on_world_map)
              << (found_on_world_map == kSignatureOfWorldMap
                      ? ""
                      : ", expected " + hexadecimal(kSignatureOfWorldMap))
              << '\n';
    Table table({"ruleset", "games/s", "decisions/s", "ns/decision", "legal/decision", "rollouts/s",
                 "uct iterations/s", "ratio"});
    for (const Rates& r : all) {
      table.add({r.rules.to_string(), grouped(r.games), grouped(r.decisions),
                 fixed(1e9 / r.decisions, 1), fixed(r.legal, 1), grouped(r.rollouts),
                 grouped(r.iterations), fixed(r.iterations / r.rollouts, 2)});
    }
    std::cout
        << table.text()
        << "games: random, from the setup; rollouts and iterations: from the first decision; per "
           "second of CPU time, on one core\n";
    if (was_interrupted()) std::cout << "interrupted: other rulesets are missing\n";
  }
  if (was_interrupted()) return interrupted_status();
  return as_expected ? 0 : 1;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "bench", "Print the rules signature, and games, decisions and iterations per second");
  command->footer("Example: carrack bench --players 4 --seconds 2");
  const auto options = std::make_shared<BenchOptions>();
  add_number(*command, "--seconds", options->seconds, 0.001, 3600,
             "duration of each measurement, in seconds of CPU time");
  offer(command->add_option("--edition", options->edition, "aoe3 or empires; default: both"),
        known_editions());
  add_number(*command, "--players", options->players, 2, kMaxPlayers,
             "only rulesets with this many players; default: all");
  command->add_flag("--json", options->json, "print the table as JSON");
  command->callback([options, &status] { status = bench(*options); });
}

}  // namespace carrack
