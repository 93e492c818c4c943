#include "experiments/studies/report_summary.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/error.hpp"
#include "experiments/report/judge.hpp"
#include "experiments/statistics/sample.hpp"

namespace carrack {
namespace {

/// For intervals that never have width 0: a seat that differs by one doubtful decision.
constexpr double kStep = kMarkLoss[index(Mark::doubtful)];

/// The seats of an agent in a block.
struct BlockSums {
  double seats = 0;
  ShareParts parts;
  double lost = 0;
  double at_stake = 0;
};

struct AgentTally {
  std::map<u64, BlockSums> by_block;
  u64 games = 0;
  u64 seats = 0;
  u64 decisions = 0;
  std::array<u64, kMarks> marks{};
};

class Tally {
 public:
  void add(const RecordedGame& game, const GameReport& report, u64 block) {
    players_ = static_cast<unsigned>(report.parts.seats.size());
    std::vector<const AgentTally*> in_game;
    for (std::size_t seat = 0; seat < players_; ++seat) {
      AgentTally& agent = agents_[game.header.agents[seat]];
      if (std::ranges::find(in_game, &agent) == in_game.end()) {
        in_game.push_back(&agent);
        ++agent.games;
      }
      ++agent.seats;
      BlockSums& sums = agent.by_block[block];
      ++sums.seats;
      const ShareParts& parts = report.parts.seats[seat];
      sums.parts.start += parts.start;
      sums.parts.own += parts.own;
      sums.parts.others += parts.others;
      sums.parts.luck += parts.luck;
      sums.parts.result += parts.result;
      if (report.accuracy.empty()) continue;
      const Accuracy& accuracy = report.accuracy[seat].all;
      agent.decisions += accuracy.decisions();
      sums.lost += accuracy.lost();
      sums.at_stake += accuracy.at_stake();
      for (unsigned mark = 0; mark < kMarks; ++mark) {
        agent.marks[mark] += accuracy.marked(nth<Mark>(mark));
      }
    }
  }

  [[nodiscard]] std::vector<AgentSummary> agents() const {
    std::vector<AgentSummary> all;
    for (const auto& [spec, tally] : agents_) all.push_back(summary(spec, tally));
    return all;
  }

 private:
  using Figure = double (*)(const BlockSums&);

  [[nodiscard]] static MeanOverBlocks mean_of(const AgentTally& tally, Figure sum, Figure count) {
    BlockMean mean;
    for (const auto& [block, sums] : tally.by_block) {
      if (count(sums) > 0) mean.add(sum(sums), count(sums));
    }
    return mean.over_blocks();
  }

  /// The mean over seats. Those of one game are one observation, as in SeatTally.
  [[nodiscard]] static MeanOverBlocks mean_of_seats(const AgentTally& tally, Figure sum) {
    MeanOverBlocks mean = mean_of(tally, sum, [](const BlockSums& sums) { return sums.seats; });
    mean.observations = static_cast<double>(tally.games);
    return mean;
  }

  /// Of the loss relative to what was at stake. No loss can be below 0: above an accuracy of 100
  /// there is nothing, and below it at least one decision.
  [[nodiscard]] static SeatMean accuracy_of(const MeanOverBlocks& relative_loss) {
    SeatMean accuracy{accuracy_percent(relative_loss.mean), {}};
    const Interval loss = stepped_interval(relative_loss, kStep);
    if (!loss.is_known()) return accuracy;
    const double least = kStep / relative_loss.observations;
    accuracy.interval = {accuracy_percent(std::max(loss.high, least)), accuracy_percent(loss.low)};
    return accuracy;
  }

  [[nodiscard]] AgentSummary summary(const std::string& spec, const AgentTally& tally) const {
    const auto change = [&](Figure sum) -> SeatMean {
      const MeanOverBlocks mean = mean_of_seats(tally, sum);
      return {mean.mean, stepped_interval(mean, kStep)};
    };
    const MeanOverBlocks start =
        mean_of_seats(tally, [](const BlockSums& sums) { return sums.parts.start; });
    const MeanOverBlocks result =
        mean_of_seats(tally, [](const BlockSums& sums) { return sums.parts.result; });
    // The win shares of all seats of a game sum to at most 1.
    const Range share{0, static_cast<double>(tally.games) / static_cast<double>(tally.seats)};
    AgentSummary found{.agent = spec,
                       .games = tally.games,
                       .seats = tally.seats,
                       .blocks = tally.by_block.size(),
                       .start = start.mean,
                       .result = {result.mean, bounded_interval(result, share)},
                       .own = change([](const BlockSums& sums) { return sums.parts.own; }),
                       .others = change([](const BlockSums& sums) { return sums.parts.others; }),
                       .luck = change([](const BlockSums& sums) { return sums.parts.luck; }),
                       .decisions = tally.decisions,
                       .lost = {},
                       .accuracy = {},
                       .marks = tally.marks};
    const bool has_all_seats = tally.seats == tally.games * players_;
    if (has_all_seats) {  // results add up to 1 and luck to 0 in every game
      found.result.interval = {};
      found.luck.interval = {};
    }
    if (tally.decisions == 0) return found;
    const Figure lost = [](const BlockSums& sums) { return sums.lost; };
    found.lost = change(lost);
    const MeanOverBlocks relative =
        mean_of(tally, lost, [](const BlockSums& sums) { return sums.at_stake; });
    // Nothing at stake, nothing lost.
    found.accuracy = relative.blocks == 0 ? SeatMean{100, {}} : accuracy_of(relative);
    return found;
  }

  std::map<std::string, AgentTally> agents_;
  unsigned players_ = 0;
};

std::vector<std::size_t> decisions_by_game(const std::vector<RecordedGame>& games) {
  std::vector<std::size_t> all;
  all.reserve(games.size());
  for (const RecordedGame& game : games) all.push_back(decisions_of(game).size());
  return all;
}

}  // namespace

void GamesInMemory::read(std::istream& in, const std::string& file) {
  RecordReader reader(in, file);
  while (reader.next_game()) {
    kinds_.check(reader.header(), file);
    GameIdentity identity(reader.header());
    RecordedGame game =
        read_game(reader, [&](const State& before, Action event) { identity.add(before, event); });
    const std::optional<u64> block = kinds_.add(identity);
    if (!block) continue;
    games_.push_back(std::move(game));
    blocks_.push_back(*block);
  }
}

ReportSummary summarise_reports(const GamesInMemory& games, const PositionValue& value,
                                const std::optional<JudgePlan>& plan, std::atomic<bool>& stop,
                                const std::function<void(std::size_t, std::size_t)>& progress) {
  if (games.games().empty()) throw InputError("no games to report");
  std::vector<std::size_t> decisions;
  if (plan && progress) decisions = decisions_by_game(games.games());
  const std::size_t total = std::accumulate(decisions.begin(), decisions.end(), std::size_t{0});
  std::size_t before = 0;
  Tally tally;
  ReportSummary summary;
  std::vector<u64> blocks;
  for (std::size_t i = 0; i < games.games().size(); ++i) {
    const RecordedGame& game = games.games()[i];
    const std::optional<GameReport> report =
        make_report(game, value, plan, stop, [&](std::size_t done, std::size_t) {
          if (progress) progress(before + done, total);
        });
    if (!report || stop.load(std::memory_order_relaxed)) break;
    tally.add(game, *report, games.blocks()[i]);
    blocks.push_back(games.blocks()[i]);
    summary.value = report->value;
    summary.agent = report->agent;
    summary.seed = report->seed;
    ++summary.games;
    if (!decisions.empty()) before += decisions[i];
  }
  std::ranges::sort(blocks);
  summary.ruleset = games.games().front().header.rules.to_string();
  summary.all_games = games.games().size();
  summary.blocks = static_cast<u64>(std::unique(blocks.begin(), blocks.end()) - blocks.begin());
  summary.duplicates = games.duplicates();
  summary.agents = tally.agents();
  const auto merit = [&](const AgentSummary& agent) {
    return summary.has_searches() ? agent.accuracy.mean : agent.result.mean;
  };
  std::ranges::stable_sort(summary.agents, std::greater<>{}, merit);
  return summary;
}

}  // namespace carrack
