#include "experiments/report/game_report.hpp"

#include "agents/agent.hpp"

namespace carrack {

GameReport assemble_report(const RecordedGame& game, const PositionValue& value,
                           std::optional<JudgedGame> judged) {
  GameReport report{.value = value.name,
                    .value_note = value.note,
                    .agent = {},
                    .parts = decompose(game, value),
                    .judgements = {},
                    .accuracy = {},
                    .moments = {}};
  if (judged) {
    report.agent = make_agent(judged->plan.agent)->spec();
    report.seed = judged->plan.seed;
    report.judgements = std::move(judged->judgements);
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
