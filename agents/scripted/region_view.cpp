#include "agents/scripted/region_view.hpp"

#include <algorithm>

#include "agents/scripted/presence.hpp"
#include "agents/scripted/valuation.hpp"

namespace carrack::valuation {

// The arrays have as many elements as `count_` and `known_` say.
void RegionView::look_at(const State& s, Player p) {
  stage_ = Presence::stage(s);
  count_ = 0;
  known_ = 0;
  const auto& regions = catalogue::regions(s.ruleset().board());
  const PlayerState& own = s.of(p);
  for_each_bit(s.discovered, [&](unsigned r) {
    rows_[count_++] = {nth<Region>(r), own.workers_in(nth<Region>(r)), 0,
                       has_bit(s.region_tokens, r) ? valuation::good(s, p, regions[r].good) : 0};
  });
  for (unsigned q = 0; q < s.players(); ++q) {
    if (q == index(p)) continue;
    const PlayerState& other = s.player[q];
    for (unsigned i = 0; i < count_; ++i) {
      rows_[i].other = std::max(rows_[i].other, other.workers_in(rows_[i].region));
    }
  }
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
    best = std::max(best, presence.gain(stage_, row.mine, row.other, extra) +
                              Presence::closer(row.mine, extra) * row.good);
  }
  return best;
}

}  // namespace carrack::valuation
