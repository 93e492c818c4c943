#include "batch_game.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "agents/evaluation/observation.hpp"
#include "agents/threads/team.hpp"
#include "bindings.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack::python {

namespace {

/// Applies an event of chance or of a player, and notifies listeners.
template <typename Game>
void do_event(Game& game, Action action) {
  if (!game.opponents || !game.opponents->observes()) {
    apply(game.state, action, game.legal);
    return;
  }
  const State before = game.state;
  apply(game.state, action, game.legal);
  game.opponents->observe(before, action, game.state);
}

/// Applies chance and opponents until the game is over or waits for an outside decision.
template <typename Game>
void play_on(Game& game, const std::atomic<bool>& stop) {
  while (!is_over(game.state)) {
    if (is_chance(game.state)) {
      do_event(game, game.chance.draw(game.state));
    } else if (game.opponents && game.state.actor != game.seat) {
      do_event(game, game.opponents->choose(game.state, game.legal, stop));
    } else {
      return;
    }
  }
}

}  // namespace

BatchGame::BatchGame(Ruleset rules, std::size_t games, BatchOptions options,
                     const std::atomic<bool>& stop)
    : rules_(rules), options_(std::move(options)) {
  constexpr std::size_t kMaxGames = 1U << 20U;
  if (games == 0 || games > kMaxGames) {
    throw InputError("n is " + std::to_string(games) + ", expected 1 to " +
                     std::to_string(kMaxGames));
  }
  check_options();
  try {
    allocate(games);
  } catch (const std::bad_alloc&) {
    const std::size_t seen = options_.observations ? sizeof(float) * observation_size() : 0;
    const std::size_t a_game = sizeof(Game) + kActions + 2 * sizeof(float) * rules.players() + seen;
    throw ResourceError("BatchGame: no memory for " + std::to_string(games) +
                        " games: " + std::to_string(games * a_game >> 20U) + " MiB");
  }
  step_all([&](std::size_t i) {
    games_[i].random = Random(options_.seed, stream(StreamFamily::agent, i));
    begin(i, i, stop);
    show(i, Legal());
  });
}

BatchGame::BatchGame(const BatchGame& other) : rules_(other.rules_) {
  const std::lock_guard lock(other.mutex_);
  other.check_copyable();
  options_ = other.options_;
  games_.resize(other.games_.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const Game& game = other.games_[i];
    games_[i].state = game.state;
    games_[i].legal = game.legal;
    games_[i].chance = game.chance;
    games_[i].random = game.random;
    games_[i].number = game.number;
  }
  observations = other.observations;
  masks = other.masks;
  rewards = other.rewards;
  scores = other.scores;
  ranks = other.ranks;
  current_player = other.current_player;
  done = other.done;
  finished = other.finished;
}

BatchSnapshot BatchGame::snapshot() const {
  const std::lock_guard lock(mutex_);
  check_copyable();
  BatchSnapshot all{options_, {}, rewards, scores, ranks, done, finished};
  for (const Game& game : games_) {
    all.slots.push_back({game.state, game.chance, game.number, game.random.drawn()});
  }
  return all;
}

BatchGame::BatchGame(BatchSnapshot snapshot)
    : rules_(snapshot.slots.empty() ? Ruleset() : snapshot.slots.front().state.ruleset()),
      options_(std::move(snapshot.options)) {
  if (snapshot.slots.empty()) throw InputError("it has no games");
  check_options();
  allocate(snapshot.slots.size());
  const auto take = [](auto& view, auto& given) {
    if (given.size() != view.size()) throw InputError("its parts have different numbers of games");
    view = std::move(given);
  };
  take(rewards, snapshot.rewards);
  take(scores, snapshot.scores);
  take(ranks, snapshot.ranks);
  take(done, snapshot.done);
  take(finished, snapshot.finished);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const BatchSnapshot::Slot& slot = snapshot.slots[i];
    const std::string where = "game " + std::to_string(i);
    if (slot.state.ruleset() != rules_) throw InputError(where + " has another ruleset");
    if (is_over(slot.state) || is_chance(slot.state)) {
      throw InputError(where + " does not wait for a player's decision");
    }
    Game& game = games_[i];
    game.state = slot.state;
    game.legal = legal(slot.state);
    game.chance = slot.chance;
    game.number = slot.number;
    game.random = Random(options_.seed, stream(StreamFamily::agent, i));
    game.random.go_to(slot.drawn);
    done[i] = done[i] != 0 ? 1 : 0;  // shown as a bool
    show(i, Legal());
  }
}

void BatchGame::check_copyable() const {
  if (!options_.opponents.empty()) {
    throw InputError("a batch with opponents cannot be copied or pickled");
  }
  if (!is_whole_) {
    throw InputError(
        "this batch was interrupted in the middle of a step; it cannot be copied or pickled");
  }
}

void BatchGame::check_options() const {
  check_threads(options_.threads);
  for (std::size_t i = 0; i < options_.positions.size(); ++i) {
    const State& s = options_.positions[i];
    const std::string where = "position " + std::to_string(i);
    if (s.ruleset() != rules_) {
      throw InputError(where + " is of " + s.ruleset().to_string() + ", expected " +
                       rules_.to_string());
    }
    if (is_over(s) || is_chance(s)) {
      throw InputError(where + (is_over(s) ? ": the game is over" : ": chance is to move") +
                       ", expected a player's decision");
    }
  }
  if (!options_.seat) return;
  if (options_.opponents.empty()) {
    throw InputError("seat is " + std::to_string(*options_.seat) + ", but there are no opponents");
  }
  if (*options_.seat >= rules_.players()) {
    throw InputError("seat is " + std::to_string(*options_.seat) + ", expected 0 to " +
                     std::to_string(rules_.players() - 1));
  }
}

void BatchGame::allocate(std::size_t games) {
  games_.resize(games);
  if (options_.observations) observations.resize(games * observation_size());
  masks.resize(games * kActions);
  rewards.resize(games * rules_.players());
  scores.resize(games * rules_.players());
  ranks.resize(games * rules_.players());
  current_player.resize(games);
  done.resize(games);
  finished.resize(games);
  if (options_.opponents.empty()) return;
  final_observations.resize(observations.size());
  for (Game& game : games_) game.opponents.emplace(options_.opponents, rules_.players());
}

/// Runs `step(i)` for every game; each thread has a contiguous range.
template <typename Step>
void BatchGame::step_all(Step&& step) {
  if (!is_whole_)
    throw InputError("this batch was interrupted in the middle of a step; create a new one");
  is_whole_ = false;
  const unsigned threads = options_.threads;
  run_team(threads, [&](unsigned t) {
    const std::size_t from = games_.size() * t / threads;
    const std::size_t to = games_.size() * (t + 1) / threads;
    for (std::size_t i = from; i < to; ++i) step(i);
  });
  is_whole_ = true;
}

/// Starts game `number` in slot i, or the next game of the slot that has an outside decision.
void BatchGame::begin(std::size_t i, u64 number, const std::atomic<bool>& stop) {
  constexpr unsigned kMaxStarts = 1000;
  Game& game = games_[i];
  for (unsigned starts = 0; starts < kMaxStarts; ++starts, number += games_.size()) {
    const GameSeeds seeds = game_seeds(options_.seed, number);
    game.number = number;
    game.chance = ChanceSource(seeds.chance);
    game.state = options_.positions.empty()
                     ? start(rules_)
                     : options_.positions[number % options_.positions.size()];
    game.legal = is_chance(game.state) ? Legal() : legal(game.state);
    if (game.opponents) {
      Random draw(seeds.agents, stream(StreamFamily::seating));
      game.seat = nth<Player>(options_.seat ? *options_.seat : draw.below(rules_.players()));
      game.opponents->begin(rules_, game.seat, seeds);
    }
    play_on(game, stop);
    if (!is_over(game.state)) return;
  }
  throw InputError("game " + std::to_string(i) + ": " + std::to_string(kMaxStarts) +
                   " games ended before a decision of their seat");
}

void BatchGame::do_action(std::size_t i, Action action, const std::atomic<bool>& stop) {
  Game& game = games_[i];
  const Legal before = game.legal;
  forget_end(i);
  do_event(game, action);
  play_on(game, stop);
  if (is_over(game.state)) {
    finish(i);
    begin(i, game.number + games_.size(), stop);
  }
  show(i, before);
}

/// The views of slot i no longer show the end of a game.
void BatchGame::forget_end(std::size_t i) {
  if (done[i] == 0) return;
  const unsigned players = rules_.players();
  std::fill_n(rewards.begin() + static_cast<std::ptrdiff_t>(i * players), players, 0.0F);
  done[i] = 0;
}

/// Records the result of the game in slot i.
void BatchGame::finish(std::size_t i) {
  const Game& game = games_[i];
  const unsigned players = rules_.players();
  const auto shares = win_shares(game.state);
  const Result end = result(game.state);
  for (unsigned p = 0; p < players; ++p) {
    rewards[i * players + p] = static_cast<float>(shares[p]);
    scores[i * players + p] = end.vp[p];
    ranks[i * players + p] = end.rank[p];
  }
  if (!final_observations.empty()) {
    const std::size_t size = observation_size();
    observe(game.state, game.seat, {final_observations.data() + i * size, size});
  }
  done[i] = 1;
  ++finished[i];
}

/// Updates the views of a game; its row of the mask shows `before`.
void BatchGame::show(std::size_t i, const Legal& before) {
  const Game& game = games_[i];
  std::uint8_t* const mask = masks.data() + i * kActions;
  before.for_each([&](Action action) { mask[action.id()] = 0; });
  game.legal.for_each([&](Action action) { mask[action.id()] = 1; });
  current_player[i] = static_cast<std::int32_t>(index(game.state.actor));
  if (options_.observations) {
    const std::size_t size = observation_size();
    observe(game.state, game.state.actor, {observations.data() + i * size, size});
  }
}

State BatchGame::state(std::size_t i) const {
  const std::lock_guard lock(mutex_);
  return games_[i].state;
}

void BatchGame::step(std::span<const std::int64_t> actions,
                     const std::optional<std::vector<std::uint8_t>>& where,
                     const std::atomic<bool>& stop) {
  const std::lock_guard lock(mutex_);
  const auto is_stepped = [&](std::size_t i) { return !where || (*where)[i] != 0; };
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (!is_stepped(i)) continue;
    const std::int64_t id = actions[i];
    if (id >= 0 && id < std::int64_t{kActions} &&
        games_[i].legal.contains(Action(static_cast<u16>(id)))) {
      continue;
    }
    const std::string which = "game " + std::to_string(i) + ": action " + std::to_string(id);
    if (id < 0 || id >= std::int64_t{kActions}) throw IllegalAction(which + " is not an action id");
    throw IllegalAction(which + " ('" + to_notation(Action(static_cast<u16>(id)), rules_.board()) +
                        "') is not legal; no game was changed");
  }
  step_all([&](std::size_t i) {
    if (is_stepped(i)) {
      do_action(i, Action(static_cast<u16>(actions[i])), stop);
    } else {
      forget_end(i);
    }
  });
}

void BatchGame::restart(const std::vector<std::uint8_t>& where, const std::atomic<bool>& stop) {
  const std::lock_guard lock(mutex_);
  step_all([&](std::size_t i) {
    if (where[i] == 0) return;
    const Legal before = games_[i].legal;
    forget_end(i);
    begin(i, games_[i].number + games_.size(), stop);
    show(i, before);
  });
}

u64 BatchGame::step_random(u64 steps, const std::atomic<bool>& stop) {
  const std::lock_guard lock(mutex_);
  u64 n = 0;
  for (; n < steps && !stop.load(std::memory_order_relaxed); ++n) {
    step_all([&](std::size_t i) {
      Game& game = games_[i];
      do_action(i, game.legal[game.random.below(game.legal.size())], stop);
    });
  }
  return n;
}

}  // namespace carrack::python
