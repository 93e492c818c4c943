#include "experiments/cli/standings_output.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/csv.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

/// "2: 1 crashed, 1 timed_out", or "0".
std::string forfeit_cell(const Standing& line) {
  std::string text = std::to_string(line.all_forfeits());
  for (unsigned k = 0; k < kFailureNames.size(); ++k) {
    if (line.forfeits[k] == 0) continue;
    text += (text.find(' ') == std::string::npos ? ": " : ", ") + std::to_string(line.forfeits[k]);
    text += ' ';
    text += kFailureNames[k];
  }
  return text;
}

/// A line for each agent that forfeited, with its first reason.
std::string reasons_text(const Standings& standings) {
  std::string text;
  for (const Standing& line : standings.lines()) {
    if (line.all_forfeits() == 0) continue;
    text += forfeits_text(line.name, line.all_forfeits(), line.reason) + '\n';
  }
  return text;
}

using Figures = std::array<std::pair<std::string, Estimate>, 3>;
Figures figures_of(const Standing& line, unsigned players) {
  return {{{"win_share", line.seats.win_share(players)},
           {"mean_rank", line.seats.rank(players)},
           {"mean_vp", line.seats.vp()}}};
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
  std::vector<std::string> names;
  for (const Standing& line : standings.lines()) names.push_back(line.name);
  names = short_names(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Standing& line = standings.lines()[i];
    if (line.seats.games() == 0) {
      std::vector<std::string> row{names[i], "0", "-", "-", "-", "-"};
      if (forfeits) row.push_back(forfeit_cell(line));
      table.add(std::move(row));
      continue;
    }
    const Estimate share = line.seats.win_share(players);
    const Estimate rank = line.seats.rank(players);
    const Estimate vp = line.seats.vp();
    std::vector<std::string> row{names[i],
                                 std::to_string(line.seats.games()),
                                 with_interval(share.mean, share.interval, 3),
                                 fixed(share.mean * players, 2) + " x",
                                 with_interval(rank.mean, rank.interval, 2),
                                 with_error(vp.mean, vp.interval.half(), 1)};
    if (forfeits) row.push_back(forfeit_cell(line));
    table.add(std::move(row));
  }
  const u64 whole = standings.games_of_whole_blocks();
  const u64 others = standings.games() - whole;
  const std::string speed = summary.played.value_or(0) == 0
                                ? std::string()
                                : ", " + rate_text(summary.rate()) + " games/s";
  return (standings.blocks() == 0 ? std::string() : table.text()) + counted(whole, "game") +
         " of " + summary.plan.rules.to_string() + " in " +
         counted(standings.blocks(), "whole block") +
         (others == 0 ? "" : " (" + counted(others, "more game") + " of unfinished blocks)") +
         ", seed " + std::to_string(summary.plan.seed) + speed +
         "; [low, high] and ± are 95 % intervals over blocks\n" + reasons_text(standings);
}

std::string standings_json(const Standings& standings, const StandingsSummary& summary) {
  nlohmann::ordered_json json{
      {"ruleset", summary.plan.rules.to_string()},
      {"kind", kTournamentKindNames[index(summary.plan.kind)]},
      {"seatings", kSeatingSetNames[index(summary.plan.seatings)]},
      {"seed", summary.plan.seed},
      {"games", standings.games_of_whole_blocks()},
      {"games_of_unfinished_blocks", standings.games() - standings.games_of_whole_blocks()},
      {"blocks", standings.blocks()},
      {"played", summary.played.value_or(0)},
      {"games_per_second", summary.rate()},
      {"even_win_share", 1.0 / summary.plan.rules.players()},
      {"interrupted", summary.interrupted}};
  for (const Standing& line : standings.lines()) {
    nlohmann::ordered_json entrant{{"agent", line.name}, {"games", line.seats.games()}};
    for (const auto& [figure, estimate] : figures_of(line, summary.plan.rules.players())) {
      entrant[figure] = estimate.mean;
      entrant[figure + "_half_width"] = estimate.interval.half();
      entrant[figure + "_low"] = estimate.interval.low;
      entrant[figure + "_high"] = estimate.interval.high;
    }
    for (unsigned k = 0; k < kFailureNames.size(); ++k) {
      entrant["forfeits"][std::string(kFailureNames[k])] = line.forfeits[k];
    }
    entrant["first_forfeit"] =
        line.all_forfeits() == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(line.reason);
    json["entrants"].push_back(std::move(entrant));
  }
  return json.dump(2) + '\n';
}

std::string standings_csv(const Standings& standings, unsigned players) {
  std::vector<std::string> header{"agent", "games"};
  for (const std::string figure : {"win_share", "mean_rank", "mean_vp"}) {
    for (const char* const end : {"", "_half_width", "_low", "_high"})
      header.push_back(figure + end);
  }
  header.insert(header.end(), kFailureNames.begin(), kFailureNames.end());
  std::string csv = csv_line(header);
  for (const Standing& line : standings.lines()) {
    std::vector<std::string> row{line.name, std::to_string(line.seats.games())};
    for (const auto& [figure, estimate] : figures_of(line, players)) {
      const Interval& interval = estimate.interval;
      for (const double value : {estimate.mean, interval.half(), interval.low, interval.high}) {
        row.push_back(csv_number(value));
      }
    }
    for (const u64 count : line.forfeits) row.push_back(std::to_string(count));
    csv += csv_line(row);
  }
  return csv;
}

}  // namespace carrack
