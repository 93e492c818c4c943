// What the options of the edition of 2015, its modules and variants are worth.
#include "agents/scripted/expansion_value.hpp"

#include <algorithm>
#include <limits>

#include "agents/scripted/valuation.hpp"
#include "core/game/queries.hpp"

namespace carrack {
namespace {

/// The own good that is missed least.
double cheapest_good(const State& s) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned g = 0; g < kGoods; ++g) {
    if (s.of(s.actor).good(nth<Good>(g)) != 0) {
      least = std::min(least, valuation::good_held(s, s.actor, nth<Good>(g)));
    }
  }
  return least;
}

/// A look pays if the party could be strong enough, but probably is not.
double look_value(const State& s, unsigned place) {
  constexpr double kForNothing = 20;  // what costs nothing is looked at before all else
  if (nations::is_danish(s, s.actor) && has_bit(s.board_row().danish(), place)) {
    return kForNothing;
  }
  const double price = scouting::price(s.age()) * valuation::dollar(s);
  const unsigned ours = valuation::strength(s, s.actor, s.of(s.actor).discovery());
  const double chance = valuation::success(s, ours);
  const bool in_doubt = s.node == Node::explore && chance > 0.1 && chance < 0.5;
  return in_doubt ? 0.4 * valuation::discovery(s, s.actor) - price : -price;
}

/// A power that can be used few times waits for a good occasion.
double use_value(const State& s) {
  const bool is_late = s.turn + 1U >= kTurns;
  if (s.phase == Phase::dock) {
    return valuation::best_reinforcement(s, s.actor, 2) - (is_late ? 0 : 3);
  }
  if (s.phase == Phase::goods) {
    double best = 0;
    for (const Good good : s.goods_on_show) {
      best = std::max(best, valuation::good(s, s.actor, good));
    }
    return best - (is_late ? 0 : 2.5);
  }
  return valuation::ship(s, s.actor);  // shipping: the sooner the better
}

/// The specialist that a space brings, for a worker that costs nothing but its piece.
double replace_value(const State& s, unsigned argument) {
  const unsigned space = argument / kWorkers;
  const bool is_training = space + 1 == kWorkers;
  const auto specialist = is_training ? Worker::missionary : nth<Worker>(space + 1);
  return valuation::next_worker(s, specialist) - (is_training ? 2 : 0) - 1.5 -
         0.01 * (argument % kWorkers);
}

double rewrite_value(const State& s, unsigned victim) {
  const Figures& figures = s.ruleset().figures();
  unsigned vp = 0;
  const u32 counters = s.counters.held_by(victim);
  for_each_bit(counters, [&](unsigned i) { vp += figures.counters[i].vp; });
  return static_cast<double>(vp) / count_bits(counters);
}

/// A card that the own workers can overcome stays on top.
double return_value(const State& s, bool on_top) {
  const auto card = static_cast<unsigned>(fixed_top(s));
  const unsigned ours = valuation::strength(s, s.actor, s.of(s.actor).discovery());
  return on_top == (s.ruleset().figures().cards[card].natives <= ours) ? 1 : 0;
}

/// The order in which workers are given up, the highest value first.
double lose_value(Worker w) {
  switch (w) {
    case Worker::colonist: return 3;
    case Worker::missionary: return 2;
    case Worker::soldier: return 1;
    case Worker::captain:
    case Worker::merchant:
    case Worker::builder: break;
  }
  return 0;
}

/// The best ally is the player who could do most harm.
double ally_value(const State& s, Player other) {
  const valuation::Battles battles(s, other);
  double harm = 0.1 * s.of(other).soldiers_in_regions();
  for_each_bit(warfare::battlefields(s, other, s.actor),
               [&](unsigned r) { harm += std::max(0.0, battles.in(nth<Region>(r), s.actor)); });
  return harm;
}

}  // namespace

double expansion_value(const State& s, Verb verb, unsigned argument) {
  const Player me = s.actor;
  switch (verb) {
    case Verb::look: return look_value(s, argument);
    case Verb::return_: return return_value(s, argument == 0);
    case Verb::settle:
      return valuation::reinforcement(s, me, nth<Region>(argument),
                                      s.node == Node::edict_settle ? 2 : 1);
    case Verb::edict:  // the player who gains least, and after our own colonists
      return (argument % 2 == 1 ? 0.1 : 0) -
             valuation::best_reinforcement(s, nth<Player>(argument / 2), 2);
    case Verb::lose: return lose_value(nth<Worker>(argument));
    case Verb::strike: {
      const unsigned place = argument / kMostStruck;
      return valuation::weakening(s, me, nth<Player>(place % kMaxPlayers),
                                  nth<Region>(place / kMaxPlayers), argument % kMostStruck + 1);
    }
    case Verb::rewrite: return rewrite_value(s, argument);
    case Verb::swap:
      return valuation::good(s, me, nth<Good>(argument % kGoods)) - cheapest_good(s) - 0.1;
    case Verb::give: return -valuation::good_held(s, me, nth<Good>(argument));
    case Verb::sell:
      return tiles::each(s, Tile::trading_house) * valuation::dollar(s) -
             valuation::good_held(s, me, nth<Good>(argument));
    case Verb::use: return use_value(s);
    case Verb::next: return argument / kWorkers == index(me) ? 1 : 0;
    case Verb::replace: return replace_value(s, argument);
    case Verb::vp: return (argument + 1) * (1 - scoring::vp_price(s.age()) * valuation::dollar(s));
    case Verb::ally: return ally_value(s, nth<Player>(argument));
    case Verb::force:
      return valuation::forced_war(s, me, nth<Player>(argument / kMaxPlayers),
                                   nth<Player>(argument % kMaxPlayers));
    case Verb::nation: return valuation::nation(nth<Nation>(argument));
    case Verb::pass:
    case Verb::place:
    case Verb::explore:
    case Verb::first:
    case Verb::land:
    case Verb::take:
    case Verb::claim:
    case Verb::station:
    case Verb::send:
    case Verb::train:
    case Verb::buy:
    case Verb::battle:
    case Verb::war:
    case Verb::kill:
    case Verb::march:
    case Verb::migrate:
    case Verb::bid:
    case Verb::order:
    case Verb::starter:
    case Verb::tile:
    case Verb::good:
    case Verb::counter:
    case Verb::card:
    case Verb::cargo:
    case Verb::reserve:
    case Verb::steal: break;  // option_value() values them, or nobody chooses
  }
  return 0;
}

}  // namespace carrack
