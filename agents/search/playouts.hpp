// Plays games on from the leaves of a search, and learns from them how to play.
#pragma once

#include "agents/search/action_history.hpp"
#include "agents/search/iteration.hpp"
#include "agents/search/options.hpp"
#include "agents/search/playout_adaptation.hpp"

namespace carrack {

/// Belongs to one worker. Several threads may call const functions at the same time, each with an
/// Iteration of its own.
template <Game G, RolloutPolicy<G> P>
class Playouts {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Legal = typename G::Legal;
  using Iteration = carrack::Iteration<G, P>;

  /// `options` must outlive it.
  Playouts(const SearchOptions& options, const P& policy)
      : options_(options),
        policy_(policy),
        adaptation_(options.rollout.adapt, static_cast<unsigned>(options.rollout.learners)) {}
  /// Begins a search: forgets what was learned.
  void start(const State& root);

  /// Gets an iteration ready for the search.
  void prepare(Iteration& it, const State& root) const { policy_.start(root, it.seats); }
  /// Begins an iteration: draws how each seat plays.
  void begin(Iteration& it) const;
  /// Begins a further game from a leaf.
  void begin_again(Iteration& it) const { policy_.draw(it.random, it.seats); }
  /// The choice of the player who decides.
  [[nodiscard]] Action choose(Iteration& it, const State& s, const Legal& legal) const;
  /// Remembers a decision, of the tree or of a playout, for learn().
  void note(Iteration& it, const State& s, Action action) const;
  /// Evaluates the position if it is the first of a turn within the horizon.
  void meet_turn(const State& s, LambdaReturn& lambda_return) const;
  /// Plays on from a leaf, to the end of the game or to where the evaluation takes over.
  [[nodiscard]] Payoff play_out(Iteration& it, State& s, Legal& legal) const;
  /// The evaluation of a position, or what the finished game is worth.
  [[nodiscard]] Payoff estimate(const State& s) const {
    return G::is_over(s) ? policy_.payoff(s) : policy_.evaluate(s);
  }
  /// Learns from the decisions of an iteration. `utility(rewards, seat)` is what rewards are worth
  /// to a player.
  template <typename Utility>
  void learn(const Iteration& it, const Rewards& rewards, const Utility& utility);

  [[nodiscard]] const P& policy() const { return policy_; }
  [[nodiscard]] const ActionHistory<G::kActions>& history() const { return history_; }
  [[nodiscard]] const PlayoutAdaptation<G::kActions>& adaptation() const { return adaptation_; }

 private:
  /// The last turn whose start is evaluated, and after which no playout goes on.
  [[nodiscard]] u64 last_turn() const {
    const u64 turns = options_.rollout.cutoff_turns;
    return turns == 0 ? ~u64{0} : root_turn_ + turns - 1;
  }
  [[nodiscard]] When when(unsigned turn) const {
    return turn == root_turn_ ? When::this_turn : When::later;
  }

  const SearchOptions& options_;
  const P policy_;
  unsigned root_turn_ = 0;
  unsigned players_ = 0;
  ActionHistory<G::kActions> history_;
  PlayoutAdaptation<G::kActions> adaptation_;
};

template <Game G, RolloutPolicy<G> P>
void Playouts<G, P>::start(const State& root) {
  root_turn_ = turn_in<G>(root);
  players_ = G::players(root);
  if (options_.uses_action_history()) history_.forget();
  if (adaptation_.is_on()) adaptation_.forget(players_);
}

template <Game G, RolloutPolicy<G> P>
void Playouts<G, P>::begin(Iteration& it) const {
  policy_.draw(it.random, it.seats);
  if (adaptation_.is_on()) it.learners = adaptation_.draw(players_, it.random);
  it.lambda_return = LambdaReturn(options_.backup.lambda, root_turn_);
  it.moves.clear();
}

template <Game G, RolloutPolicy<G> P>
typename G::Action Playouts<G, P>::choose(Iteration& it, const State& s, const Legal& legal) const {
  const bool at_random =
      options_.rollout.policy == Rollout::random ||
      (options_.rollout.epsilon > 0 && it.random.uniform() < options_.rollout.epsilon);
  if (at_random) return legal[it.random.below(legal.size())];
  const unsigned mover = G::mover(s);
  if (options_.rollout.policy == Rollout::mast) return history_.best(mover, legal, it.random);
  if (!adaptation_.is_on()) return policy_.choose(s, legal, it.seats, it.random);
  return policy_.choose(s, legal, it.seats,
                        adaptation_.bonus(it.learners, mover, when(turn_in<G>(s))), it.random);
}

template <Game G, RolloutPolicy<G> P>
void Playouts<G, P>::note(Iteration& it, const State& s, Action action) const {
  if (!options_.records_moves() || it.moves.size() == Iteration::kMaxMoves) return;
  it.moves.push_back({static_cast<u8>(G::mover(s)), when(turn_in<G>(s)), id_of(action)});
}

// Works the same in the tree and in a playout, so that a course of a game has one value however
// deep the tree is. Beyond the horizon only the leaf is evaluated.
template <Game G, RolloutPolicy<G> P>
void Playouts<G, P>::meet_turn(const State& s, LambdaReturn& lambda_return) const {
  const unsigned turn = turn_in<G>(s);
  if (turn == lambda_return.turn() || !lambda_return.mixes() || turn > last_turn()) return;
  lambda_return.pass(turn, estimate(s));
}

template <Game G, RolloutPolicy<G> P>
Payoff Playouts<G, P>::play_out(Iteration& it, State& s, Legal& legal) const {
  const bool is_plain = options_.rollout.policy == Rollout::random &&
                        options_.rollout.cutoff == 0 && options_.rollout.cutoff_turns == 0 &&
                        !options_.records_moves() && !it.lambda_return.mixes();
  if (is_plain) {
    while (!G::is_over(s)) random_step_in<G>(s, legal, it.random);
    return policy_.payoff(s);
  }
  const u64 last = last_turn();
  u64 decisions = 0;
  while (!G::is_over(s) && turn_in<G>(s) <= last) {
    meet_turn(s, it.lambda_return);
    if (it.lambda_return.is_complete()) break;
    if (is_chance_in<G>(s)) {
      random_step_in<G>(s, legal, it.random);
      continue;
    }
    if (options_.rollout.cutoff != 0 && decisions == options_.rollout.cutoff) break;
    ++decisions;
    const Action action = choose(it, s, legal);
    note(it, s, action);
    G::apply(s, action, legal);
  }
  return it.lambda_return.end(estimate(s));
}

template <Game G, RolloutPolicy<G> P>
template <typename Utility>
void Playouts<G, P>::learn(const Iteration& it, const Rewards& rewards, const Utility& utility) {
  if (options_.uses_action_history()) {
    const bool biases_tree = options_.selection.history > 0;
    for (const PlayedMove& move : it.moves) {
      history_.add(move.seat, move.action,
                   biases_tree ? utility(rewards, move.seat) : rewards[move.seat]);
    }
  }
  if (adaptation_.is_on()) {
    for (const PlayedMove& move : it.moves) {
      adaptation_.add(it.learners, move.seat, move.when, move.action, rewards[move.seat]);
    }
  }
}

}  // namespace carrack
