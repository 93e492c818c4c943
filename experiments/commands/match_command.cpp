// `carrack match`: two agents, until a sequential test knows which is better.
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/agent.hpp"
#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options.hpp"
#include "experiments/commands/ruleset_options.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/game_runner.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/line_ups.hpp"
#include "experiments/output_file.hpp"
#include "experiments/parallel.hpp"
#include "experiments/progress.hpp"
#include "experiments/statistics/sequential_test.hpp"
#include "experiments/version.hpp"

namespace carrack {
namespace {

struct SequentialMatchOptions {
  RulesetOptions rules;
  std::vector<std::string> agents;
  SequentialTestOptions test;
  u64 max_blocks = 10000;
  u64 seed = 1;
  unsigned threads = 1;
  std::string record;
  bool force = false;
  bool json = false;

  [[nodiscard]] OutputRule record_rule() const {
    OutputRule rule{.replace = force, .inputs = {}};
    if (!rules.board.empty()) rule.inputs.push_back(rules.board);
    return rule;
  }
};

/// Both games of a block.
struct Block {
  double share = 0;                    // of agent A's seats, mean of the games
  std::array<unsigned, 2> forfeits{};  // by agent
  std::array<std::string, 2> reason;   // of the first one
  std::string record;
};

class SequentialMatch {
 public:
  explicit SequentialMatch(const SequentialMatchOptions& options)
      : options_(options),
        rules_(options.rules.ruleset()),
        pairs_(line_up_pairs(rules_.players())) {
    if (options_.agents.size() != 2) {
      throw InputError("--agent was given " + std::to_string(options_.agents.size()) +
                       " times; expected 2, the agents to compare");
    }
    options_.test.players = rules_.players();
  }

  int play() {
    SequentialTest test(options_.test);
    std::vector<Bench> benches(options_.threads);
    for (Bench& bench : benches) {
      for (unsigned seat = 0; seat < rules_.players(); ++seat) {
        bench.push_back({make_agent(options_.agents[0]), make_agent(options_.agents[1])});
        for (const auto& agent : bench.back()) agent->stop_on(&stop_flag());
      }
    }
    std::optional<OutputFile> file;
    if (!options_.record.empty()) file.emplace(options_.record, options_.record_rule());
    const CatchInterrupts interrupts;
    Progress progress("blocks", options_.max_blocks);
    // Blocks count in their order up to the verdict; what threads have played beyond it does not,
    // so that the result is the same for any number of them.
    run_in_order<Block>(
        options_.max_blocks, options_.threads, stop_flag(),
        [&](unsigned thread, std::size_t b) { return play_block(benches[thread], b); },
        [&](std::size_t b, const Block& block) {
          if (test.verdict() != Verdict::undecided) return;
          test.add(block.share);
          if (file) file->write(block.record);
          for (std::size_t agent = 0; agent < 2; ++agent) {
            if (forfeits_[agent] == 0) reasons_[agent] = block.reason[agent];
            forfeits_[agent] += block.forfeits[agent];
          }
          progress.update(b + 1, [&] { return "LLR " + fixed(test.llr(), 2); });
          if (test.verdict() != Verdict::undecided) stop_flag() = true;
        });
    const double seconds = progress.seconds();
    progress.finish();
    if (file && test.blocks() != 0) file->finish();
    options_.json ? print_json(test, seconds) : print(test, seconds);
    return interrupted(test) ? interrupted_status() : 0;
  }

 private:
  /// Agents of one thread: both, for each seat.
  using Bench = std::vector<std::array<std::unique_ptr<Agent>, 2>>;

  [[nodiscard]] std::optional<Block> play_block(const Bench& bench, std::size_t b) const {
    Block block;
    const LineUpPair& pair = pairs_[b % pairs_.size()];
    for (std::size_t variant = 0; variant < pair.size(); ++variant) {
      std::vector<Agent*> by_seat;
      for (unsigned seat = 0; seat < rules_.players(); ++seat) {
        by_seat.push_back(bench[seat][pair[variant][seat]].get());
      }
      std::optional<RecordWriter> writer;
      if (!options_.record.empty()) {
        RecordHeader header{
            rules_, {}, options_.seed, b * pair.size() + variant, version::engine()};
        for (const Agent* agent : by_seat) header.agents.push_back(agent->spec());
        writer.emplace(block.record, header, /*trace=*/false);
      }
      const auto game = play_game(rules_, by_seat, game_seeds(options_.seed, b, variant),
                                  writer ? &*writer : nullptr, stop_flag());
      if (!game) return std::nullopt;
      const auto shares = win_shares(game->result.rank, rules_.players());
      for (unsigned seat = 0; seat < rules_.players(); ++seat) {
        if (pair[variant][seat] == 0) block.share += 0.5 * shares[seat];
      }
      for (const Forfeit& forfeit : game->forfeits) {
        const unsigned agent = pair[variant][forfeit.seat];
        if (block.forfeits[agent]++ == 0) block.reason[agent] = forfeit.what;
      }
    }
    return block;
  }

  [[nodiscard]] static bool interrupted(const SequentialTest& test) {
    return was_interrupted() && test.verdict() == Verdict::undecided;
  }

  void print(const SequentialTest& test, double seconds) const {
    const SequentialTest::Elo elo = test.elo();
    const double share = test.shares().mean();
    std::cout << "A  " << options_.agents[0] << "\nB  " << options_.agents[1] << "\n\n";
    Table table({"", "value", "95 % interval"});
    table.add({"win share of A's half of the seats", fixed(share, 3),
               fixed(share - test.shares().interval(), 3) + " to " +
                   fixed(share + test.shares().interval(), 3)});
    table.add({"Elo difference, A - B", fixed(elo.estimate, 0),
               fixed(elo.low, 0) + " to " + fixed(elo.high, 0)});
    table.add({"log-likelihood ratio", fixed(test.llr(), 2),
               "bounds " + fixed(test.lower_bound(), 2) + " and " + fixed(test.upper_bound(), 2)});
    std::cout << table.text();
    const auto blocks = static_cast<double>(test.blocks());
    const auto hypothesis = [&](double value) { return fixed(value, 0); };
    switch (test.verdict()) {
      case Verdict::h1:
        std::cout << "H1 accepted: the difference is " << hypothesis(options_.test.elo1)
                  << " Elo rather than " << hypothesis(options_.test.elo0) << '\n';
        break;
      case Verdict::h0:
        std::cout << "H0 accepted: the difference is " << hypothesis(options_.test.elo0)
                  << " Elo rather than " << hypothesis(options_.test.elo1) << '\n';
        break;
      case Verdict::undecided:
        std::cout << (interrupted(test) ? "interrupted" : "no more blocks")
                  << ": undecided between " << hypothesis(options_.test.elo0) << " and "
                  << hypothesis(options_.test.elo1) << " Elo\n";
        break;
    }
    std::cout << 2 * test.blocks() << " games of " << rules_.to_string() << " in " << test.blocks()
              << " blocks, seed " << options_.seed << ", " << fixed(2 * blocks / seconds, 2)
              << " games/s\n";
    for (std::size_t agent = 0; agent < 2; ++agent) {
      if (forfeits_[agent] == 0) continue;
      std::cout << (agent == 0 ? 'A' : 'B') << " forfeited " << forfeits_[agent]
                << " seats; the first reason: " << printable(reasons_[agent]) << '\n';
    }
  }

  void print_json(const SequentialTest& test, double seconds) const {
    const SequentialTest::Elo elo = test.elo();
    const nlohmann::ordered_json json{
        {"ruleset", rules_.to_string()},
        {"seed", options_.seed},
        {"agents", options_.agents},
        {"verdict", to_string(test.verdict())},
        {"llr", test.llr()},
        {"llr_bounds", {test.lower_bound(), test.upper_bound()}},
        {"elo0", options_.test.elo0},
        {"elo1", options_.test.elo1},
        {"alpha", options_.test.alpha},
        {"beta", options_.test.beta},
        {"blocks", test.blocks()},
        {"games", 2 * test.blocks()},
        {"win_share", test.shares().mean()},
        {"win_share_interval", test.shares().interval()},
        {"elo", elo.estimate},
        {"elo_interval", {elo.low, elo.high}},
        {"forfeits", forfeits_},
        {"games_per_second", 2 * static_cast<double>(test.blocks()) / seconds},
        {"interrupted", interrupted(test)}};
    std::cout << json.dump(2) << '\n';
  }

  SequentialMatchOptions options_;
  Ruleset rules_;
  std::vector<LineUpPair> pairs_;
  std::array<u64, 2> forfeits_{};  // seats, by agent
  std::array<std::string, 2> reasons_;
};

}  // namespace

void add_match(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "match", "Two agents against each other until a sequential test knows which is better");
  command->footer(
      "A block is two games with the same chance, in which the agents change seats; each has half "
      "of them. The test ends by itself: H0, the Elo difference is elo0, or H1, it is elo1. The "
      "result does not depend on --threads.\n\n"
      "Example: carrack match --players 4 --agent mcts:iterations=400 --agent mcts:iterations=200 "
      "--elo1 50 --threads 2");
  const auto options = std::make_shared<SequentialMatchOptions>();
  options->rules.add_to(*command);
  command->add_option("--agent", options->agents, "A, then B")->required()->allow_extra_args(false);
  constexpr double kMostElo = 10'000;
  add_number(*command, "--elo0", options->test.elo0, -kMostElo, kMostElo,
             "Elo difference, A - B, of H0");
  add_number(*command, "--elo1", options->test.elo1, -kMostElo, kMostElo, "of H1, above elo0");
  add_number(*command, "--alpha", options->test.alpha, 0, 1, "probability of H1 where H0 is true");
  add_number(*command, "--beta", options->test.beta, 0, 1, "probability of H0 where H1 is true");
  add_number(*command, "--max-blocks", options->max_blocks, 1, kMostGames,
             "then it ends undecided");
  add_number(*command, "--seed", options->seed, 0, kAnySeed, "of all random numbers");
  add_number(*command, "--threads", options->threads, 1, kMostThreads, "blocks played at once");
  command->add_option("--record", options->record, "file for the games, JSON Lines");
  add_force_option(*command, options->force);
  command->add_flag("--json", options->json, "the result as JSON");
  command->callback([options, &status] { status = SequentialMatch(*options).play(); });
}

}  // namespace carrack
