// Tournament standings as a table, JSON or CSV.
#pragma once

#include <optional>
#include <string>

#include "experiments/tournament/standings.hpp"

namespace carrack {

struct StandingsSummary {
  const TournamentPlan& plan;
  std::optional<u64> played;  // games played by this process; empty if it only shows standings
  double seconds;             // spent playing
  bool interrupted;

  [[nodiscard]] double rate() const {
    return played.value_or(0) == 0 ? 0 : static_cast<double>(*played) / seconds;
  }
};

[[nodiscard]] std::string standings_text(const Standings& standings,
                                         const StandingsSummary& summary);
[[nodiscard]] std::string standings_json(const Standings& standings,
                                         const StandingsSummary& summary);
[[nodiscard]] std::string standings_csv(const Standings& standings, unsigned players);

}  // namespace carrack
