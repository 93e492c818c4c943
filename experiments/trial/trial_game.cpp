#include "experiments/trial/trial_game.hpp"

#include <bitset>
#include <map>
#include <string>

#include "core/game/queries.hpp"

namespace carrack {
namespace {

/// The circumstances of all players, by seat.
std::array<Circumstances, kMaxPlayers> circumstances(const State& s) {
  std::array<Circumstances, kMaxPlayers> all{};
  const Result now = result(s);
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    const PlayerState& player = s.of(p);
    unsigned workers = player.outside().total();
    for (unsigned r = 0; r < kMaxRegions; ++r) workers += player.workers_in(nth<Region>(r));
    all[index(p)] = {
        .place = static_cast<u8>(place),
        .money = static_cast<u16>(player.money()),
        .income = static_cast<u16>(income::best_sets(s.ruleset().table(), player.goods())),
        .vp = now.vp[index(p)],
        .workers = static_cast<u16>(workers)};
  }
  return all;
}

/// The differences of a branch of a decision.
struct Variation {
  Action action;
  std::optional<Tile> denied = std::nullopt;  // the tile that nobody buys afterwards
  unsigned discount = 0;                      // in $
  friend auto operator<=>(const Variation&, const Variation&) = default;
};

/// The branches of one decision. Forks share branches: buying nothing is one branch for all tiles.
class Branches {
 public:
  Branches(const TrialPlan& plan, const TrialBench& bench, const State& s, GameSeeds game,
           u64 decision, const std::atomic<bool>& stop, TrialLog* log)
      : plan_(plan),
        bench_(bench),
        s_(s),
        game_(game),
        decision_(decision),
        stop_(stop),
        log_(log) {}

  /// The mean outcome for the mover. Empty if stopped.
  std::optional<Outcome> outcome(const Variation& variation) {
    const auto known = outcomes_.find(variation);
    if (known != outcomes_.end()) return known->second;
    const State after = after_discount(s_, variation.action, variation.discount);
    Outcome sum;
    for (unsigned k = 0; k < plan_.continuations; ++k) {
      // Each continuation derives its own seeds from those of the forked game.
      const GameSeeds seeds = game_seeds(game_.chance, decision_ << 32 | k);
      Course course(after, bench_.forks, seeds, variation.denied);
      const bool logs = log_ != nullptr && variation.discount == 0;
      if (logs) course.log_into(log_branch(variation, k).events);
      const auto result = course.finish(stop_);
      if (!result) return std::nullopt;
      const Outcome outcome = Outcome::of(*result, s_.players(), s_.actor);
      if (logs) log_->branches.back().outcome = outcome;
      sum += outcome;
    }
    return outcomes_[variation] = sum / plan_.continuations;
  }
  [[nodiscard]] u64 courses() const { return outcomes_.size() * plan_.continuations; }

 private:
  /// A new branch of the log, with the events up to the action.
  TrialLog::Branch& log_branch(const Variation& variation, unsigned continuation) {
    TrialLog::Branch branch{.ply = log_->events.size(),
                            .action = variation.action,
                            .denied = variation.denied,
                            .continuation = continuation,
                            .outcome = {},
                            .events = log_->events};
    branch.events.push_back(variation.action);
    return log_->branches.emplace_back(std::move(branch));
  }

  const TrialPlan& plan_;
  const TrialBench& bench_;
  const State& s_;
  GameSeeds game_;
  u64 decision_;
  const std::atomic<bool>& stop_;
  TrialLog* log_;
  std::map<Variation, Outcome> outcomes_;
};

/// A game in progress with its forks so far.
class TrialCourse {
 public:
  TrialCourse(const TrialPlan& plan, const TrialBench& bench, u64 number,
              const std::atomic<bool>& stop, TrialLog* log)
      : plan_(plan),
        bench_(bench),
        stop_(stop),
        seeds_(game_seeds(plan.seed, number)),
        scope_(scope_of(plan, number)),
        course_(start(plan.rules), bench.game, seeds_),
        log_(log) {
    if (log_ != nullptr) course_.log_into(log_->events);
  }

  std::optional<TrialGame> finish() {
    while (course_.seek_decision()) {
      if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
      const Action choice = course_.ask();
      if (counts(choice)) {
        if (!fork(choice)) return std::nullopt;
        note(choice);
      }
      course_.play(choice);
    }
    game_.result = course_.end();
    return std::move(game_);
  }

 private:
  /// Whether the next decision is of the kind that is forked. A look before a placement is not such
  /// a decision; the placement follows it.
  [[nodiscard]] bool counts(Action choice) const {
    const State& s = course_.state();
    if (scope_.turn.value_or(s.turn) != s.turn || scope_.seat.value_or(s.actor) != s.actor) {
      return false;
    }
    return plan_.is_of_placements() ? s.node == Node::place && choice.is(Verb::place)
                                    : s.node == Node::buy;
  }

  /// The options that do (or do not) take `on`; only placements, or at a purchase all options.
  [[nodiscard]] Legal options_that(Subject on, bool do_it) const {
    const Legal& options = course_.options();
    Legal left = options;
    options.for_each([&](Action action) {
      const bool counts = !on.is_placement() || action.is(Verb::place);
      if (!counts || on.is_done_by(action) != do_it) left.remove(action);
    });
    return left;
  }

  /// The agent's choice among these options, of which there is at least one; its actual choice if
  /// it is among them.
  [[nodiscard]] Action choice_from(const Legal& options, Action choice) const {
    if (options.contains(choice)) return choice;
    if (options.size() == 1) return options[0];
    return course_.consult(*bench_.forks[index(course_.state().actor)], options);
  }

  /// The occasions of `on` for which this decision is the first, if `on` is available.
  [[nodiscard]] std::vector<Occasion> due(Subject on, Action choice) const {
    std::vector<Occasion> occasions;
    for (const Occasion occasion : kBothOccasions) {
      if (!plan_.tries(occasion) || forked_[index(occasion)][on.id()]) continue;
      if (occasion == Occasion::offered || on.is_done_by(choice)) occasions.push_back(occasion);
    }
    return occasions;
  }

  /// What an action brings, compared with the other branches of its subject.
  struct Effects {
    Outcome versus_other;
    std::optional<Outcome> versus_nothing;
    std::optional<Outcome> versus_denied;
    std::vector<Outcome> of_discounts;
  };

  /// Plays the branches of a subject. Empty if stopped.
  std::optional<Effects> effects_of(Branches& branches, Subject on, Action with,
                                    Action other) const {
    const auto outcome = branches.outcome({with});
    if (!outcome) return std::nullopt;
    const auto gain_over = [&](const Variation& variation) -> std::optional<Outcome> {
      const auto without = branches.outcome(variation);
      return without ? std::optional(*outcome - *without) : std::nullopt;
    };
    const auto versus_other = gain_over({other});
    if (!versus_other) return std::nullopt;
    Effects effects{.versus_other = *versus_other,
                    .versus_nothing = std::nullopt,
                    .versus_denied = std::nullopt,
                    .of_discounts = {}};
    if (!on.is_placement()) {
      effects.versus_nothing = gain_over({kPass});
      if (!effects.versus_nothing) return std::nullopt;
    }
    if (plan_.denial) {
      effects.versus_denied = gain_over({.action = other, .denied = on.tile()});
      if (!effects.versus_denied) return std::nullopt;
    }
    for (const unsigned discount : plan_.discounts) {
      const auto cheaper = branches.outcome({.action = with, .discount = discount});
      if (!cheaper) return std::nullopt;
      effects.of_discounts.push_back(*cheaper - *outcome);
    }
    return effects;
  }

  /// Plays the forks of a decision. False if stopped.
  bool fork(Action choice) {
    const State& s = course_.state();
    Branches branches(plan_, bench_, s, seeds_, decision_++, stop_, log_);
    for (const Subject on : plan_.on) {
      const std::vector<Occasion> occasions = due(on, choice);
      if (occasions.empty()) continue;
      const Legal doing = options_that(on, true);
      const Legal rest = options_that(on, false);
      if (doing.size() == 0 || rest.size() == 0) continue;
      const Action with = choice_from(doing, choice);
      const Action other = choice_from(rest, choice);
      const auto effects = effects_of(branches, on, with, other);
      if (!effects) return false;
      for (const Occasion occasion : occasions) {
        forked_[index(occasion)].set(on.id());
        game_.forks.push_back({.on = on,
                               .occasion = occasion,
                               .player = s.actor,
                               .turn = s.turn,
                               .with = with,
                               .other = other,
                               .versus_other = effects->versus_other,
                               .versus_nothing = effects->versus_nothing,
                               .versus_denied = effects->versus_denied,
                               .of_discounts = effects->of_discounts,
                               .before = circumstances(s)[index(s.actor)]});
        if (log_ != nullptr) log_->plies.push_back(log_->events.size());
      }
    }
    game_.courses += branches.courses();
    return true;
  }

  /// Records the choice if it is the first of its subject.
  void note(Action choice) {
    for (const Subject on : plan_.on) {
      if (!on.is_done_by(choice) || noted_[on.id()]) continue;
      noted_[on.id()] = true;
      const State& s = course_.state();
      game_.choices.push_back({on, s.actor, s.turn, circumstances(s)});
    }
  }

  const TrialPlan& plan_;
  const TrialBench& bench_;
  const std::atomic<bool>& stop_;
  GameSeeds seeds_;
  Scope scope_;
  Course course_;
  TrialLog* log_;
  u64 decision_ = 0;
  std::array<std::bitset<kSubjects>, kOccasions> forked_;
  std::bitset<kSubjects> noted_;
  TrialGame game_;
};

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

Scope scope_of(const TrialPlan& plan, u64 number) noexcept {
  if (!plan.is_of_placements()) return {plan.turn, plan.seat};
  // A stream separate from those of the game and its continuations. Both are always drawn, so that
  // fixing the turn does not change the seats.
  Random random(game_seeds(plan.seed, number).chance, stream(StreamFamily::game, 1));
  const unsigned turn = 1 + random.below(kTurns);
  const auto seat = nth<Player>(random.below(plan.rules.players()));
  return {plan.turn.value_or(turn), plan.seat.value_or(seat)};
}

State after_discount(const State& s, Action purchase, unsigned discount) {
  State after = s;
  // Before the purchase, because apply() goes on to the next decision: with the money left, the
  // buyer may have another purchase.
  after.of(s.actor).earn(discount);
  apply(after, purchase);
  return after;
}

std::optional<TrialGame> play_trial_game(const TrialPlan& plan, const TrialBench& bench, u64 number,
                                         const std::atomic<bool>& stop, TrialLog* log) {
  try {
    return TrialCourse(plan, bench, number, stop, log).finish();
  } catch (const AgentFailure& failure) {
    throw AgentFailure(failure.kind(),
                       "game " + std::to_string(number) + " of the trial: " + failure.what());
  }
}

}  // namespace carrack
