// `carrack fit`: the weights of the linear evaluation, by ridge regression on self-play.
#include <Eigen/Cholesky>
#include <iostream>
#include <optional>

#include "agents/agent.hpp"
#include "agents/evaluation.hpp"
#include "agents/scripted.hpp"
#include "core/chance.hpp"
#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/table.hpp"
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
};

using Vector = Eigen::Matrix<double, kFeatures, 1>;
using Matrix = Eigen::Matrix<double, kFeatures, kFeatures>;

/// Sums of one turn of one edition, for the fit and, from other games, for the test of it.
struct Sums {
  Matrix products = Matrix::Zero();
  Vector targets = Vector::Zero();
  Vector weights = Vector::Zero();
  double rows = 0;
  double test_rows = 0;
  double test_sum = 0;
  double test_squares = 0;
  double test_errors = 0;

  void add(const Vector& x, double vp) {
    products.selfadjointView<Eigen::Lower>().rankUpdate(x);
    targets += vp * x;
    ++rows;
  }
  void solve() {
    constexpr double kRidge = 10;
    Matrix regular = products.selfadjointView<Eigen::Lower>();
    regular.diagonal().array() += kRidge;
    weights = regular.ldlt().solve(targets);
  }
  void test(const Vector& x, double vp) {
    const double error = vp - weights.dot(x);
    ++test_rows;
    test_sum += vp;
    test_squares += vp * vp;
    test_errors += error * error;
  }
  /// The share of the variance of final VP that the weights explain in games they were not fitted
  /// on.
  [[nodiscard]] double r_squared() const {
    const double mean = test_sum / test_rows;
    return 1 - test_errors / (test_squares - test_rows * mean * mean);
  }
};
using AllSums = std::array<std::array<Sums, kTurns>, 2>;

/// The rulesets that games are taken from in turn: every table of both editions.
std::vector<Ruleset> training_rulesets() {
  std::vector<Ruleset> rulesets;
  const std::vector<std::vector<std::string>> modules{
      {}, {"builder"}, {"national"}, {"builder", "national"}};
  for (unsigned n = 2; n <= 6; ++n) {
    for (const auto& with : modules) {
      if (n <= 5) rulesets.push_back(Ruleset::make("aoe3", n));
      rulesets.push_back(Ruleset::make("empires", n, with));
    }
  }
  return rulesets;
}

/// The features of a player in a position, and its VP at the end of that game.
struct Row {
  unsigned edition;
  unsigned turn;  // from 0
  Features features;
  float vp;
};
using Rows = std::vector<Row>;

/// Plays a game of `agent` at every seat, or of scripted strategies drawn at random, with some
/// random decisions; a row for every player at one decision in eight.
Rows play_and_sample(Ruleset rules, u64 seed, double noise, Agent* agent) {
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
    if (s.phase >= Phase::placement && random.below(kOneIn) == 0) sampled.push_back(s);
    apply(s, choice(s, options), options);
  }
  const Result end = result(s);
  Rows rows;
  for (const State& position : sampled) {
    const AllFeatures features = features_of(position);
    for (unsigned p = 0; p < rules.players(); ++p) {
      rows.push_back(
          {index(rules.edition()), position.turn - 1U, features[p], static_cast<float>(end.vp[p])});
    }
  }
  return rows;
}

/// The games of a family of seeds: one for the fit, one for the test. `visit(sums, features, VP)`
/// is called in the order of the games, so that the result does not depend on the threads.
template <typename Visit>
void play_all(const FitOptions& options, u64 games, u64 family, AllSums& sums, Visit&& visit) {
  const std::vector<Ruleset> rulesets = training_rulesets();
  std::vector<std::unique_ptr<Agent>> agents(options.threads);
  if (!options.agent.empty()) {
    for (auto& agent : agents) agent = make_agent(options.agent);
  }
  Progress progress("games", games);
  run_in_order<Rows>(
      games, options.threads, stop_flag(),
      [&](unsigned thread, std::size_t game) -> std::optional<Rows> {
        if (stop_flag().load()) return std::nullopt;
        const u64 seed = derive_seed(options.seed, stream(StreamFamily::game, family), game);
        return play_and_sample(rulesets[game % rulesets.size()], seed, options.noise,
                               agents[thread].get());
      },
      [&](std::size_t game, const Rows& rows) {
        for (const Row& row : rows) {
          const Eigen::Map<const Eigen::Matrix<float, kFeatures, 1>> x(row.features.data());
          visit(sums[row.edition][row.turn], Vector(x.cast<double>()), double{row.vp});
        }
        progress.update(game + 1);
      });
  if (stop_flag().load()) throw InputError("interrupted; nothing is written");
  progress.finish();
}

std::string header_text(const FitOptions& options, const AllSums& sums) {
  std::string text =
      "// Written by `carrack fit --games " + std::to_string(options.games) + " --seed " +
      std::to_string(options.seed) + " --noise " + fixed(options.noise, 2) +
      (options.agent.empty() ? "" : " --agent " + options.agent) + "`:\n// self-play of " +
      (options.agent.empty() ? "the scripted strategies" : "that agent") +
      " at every table of both editions. Not to be edited by hand.\n";
  const auto rows = [&](unsigned e) {
    double total = 0;
    for (const Sums& turn : sums[e]) total += turn.rows;
    return grouped(total);
  };
  text += "// Positions: " + rows(0) + " of aoe3, " + rows(1) + " of empires.\n";
  text +=
      "#pragma once\n\n#include \"agents/evaluation.hpp\"\n\nnamespace carrack {\n\n"
      "inline constexpr EvaluationWeights kEvaluationWeights{{\n";
  for (unsigned e = 0; e < 2; ++e) {
    text += "    {{\n";
    for (unsigned turn = 0; turn < kTurns; ++turn) {
      text += "        {";
      for (unsigned f = 0; f < kFeatures; ++f) {
        text += (f == 0 ? "" : ", ") + fixed(sums[e][turn].weights[f], 4) + "F";
      }
      text += "},\n";
    }
    text += "    }},\n";
  }
  return text + "}};\n\n}  // namespace carrack\n";
}

void fit(const FitOptions& options) {
  std::optional<OutputFile> file;  // refused before the games, not after them
  if (!options.output.empty()) file.emplace(options.output);
  catch_interrupts();
  auto sums = std::make_unique<AllSums>();
  play_all(options, options.games, 1, *sums,
           [](Sums& turn, const Vector& x, double vp) { turn.add(x, vp); });
  for (auto& edition : *sums) {
    for (Sums& turn : edition) turn.solve();
  }
  play_all(options, std::max<u64>(options.games / 10, 1), 2, *sums,
           [](Sums& turn, const Vector& x, double vp) { turn.test(x, vp); });

  Table table({"turn", "aoe3 positions", "R2", "empires positions", "R2 "});
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    const Sums& a = (*sums)[0][turn];
    const Sums& b = (*sums)[1][turn];
    table.add({std::to_string(turn + 1), grouped(a.rows), fixed(a.r_squared(), 3), grouped(b.rows),
               fixed(b.r_squared(), 3)});
  }
  std::cout << table.text() << "R2: variance of final VP explained in "
            << std::max<u64>(options.games / 10, 1) << " games of other seeds\n";
  if (!file) return;
  file->write(header_text(options, *sums));
  file->finish();
}

}  // namespace

void add_fit(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("fit", "Fit the weights of the linear evaluation on self-play");
  command->footer("Example: carrack fit --games 20000 --output agents/evaluation_weights.hpp");
  const auto options = std::make_shared<FitOptions>();
  command->add_option("--games", options->games, "of the fit; a tenth as many test it")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of all random numbers")->capture_default_str();
  command->add_option("--noise", options->noise, "share of random decisions")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "games played at once")->capture_default_str();
  command->add_option("--agent", options->agent,
                      "who plays, at every seat; without it scripted strategies drawn at random");
  command->add_option("--output", options->output, "header to write; without it only the table");
  command->callback([options] {
    check_threads(options->threads);
    if (options->games == 0) throw InputError("--games should be at least 1");
    if (!(options->noise >= 0 && options->noise <= 1)) {
      throw InputError("--noise should be from 0 to 1");
    }
    fit(*options);
  });
}

}  // namespace carrack
