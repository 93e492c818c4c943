// `carrack rate`: ratings and standings of the agents of recorded games, with intervals.
#include <algorithm>
#include <iostream>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/table.hpp"
#include "experiments/statistics/pairs.hpp"
#include "experiments/studies/rating_report.hpp"

namespace carrack {
namespace {

struct RateArguments {
  RatingOptions rating;
  std::optional<unsigned> bootstrap;
  bool by_seat = false;
  bool pairs = false;
  bool json = false;
};

/// The text of a win share or a rank, whose interval may be asymmetric.
std::string shown(const Estimate& estimate, int decimals) {
  return with_interval(estimate.mean, estimate.shown(), decimals);
}

/// The text of VP, whose interval is symmetric unless it is a bootstrap interval.
std::string shown_points(const Estimate& estimate) {
  if (estimate.bootstrap.is_known()) return shown(estimate, 1);
  return with_error(estimate.mean, estimate.interval.half(), 1);
}

std::string elo_text(const Rating& rating) { return with_error(rating.elo, rating.interval, 0); }

std::string adjusted_text(const AdjustedShare& share) {
  if (!share.is_known()) return "-";
  return with_interval(share.mean, share.interval, 3) + " (" + fixed(share.variance_ratio, 2) + ")";
}

void print_entrants(const RatingReport& report) {
  std::vector<std::string> header{"agent", "games", "Elo", "win share"};
  if (!report.luck_adjusted.empty()) header.emplace_back("less luck");
  for (const char* const name : {"mean rank", "mean VP", "margin"}) header.emplace_back(name);
  if (!report.alpha_rank.empty()) header.emplace_back("alpha-Rank");
  const std::vector<std::string> names = short_names(report.results.entrants);
  Table table(header);
  for (const std::size_t e : report.order) {
    const Performance& performance = report.performances.entrants[e];
    std::vector<std::string> row{names[e], std::to_string(performance.games),
                                 elo_text(report.ratings[e]), shown(performance.win_share, 3)};
    if (!report.luck_adjusted.empty()) row.push_back(adjusted_text(report.luck_adjusted[e]));
    row.push_back(shown(performance.rank, 2));
    row.push_back(shown_points(performance.vp));
    row.push_back(shown_points(performance.margin));
    if (!report.alpha_rank.empty()) {
      const AlphaRankMass& mass = report.alpha_rank[e];
      row.push_back(with_interval(mass.mass, Interval{mass.low, mass.high}, 2));
    }
    table.add(row);
  }
  std::cout << table.text() << '\n';
}

void print_seats(const RatingReport& report, bool by_seat) {
  std::vector<std::string> header{"seat", "Elo", "win share", "mean VP"};
  if (by_seat) {
    const std::vector<std::string> names = short_names(report.results.entrants);
    for (const std::size_t e : report.order) header.push_back(names[e]);
  }
  Table table(header);
  for (unsigned seat = 0; seat < report.results.players; ++seat) {
    const Performance& performance = report.performances.seats[seat];
    std::vector<std::string> row{"p" + std::to_string(seat + 1),
                                 report.seats.empty() ? "-" : elo_text(report.seats[seat]),
                                 shown(performance.win_share, 3), shown_points(performance.vp)};
    if (by_seat) {
      for (const std::size_t e : report.order) {
        const Performance& own = report.performances.entrants_by_seat[e][seat];
        row.push_back(own.seats == 0 ? "-" : shown(own.win_share, 3));
      }
    }
    table.add(row);
  }
  std::cout << table.text() << '\n';
}

void print_pairs(const RatingReport& report) {
  const std::vector<std::string> names = short_names(report.results.entrants);
  Table table({"agent", "other", "games", "ahead", "p", "VP difference"},
              {Align::left, Align::left});
  for (const PairFigures& pair : pairs_in_order(report)) {
    table.add({names[pair.one], names[pair.other], std::to_string(pair.games),
               with_interval(pair.ahead.mean, pair.ahead.interval, 3), p_value_text(pair.p),
               with_error(pair.vp_difference.mean, pair.vp_difference.interval.half(), 1)});
  }
  std::cout << table.text()
            << "ahead: the share of games in which the agent ranks ahead of the other; a tie is "
               "half\np: of equal chances, adjusted over all pairs (Holm)\n\n";
}

/// "forfeited and ranked last: 8 seats of random"; empty without forfeits.
std::string forfeited_text(const RatingReport& report) {
  const Results& results = report.results;
  const std::vector<std::string> names = short_names(results.entrants);
  std::string text;
  for (const std::size_t e : report.order) {
    const u64 seats = results.forfeits_of(e);
    if (seats == 0) continue;
    text += (text.empty() ? "forfeited and ranked last: " : ", ") + counted(seats, "seat") +
            " of " + printable(names[e]);
  }
  return text.empty() ? text : text + '\n';
}

std::string less_luck_note(const RatingReport& report) {
  if (std::ranges::all_of(report.luck_adjusted, &AdjustedShare::is_known)) return "";
  return "; -: fewer than " + digits_of(fewest_observations(kLuckControls)) + " blocks";
}

void print(const RateArguments& options, const RatingReport& report) {
  print_entrants(report);
  print_seats(report, options.by_seat);
  if (options.pairs) print_pairs(report);
  std::cout << counted(report.results.games.size(), "game") << " of " << report.results.ruleset
            << " in " << counted(report.fit.blocks, "block") << "; even win share "
            << fixed(1.0 / report.results.players, 3) << "; Elo 0: "
            << (options.rating.anchor.empty() ? "the mean of all"
                                              : printable(short_spec(options.rating.anchor)))
            << '\n';
  if (report.results.duplicates != 0) {
    std::cout << "duplicates, counted once: " << counted(report.results.duplicates, "game") << '\n';
  }
  if (report.results.unfinished_blocks != 0) {
    std::cout << "not all games played: " << counted(report.results.unfinished_blocks, "block")
              << "; their finished games count\n";
  }
  if (!report.other_signature.empty()) {
    std::cout << "played under other rules than the present ones: their signature is "
              << printable(report.other_signature) << '\n';
  }
  std::cout << forfeited_text(report);
  std::cout << "[low, high] and ± are 95 % intervals over blocks";
  if (report.fit.uses_sandwich()) {
    std::cout << " (of Elo: sandwich estimate)\n";
  } else if (report.fit.blocks < 2) {
    std::cout << "; one block has none\n";
  } else {
    std::cout << "\n± of Elo: the wider interval of the sandwich (over blocks) and the Hessian "
                 "(over games), "
                 "because "
              << (report.fit.connected ? "there are few blocks"
                                       : "some agents never beat the others")
              << '\n';
  }
  if (options.rating.bootstrap != 0) {
    std::cout << "[low, high] of means: bootstrap over blocks, BCa, unless all resamples agree or "
                 "there are fewer than "
              << kFewestBootstrapBlocks << " blocks\n";
  }
  if (options.rating.luck) {
    std::cout << "less luck: luck-adjusted win share; in brackets its variance divided by the "
                 "plain one's"
              << less_luck_note(report) << '\n';
  }
}

/// Calls rate(), and reports an unknown anchor as an error of --elo-anchor.
RatingReport rating_report(const RatingOptions& options) {
  try {
    return rate(options);
  } catch (const InputError& error) {
    const std::string agent = "agent '" + excerpt(options.anchor) + "'";
    const std::string text = error.what();
    const std::string unknown = "unknown " + agent;
    if (options.anchor.empty() || !text.starts_with(unknown)) throw;
    const std::string rest = text.substr(unknown.size());
    throw CLI::ValidationError("--elo-anchor", "no " + agent + " in these games" + rest);
  }
}

}  // namespace

void add_rate(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("rate", "Rate the agents of ledgers or records, with intervals");
  command->footer(
      "Elo: Plackett-Luce model with ties and seat effects. Agents with the same spec are "
      "pooled.\n\n"
      "Examples:\n"
      "  carrack rate results.db --elo-anchor scripted:balanced\n"
      "  carrack rate machine1.db machine2.db\n"
      "  carrack rate results.db --name first --name second\n"
      "  carrack rate games.jsonl --alpha-rank --luck");
  const auto options = std::make_shared<RateArguments>();
  add_files(*command, "file", options->rating.files,
            "ledgers, or records of play, tournament or match; duplicate games count once")
      ->required();
  add_each(*command, "--name", options->rating.tournaments,
           "name of a tournament, if a ledger has several");
  command->add_option(
      "--elo-anchor", options->rating.anchor,
      "the agent at Elo 0; keys at their defaults may be omitted (default: the mean is 0)");
  add_number(
      *command, "--prior-sd", options->rating.prior_sd, kMinPriorSd, kMaxPriorSd,
      "standard deviation of the prior on ratings, in Elo; a large value gives maximum likelihood");
  add_number(
      *command, "--bootstrap", options->bootstrap, kMinResamples, kMaxResamples,
      "bootstrap the intervals of the means with this many resamples of the blocks, e.g. 2000; "
      "those of fewer than 20 blocks stay as they are");
  command->add_flag_callback(
      "--no-seat-effects", [options] { options->rating.seat_effects = false; },
      "fit a model without seat effects");
  command->add_flag(
      "--alpha-rank", options->rating.alpha_rank,
      "also compute alpha-Rank, for agents with cyclic dominance; with fewer than 20 blocks "
      "it has no interval, and can be 0 or 1 for agents that are equal");
  command->add_flag("--by-seat", options->by_seat, "show the win share of each agent at each seat");
  command->add_flag("--pairs", options->pairs, "show who beats whom, for each pair that met");
  command->add_flag("--luck", options->rating.luck, "also show luck-adjusted win shares (slower)");
  command->add_flag("--json", options->json, "print the report as JSON");
  command->callback([options] {
    options->rating.bootstrap = options->bootstrap.value_or(0);
    const RatingReport report = rating_report(options->rating);
    if (options->json) {
      std::cout << rating_json(report, options->rating, options->pairs);
    } else {
      print(*options, report);
    }
  });
}

}  // namespace carrack
