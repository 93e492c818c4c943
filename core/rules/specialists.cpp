// RULES §4 B.7: captain, merchant, missionary, soldier, (builder), then training.
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::specialists {
namespace {

u32 trainable(const State& s, Player p) noexcept {
  if (s.of(p).money() < s.ruleset().figures().training) return 0;
  return types_with_room(s.of(p), specialist_types(s.ruleset()));
}

}  // namespace

bool seek(State& s) noexcept {
  if (s.turn == kTurns && s.cursor == 0) tiles::count_scholars(s);
  for (; s.cursor < s.specialist_box.size(); ++s.cursor) {
    const Slot slot = s.specialist_box[s.cursor];
    if (slot.empty()) continue;
    s.actor = slot.player();
    send_home(s, slot);
    if (s.cursor == kTraining) return true;
    gain_worker(s.of(s.actor), nth<Worker>(s.cursor + 1U));
    s.specialist_box[s.cursor] = Slot();
  }
  begin(s, Phase::warfare);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.assign(Verb::train, trainable(s, s.actor));
  legal.add_pass();
}

void choose(State& s, Action action) noexcept {
  s.specialist_box[s.cursor++] = Slot();
  if (action.is_pass()) return;
  s.of(s.actor).pay(s.ruleset().figures().training);
  gain_worker(s.of(s.actor), nth<Worker>(action.argument(Verb::train)));
}

}  // namespace carrack::specialists
