// Every invariant of a position, verified from scratch.
#include <stdexcept>

#include "core/game/game.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/phases.hpp"

namespace carrack {
namespace checks {

void decision(const State& s) {
  if (is_over(s)) return;
  State again = s;
  if (const Slot* slot = acting_slot(s)) again.of(slot->player()).add_outside(slot->worker());
  require(s, seek(again) && again == s, "the node stands at no decision");
  require(s, legal(s).size() >= 2, "there is nothing to decide");
}

void broken(const State& s, const std::string& what) {
  std::string where = "broken invariant";
  if (s.turn <= kTurns && index(s.phase) < kPhases) {
    where += " in turn " + std::to_string(s.turn) + ", " + std::string(name(s.phase));
  }
  throw std::logic_error(where + ": " + what);
}

}  // namespace checks

void check(const State& s) {
  checks::fields(s);
  checks::belongings(s);
  checks::boxes(s);
  checks::node(s);
  checks::parts(s);
  checks::decision(s);
}

}  // namespace carrack
