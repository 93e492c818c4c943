// RULES §4 B.3: each worker takes one of the goods on show, while there are any.
#include "core/phases.hpp"

namespace carrack::goods {

bool seek(State& s) noexcept {
  for (; s.cursor < s.goods_box.size() && !s.goods_box[s.cursor].empty(); ++s.cursor) {
    const Slot slot = s.goods_box[s.cursor];
    s.actor = slot.player();
    send_home(s, slot);
    if (s.on_show != kNoGoods) return true;
    s.goods_box[s.cursor] = Slot();
  }
  begin(s, Phase::shipping);
  return false;
}

void options(const State& s, Legal& legal) noexcept { legal.assign(Verb::take, goods_on_show(s)); }

void choose(State& s, Action action) noexcept {
  const auto good = nth<Good>(action.argument(Verb::take));
  unshow_good(s, good);
  s.of(s.actor).add_good(good);
  s.goods_box[s.cursor++] = Slot();
}

}  // namespace carrack::goods
