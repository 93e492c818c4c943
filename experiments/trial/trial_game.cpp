#include "experiments/trial/trial_game.hpp"

#include <map>

#include "core/game/queries.hpp"

namespace carrack {
namespace {

Action purchase_of(Tile tile) { return {Verb::buy, index(tile)}; }

std::array<Circumstances, kMaxPlayers> circumstances(const State& s) {
  std::array<Circumstances, kMaxPlayers> all{};
  const Result now = result(s);
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    const PlayerState& player = s.of(p);
    unsigned workers = player.outside().total();
    for (unsigned r = 0; r < kMaxRegions; ++r) workers += player.workers_in(nth<Region>(r));
    all[index(p)] = {.place = static_cast<u8>(place),
                     .money = static_cast<u16>(player.money()),
                     .income = static_cast<u16>(income::best_sets(player.goods)),
                     .vp = now.vp[index(p)],
                     .workers = static_cast<u16>(workers)};
  }
  return all;
}

/// The branches of one decision. Several forks of it share them: buying nothing is one branch for
/// all tiles.
class Branches {
 public:
  Branches(const TrialPlan& plan, const TrialBench& bench, const State& s, GameSeeds game,
           u64 decision, const std::atomic<bool>& stop)
      : plan_(plan), bench_(bench), s_(s), game_(game), decision_(decision), stop_(stop) {}

  /// The mean outcome for who decides, when it does `action`. Nothing if stopped.
  std::optional<Outcome> outcome(Action action) {
    const auto known = outcomes_.find(action);
    if (known != outcomes_.end()) return known->second;
    State after = s_;
    apply(after, action);
    Outcome sum;
    for (unsigned k = 0; k < plan_.continuations; ++k) {
      // A continuation is a game of its own under the seed of the game that was forked.
      const GameSeeds seeds = game_seeds(game_.chance, decision_ << 32 | k);
      const auto result = Course(after, bench_.forks, seeds).finish(stop_);
      if (!result) return std::nullopt;
      sum += Outcome::of(*result, s_.players(), s_.actor);
    }
    return outcomes_[action] = sum / plan_.continuations;
  }
  [[nodiscard]] u64 courses() const { return outcomes_.size() * plan_.continuations; }

 private:
  const TrialPlan& plan_;
  const TrialBench& bench_;
  const State& s_;
  GameSeeds game_;
  u64 decision_;
  const std::atomic<bool>& stop_;
  std::map<Action, Outcome> outcomes_;
};

/// What has been seen of a game's tiles, as kinds.
struct Seen {
  std::array<TileSet, kOccasions> forked;
  TileSet purchased;
};

bool contains(TileSet kinds, Tile tile) { return kinds.contains(nth<TileCopy>(index(tile))); }
void insert(TileSet& kinds, Tile tile) { kinds.insert(nth<TileCopy>(index(tile))); }

/// The forks that a purchase is due for: tiles on offer for the first time, the tile chosen for the
/// first time.
std::vector<std::pair<Tile, Occasion>> due_forks(const TrialPlan& plan, const Legal& options,
                                                 Action choice, Seen& seen) {
  std::vector<std::pair<Tile, Occasion>> due;
  options.for_each([&](Action action) {
    if (action.is_pass()) return;
    const auto tile = nth<Tile>(action.argument(Verb::buy));
    if (!contains(plan.tiles, tile)) return;
    for (const Occasion occasion : {Occasion::offered, Occasion::bought}) {
      TileSet& forked = seen.forked[index(occasion)];
      if (contains(forked, tile) || (occasion == Occasion::bought && action != choice)) continue;
      insert(forked, tile);
      due.emplace_back(tile, occasion);
    }
  });
  return due;
}

/// What the agent does when `tile` is not on offer to it: its choice, if that was not the tile;
/// else its choice from what is left.
Action alternative(const Course& course, const TrialBench& bench, Action choice, Tile tile) {
  if (choice != purchase_of(tile)) return choice;
  Legal rest = course.options();
  rest.remove(choice);
  if (rest.size() == 1) return rest[0];
  return course.consult(*bench.forks[index(course.state().actor)], rest);
}

}  // namespace

TrialBench::TrialBench(const std::vector<std::string>& specs, const std::atomic<bool>& stop) {
  for (std::vector<Agent*>* seats : {&game, &forks}) {
    for (const std::string& spec : specs) {
      owned.push_back(make_agent(spec));
      owned.back()->stop_on(&stop);
      seats->push_back(owned.back().get());
    }
  }
}

std::optional<TrialGame> play_trial_game(const TrialPlan& plan, const TrialBench& bench, u64 number,
                                         const std::atomic<bool>& stop) {
  const GameSeeds seeds = game_seeds(plan.seed, number);
  TrialGame game;
  Seen seen;
  u64 decision = 0;
  Course course(start(plan.rules), bench.game, seeds);
  while (course.seek_decision()) {
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    const Action choice = course.ask();
    const State& s = course.state();
    const bool counts = s.node == Node::buy && plan.turn.value_or(s.turn) == s.turn &&
                        plan.seat.value_or(s.actor) == s.actor;
    if (counts) {
      Branches branches(plan, bench, s, seeds, decision++, stop);
      for (const auto& [tile, occasion] : due_forks(plan, course.options(), choice, seen)) {
        const Action other = alternative(course, bench, choice, tile);
        const auto with = branches.outcome(purchase_of(tile));
        const auto without = branches.outcome(other);
        const auto nothing = branches.outcome(kPass);
        if (!with || !without || !nothing) return std::nullopt;
        game.forks.push_back({tile, occasion, other.is_pass(), *with - *without, *with - *nothing});
      }
      game.courses += branches.courses();
      if (choice.is(Verb::buy)) {
        const auto tile = nth<Tile>(choice.argument(Verb::buy));
        if (contains(plan.tiles, tile) && !contains(seen.purchased, tile)) {
          insert(seen.purchased, tile);
          game.purchases.push_back({tile, s.actor, s.turn, circumstances(s)});
        }
      }
    }
    course.play(choice);
  }
  game.result = result(course.state());
  return game;
}

}  // namespace carrack
