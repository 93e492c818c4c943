// `carrack play`: games with fixed seats.
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/progress.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/match_options.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/people.hpp"
#include "experiments/render/table.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/tournament/match.hpp"
#include "experiments/tournament/one_a_seat.hpp"

namespace carrack {
namespace {

struct SeatSamples {
  Sample vp;
  Sample wins;  // a win shared by k players counts 1/k

  [[nodiscard]] Interval vp_interval() const { return stepped_interval(vp.over_blocks(), 1); }
  [[nodiscard]] Interval win_interval() const {
    return bounded_interval(wins.over_blocks(), {0, 1});
  }
};

class PlayRun {
 public:
  explicit PlayRun(const MatchArguments& arguments)
      : arguments_(arguments),
        out_(summary_stream({arguments.record})),
        people_(arguments.json ? std::cerr : out_),
        options_(arguments.options(nullptr, people_.maker())),
        has_people_(count_people(options_.entrants) != 0) {
    options_.entrants =
        parse_option("--agent", [&] { return one_a_seat(options_.entrants, options_.rules); });
    People::check(options_);
    seats_.resize(options_.rules.players());
  }

  int play() {
    Seating seating(options_.rules.players());
    std::iota(seating.begin(), seating.end(), 0U);
    const CatchInterrupts interrupts;
    if (has_people_) people_.welcome(options_);
    Progress progress("games", arguments_.games);
    games_ = play_match(
        options_, arguments_.games,
        [&](std::size_t i) {
          return Fixture{i, seating, game_seeds(options_.seed, i)};
        },
        [&](const Fixture& fixture, const PlayedGame& game) {
          add(game);
          if (has_people_) {
            people_.tell_result(options_, game.result);
          } else {
            progress.update(fixture.number + 1);
          }
        });
    if (!has_people_) progress.finish();
    seconds_ = progress.seconds();
    arguments_.json ? print_json() : print();
    return was_interrupted() ? interrupted_status() : 0;
  }

 private:
  void add(const PlayedGame& game) {
    decisions_ += game.decisions;
    const auto shares = win_shares(game.result.rank, options_.rules.players());
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      seats_[seat].vp.add(game.result.vp[seat]);
      seats_[seat].wins.add(shares[seat]);
    }
    for (const Forfeit& forfeit : game.forfeits) ++forfeits_[index(forfeit.kind)];
    if (!first_forfeit_ && !game.forfeits.empty()) first_forfeit_ = game.forfeits.front();
  }

  [[nodiscard]] double games_per_second() const { return static_cast<double>(games_) / seconds_; }
  /// NaN without games.
  [[nodiscard]] double decisions_per_game() const {
    return static_cast<double>(decisions_) / static_cast<double>(games_);
  }

  void print_json() const {
    nlohmann::ordered_json json{{"ruleset", options_.rules.to_string()},
                                {"seed", options_.seed},
                                {"games", games_},
                                {"games_per_second", games_per_second()},
                                {"decisions_per_game", decisions_per_game()},
                                {"interrupted", was_interrupted()}};
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const Interval vp = seats_[i].vp_interval();
      const Interval wins = seats_[i].win_interval();
      json["seats"].push_back({{"seat", i + 1},
                               {"agent", options_.entrants[i]},
                               {"mean_vp", seats_[i].vp.mean()},
                               {"mean_vp_half_width", vp.half()},
                               {"mean_vp_low", vp.low},
                               {"mean_vp_high", vp.high},
                               {"win_share", seats_[i].wins.mean()},
                               {"win_share_half_width", wins.half()},
                               {"win_share_low", wins.low},
                               {"win_share_high", wins.high}});
    }
    for (unsigned k = 0; k < forfeits_.size(); ++k) {
      json["forfeits"][std::string(kFailureNames[k])] = forfeits_[k];
    }
    json["first_forfeit"] = first_forfeit_ ? nlohmann::ordered_json(first_forfeit_->what) : nullptr;
    out_ << json.dump(2) << '\n';
  }

  void print() const {
    has_people_ ? print_for_people() : print_table();
    for (unsigned k = 0; k < forfeits_.size(); ++k) {
      if (forfeits_[k] == 0) continue;
      out_ << "forfeits, " << kFailureNames[k] << ": " << forfeits_[k] << '\n';
    }
    if (first_forfeit_) {
      out_ << "the first forfeit was of p" << first_forfeit_->seat + 1 << ": "
           << printable(first_forfeit_->what) << '\n';
    }
    if (!was_interrupted()) return;
    out_ << "interrupted: "
         << where_games_are(std::to_string(games_) + " of " + counted(arguments_.games, "game"),
                            games_ == 0 ? std::string() : arguments_.record, /*goes_on=*/false)
         << '\n';
  }

  void print_table() const {
    if (games_ != 0) print_seats();
    out_ << counted(games_, "game") << " of " << options_.rules.to_string() << ", "
         << rate_text(games_per_second()) << " games/s, "
         << (games_ == 0 ? "-" : fixed(decisions_per_game(), 1)) << " decisions/game"
         << (games_ > 1 ? "; [low, high] and ± are 95 % intervals" : "") << '\n';
  }

  /// Prints neither the time nor the result of a single game, which the people know.
  void print_for_people() const {
    if (games_ > 1) print_seats();
    if (games_ < arguments_.games && !was_interrupted()) out_ << "quit: this game is not kept\n";
    if (games_ == 0 || arguments_.record.empty()) return;
    out_ << counted(games_, "game") << (games_ == 1 ? " is in " : " are in ")
         << printable(arguments_.record) << '\n';
  }

  void print_seats() const {
    const std::vector<std::string> names = short_names(options_.entrants);
    Table table({"seat", "agent", "mean VP", "win share"});
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      table.add({"p" + std::to_string(i + 1), names[i],
                 with_error(seats_[i].vp.mean(), seats_[i].vp_interval().half(), 1),
                 with_interval(seats_[i].wins.mean(), seats_[i].win_interval(), 3)});
    }
    out_ << table.text();
  }

  const MatchArguments& arguments_;
  std::ostream& out_;
  People people_;
  MatchOptions options_;
  bool has_people_;
  std::vector<SeatSamples> seats_;
  std::array<u64, kFailureNames.size()> forfeits_{};
  std::optional<Forfeit> first_forfeit_;
  std::size_t games_ = 0;
  u64 decisions_ = 0;
  double seconds_ = 0;
};

}  // namespace

void add_play(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand("play", "Play games with fixed seats");
  command->footer(
      "Examples:\n"
      "  carrack play --players 4 --agent random --games 1000 --record games.jsonl\n"
      "  carrack play --players 2 --agent human --agent mcts:iterations=1000    in the terminal; "
      "one game, unless --games is given");
  const auto options = std::make_shared<MatchArguments>();
  options->add_to(*command,
                  "human is a person at this terminal; one per seat, or one for all seats");
  offer_agents(command->get_option("--agent"), /*with_people=*/true);
  command->callback([command, options, &status] {
    if (count_people(options->agents) != 0 && command->count("--games") == 0) options->games = 1;
    status = PlayRun(*options).play();
  });
}

}  // namespace carrack
