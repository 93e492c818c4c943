#include "experiments/commands/standings_output.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "experiments/commands/table.hpp"
#include "experiments/csv.hpp"

namespace carrack {
namespace {

/// "2: 1 crashed, 1 timed_out", or "0".
std::string forfeits_text(const Standing& line) {
  std::string text = std::to_string(line.all_forfeits());
  for (unsigned k = 0; k < kFailureNames.size(); ++k) {
    if (line.forfeits[k] == 0) continue;
    text += (text.find(' ') == std::string::npos ? ": " : ", ") + std::to_string(line.forfeits[k]);
    text += ' ';
    text += kFailureNames[k];
  }
  return text;
}

/// A line for each agent that forfeited: its first reason.
std::string reasons_text(const Standings& standings) {
  std::string text;
  for (const Standing& line : standings.lines()) {
    if (line.all_forfeits() == 0) continue;
    text += printable(line.name) + " forfeited " + std::to_string(line.all_forfeits()) +
            (line.all_forfeits() == 1 ? " seat: " : " seats; the first reason: ") +
            printable(line.reason) + '\n';
  }
  return text;
}

/// The shortest digits that read back as the same number; empty where there is none.
std::string number(double value) {
  return std::isnan(value) ? std::string() : nlohmann::json(value).dump();
}

}  // namespace

std::string standings_text(const Standings& standings, const StandingsSummary& summary) {
  const unsigned players = summary.plan.rules.players();
  const bool forfeits = std::ranges::any_of(
      standings.lines(), [](const Standing& line) { return line.all_forfeits() != 0; });
  std::vector<std::string> header{
      "agent", "games", "win share", "vs 1/" + std::to_string(players), "mean rank", "mean VP"};
  if (forfeits) header.emplace_back("forfeits");
  Table table(header);
  for (const Standing& line : standings.lines()) {
    std::vector<std::string> row{line.name,
                                 std::to_string(line.games),
                                 with_interval(line.win_share.mean(), line.win_share.interval(), 3),
                                 fixed(line.win_share.mean() * players, 2) + " x",
                                 with_interval(line.rank.mean(), line.rank.interval(), 2),
                                 with_interval(line.vp.mean(), line.vp.interval(), 1)};
    if (forfeits) row.push_back(forfeits_text(line));
    table.add(std::move(row));
  }
  const double rate = summary.rate();
  const std::string speed = fixed(rate, rate < 10 ? 2 : 0) + " games/s; ";
  return (standings.blocks() == 0 ? std::string() : table.text()) +
         std::to_string(standings.games()) + " games of " + summary.plan.rules.to_string() +
         " in " + std::to_string(standings.blocks()) + " whole blocks, seed " +
         std::to_string(summary.plan.seed) + (summary.played ? ", " + speed : "; ") +
         "± is the 95 % interval over blocks\n" + reasons_text(standings);
}

std::string standings_json(const Standings& standings, const StandingsSummary& summary) {
  nlohmann::ordered_json json{{"ruleset", summary.plan.rules.to_string()},
                              {"kind", kTournamentKindNames[index(summary.plan.kind)]},
                              {"seatings", kSeatingSetNames[index(summary.plan.seatings)]},
                              {"seed", summary.plan.seed},
                              {"games", standings.games()},
                              {"blocks", standings.blocks()},
                              {"played", summary.played.value_or(0)},
                              {"games_per_second", summary.rate()},
                              {"even_win_share", 1.0 / summary.plan.rules.players()},
                              {"interrupted", summary.interrupted}};
  for (const Standing& line : standings.lines()) {
    nlohmann::ordered_json entrant{{"agent", line.name},
                                   {"games", line.games},
                                   {"win_share", line.win_share.mean()},
                                   {"win_share_interval", line.win_share.interval()},
                                   {"mean_rank", line.rank.mean()},
                                   {"mean_rank_interval", line.rank.interval()},
                                   {"mean_vp", line.vp.mean()},
                                   {"mean_vp_interval", line.vp.interval()}};
    for (unsigned k = 0; k < kFailureNames.size(); ++k) {
      entrant["forfeits"][std::string(kFailureNames[k])] = line.forfeits[k];
    }
    if (line.all_forfeits() != 0) entrant["first_forfeit"] = line.reason;
    json["entrants"].push_back(std::move(entrant));
  }
  return json.dump(2) + '\n';
}

std::string standings_csv(const Standings& standings) {
  std::string csv =
      "agent,games,win_share,win_share_interval,mean_rank,mean_rank_interval,mean_vp,"
      "mean_vp_interval,crashed,timed_out,illegal,protocol\n";
  for (const Standing& line : standings.lines()) {
    csv +=
        csv_line({line.name, std::to_string(line.games), number(line.win_share.mean()),
                  number(line.win_share.interval()), number(line.rank.mean()),
                  number(line.rank.interval()), number(line.vp.mean()), number(line.vp.interval()),
                  std::to_string(line.forfeits[0]), std::to_string(line.forfeits[1]),
                  std::to_string(line.forfeits[2]), std::to_string(line.forfeits[3])});
  }
  return csv;
}

}  // namespace carrack
