#include "experiments/report/game_report.hpp"

#include "agents/agent.hpp"

namespace carrack {

std::optional<GameReport> make_report(
    const RecordedGame& game, const PositionValue& value, const std::optional<JudgePlan>& plan,
    std::atomic<bool>& stop, const std::function<void(std::size_t, std::size_t)>& progress) {
  GameReport report{.value = value.name,
                    .agent = {},
                    .parts = decompose(game, value),
                    .judgements = {},
                    .accuracy = {},
                    .moments = {}};
  if (plan) {
    report.agent = make_agent(plan->agent)->spec();
    report.seed = plan->seed;
    auto judgements = judge_decisions(game, *plan, stop, progress);
    if (!judgements) return std::nullopt;
    report.judgements = std::move(*judgements);
    report.accuracy.resize(report.parts.seats.size());
    for (std::size_t ply = 0; ply < report.judgements.size(); ++ply) {
      if (!report.judgements[ply]) continue;
      const ReportedEvent& event = report.parts.events[ply];
      SeatAccuracy& seat = report.accuracy[*event.mover];
      seat.all.add(*report.judgements[ply]);
      seat.by_phase[index(event.phase)].add(*report.judgements[ply]);
    }
  }
  report.moments = key_moments(report.parts, report.judgements);
  return report;
}

}  // namespace carrack
