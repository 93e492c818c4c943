#include "agents/scripted/option_value.hpp"

#include <algorithm>
#include <array>

#include "agents/scripted/expansion_value.hpp"
#include "agents/scripted/placement_value.hpp"
#include "agents/scripted/presence.hpp"
#include "agents/scripted/region_view.hpp"
#include "agents/scripted/valuation.hpp"

namespace carrack {
namespace {

double migrate_value(const State& s, unsigned argument) {
  const unsigned n = argument % 2 + 1;
  const auto from = nth<Region>(argument / 2 / kMaxRegions);
  const auto to = nth<Region>(argument / 2 % kMaxRegions);
  const unsigned here = s.of(s.actor).workers_in(from);
  const unsigned other = valuation::best_other(s, s.actor, from);
  const double loss = valuation::presence(s, here, other) - valuation::presence(s, here - n, other);
  return valuation::reinforcement(s, s.actor, to, n) - loss - 0.1;
}

double march_value(const State& s, unsigned argument) {
  const auto from = nth<Region>(argument / kMaxRegions);
  const auto to = nth<Region>(argument % kMaxRegions);
  return valuation::reinforcement(s, s.actor, to, 1) -
         0.9 * valuation::reinforcement(s, s.actor, from, 1) - 0.3;
}

double claim_value(const State& s, Region r) {
  const int known = counter_known_to(s, s.actor, r);
  return known < 0 ? 5 : s.ruleset().figures().counters[static_cast<unsigned>(known)].vp;
}

}  // namespace

LandingValues::LandingValues(const State& s, const Strategy& strategy)
    : factor_(strategy.colonies) {
  const Worker worker = s.dock[s.cursor].worker();
  const double bonus = worker == Worker::builder ? valuation::builder_bonus(s) : 0;
  const unsigned stage = valuation::Presence::stage(s);
  const auto& presence = valuation::Presence::table();
  const auto& regions = catalogue::regions(s.ruleset().board());
  const RegionCounts own = s.of(s.actor).workers_by_region();
  const RegionCounts others = valuation::most_of_others(s, s.actor);
  for_each_bit(s.discovered, [&](unsigned r) {
    const unsigned extra =
        1 + (worker == Worker::missionary ? tiles::converts(s, s.actor, nth<Region>(r)) : 0);
    const double good =
        has_bit(s.region_tokens, r) ? valuation::good(s, s.actor, regions[r].good) : 0;
    values_[r] = presence.gain(stage, own[r], others[r], extra, good) + bonus;
  });
}

unsigned OptionValues::wanted() {
  if (wanted_ == 0) wanted_ = valuation::wanted_strength(s_);
  return wanted_;
}

const valuation::Battles& OptionValues::battles() {
  if (!battles_) battles_.emplace(s_, s_.actor);
  return *battles_;
}

double OptionValues::war_value(Player defender) {
  double value = -valuation::dollar(s_) * s_.ruleset().figures().war;
  for_each_bit(warfare::battlefields(s_, s_.actor, defender),
               [&](unsigned r) { value += battles().in(nth<Region>(r), defender); });
  return value;
}

double OptionValues::discovery() {
  if (discovery_ < 0) discovery_ = valuation::discovery(s_, s_.actor);
  return discovery_;
}

/// Sends a party that is just strong enough; the rest waits for the next turn.
double OptionValues::send_value(Action action) {
  const unsigned n = action.argument(Verb::send) % kSendSizes;
  const auto expedition = discovery::Expedition::of(s_);
  const int known = expedition.target == discovery::kDeck
                        ? -1
                        : counter_known_to(s_, s_.actor, nth<Region>(expedition.target));
  const unsigned needed =
      known < 0 ? wanted() : s_.ruleset().figures().counters[static_cast<unsigned>(known)].natives;
  const bool is_captain = discovery::kPartyOrder[s_.step] == Worker::captain;
  const unsigned each = is_captain ? tiles::captain_strength(s_, s_.actor) : 1;
  const unsigned before = valuation::strength(s_, s_.actor, expedition.sent);
  const unsigned reached = before + n * each;
  const unsigned missing = needed > reached ? needed - reached : 0;
  return -5.0 * missing - 1.0 * n;
}

/// Depends on whether the workers in the box are enough for the target.
double OptionValues::explore_value(Action action) {
  const unsigned target = action.argument(Verb::explore);
  const unsigned ours = valuation::strength(s_, s_.actor, s_.of(s_.actor).discovery());
  const int known =
      target == discovery::kDeck ? -1 : counter_known_to(s_, s_.actor, nth<Region>(target));
  double chance = 0;
  if (known >= 0) {
    const unsigned natives = s_.ruleset().figures().counters[static_cast<unsigned>(known)].natives;
    chance = ours >= natives ? 1 : 0;
  } else {
    if (success_ < 0) success_ = valuation::success(s_, ours);
    chance = success_;
  }
  const double gain = chance * discovery();
  const double reserve = s_.turn == kTurns ? 0 : 0.5;  // a party that waits may succeed later
  return chance >= reserve ? gain : -1;
}

double weighed_tile(Tile kind, double value, const Strategy& w) {
  constexpr double kPreference = 10;
  constexpr double kNever = -1000;
  if (w.avoided.contains(only_copy(kind))) return kNever;
  const double weighed = w.buildings * value;
  return w.preferred.contains(only_copy(kind)) ? weighed + kPreference : weighed;
}

double OptionValues::of(Action action) {
  const State& s = s_;
  const Strategy& w = strategy_;
  const Player me = s.actor;
  if (action.is_pass()) return s.node == Node::university && s.turn < kTurns ? 0.5 : 0;
  switch (const Verb verb = action.verb(); verb) {
    case Verb::place: return placement_value(s, action, w);
    case Verb::land: return LandingValues(s, w).of(action);
    case Verb::take: return w.goods * valuation::good(s, me, nth<Good>(action.argument(verb)));
    case Verb::buy: {
      const auto kind = nth<Tile>(action.argument(verb));
      return weighed_tile(kind, valuation::tile(s, me, kind), w) -
             buildings::price(s, kind) * valuation::dollar(s);
    }
    case Verb::claim: return claim_value(s, nth<Region>(action.argument(verb)));
    case Verb::station:
      return valuation::reinforcement(s, me, nth<Region>(action.argument(verb)), 2);
    case Verb::explore: return w.discoveries * explore_value(action);
    case Verb::send: return send_value(action);
    case Verb::train: {
      const double price =
          s.node == Node::train ? s.ruleset().figures().training * valuation::dollar(s) : 0;
      return valuation::next_worker(s, nth<Worker>(action.argument(verb))) - price;
    }
    case Verb::battle: {
      const unsigned argument = action.argument(verb);
      return w.warfare *
             battles().in(nth<Region>(argument / kMaxPlayers), nth<Player>(argument % kMaxPlayers));
    }
    case Verb::war: return w.warfare * war_value(nth<Player>(action.argument(verb)));
    case Verb::kill: {  // soldiers first, the militia last
      constexpr std::array<double, kCasualties> kPreference{2, 1, 4, 3, 0};
      return kPreference[action.argument(verb)];
    }
    case Verb::march: return march_value(s, action.argument(verb));
    case Verb::migrate: return w.colonies * migrate_value(s, action.argument(verb));
    case Verb::first: return 1;
    case Verb::bid: {  // the next dollar, as long as the prize is worth it
      const unsigned most_worth_bidding = s.node == Node::place_bid ? 3 : 7;
      const unsigned bid = action.argument(verb) + 1;
      return bid <= most_worth_bidding ? 1.0 / bid : -1;
    }
    case Verb::look:
    case Verb::settle:
    case Verb::swap:
    case Verb::give:
    case Verb::sell:
    case Verb::edict:
    case Verb::lose:
    case Verb::strike:
    case Verb::rewrite:
    case Verb::use:
    case Verb::next:
    case Verb::replace:
    case Verb::return_:
    case Verb::vp:
    case Verb::ally:
    case Verb::force:
    case Verb::nation: return expansion_value(s, verb, action.argument(verb));
    case Verb::pass:
    case Verb::order:
    case Verb::starter:
    case Verb::tile:
    case Verb::good:
    case Verb::counter:
    case Verb::card:
    case Verb::cargo:
    case Verb::reserve:
    case Verb::steal: break;  // nobody chooses
  }
  return 0;
}

double option_value(const State& s, Action action, const Strategy& strategy) {
  return OptionValues(s, strategy).of(action);
}

}  // namespace carrack
