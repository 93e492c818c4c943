// The report of a game as a page.
#include <sstream>

#include "experiments/render/replay_page.hpp"
#include "experiments/render/table.hpp"
#include "experiments/report/game_report.hpp"

namespace carrack {
namespace {

std::string signed_percent(double share) { return (share >= 0 ? "+" : "") + fixed(100 * share, 1); }

PageReport page_report(const RecordedGame& game, const GameReport& report) {
  const Board board = game.header.rules.board();
  const auto players = static_cast<std::ptrdiff_t>(report.parts.seats.size());
  PageReport page;
  page.game = game.number;
  page.share_note =
      "Expected win shares by " + report.value + ", p1 at the top; triangles: key moments";
  page.columns = {"start %", "own", "others", "luck", "result %"};
  page.note =
      "Win shares in %: start + own + others + luck = result, in percentage points. Own: the "
      "player's choices. Others: the choices of the other players. Luck: chance. "
      "Errors of the values are part of own and others. "
      "Key moments give the expected win share that the event changed most: +5.0 % is 5 "
      "percentage points more. A change is no error by itself.";
  if (!report.value_note.empty()) page.note += ' ' + report.value_note;
  if (!report.accuracy.empty()) {
    page.columns.emplace_back("accuracy");
    page.note +=
        " Accuracy: 100 without losses, halved by each 2 % of the win share at stake "
        "that decisions lose, [low, high] its 95 % interval. Marks: a loss against the best option "
        "of "
        "at least";
    for (unsigned mark = 1; mark < kMarks; ++mark) {
      page.note += (mark > 1 ? ", " : " ") + fixed(100 * kMarkLoss[mark], 0) + " % (" +
                   std::string(kMarkNames[mark]) + ')';
    }
    page.note += " at the lower end of its 95 % interval.";
  }
  page.shares.emplace_back(report.parts.start.begin(), report.parts.start.begin() + players);
  for (const ReportedEvent& event : report.parts.events) {
    page.shares.emplace_back(event.value.begin(), event.value.begin() + players);
    page.marks.emplace_back();
  }
  for (std::size_t seat = 0; seat < report.parts.seats.size(); ++seat) {
    const ShareParts& parts = report.parts.seats[seat];
    page.rows.push_back({fixed(100 * parts.start, 1), signed_percent(parts.own),
                         signed_percent(parts.others), signed_percent(parts.luck),
                         fixed(100 * parts.result, 1)});
    if (report.accuracy.empty()) continue;
    const Accuracy& all = report.accuracy[seat].all;
    page.rows.back().push_back(
        all.decisions() == 0 ? "-" : with_interval(all.percent(), all.percent_interval(), 0));
  }
  for (std::size_t ply = 0; ply < report.judgements.size(); ++ply) {
    const std::optional<Judgement>& judgement = report.judgements[ply];
    if (judgement && judgement->mark() != Mark::none) page.marks[ply] = name(judgement->mark());
  }
  for (const KeyMoment& moment : report.moments) {
    page.moments.push_back({moment.ply + 1, moment_text(moment, report.judgement(moment.ply),
                                                        !report.parts.events[moment.ply].mover,
                                                        board, ShareUnit::percent)});
  }
  return page;
}

}  // namespace

std::string report_page(const RecordedGame& game, const GameReport& report) {
  const PageReport page = page_report(game, report);
  std::istringstream in(record_text(game));
  RecordReader reader(in, "record");
  static_cast<void>(reader.next_game());
  return replay_page(reader, &page);
}

}  // namespace carrack
