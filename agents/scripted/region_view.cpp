#include "agents/scripted/region_view.hpp"

#include <algorithm>

#include "agents/scripted/presence.hpp"
#include "agents/scripted/valuation.hpp"

namespace carrack::valuation {

RegionCounts most_of_others(const State& s, Player p) {
  RegionCounts most;
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q != index(p)) most = max(most, s.player[q].workers_by_region());
  }
  return most;
}

// `count_` and `known_` say which elements of the arrays are set.
void RegionView::look_at(const State& s, Player p) {
  stage_ = Presence::stage(s);
  count_ = 0;
  known_ = 0;
  const auto& regions = catalogue::regions(s.ruleset().board());
  const RegionCounts own = s.of(p).workers_by_region();
  const RegionCounts others = most_of_others(s, p);
  for_each_bit(s.discovered, [&](unsigned r) {
    rows_[count_++] = {own[r], others[r],
                       has_bit(s.region_tokens, r) ? valuation::good(s, p, regions[r].good) : 0};
  });
}

double RegionView::best_reinforcement(unsigned extra) {
  if (extra >= kRemembered) return work_out(extra);
  if (!has_bit(known_, extra)) {
    answers_[extra] = work_out(extra);
    add_bit(known_, extra);
  }
  return answers_[extra];
}

double RegionView::work_out(unsigned extra) const {
  const Presence& presence = Presence::table();
  double best = 0;
  for (unsigned i = 0; i < count_; ++i) {
    const Row& row = rows_[i];
    best = std::max(best, presence.gain(stage_, row.mine, row.other, extra, row.good));
  }
  return best;
}

}  // namespace carrack::valuation
