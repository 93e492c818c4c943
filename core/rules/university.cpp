// RULES §5 university, §10 windows: once, before a box resolves, its owner may move one own worker
// there to the front. The edition says before which boxes (§1).
#include <algorithm>
#include <array>
#include <span>

#include "core/rules/phases.hpp"

namespace carrack::university {
namespace {

/// The box the window stands before, as `first` names it; the arguments count from box × types.
unsigned box_argument(Phase phase) noexcept {
  constexpr std::array kBoxPhases{Phase::dock, Phase::goods, Phase::buildings, Phase::warfare};
  static_assert(kBoxPhases.size() == kFirstBoxes);
  return static_cast<unsigned>(std::ranges::find(kBoxPhases, phase) - kBoxPhases.begin());
}

/// The spaces that the University reaches: to change in a State, to look at in a const State.
template <typename AnyState>
auto numbered_spaces(AnyState& s) noexcept {
  const std::span all(s.dock);
  using Spaces = std::span<typename decltype(all)::element_type>;
  if (s.phase == Phase::goods) return Spaces(s.goods_box);
  if (s.phase == Phase::buildings) return Spaces(s.buildings_box);
  if (s.phase == Phase::warfare) return Spaces(s.warfare_box);
  assert(s.phase == Phase::dock);
  // X, Y and ships are out of reach (R9), unless England made one list.
  return (s.flags & kDockReordered) != 0 ? Spaces(all)
                                         : Spaces(all.first(dock::spaces(s.ruleset())));
}

/// The own types whose last worker stands behind place 1, as a set.
u64 movable_types(const State& s) noexcept {
  u64 types = 0;
  for (const Slot slot : numbered_spaces(s).subspan(1)) {
    if (!slot.empty() && slot.player() == s.actor) types |= bit(index(slot.worker()));
  }
  return types;
}

bool behind_in_initiative(const State& s) noexcept {
  return has_bit(s.in_initiative, index(s.actor)) && s.initiative_box[0].player() != s.actor;
}

bool opens(const State& s) noexcept {
  if (s.phase == Phase::placement) return s.in_place(0) != s.actor;
  if (s.phase == Phase::initiative) return behind_in_initiative(s);
  return movable_types(s) != 0;
}

void move_to_first_place(State& s) noexcept {
  unsigned own = 0;
  while (s.in_place(own) != s.actor) ++own;
  for (; own > 0; --own) s.set_place(own, s.in_place(own - 1));
  s.set_place(0, s.actor);
}

}  // namespace

bool seek(State& s) noexcept {
  const unsigned owner = s.holder(only_copy(Tile::university));
  if (owner < kMaxPlayers && (s.flags & kUniversityUsed) == 0) {
    s.actor = nth<Player>(owner);
    if (opens(s)) return true;
  }
  enter_box(s);
  return false;
}

void options(const State& s, Legal& legal) noexcept {
  legal.reset(Verb::first);
  legal.add_pass();
  if (s.phase == Phase::placement) {
    legal.add(Verb::first, kFirstOrder);
  } else if (s.phase == Phase::initiative) {
    legal.add(Verb::first, kFirstInitiative);
  } else {
    legal.add_set(Verb::first, movable_types(s), box_argument(s.phase) * kWorkers);
  }
}

void choose(State& s, Action action) noexcept {
  if (!action.is_pass()) {
    s.flags |= kUniversityUsed;
    const unsigned argument = action.argument(Verb::first);
    if (argument == kFirstOrder) {
      move_to_first_place(s);
    } else if (argument == kFirstInitiative) {
      const auto own = std::ranges::find_if(
          s.initiative_box, [&](Slot slot) { return !slot.empty() && slot.player() == s.actor; });
      std::rotate(s.initiative_box.begin(), own, own + 1);
    } else {
      const Slot worker(s.actor, nth<Worker>(argument % kWorkers));
      const std::span<Slot> spaces = numbered_spaces(s);
      auto last = spaces.end() - 1;
      while (*last != worker) --last;
      std::rotate(spaces.begin(), last, last + 1);
    }
  }
  enter_box(s);
}

}  // namespace carrack::university
