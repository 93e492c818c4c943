// Age of Discovery as a game that can be searched.
#pragma once

#include "agents/search/game.hpp"
#include "core/game/game.hpp"
#include "core/notation/notation.hpp"

namespace carrack {

struct DiscoveryGame {
  using State = carrack::State;
  using Action = carrack::Action;
  using Legal = carrack::Legal;
  static constexpr std::size_t kActions = carrack::kActions;

  [[nodiscard]] static unsigned players(const State& s) { return s.players(); }
  [[nodiscard]] static bool is_over(const State& s) { return carrack::is_over(s); }
  [[nodiscard]] static unsigned mover(const State& s) { return index(s.actor); }
  [[nodiscard]] static unsigned turn(const State& s) { return s.turn; }
  [[nodiscard]] static Legal legal(const State& s) { return carrack::legal(s); }
  static void apply(State& s, Action action, Legal& next) { carrack::apply(s, action, next); }

  [[nodiscard]] static bool is_chance(const State& s) { return carrack::is_chance(s); }
  [[nodiscard]] static unsigned chance_total(const State& s) { return carrack::chance_total(s); }
  [[nodiscard]] static Action chance_outcome(const State& s, unsigned token) {
    return carrack::chance_outcome(s, token);
  }
  [[nodiscard]] static Action draw_chance(const State& s, Random& random) {
    return carrack::draw_chance(s, random);
  }
  [[nodiscard]] static bool has_secrets(const State& s) { return carrack::has_secrets(s); }
  static void resample(State& s, unsigned seat, Random& random) {
    carrack::resample(s, nth<Player>(seat), random);
  }
  /// A number for the position as the player sees it.
  [[nodiscard]] static u16 secret(const State& s, unsigned seat) {
    return static_cast<u16>(carrack::hash(seen_by(s, nth<Player>(seat))));
  }
  /// A private look shows its result only to the player who looks. Others see that somebody looks:
  /// a number above those of actions.
  [[nodiscard]] static u16 seen(const State& s, Action action, unsigned seat) {
    if (!is_private_look(s) || seat == index(s.actor)) return action.id();
    return static_cast<u16>(kActions + index(action.verb()));
  }
  /// The event of a number that seen() gives, with `?` for what the player does not see.
  [[nodiscard]] static std::string seen_text(u16 number, const Board& board) {
    if (number < kActions) return to_notation(Action(number), board);
    return std::string(kVerbRows[number - kActions].name) + " ?";
  }

  [[nodiscard]] static u64 hash(const State& s) { return carrack::hash(s); }
  [[nodiscard]] static std::string text(const State& s, Action action) {
    return to_notation(action, s.ruleset().board());
  }
};
static_assert(GameOfChance<DiscoveryGame> && GameWithSecrets<DiscoveryGame> &&
              HashedGame<DiscoveryGame> && GameWithPrivateViews<DiscoveryGame>);

}  // namespace carrack
