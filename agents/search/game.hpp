// What a search needs to know of a game: the concept, and what a search does without its optional
// parts.
#pragma once

#include <concepts>
#include <string>

#include "core/base/random.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// The number of an action, below Game::kActions: the id() of a class, or the action itself if it
/// is a number.
template <typename Action>
[[nodiscard]] constexpr u16 id_of(const Action& action) noexcept {
  if constexpr (std::integral<Action>) {
    return static_cast<u16>(action);
  } else {
    return action.id();
  }
}

/// A game of 2 to kMaxPlayers players for Search<Game>: types and static functions, no object.
///
///     State                     a position; copied once an iteration, so better small
///     Action                    made from its number, Action(u16), and has id(), or is a number
///     Legal                     a set of actions: size(), contains(a), operator[](k) in a fixed
///                               order, for_each(visit), remove(a); ActionSet is one
///     kActions                  numbers of actions, those of chance included, are below it
///     players(s)                how many play; the same all game
///     is_over(s)
///     mover(s)                  seat of the player who decides, from 0; asked of no other position
///     legal(s)                  what the mover may do, at least one action; asked of no other
///     apply(s, action, next)    does it; `next` gets legal() of the new position where a player
///                               decides there, else anything
///
/// A game of chance also has
///
///     is_chance(s)              whether chance is to act; then the game is not over
///     chance_total(s)           how many equally likely tokens chance draws from
///     chance_outcome(s, token)  the action that the token, in [0, chance_total), stands for
///     draw_chance(s, random)    optional: chance_outcome(s, random.below(chance_total(s))), where
///                               one call is faster than two
///
/// A game with hidden information also has
///
///     has_secrets(s)            whether somebody knows what others do not
///     resample(s, seat, random) draws anew what that player does not know, as likely as it is to
///                               the player; who decides and what is legal stay as they are
///     secret(s, seat)           optional: a number, u16, for what the player knows and others may
///                               not
///     seen(s, action, seat)     optional: a number, u16, for what the player sees of the action in
///                               `s`: its own where that is everything, otherwise one from kActions
///                               on. Asked of every position: a draw may bring the first secret.
///                               Without these two, everybody is taken to see every action
///
/// Any game may have
///
///     turn(s)                   1, 2, ..., never falls: where cut-offs and evaluations by turn
///                               count; without it the whole game is turn 1
///     hash(s)                   64 bits of the whole position, for reuse=on and transpositions
///     text(s, action)           for messages; without it the action's number
template <typename G>
concept Game = std::copyable<typename G::State> && std::default_initializable<typename G::State> &&
    std::copyable<typename G::Legal> && std::default_initializable<typename G::Legal> &&
    std::constructible_from<typename G::Action, u16> &&
    requires(typename G::State& s, const typename G::State& at, const typename G::Action& action,
             typename G::Legal& legal, const typename G::Legal& options) {
  { id_of(action) } -> std::same_as<u16>;
  requires G::kActions <= 1U << 16U;
  { G::players(at) } -> std::convertible_to<unsigned>;
  { G::is_over(at) } -> std::convertible_to<bool>;
  { G::mover(at) } -> std::convertible_to<unsigned>;
  { G::legal(at) } -> std::same_as<typename G::Legal>;
  {G::apply(s, action, legal)};
  { options.size() } -> std::convertible_to<unsigned>;
  { options[0U] } -> std::convertible_to<typename G::Action>;
  { options.contains(action) } -> std::convertible_to<bool>;
  {options.for_each([](typename G::Action) {})};
  {legal.remove(action)};
};

template <typename G>
concept GameOfChance = Game<G> && requires(const typename G::State& s) {
  { G::is_chance(s) } -> std::convertible_to<bool>;
  { G::chance_total(s) } -> std::convertible_to<unsigned>;
  { G::chance_outcome(s, 0U) } -> std::convertible_to<typename G::Action>;
};

template <typename G>
concept GameWithSecrets = Game<G> && requires(typename G::State& s, Random& random) {
  { G::has_secrets(s) } -> std::convertible_to<bool>;
  {G::resample(s, 0U, random)};
};

template <typename G>
concept HashedGame = Game<G> && requires(const typename G::State& s) {
  { G::hash(s) } -> std::convertible_to<u64>;
};

template <typename G>
concept GameWithPrivateViews = Game<G> &&
    requires(const typename G::State& s, const typename G::Action& action) {
  { G::secret(s, 0U) } -> std::same_as<u16>;
  { G::seen(s, action, 0U) } -> std::same_as<u16>;
};

/// Whether a game has all functions of each optional part of which it has one. Otherwise a function
/// that is misspelt, or has other types, would count as left out: the search would then see
/// secrets, or ask for the mover where chance is to act.
template <typename G>
concept CompleteGame =
    Game<G> &&(GameOfChance<G> || !requires(typename G::State & s) { G::is_chance(s); }) &&
    (GameOfChance<G> || !requires(typename G::State & s) { G::chance_total(s); }) &&
    (GameOfChance<G> || !requires(typename G::State & s) { G::chance_outcome(s, 0U); }) &&
    (GameWithSecrets<G> || !requires(typename G::State & s) { G::has_secrets(s); }) &&
    (GameWithSecrets<G> ||
     !requires(typename G::State & s, Random& random) { G::resample(s, 0U, random); }) &&
    (GameWithPrivateViews<G> || !requires(typename G::State & s) { G::secret(s, 0U); }) &&
    (GameWithPrivateViews<G> ||
     !requires(typename G::State & s, typename G::Action& action) { G::seen(s, action, 0U); }) &&
    (HashedGame<G> || !requires(typename G::State & s) { G::hash(s); });

// What searches ask of any game.

template <Game G>
[[nodiscard]] constexpr bool is_chance_in(const typename G::State& s) {
  if constexpr (GameOfChance<G>) {
    return G::is_chance(s);
  } else {
    return false;
  }
}

/// Chance's draw. Precondition: is_chance_in<G>(s).
template <Game G>
[[nodiscard]] constexpr typename G::Action draw_in(const typename G::State& s, Random& random) {
  if constexpr (requires { G::draw_chance(s, random); }) {
    return G::draw_chance(s, random);
  } else if constexpr (GameOfChance<G>) {
    return G::chance_outcome(s, random.below(G::chance_total(s)));
  } else {
    return typename G::Action(u16{0});
  }
}

template <Game G>
[[nodiscard]] constexpr bool has_secrets_in(const typename G::State& s) {
  if constexpr (GameWithSecrets<G>) {
    return G::has_secrets(s);
  } else {
    return false;
  }
}

template <Game G>
constexpr void resample_in(typename G::State& s, unsigned seat, Random& random) {
  if constexpr (GameWithSecrets<G>) {
    if (G::has_secrets(s)) G::resample(s, seat, random);
  }
}

template <Game G>
[[nodiscard]] constexpr unsigned turn_in(const typename G::State& s) {
  if constexpr (requires { G::turn(s); }) {
    return G::turn(s);
  } else {
    return 1;
  }
}

/// What the player sees of an action that is done in `s`. It may be the one that brings the first
/// secret.
template <Game G>
[[nodiscard]] constexpr u16 seen_in(const typename G::State& s, const typename G::Action& action,
                                    unsigned seat) {
  if constexpr (GameWithPrivateViews<G>) {
    return G::seen(s, action, seat);
  } else {
    return id_of(action);
  }
}

/// 0 for every position where the game has no hash.
template <Game G>
[[nodiscard]] constexpr u64 hash_in(const typename G::State& s) {
  if constexpr (HashedGame<G>) {
    return G::hash(s);
  } else {
    return 0;
  }
}

template <Game G>
[[nodiscard]] std::string text_in(const typename G::State& s, const typename G::Action& action) {
  if constexpr (requires { G::text(s, action); }) {
    return std::string(G::text(s, action));
  } else {
    return std::to_string(id_of(action));
  }
}

/// One step of a random game: a uniform choice among the legal actions, or chance's draw. `legal`
/// holds the options of `s` and is replaced by those of the next position. Precondition: the game
/// is not over. Inlined into the loop of a playout, where a call would be 4 % of the instructions.
template <Game G>
[[gnu::always_inline]] constexpr void random_step_in(typename G::State& s, typename G::Legal& legal,
                                                     Random& random) {
  const typename G::Action action = is_chance_in<G>(s)
                                        ? draw_in<G>(s, random)
                                        : typename G::Action(legal[random.below(legal.size())]);
  G::apply(s, action, legal);
}

}  // namespace carrack
