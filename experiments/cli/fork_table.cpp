#include "experiments/cli/fork_table.hpp"

#include "core/notation/notation.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

/// "4", or "4-6" with several continuations, which follow each other; "-" without a branch.
std::string numbers_text(const std::vector<std::size_t>& records) {
  if (records.empty()) return "-";
  const std::string first = std::to_string(records.front() + 1);
  return records.size() == 1 ? first : first + '-' + std::to_string(records.back() + 1);
}

}  // namespace

std::string fork_table(const TrialPlan& plan, const RecordedTrialGame& recorded) {
  const bool placements = plan.is_of_placements();
  std::vector<std::string> header{
      placements ? "box" : "tile", "occasion", "player", "turn", "ply", "win share", "VP"};
  std::vector<BranchKind> kinds;
  for (const BranchKind kind : kBranchKinds) {
    if (kind == BranchKind::nothing && placements) continue;
    if (kind == BranchKind::denied && !plan.denial) continue;
    kinds.push_back(kind);
    header.emplace_back(name(kind));
  }
  header.emplace_back("other action");
  Table table(header, [&] {
    std::vector<Align> columns(header.size(), Align::right);
    columns[0] = columns[1] = columns.back() = Align::left;
    return columns;
  }());
  for (std::size_t i = 0; i < recorded.game.forks.size(); ++i) {
    const Fork& fork = recorded.game.forks[i];
    std::vector<std::string> row{std::string(name(fork.on)),
                                 std::string(name(fork.occasion, placements)),
                                 'p' + std::to_string(index(fork.player) + 1),
                                 std::to_string(fork.turn),
                                 std::to_string(recorded.log.plies[i]),
                                 fixed(fork.versus_other.win_share, 3),
                                 fixed(fork.versus_other.vp, 1)};
    for (const BranchKind kind : kinds) row.push_back(numbers_text(recorded.records_of(i, kind)));
    row.push_back(to_notation(fork.other, plan.rules.board()));
    table.add(std::move(row));
  }
  return table.text();
}

}  // namespace carrack
