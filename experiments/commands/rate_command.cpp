// `carrack rate`: ratings and standings of the agents of recorded games, with intervals.
#include <Eigen/Core>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/statistics/alpha_rank.hpp"
#include "experiments/statistics/ledger_results.hpp"
#include "experiments/statistics/luck_adjusted.hpp"
#include "experiments/statistics/performance.hpp"
#include "experiments/statistics/plackett_luce.hpp"
#include "experiments/statistics/recorded_results.hpp"

namespace carrack {
namespace {

/// Of so many resamples five lie beyond each end of an interval of 95 %. Of very few, the interval
/// may not even hold the mean.
constexpr unsigned kFewestResamples = 200;
constexpr unsigned kMostResamples = 1'000'000;

struct RateOptions {
  std::vector<std::string> files;
  std::string tournament;
  std::string anchor;
  double prior_sd = 600;
  std::optional<unsigned> bootstrap;
  bool no_seat_effects = false;
  bool alpha_rank = false;
  bool by_seat = false;
  bool luck = false;
  bool json = false;
};

using Json = nlohmann::ordered_json;

/// Everything that is printed, computed once.
struct RatingReport {
  Results results;
  PlackettLuceFit fit;
  std::vector<Rating> ratings;
  std::vector<Rating> seats;
  Performances performances;
  std::vector<AlphaRankMass> alpha_rank;    // empty unless asked for
  std::vector<AdjustedMean> luck_adjusted;  // of the win share; empty unless asked for
  std::vector<std::size_t> order;           // entrants, best first

  [[nodiscard]] double interval(const Rating& rating) const {
    return fit.uses_sandwich() ? rating.sandwich_interval : rating.hessian_interval;
  }
};

std::size_t anchor_number(const std::string& name, const std::vector<std::string>& entrants) {
  if (name.empty()) return kMeanOfAll;
  const auto found = std::ranges::find(entrants, name);
  if (found != entrants.end()) return static_cast<std::size_t>(found - entrants.begin());
  const std::vector<std::string_view> known(entrants.begin(), entrants.end());
  throw InputError(unknown_word("agent", name, known));
}

RecordedResults read_results(const RateOptions& options) {
  const auto ledger = std::ranges::find_if(options.files, is_ledger);
  const auto records = std::ranges::find_if_not(options.files, is_ledger);
  if (ledger == options.files.end()) {
    if (!options.tournament.empty()) {
      throw InputError("--name needs a ledger; " + options.files.front() + " has records");
    }
    return read_recorded_results(options.files, options.luck);
  }
  if (records != options.files.end()) {
    throw InputError("ledgers are rated without records; " + *ledger + " is a ledger, " + *records +
                     " is not");
  }
  if (options.luck) {
    throw InputError("--luck needs records: carrack export " + *ledger + " --records FILE");
  }
  return {read_ledger_results(options.files, options.tournament), {}};
}

RatingReport rate(const RateOptions& options) {
  RecordedResults recorded = read_results(options);
  RatingReport report;
  report.results = std::move(recorded.results);
  const Results& results = report.results;
  const std::size_t entrants = results.entrants.size();
  const std::size_t anchor = anchor_number(options.anchor, results.entrants);
  report.fit = fit_plackett_luce(
      results.games, entrants,
      {.prior_sd = options.prior_sd / kEloPerUnit, .seat_effects = !options.no_seat_effects});
  report.ratings = elo_ratings(report.fit, anchor);
  report.seats = elo_seats(report.fit);
  report.performances = performances(results, options.bootstrap.value_or(0));
  if (options.alpha_rank) report.alpha_rank = alpha_rank_of_games(results.games, entrants);
  if (options.luck) report.luck_adjusted = luck_adjusted_win_shares(results, recorded.luck);
  for (std::size_t e = 0; e < entrants; ++e) report.order.push_back(e);
  std::ranges::stable_sort(report.order, std::greater{},
                           [&](std::size_t e) { return report.ratings[e].elo; });
  return report;
}

std::string shown(const Estimate& estimate, int decimals) {
  if (std::isnan(estimate.bounds.low)) {
    return with_interval(estimate.mean, estimate.interval, decimals);
  }
  return fixed(estimate.mean, decimals) + " (" + fixed(estimate.bounds.low, decimals) + " to " +
         fixed(estimate.bounds.high, decimals) + ")";
}

std::string adjusted_text(const AdjustedMean& mean) {
  return with_interval(mean.adjusted, mean.interval, 3) + " (" + fixed(mean.variance_ratio, 2) +
         ")";
}

void print_entrants(const RatingReport& report) {
  std::vector<std::string> header{"agent", "games", "Elo", "win share"};
  if (!report.luck_adjusted.empty()) header.emplace_back("less luck");
  for (const char* const name : {"mean rank", "mean VP", "margin"}) header.emplace_back(name);
  if (!report.alpha_rank.empty()) header.emplace_back("alpha-Rank");
  Table table(header);
  for (const std::size_t e : report.order) {
    const Performance& performance = report.performances.entrants[e];
    std::vector<std::string> row{
        report.results.entrants[e], std::to_string(performance.seats),
        with_interval(report.ratings[e].elo, report.interval(report.ratings[e]), 0),
        shown(performance.win_share, 3)};
    if (!report.luck_adjusted.empty()) row.push_back(adjusted_text(report.luck_adjusted[e]));
    row.push_back(shown(performance.rank, 2));
    row.push_back(shown(performance.vp, 1));
    row.push_back(shown(performance.margin, 1));
    if (!report.alpha_rank.empty()) {
      const AlphaRankMass& mass = report.alpha_rank[e];
      row.push_back(fixed(mass.mass, 2) + " (" + fixed(mass.low, 2) + " to " + fixed(mass.high, 2) +
                    ")");
    }
    table.add(row);
  }
  std::cout << table.text() << '\n';
}

void print_seats(const RatingReport& report, bool by_seat) {
  std::vector<std::string> header{"seat", "Elo", "win share", "mean VP"};
  if (by_seat) {
    for (const std::size_t e : report.order) header.push_back(report.results.entrants[e]);
  }
  Table table(header);
  for (unsigned seat = 0; seat < report.results.players; ++seat) {
    const Performance& performance = report.performances.seats[seat];
    std::vector<std::string> row{
        "p" + std::to_string(seat + 1),
        report.seats.empty()
            ? "-"
            : with_interval(report.seats[seat].elo, report.interval(report.seats[seat]), 0),
        shown(performance.win_share, 3), shown(performance.vp, 1)};
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

void print(const RateOptions& options, const RatingReport& report) {
  print_entrants(report);
  print_seats(report, options.by_seat);
  std::cout << report.results.games.size() << " games of " << report.results.ruleset << " in "
            << report.fit.blocks << " blocks; even win share "
            << fixed(1.0 / report.results.players, 3) << "; Elo 0: "
            << (options.anchor.empty() ? "the mean of all" : printable(options.anchor)) << '\n';
  if (report.results.duplicates != 0) {
    std::cout << report.results.duplicates << " games were there twice and count once\n";
  }
  if (report.fit.uses_sandwich()) {
    std::cout << "± is the 95 % interval over blocks (of Elo: sandwich estimate)\n";
  } else {
    std::cout << "± is the 95 % interval over blocks, but of Elo over games (Hessian): "
              << (report.fit.connected ? "fewer blocks than parameters"
                                       : "some agents never beat the others, and only the prior "
                                         "bounds their distance")
              << '\n';
  }
  if (options.bootstrap) std::cout << "(… to …): bootstrap over blocks, BCa, 95 %\n";
  if (options.luck) {
    std::cout << "less luck: win share adjusted for what chance gave; in brackets its variance "
                 "over the plain one's\n";
  }
}

Json as_json(const Estimate& estimate) {
  Json json{{"mean", estimate.mean}, {"interval", estimate.interval}};
  if (!std::isnan(estimate.bounds.low)) {
    json["bootstrap"] = {estimate.bounds.low, estimate.bounds.high};
  }
  return json;
}

Json as_json(const Performance& performance) {
  return {{"games", performance.seats},
          {"blocks", performance.blocks},
          {"win_share", as_json(performance.win_share)},
          {"rank", as_json(performance.rank)},
          {"vp", as_json(performance.vp)},
          {"margin", as_json(performance.margin)}};
}

Json as_json(const RatingReport& report, const Rating& rating) {
  return {{"elo", rating.elo},
          {"elo_interval", report.interval(rating)},
          {"elo_interval_hessian", rating.hessian_interval},
          {"elo_interval_sandwich", rating.sandwich_interval}};
}

void print_json(const RateOptions& options, const RatingReport& report) {
  const Results& results = report.results;
  Json json{{"ruleset", results.ruleset},
            {"games", results.games.size()},
            {"duplicates", results.duplicates},
            {"blocks", report.fit.blocks},
            {"even_win_share", 1.0 / results.players},
            {"elo_anchor", options.anchor.empty() ? Json() : Json(options.anchor)},
            {"elo_interval", report.fit.uses_sandwich() ? "sandwich" : "hessian"},
            {"connected", report.fit.connected},
            {"log_likelihood", report.fit.log_likelihood}};
  for (const std::size_t e : report.order) {
    Json entrant{{"agent", results.entrants[e]}};
    entrant.update(as_json(report, report.ratings[e]));
    entrant.update(as_json(report.performances.entrants[e]));
    for (unsigned seat = 0; seat < results.players; ++seat) {
      const Performance& own = report.performances.entrants_by_seat[e][seat];
      entrant["by_seat"].push_back(own.seats == 0 ? Json() : as_json(own));
    }
    if (!report.alpha_rank.empty()) {
      const AlphaRankMass& mass = report.alpha_rank[e];
      entrant["alpha_rank"] = {{"mass", mass.mass}, {"interval", {mass.low, mass.high}}};
    }
    if (!report.luck_adjusted.empty()) {
      const AdjustedMean& mean = report.luck_adjusted[e];
      entrant["win_share_less_luck"] = {{"mean", mean.adjusted},
                                        {"interval", mean.interval},
                                        {"variance_ratio", mean.variance_ratio}};
    }
    json["entrants"].push_back(entrant);
  }
  for (unsigned seat = 0; seat < results.players; ++seat) {
    Json row{{"seat", seat + 1}};
    if (!report.seats.empty()) row.update(as_json(report, report.seats[seat]));
    row.update(as_json(report.performances.seats[seat]));
    json["seats"].push_back(row);
  }
  json["ties"] = Json::array();
  for (std::size_t t = 0; t < report.fit.tie_orders.size(); ++t) {
    json["ties"].push_back({{"order", report.fit.tie_orders[t]},
                            {"delta", std::exp(report.fit.log_tie[static_cast<Eigen::Index>(t)])}});
  }
  std::cout << json.dump(2) << '\n';
}

}  // namespace

void add_rate(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("rate", "Ratings of the agents of a ledger or of records, with intervals");
  command->footer(
      "Elo: Plackett-Luce model with ties and seat effects. Agents of one spec are one.\n\n"
      "Examples:\n"
      "  carrack rate results.db --elo-anchor scripted:balanced\n"
      "  carrack rate machine1.db machine2.db\n"
      "  carrack rate games.jsonl --alpha-rank --luck");
  const auto options = std::make_shared<RateOptions>();
  command
      ->add_option("file", options->files,
                   "ledgers, or records of play, tournament or match; a game counts once")
      ->required();
  command->add_option("--name", options->tournament, "the tournament, where ledgers have several");
  command->add_option("--elo-anchor", options->anchor, "the agent at Elo 0 (else: the mean)");
  add_number(*command, "--prior-sd", options->prior_sd, 0.001, 1e9,
             "standard deviation of the ratings' prior, in Elo; large: maximum likelihood");
  add_number(*command, "--bootstrap", options->bootstrap, kFewestResamples, kMostResamples,
             "intervals of the means by so many resamples of the blocks, e.g. 2000");
  command->add_flag("--no-seat-effects", options->no_seat_effects,
                    "a model in which all seats are equal");
  command->add_flag("--alpha-rank", options->alpha_rank,
                    "the mass of each agent under evolution, for fields that beat each other in "
                    "circles");
  command->add_flag("--by-seat", options->by_seat, "win share of each agent at each seat");
  command->add_flag("--luck", options->luck, "also win shares adjusted for luck (reads slower)");
  command->add_flag("--json", options->json, "all of it as JSON");
  command->callback([options] {
    const RatingReport report = rate(*options);
    options->json ? print_json(*options, report) : print(*options, report);
  });
}

}  // namespace carrack
