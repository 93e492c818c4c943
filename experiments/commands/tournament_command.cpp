// `carrack tournament`: every block plays one seed in a balanced set of seatings.
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/match.hpp"
#include "experiments/progress.hpp"
#include "experiments/seatings.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {
namespace {

/// What one entrant has done. The unit is the block: its games share their chance and are not
/// independent, so intervals are computed over block means.
struct EntrantTally {
  Sample win_share;
  Sample rank;
  Sample vp;
};

/// Sums over the games of the block being played.
struct BlockSums {
  double wins = 0;
  double ranks = 0;
  double vp = 0;
};

/// `random`, `random #2`: names that tell entrants of one spec apart.
std::vector<std::string> distinct_names(const std::vector<std::string>& specs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const auto before = std::count(specs.begin(), specs.begin() + static_cast<long>(i), specs[i]);
    names.push_back(before == 0 ? specs[i] : specs[i] + " #" + std::to_string(before + 1));
  }
  return names;
}

struct TournamentOptions {
  MatchOptions match;
  std::string seatings = "all";
  bool pool = false;  // entrants of one spec share a line
};

class Tournament {
 public:
  explicit Tournament(const TournamentOptions& options)
      : options_(options.match),
        rules_(options_.rules.ruleset()),
        entrants_(options_.entrants()),
        seatings_(options.seatings == "rotations" ? rotated_seatings(rules_.players())
                                                  : balanced_seatings(rules_.players())) {
    const std::vector<std::string> names = distinct_names(entrants_);
    for (std::size_t e = 0; e < entrants_.size(); ++e) {
      const std::string& name = options.pool ? entrants_[e] : names[e];
      const auto line = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
      if (line == names_.size()) {
        names_.push_back(name);
        seats_.push_back(0);
      }
      line_of_.push_back(line);
      ++seats_[line];
    }
    tallies_.resize(names_.size());
    sums_.resize(names_.size());
  }

  int play() {
    const std::size_t blocks = (options_.games + seatings_.size() - 1) / seatings_.size();
    const std::size_t games = blocks * seatings_.size();
    if (games != options_.games && !options_.json) {
      std::cout << "rounded up to " << games << " games: " << blocks << " blocks of "
                << seatings_.size() << " seatings\n";
    }
    const Progress clock("games", games);
    const std::size_t finished = play_match(
        options_, entrants_, games, [&](std::size_t i) { return fixture(i); },
        [&](const Fixture& f, const PlayedGame& game) { tally(f, game); });
    report(finished, games, clock.seconds());
    return was_interrupted() ? kInterrupted : 0;
  }

 private:
  [[nodiscard]] Fixture fixture(std::size_t i) const {
    const std::size_t block = i / seatings_.size();
    const std::size_t variant = i % seatings_.size();
    return {i, seatings_[variant], game_seeds(options_.seed, block, variant)};
  }

  void tally(const Fixture& fixture, const PlayedGame& game) {
    const unsigned players = rules_.players();
    const auto winners =
        std::count(game.result.rank.begin(), game.result.rank.begin() + players, 1);
    for (unsigned seat = 0; seat < players; ++seat) {
      BlockSums& sums = sums_[line_of_[fixture.seating[seat]]];
      sums.wins += game.result.rank[seat] == 1 ? 1.0 / static_cast<double>(winners) : 0;
      sums.ranks += game.result.rank[seat];
      sums.vp += game.result.vp[seat];
    }
    if (++in_block_ < seatings_.size()) return;
    for (std::size_t e = 0; e < sums_.size(); ++e) {
      const auto n = static_cast<double>(in_block_ * seats_[e]);
      tallies_[e].win_share.add(sums_[e].wins / n);
      tallies_[e].rank.add(sums_[e].ranks / n);
      tallies_[e].vp.add(sums_[e].vp / n);
    }
    sums_.assign(sums_.size(), {});
    in_block_ = 0;
  }

  void report(std::size_t finished, std::size_t games, double seconds) const {
    const std::size_t blocks = tallies_.front().vp.count();
    const double rate = static_cast<double>(finished) / seconds;
    if (options_.json) {
      nlohmann::ordered_json json{{"ruleset", rules_.to_string()},
                                  {"seed", options_.seed},
                                  {"games", finished},
                                  {"blocks", blocks},
                                  {"games_per_second", rate},
                                  {"even_win_share", 1.0 / rules_.players()},
                                  {"interrupted", was_interrupted()}};
      for (std::size_t e = 0; e < names_.size(); ++e) {
        const EntrantTally& t = tallies_[e];
        json["entrants"].push_back({{"agent", names_[e]},
                                    {"win_share", t.win_share.mean()},
                                    {"win_share_interval", t.win_share.interval()},
                                    {"mean_rank", t.rank.mean()},
                                    {"mean_rank_interval", t.rank.interval()},
                                    {"mean_vp", t.vp.mean()},
                                    {"mean_vp_interval", t.vp.interval()}});
      }
      std::cout << json.dump(2) << '\n';
      return;
    }
    Table table({"agent", "games", "win share", "vs 1/" + std::to_string(rules_.players()),
                 "mean rank", "mean VP"});
    for (std::size_t e = 0; e < names_.size(); ++e) {
      const EntrantTally& t = tallies_[e];
      table.add({names_[e], std::to_string(blocks * seatings_.size()),
                 with_interval(t.win_share.mean(), t.win_share.interval(), 3),
                 fixed(t.win_share.mean() * rules_.players(), 2) + " x",
                 with_interval(t.rank.mean(), t.rank.interval(), 2),
                 with_interval(t.vp.mean(), t.vp.interval(), 1)});
    }
    if (blocks != 0) std::cout << table.text();
    std::cout << finished << " games of " << rules_.to_string() << " in " << blocks
              << " whole blocks, seed " << options_.seed << ", " << fixed(rate, rate < 10 ? 2 : 0)
              << " games/s; ± is the 95 % interval over blocks\n";
    if (was_interrupted()) {
      std::cout << "interrupted: " << finished << " of " << games << " games\n";
    }
  }

  MatchOptions options_;
  Ruleset rules_;
  std::vector<std::string> entrants_;
  std::vector<std::string> names_;    // of the lines of the table
  std::vector<std::size_t> line_of_;  // by entrant
  std::vector<std::size_t> seats_;    // entrants of each line
  std::vector<Seating> seatings_;
  std::vector<EntrantTally> tallies_;
  std::vector<BlockSums> sums_;
  std::size_t in_block_ = 0;
};

}  // namespace

void add_tournament(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("tournament", "Play games with the seats permuted, in blocks of one seed");
  command->footer(
      "Example: carrack tournament --players 3 --agent mcts:iterations=500 "
      "--agent scripted:balanced --agent random --games 60 --threads 2");
  const auto options = std::make_shared<TournamentOptions>();
  options->match.add_to(*command);
  command
      ->add_option("--seatings", options->seatings,
                   "of a block: all permutations (up to 4 players), or rotations: smaller blocks, "
                   "and more of them from as many games")
      ->check(CLI::IsMember({"all", "rotations"}))
      ->capture_default_str();
  command->add_flag("--pool", options->pool,
                    "one line for all entrants of one spec, with the mean of each");
  command->callback([options, &status] { status = Tournament(*options).play(); });
}

}  // namespace carrack
