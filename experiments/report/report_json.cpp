// The report of a game as JSON.
#include <nlohmann/json.hpp>

#include "core/game/catalogue.hpp"
#include "core/notation/notation.hpp"
#include "experiments/report/game_report.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

std::vector<double> by_seat(const WinShares& shares, std::size_t players) {
  return {shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(players)};
}

Json accuracy_json(const Accuracy& accuracy) {
  Json json{{"decisions", accuracy.decisions()},
            {"lost", accuracy.lost()},
            {"lost_error", accuracy.lost_error()},
            {"at_stake", accuracy.at_stake()},
            {"accuracy", nullptr},
            {"accuracy_low", nullptr},
            {"accuracy_high", nullptr}};
  if (accuracy.decisions() > 0) {
    json["accuracy"] = accuracy.percent();
    const Interval interval = accuracy.percent_interval();
    json["accuracy_low"] = interval.low;
    json["accuracy_high"] = interval.high;
  }
  for (unsigned mark = 1; mark < kMarks; ++mark) {
    json["marks"][std::string(kMarkNames[mark])] = accuracy.marked(nth<Mark>(mark));
  }
  return json;
}

Json player_json(const RecordedGame& game, const GameReport& report, unsigned seat) {
  const ShareParts& parts = report.parts.seats[seat];
  Json json{{"player", to_string(nth<Player>(seat))},
            {"agent", game.header.agents[seat]},
            {"start", parts.start},
            {"own", parts.own},
            {"others", parts.others},
            {"luck", parts.luck},
            {"result", parts.result}};
  if (report.accuracy.empty()) return json;
  json.update(accuracy_json(report.accuracy[seat].all));
  json["phases"] = Json::object();
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    const Accuracy& accuracy = report.accuracy[seat].by_phase[phase];
    if (accuracy.decisions() == 0) continue;
    json["phases"][std::string(name(nth<Phase>(phase)))] = accuracy_json(accuracy);
  }
  return json;
}

Json event_json(const GameReport& report, std::size_t ply, Board board) {
  const ReportedEvent& event = report.parts.events[ply];
  const std::size_t players = report.parts.seats.size();
  Json json{{"ply", ply},
            {"actor", event.mover ? to_string(nth<Player>(*event.mover)) : "chance"},
            {"event", to_notation(event.action, board)},
            {"turn", event.turn},
            {"phase", name(event.phase)},
            {"value", by_seat(event.value, players)},
            {"choice", by_seat(event.choice, players)}};
  json["chooser"] = nullptr;
  if (event.chooser) json["chooser"] = to_string(nth<Player>(*event.chooser));
  if (!event.mover) json["luck"] = by_seat(event.luck, players);
  const std::optional<Judgement> judgement = report.judgement(ply);
  if (!judgement) return json;
  json["best"] = to_notation(judgement->best, board);
  json["best_win_share"] = judgement->share;
  json["loss"] = judgement->loss;
  json["loss_error"] = judgement->error;
  json["mark"] = name(judgement->mark());
  json["iterations"] = judgement->iterations;
  return json;
}

Json moment_json(const GameReport& report, const KeyMoment& moment, Board board) {
  const ReportedEvent& event = report.parts.events[moment.ply];
  Json json{{"ply", moment.ply},
            {"player", to_string(nth<Player>(moment.seat))},
            {"swing", moment.swing},
            {"mark", name(moment.mark)},
            {"leader", nullptr},
            {"former_leader", nullptr},
            {"text", moment_text(moment, report.judgement(moment.ply), !event.mover, board)}};
  if (moment.leader) {
    json["leader"] = to_string(nth<Player>(*moment.leader));
    json["former_leader"] = to_string(nth<Player>(moment.former));
  }
  return json;
}

}  // namespace

std::string report_json(const RecordedGame& game, const GameReport& report) {
  const Board board = game.header.rules.board();
  Json json{{"game", game.number},
            {"ruleset", game.header.rules.to_string()},
            {"seed", game.header.seed},
            {"value", report.value},
            {"agent", nullptr}};
  if (!report.agent.empty()) {
    json["agent"] = report.agent;
    json["search_seed"] = report.seed;
  }
  for (unsigned seat = 0; seat < report.parts.seats.size(); ++seat) {
    json["players"].push_back(player_json(game, report, seat));
  }
  json["events"] = Json::array();
  for (std::size_t ply = 0; ply < report.parts.events.size(); ++ply) {
    json["events"].push_back(event_json(report, ply, board));
  }
  json["moments"] = Json::array();
  for (const KeyMoment& moment : report.moments) {
    json["moments"].push_back(moment_json(report, moment, board));
  }
  return json.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + '\n';
}

}  // namespace carrack
