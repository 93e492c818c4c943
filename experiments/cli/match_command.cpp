// `carrack match`: two agents play until a sequential test decides which is stronger.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/ruleset_options.hpp"
#include "experiments/ledger/kept_match.hpp"
#include "experiments/render/table.hpp"
#include "experiments/tournament/sequential_match.hpp"

namespace carrack {
namespace {

struct MatchCommandOptions {
  RulesetOptions rules;
  std::vector<std::string> agents;
  SequentialMatchPlan plan;
  std::string keep;  // file of blocks; empty: none
  bool force = false;
  bool json = false;
};

/// Throws a usage error for options of the test that are out of range.
void check_test(SprtOptions options, Ruleset rules) {
  options.players = rules.players();
  try {
    static_cast<void>(Sprt(options));
  } catch (const InputError& error) {  // the error names the option
    throw CLI::ValidationError(error.what());
  }
}

class MatchRun {
 public:
  explicit MatchRun(const MatchCommandOptions& options)
      : options_(options),
        plan_(options.plan),
        names_(short_names(options.agents)),
        out_(summary_stream({options.plan.record})) {
    if (options_.agents.size() != 2) {
      throw CLI::ValidationError("--agent", "is given " + counted(options_.agents.size(), "time") +
                                                "; expected 2 times, for the agents to compare");
    }
    plan_.rules = options_.rules.ruleset();
    for (const std::string& spec : options_.agents) {
      static_cast<void>(parse_option("--agent", [&] { return make_agent(spec); }));
    }
    check_test(plan_.test, plan_.rules);  // before a file is created
    plan_.make = [this](std::size_t agent) { return make_agent(options_.agents[agent]); };
    plan_.record_rule.replace = options_.force;
    options_.rules.add_inputs(plan_.record_rule.inputs);
    if (options_.keep.empty()) return;
    if (!std::filesystem::exists(options_.keep)) {
      check_agents_begin(options_.agents, plan_.rules);  // before a file is created
    }
    kept_.emplace(options_.keep, plan_.rules, options_.agents, plan_.seed);
    plan_.played = kept_->blocks();
    plan_.keep = [this](const MatchBlock& block) { kept_->keep(block); };
  }

  int play() {
    const CatchInterrupts interrupts;
    Progress progress("blocks", plan_.max_blocks, plan_.played.size());
    const SequentialMatchResult result =
        play_sequential_match(plan_, stop_flag(), [&](const Sprt& test) {
          progress.update(test.blocks(), [&] { return "LLR " + fixed(test.llr(), 2); });
        });
    const double seconds = progress.seconds();
    progress.finish();
    options_.json ? print_json(result, seconds) : print(result, seconds);
    return result.interrupted ? interrupted_status() : 0;
  }

 private:
  /// A perfect score gives only a bound on the difference.
  [[nodiscard]] static std::string elo_text(const Sprt::Elo& elo) {
    if (std::isfinite(elo.estimate)) return fixed(elo.estimate, 0);
    if (!elo.interval.is_known()) return "-";
    return elo.estimate > 0 ? "at least " + fixed(elo.interval.low, 0)
                            : "at most " + fixed(elo.interval.high, 0);
  }
  [[nodiscard]] static std::string elo_bounds(const Interval& elo) {
    if (!elo.is_known()) return "-";
    if (std::isinf(elo.high)) return fixed(elo.low, 0) + " or more";
    if (std::isinf(elo.low)) return fixed(elo.high, 0) + " or less";
    return interval_text(elo, 0);
  }

  /// Games of this run, without those that were kept before.
  [[nodiscard]] double played_games(const Sprt& test) const {
    const u64 kept = std::min<u64>(plan_.played.size(), test.blocks());
    return 2 * static_cast<double>(test.blocks() - kept);
  }

  /// ", 1.66 games/s"; empty if all were kept before.
  [[nodiscard]] std::string rate(const Sprt& test, double seconds) const {
    const double games = played_games(test);
    return games == 0 ? std::string() : ", " + rate_text(games / seconds) + " games/s";
  }

  void print(const SequentialMatchResult& result, double seconds) const {
    const Sprt& test = result.test;
    const Sprt::Elo elo = test.elo();
    const double share = test.shares().mean();
    out_ << "A  " << printable(names_[0]) << "\nB  " << printable(names_[1]) << "\n\n";
    Table table({"", "value", "95 % interval"});
    table.add({"win share of A's half of the seats", test.blocks() == 0 ? "-" : fixed(share, 3),
               interval_text(test.share_interval(), 3)});
    table.add({"Elo difference, A - B", elo_text(elo), elo_bounds(elo.interval)});
    table.add({"log-likelihood ratio", fixed(test.llr(), 2),
               "bounds " + fixed(test.lower_bound(), 2) + " and " + fixed(test.upper_bound(), 2)});
    out_ << table.text();
    const auto hypothesis = [&](double value) { return digits_of(value); };
    switch (test.verdict()) {
      case Verdict::h1:
        out_ << "H1 accepted: a difference of " << hypothesis(plan_.test.elo1)
             << " Elo fits the results better than " << hypothesis(plan_.test.elo0) << '\n';
        break;
      case Verdict::h0:
        out_ << "H0 accepted: a difference of " << hypothesis(plan_.test.elo0)
             << " Elo fits the results better than " << hypothesis(plan_.test.elo1) << '\n';
        break;
      case Verdict::undecided:
        out_ << (result.interrupted ? "interrupted" : "no more blocks") << ": undecided between "
             << hypothesis(plan_.test.elo0) << " and " << hypothesis(plan_.test.elo1) << " Elo\n";
        break;
    }
    out_ << counted(2 * test.blocks(), "game") << " of " << plan_.rules.to_string() << " in "
         << counted(test.blocks(), "block") << ", seed " << plan_.seed << rate(test, seconds)
         << '\n';
    const std::string& file = kept_ ? options_.keep : plan_.record;
    if (result.interrupted && !file.empty() && test.blocks() != 0) {
      out_ << where_games_are(std::to_string(test.blocks()) + " of at most " +
                                  counted(plan_.max_blocks, "block"),
                              file, kept_.has_value())
           << '\n';
    }
    for (std::size_t agent = 0; agent < 2; ++agent) {
      if (result.forfeits[agent] == 0) continue;
      out_ << forfeits_text(agent == 0 ? "A" : "B", result.forfeits[agent], result.reasons[agent])
           << '\n';
    }
  }

  void print_json(const SequentialMatchResult& result, double seconds) const {
    const Sprt& test = result.test;
    const Sprt::Elo elo = test.elo();
    const Interval share = test.share_interval();
    auto first_forfeits = nlohmann::ordered_json::array();  // null if there is none
    for (std::size_t agent = 0; agent < 2; ++agent) {
      first_forfeits.push_back(result.forfeits[agent] == 0
                                   ? nlohmann::ordered_json()
                                   : nlohmann::ordered_json(result.reasons[agent]));
    }
    const nlohmann::ordered_json json{
        {"ruleset", plan_.rules.to_string()},
        {"seed", plan_.seed},
        {"agents", options_.agents},
        {"verdict", to_string(test.verdict())},
        {"llr", test.llr()},
        {"llr_bounds", {test.lower_bound(), test.upper_bound()}},
        {"elo0", plan_.test.elo0},
        {"elo1", plan_.test.elo1},
        {"alpha", plan_.test.alpha},
        {"beta", plan_.test.beta},
        {"blocks", test.blocks()},
        {"games", 2 * test.blocks()},
        {"win_share", test.shares().mean()},
        {"win_share_half_width", share.half()},
        {"win_share_low", share.low},
        {"win_share_high", share.high},
        {"elo", elo.estimate},  // null if A won or lost every game, as the bound below is then;
                                // null without games, as win_share is
        {"elo_low", elo.interval.low},
        {"elo_high", elo.interval.high},
        {"forfeits", result.forfeits},
        {"first_forfeit", first_forfeits},
        {"games_per_second", played_games(test) / seconds},
        {"interrupted", result.interrupted}};
    out_ << json.dump(2) << '\n';
  }

  MatchCommandOptions options_;
  SequentialMatchPlan plan_;
  std::optional<KeptMatch> kept_;
  std::vector<std::string> names_;
  std::ostream& out_;
};

}  // namespace

void add_match(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "match", "Play two agents until a sequential test decides which is stronger");
  command->footer(
      "A block is two games with the same chance events; each agent has half of the seats, and "
      "they swap seats for the second game. With an odd number of players A has one seat more in "
      "the first game and one less in the second. The test stops when it accepts H0 (the Elo "
      "difference is elo0) or H1 (it is elo1). The result does not depend on --threads, except "
      "with agents that have a clock.\n\n"
      "Example: carrack match --players 4 --agent mcts:iterations=400 --agent mcts:iterations=200 "
      "--elo1 50 --threads 2");
  const auto options = std::make_shared<MatchCommandOptions>();
  options->rules.add_to(*command);
  offer_agents(add_each(*command, "--agent", options->agents, "agent A, then agent B")->required());
  constexpr double kMaxElo = 2000;
  add_number(*command, "--elo0", options->plan.test.elo0, -kMaxElo, kMaxElo,
             "Elo difference A - B under H0, from -2000");
  add_number(*command, "--elo1", options->plan.test.elo1, -kMaxElo, kMaxElo,
             "Elo difference under H1, above elo0, at most 2000");
  add_number(*command, "--alpha", options->plan.test.alpha, 0, 0.5,
             "probability of accepting H1 if H0 is true; above 0 and below 0.5");
  add_number(*command, "--beta", options->plan.test.beta, 0, 0.5,
             "probability of accepting H0 if H1 is true; above 0 and below 0.5");
  add_number(*command, "--max-blocks", options->plan.max_blocks, 1, kMaxGames,
             "stop undecided after this many blocks");
  add_seed_option(*command, options->plan.seed);
  add_number(*command, "--threads", options->plan.threads, 1, kMaxThreads,
             "blocks played in parallel");
  auto* const record = add_record_option(*command, options->plan.record);
  auto* const keep =
      add_file(*command, "--keep", options->keep,
               "keep the result of each block in this file; repeat the command to go on where it "
               "was stopped")
          ->excludes(record);
  add_force_option(*command, options->force, {"--record"})->excludes(keep);
  command->add_flag("--json", options->json, "print the result as JSON");
  command->callback([options, &status] { status = MatchRun(*options).play(); });
}

}  // namespace carrack
