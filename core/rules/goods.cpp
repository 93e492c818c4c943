// RULES §4 B.3: each worker takes one of the goods on show, while there are any.
#include "core/rules/phases.hpp"

namespace carrack::goods {

bool seek(State& s) noexcept {
  for (; s.cursor < s.goods_box.size() && !s.goods_box[s.cursor].empty(); ++s.cursor) {
    const Slot slot = s.goods_box[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    if (!s.goods_on_show.empty()) return true;
    s.goods_box[s.cursor] = Slot();
  }
  begin(s, Phase::shipping);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::take, s.goods_on_show.kinds());
  if (s.ruleset().terms().may_decline) legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  s.goods_box[s.cursor++] = Slot();
  if (!action.is_pass()) take_shown_good(s, s.actor, nth<Good>(action.argument(Verb::take)));
}

}  // namespace carrack::goods
