// RULES §3: places in the player order, drawn one by one; money by place; then nations.
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"

namespace carrack::setup {

void choose(State& s, Action action) noexcept {
  const unsigned place = s.cursor++;
  const auto p = nth<Player>(action.argument(Verb::order));
  s.set_place(place, p);
  s.of(p).earn(place);  // $10 at once, and $1 for each place behind the first
  if (s.cursor == s.players()) {
    s.cursor = 0;
    s.node = s.ruleset().has(Module::national) ? Node::nation : Node::restock;
  }
}

void choose_nation(State& s, Action action) noexcept {
  nations::assign(s, s.in_place(s.cursor), nth<Nation>(action.argument(Verb::nation)));
  if (++s.cursor == s.players()) {
    s.cursor = 0;
    s.node = Node::restock;
  }
}

}  // namespace carrack::setup
