#include "batch_game.hpp"

#include <new>
#include <string>

#include "agents/observation.hpp"
#include "agents/search/team.hpp"
#include "bindings.hpp"
#include "core/notation.hpp"
#include "experiments/parallel.hpp"

namespace carrack::python {

BatchGame::BatchGame(Ruleset rules, std::size_t games, u64 seed, unsigned threads,
                     bool with_observations)
    : rules_(rules), seed_(seed), threads_(threads), with_observations_(with_observations) {
  constexpr std::size_t kMostGames = 1U << 20U;
  if (games == 0 || games > kMostGames) {
    throw InputError("n is " + std::to_string(games) + ", expected 1 to " +
                     std::to_string(kMostGames));
  }
  check_threads(threads);
  try {
    allocate(games);
  } catch (const std::bad_alloc&) {
    const std::size_t a_game = sizeof(Game) + kActions + 2 * sizeof(float) * rules.players() +
                               (with_observations ? sizeof(float) * observation_size() : 0);
    throw ResourceError("BatchGame: no memory for " + std::to_string(games) +
                        " games: " + std::to_string(games * a_game >> 20U) + " MiB");
  }
  step_all([&](std::size_t i) {
    games_[i].random = Random(seed_, stream(StreamFamily::agent, i));
    begin(i, i);
    show(i, Legal());
  });
}

void BatchGame::allocate(std::size_t games) {
  games_.resize(games);
  if (with_observations_) observations.resize(games * observation_size());
  masks.resize(games * kActions);
  rewards.resize(games * rules_.players());
  scores.resize(games * rules_.players());
  current_player.resize(games);
  done.resize(games);
  finished.resize(games);
}

/// `step(i)` for every game, each thread on a stretch of its own.
template <typename Step>
void BatchGame::step_all(Step&& step) {
  run_team(threads_, [&](unsigned t) {
    const std::size_t from = games_.size() * t / threads_;
    const std::size_t to = games_.size() * (t + 1) / threads_;
    for (std::size_t i = from; i < to; ++i) step(i);
  });
}

void BatchGame::begin(std::size_t i, u64 number) {
  Game& game = games_[i];
  game.number = number;
  game.chance = ChanceSource(derive_seed(seed_, stream(StreamFamily::game), number));
  game.state = start(rules_);
  while (is_chance(game.state)) apply(game.state, game.chance.draw(game.state), game.legal);
}

void BatchGame::do_action(std::size_t i, Action action) {
  Game& game = games_[i];
  const unsigned players = rules_.players();
  const Legal before = game.legal;
  if (done[i] != 0) {
    std::fill_n(rewards.begin() + static_cast<std::ptrdiff_t>(i * players), players, 0.0F);
    done[i] = 0;
  }
  apply(game.state, action, game.legal);
  while (is_chance(game.state)) apply(game.state, game.chance.draw(game.state), game.legal);
  if (is_over(game.state)) {
    const auto shares = win_shares(game.state);
    const Result end = result(game.state);
    for (unsigned p = 0; p < players; ++p) {
      rewards[i * players + p] = static_cast<float>(shares[p]);
      scores[i * players + p] = end.vp[p];
    }
    done[i] = 1;
    ++finished[i];
    begin(i, game.number + games_.size());
  }
  show(i, before);
}

/// Brings the views of a game up to date; its row of the mask shows `before`.
void BatchGame::show(std::size_t i, const Legal& before) {
  const Game& game = games_[i];
  std::uint8_t* const mask = masks.data() + i * kActions;
  before.for_each([&](Action action) { mask[action.id()] = 0; });
  game.legal.for_each([&](Action action) { mask[action.id()] = 1; });
  current_player[i] = static_cast<std::int32_t>(index(game.state.actor));
  if (with_observations_) {
    const std::size_t size = observation_size();
    observe(game.state, game.state.actor, {observations.data() + i * size, size});
  }
}

State BatchGame::state(std::size_t i) const {
  const std::lock_guard lock(mutex_);
  return games_[i].state;
}

void BatchGame::step(std::span<const std::int64_t> actions) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const std::int64_t id = actions[i];
    if (id >= 0 && id < std::int64_t{kActions} &&
        games_[i].legal.contains(Action(static_cast<u16>(id)))) {
      continue;
    }
    const std::string where = "game " + std::to_string(i) + ": action " + std::to_string(id);
    if (id < 0 || id >= std::int64_t{kActions}) throw IllegalAction(where + " is no action id");
    throw IllegalAction(where + " ('" + to_notation(Action(static_cast<u16>(id)), rules_.board()) +
                        "') is not legal; nothing was done");
  }
  step_all([&](std::size_t i) { do_action(i, Action(static_cast<u16>(actions[i]))); });
}

u64 BatchGame::step_random(u64 steps, const std::atomic<bool>& stop) {
  const std::lock_guard lock(mutex_);
  u64 n = 0;
  for (; n < steps && !stop.load(std::memory_order_relaxed); ++n) {
    step_all([&](std::size_t i) {
      Game& game = games_[i];
      do_action(i, game.legal[game.random.below(game.legal.size())]);
    });
  }
  return n;
}

}  // namespace carrack::python
