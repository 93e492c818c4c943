// What the reports of many games say of each agent: `carrack report --all`, carrack.report_agents.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/game_report.hpp"
#include "experiments/statistics/interval.hpp"
#include "experiments/studies/game_blocks.hpp"

namespace carrack {

/// Recorded games of one ruleset in memory.
class GamesInMemory {
 public:
  /// Reads all games of a file. Throws what RecordReader and GameBlocks::check() throw.
  void read(std::istream& in, const std::string& file);

  [[nodiscard]] const std::vector<RecordedGame>& games() const noexcept { return games_; }
  /// The block of each game.
  [[nodiscard]] const std::vector<u64>& blocks() const noexcept { return blocks_; }
  [[nodiscard]] u64 duplicates() const noexcept { return kinds_.duplicates(); }

 private:
  GameBlocks kinds_;
  std::vector<RecordedGame> games_;
  std::vector<u64> blocks_;
};

/// A mean over the seats of an agent, with its 95 % interval over blocks. The interval is unknown
/// for fewer than two blocks, and where the mean cannot vary.
struct SeatMean {
  double mean = 0;
  Interval interval;
};

/// An agent in all its seats.
struct AgentSummary {
  std::string agent;  // full spec
  u64 games = 0;
  u64 seats = 0;
  u64 blocks = 0;
  // Mean win shares, as of ShareParts. Choices and luck have no range: where the value is wrong by
  // much, the parts of a result exceed it, with opposite signs.
  double start = 0;
  SeatMean result;
  SeatMean own;
  SeatMean others;
  SeatMean luck;
  // With searches:
  u64 decisions = 0;
  SeatMean lost;      // win share that the decisions of a seat lose
  SeatMean accuracy;  // accuracy_percent() of all losses, relative to all that was at stake
  std::array<u64, kMarks> marks{};
};

struct ReportSummary {
  std::string ruleset;
  std::string value;  // PositionValue::name
  std::string agent;  // full spec of the searches; empty without
  u64 seed = 0;       // of the searches
  u64 games = 0;      // that are reported
  u64 all_games = 0;  // more than `games` if stopped
  u64 blocks = 0;
  u64 duplicates = 0;
  std::vector<AgentSummary> agents;  // by accuracy, best first; by result without searches

  [[nodiscard]] bool has_searches() const noexcept { return !agent.empty(); }
};

/// Reports every game and sums up by agent. With a plan, `progress(done, total)` is called after
/// each decision. Once `stop` is raised, the summary is of the games before. Throws InputError
/// without games, and as make_report() does.
[[nodiscard]] ReportSummary summarise_reports(
    const GamesInMemory& games, const PositionValue& value, const std::optional<JudgePlan>& plan,
    std::atomic<bool>& stop, const std::function<void(std::size_t, std::size_t)>& progress = {});

/// One object with the members of ReportSummary; documented in report/README.md.
[[nodiscard]] std::string report_summary_json(const ReportSummary& summary);
/// Tables with an explanation below. Names of agents are printable.
[[nodiscard]] std::string report_summary_text(const ReportSummary& summary);

}  // namespace carrack
