// The report of a game as tables.

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/game/catalogue.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/sentence.hpp"
#include "experiments/render/table.hpp"
#include "experiments/report/game_report.hpp"

namespace carrack {
namespace {

std::string signed_share(double share) { return (share >= 0 ? "+" : "") + fixed(share, 3); }

std::string percent_text(const Accuracy& accuracy) {
  if (accuracy.decisions() == 0) return "-";
  return with_interval(accuracy.percent(), accuracy.percent_interval(), 1);
}

std::string lost_text(const Accuracy& accuracy) {
  if (accuracy.lost_error() == 0) return fixed(accuracy.lost(), 3);
  return with_error(accuracy.lost(), accuracy.lost_error(), 3);
}

std::string parts_table(const GameReport& report, const std::vector<std::string>& names) {
  Table table({"player", "agent", "start", "own", "others", "luck", "result"},
              {Align::left, Align::left, Align::right, Align::right, Align::right, Align::right,
               Align::right});
  for (unsigned seat = 0; seat < names.size(); ++seat) {
    const ShareParts& parts = report.parts.seats[seat];
    table.add({to_string(nth<Player>(seat)), names[seat], fixed(parts.start, 3),
               signed_share(parts.own), signed_share(parts.others), signed_share(parts.luck),
               fixed(parts.result, 3)});
  }
  return table.text();
}

std::string accuracy_table(const GameReport& report) {
  std::vector<std::string> header{"player", "decisions", "accuracy", "lost ± s.e."};
  for (unsigned mark = 1; mark < kMarks; ++mark) header.emplace_back(kMarkNames[mark]);
  Table table(header);
  for (unsigned seat = 0; seat < report.accuracy.size(); ++seat) {
    const Accuracy& all = report.accuracy[seat].all;
    std::vector<std::string> row{to_string(nth<Player>(seat)), std::to_string(all.decisions()),
                                 percent_text(all), lost_text(all)};
    for (unsigned mark = 1; mark < kMarks; ++mark) {
      row.push_back(std::to_string(all.marked(nth<Mark>(mark))));
    }
    table.add(row);
  }
  return table.text();
}

std::string phase_table(const GameReport& report) {
  std::vector<std::string> header{"accuracy in"};
  for (unsigned seat = 0; seat < report.accuracy.size(); ++seat) {
    header.push_back(to_string(nth<Player>(seat)));
  }
  Table table(header);
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    std::vector<std::string> row{std::string(name(nth<Phase>(phase)))};
    bool has_decisions = false;
    for (const SeatAccuracy& seat : report.accuracy) {
      row.push_back(percent_text(seat.by_phase[phase]));
      has_decisions |= seat.by_phase[phase].decisions() > 0;
    }
    if (has_decisions) table.add(row);
  }
  return table.text();
}

std::string moment_table(const RecordedGame& game, const GameReport& report) {
  const Board board = game.header.rules.board();
  Table table({"ply", "turn", "phase", "event", "key moment"},
              {Align::right, Align::right, Align::left, Align::left, Align::left});
  for (const KeyMoment& moment : report.moments) {
    const ReportedEvent& event = report.parts.events[moment.ply];
    const std::string actor = event.mover ? to_string(nth<Player>(*event.mover)) : "chance";
    table.add({std::to_string(moment.ply), std::to_string(event.turn),
               std::string(name(event.phase)), sentence(actor, event.action, board),
               moment_text(moment, report.judgement(moment.ply), !event.mover, board)});
  }
  return table.text();
}

}  // namespace

std::string report_text(const RecordedGame& game, const GameReport& report) {
  std::string text = "game " + std::to_string(game.number) + ": " + game.header.rules.to_string() +
                     ", seed " + std::to_string(game.header.seed) + "\n\n" +
                     parts_table(report, short_names(game.header.agents));
  text +=
      "win shares: start + own + others + luck = result. own: the player's choices; others: "
      "the choices of\nthe other players; luck: chance. Values are those of " +
      report.value + ",\nwhose errors are part of own and others.";
  if (!report.value_note.empty()) text += '\n' + report.value_note;
  text += "\n\n";
  if (!report.accuracy.empty()) {
    text += accuracy_table(report) + '\n' + phase_table(report);
    text +=
        "lost: win share against the best option of a search, summed over decisions; "
        "± standard errors,\nwhich are unknown if every search chose the played option.\naccuracy: "
        "100 without losses, halved by each 2 % of the win share at stake that decisions "
        "lose;\n[low, high]: its 95 % interval.\nmarks: a loss of at least 2, 5, 10, 20 % at the "
        "lower "
        "end of its 95 % interval.\nsearches: " +
        short_names(std::vector{report.agent}).front() + ", seed " + std::to_string(report.seed) +
        "\n\n";
  }
  if (report.moments.empty()) return text + "no key moments\n";
  text +=
      "key moments: the player whose expected win share an event changed most, and by how much. "
      "Values change\nwhere plans become known, so a change is not an error by itself.\n";
  return text + moment_table(game, report);
}

}  // namespace carrack
