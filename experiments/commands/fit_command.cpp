// `carrack fit`: the weights of the linear evaluation, by ridge regression on self-play.
#include <iostream>
#include <optional>

#include "agents/agent.hpp"
#include "agents/scripted.hpp"
#include "core/chance.hpp"
#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/evaluation_fit.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/output_file.hpp"
#include "experiments/parallel.hpp"
#include "experiments/progress.hpp"

namespace carrack {
namespace {

struct FitOptions {
  u64 games = 20'000;
  u64 seed = 1;
  double noise = 0.1;
  unsigned threads = 1;
  std::string agent;  // empty: the scripted strategies
  std::string output;
  bool force = false;
};

/// The ruleset of the n-th game: all tables of both editions in turn, those of `empires` with its
/// modules in turn.
Ruleset training_ruleset(std::size_t game) {
  static const std::vector<std::vector<std::string>> kModules{
      {}, {"builder"}, {"national"}, {"builder", "national"}};
  constexpr unsigned kFewest = 2;
  constexpr unsigned kAoe3Tables = 4;
  constexpr unsigned kTables = kAoe3Tables + kMaxPlayers - 1;
  const auto table = static_cast<unsigned>(game % kTables);
  if (table < kAoe3Tables) return Ruleset::make("aoe3", kFewest + table);
  return Ruleset::make("empires", kFewest + table - kAoe3Tables,
                       kModules[game / kTables % kModules.size()]);
}

/// Plays a game of `agent` at every seat, or of scripted strategies drawn at random, with some
/// random decisions; samples the start of every turn and one decision in eight.
std::vector<SampledPosition> play_and_sample(Ruleset rules, u64 seed, double noise, Agent* agent) {
  constexpr unsigned kOneIn = 8;
  ChanceSource chance(seed);
  Random random(seed, stream(StreamFamily::agent));
  std::array<const Weights*, kMaxPlayers> strategies{};
  for (const Weights*& strategy : strategies) {
    const auto names = known_strategies();
    strategy = find_strategy(names[random.below(static_cast<unsigned>(names.size()))]);
  }
  const auto choice = [&](const State& s, const Legal& options) {
    if (random.uniform() < noise) return options[random.below(options.size())];
    if (agent != nullptr) return agent->choose(s, options, random);
    return scripted_choice(s, options, *strategies[index(s.actor)], random);
  };
  std::vector<State> sampled;
  State s = start(rules);
  Legal options = legal(s);
  while (!is_over(s)) {
    if (is_chance(s)) {
      apply(s, chance.draw(s), options);
      continue;
    }
    const bool is_sampled = s.phase >= Phase::placement && random.below(kOneIn) == 0;
    if (is_sampled || begins_turn(s)) sampled.push_back(s);
    apply(s, choice(s, options), options);
  }
  const Result end = result(s);
  std::array<float, kMaxPlayers> vp{};
  for (unsigned p = 0; p < rules.players(); ++p) vp[p] = static_cast<float>(end.vp[p]);
  std::vector<SampledPosition> positions;
  positions.reserve(sampled.size());
  for (const State& position : sampled) positions.push_back(SampledPosition::of(position, vp));
  return positions;
}

/// The games of a family of seeds: one for the fit, one for the test. `visit(position)` is called
/// in the order of the games, so that the result does not depend on the threads. False where it was
/// interrupted.
template <typename Visit>
[[nodiscard]] bool play_all(const FitOptions& options, u64 games, u64 family, Visit&& visit) {
  std::vector<std::unique_ptr<Agent>> agents(options.threads);
  if (!options.agent.empty()) {
    for (auto& agent : agents) {
      agent = make_agent(options.agent);
      agent->stop_on(&stop_flag());
    }
  }
  Progress progress("games", games);
  using Positions = std::vector<SampledPosition>;
  run_in_order<Positions>(
      games, options.threads, stop_flag(),
      [&](unsigned thread, std::size_t game) -> std::optional<Positions> {
        if (stop_flag().load()) return std::nullopt;
        const u64 seed = derive_seed(options.seed, stream(StreamFamily::game, family), game);
        try {
          auto positions =
              play_and_sample(training_ruleset(game), seed, options.noise, agents[thread].get());
          // A search that was ended early has not chosen as it would have.
          if (!stop_flag().load()) return positions;
        } catch (const ChoiceStopped&) {  // nothing is kept of it either
        }
        return std::nullopt;
      },
      [&](std::size_t game, const Positions& positions) {
        for (const SampledPosition& position : positions) visit(position);
        progress.update(game + 1);
      });
  progress.finish();
  return !stop_flag().load();
}

/// The kinds of position that games are played for, in the first turn of each.
std::vector<PositionKind> fitted_kinds() {
  std::vector<PositionKind> kinds;
  for (const Edition edition : {Edition::aoe3, Edition::empires}) {
    const unsigned most = edition == Edition::aoe3 ? kMaxPlayers - 1 : kMaxPlayers;
    for (unsigned players = 2; players <= most; ++players) {
      for (const bool begins_turn : {true, false}) kinds.push_back({edition, players, begins_turn});
    }
  }
  return kinds;
}

double positions_of_all_turns(const EvaluationFit& fit, PositionKind kind) {
  double positions = 0;
  for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) positions += fit.positions(kind);
  return positions;
}

/// The initializer of a kind of position, in lines of the usual length.
std::string row_text(const Features& weights) {
  constexpr std::size_t kLineLength = 100;
  std::string text = "    {";
  std::size_t line = text.size();
  for (const float weight : weights) {
    const std::string number = weight == 0 ? "0," : fixed(static_cast<double>(weight), 3) + "F,";
    if (line + 1 + number.size() > kLineLength) {
      text += "\n    ";
      line = 4;
    }
    text += ' ' + number;
    line += 1 + number.size();
  }
  return text + "},\n";
}

std::string header_text(const FitOptions& options, const EvaluationFit& fit) {
  std::string text =
      "// Written by `carrack fit`; not to be edited by hand:\n//   carrack fit --games " +
      std::to_string(options.games) + " --seed " + std::to_string(options.seed) + " --noise " +
      fixed(options.noise, 2);
  if (!options.agent.empty()) {
    text += " --agent " + options.agent +
            "\n// An agent that evaluates judged by the weights that these replaced.";
  }
  std::array<double, 2> positions{};
  for (const PositionKind& kind : fitted_kinds()) {
    positions[index(kind.edition)] += positions_of_all_turns(fit, kind);
  }
  text += "\n// Positions: " + grouped(positions[0]) + " of aoe3, " + grouped(positions[1]) +
          " of empires.\n"
          "#pragma once\n\n#include \"agents/evaluation.hpp\"\n\nnamespace carrack {\n\n"
          "// clang-format off\n"
          "inline constexpr EvaluationWeights kEvaluationWeights{{\n";
  for (const Features& weights : fit.weights()) text += row_text(weights);
  return text + "}};\n// clang-format on\n\n}  // namespace carrack\n";
}

Table quality(const EvaluationFit& fit) {
  std::vector<std::string> header{"edition", "players", "position", "positions"};
  for (unsigned turn = 1; turn <= kTurns; ++turn) header.push_back("turn " + std::to_string(turn));
  Table table(header);
  for (PositionKind kind : fitted_kinds()) {
    std::vector<std::string> row{
        kind.edition == Edition::aoe3 ? "aoe3" : "empires", std::to_string(kind.players),
        kind.begins_turn ? "starts" : "others", grouped(positions_of_all_turns(fit, kind))};
    for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) {
      row.push_back(fixed(fit.r_squared(kind), 3));
    }
    table.add(row);
  }
  return table;
}

int fit(const FitOptions& options) {
  std::optional<OutputFile> file;  // refused before the games, not after them
  if (!options.output.empty())
    file.emplace(options.output, OutputRule{.replace = options.force, .inputs = {}});
  const CatchInterrupts interrupts;
  EvaluationFit fit;
  const auto interrupted = [] {
    std::cerr << "carrack: nothing is written\n";
    return interrupted_status();
  };
  if (!play_all(options, options.games, 1, [&](const SampledPosition& at) { fit.add(at); })) {
    return interrupted();
  }
  fit.solve();
  const u64 tests = std::max<u64>(options.games / 10, 1);
  if (!play_all(options, tests, 2, [&](const SampledPosition& at) { fit.test(at); })) {
    return interrupted();
  }

  std::cout << quality(fit).text()
            << "share of the variance of leads (final VP less the table's mean) explained, in "
            << tests << " games of other seeds\n";
  if (!file) return 0;
  file->write(header_text(options, fit));
  file->finish();
  return 0;
}

}  // namespace

void add_fit(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("fit", "Fit the weights of the linear evaluation on self-play");
  command->footer(
      "Example: carrack fit --games 60000 --noise 0.02 --agent mcts:iterations=8,cutoff_turns=1 "
      "--output agents/evaluation_weights.hpp");
  const auto options = std::make_shared<FitOptions>();
  add_number(*command, "--games", options->games, 1, kMostGames,
             "of the fit; a tenth as many test it");
  add_number(*command, "--seed", options->seed, 0, kAnySeed, "of all random numbers");
  add_number(*command, "--noise", options->noise, 0, 1, "share of random decisions");
  add_number(*command, "--threads", options->threads, 1, kMostThreads, "games played at once");
  command->add_option("--agent", options->agent,
                      "who plays, at every seat; without it scripted strategies drawn at random");
  command->add_option("--output", options->output, "header to write; without it only the table");
  add_force_option(*command, options->force);
  command->callback([options, &status] { status = fit(*options); });
}

}  // namespace carrack
