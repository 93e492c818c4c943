// The loop that runs from one decision to the next, and the way from phase to phase.
#include "core/game.hpp"

#include <cstring>

#include "core/chance.hpp"
#include "core/phases.hpp"

namespace carrack {
namespace {

constexpr unsigned kStartingMoney = 10;
constexpr unsigned kStartingColonists = 5;

void fill_options(const State& s, Legal& legal) noexcept {
  switch (s.node) {
    case Node::order: setup::options(s, legal); break;
    case Node::starter: auction::starter_options(s, legal); break;
    case Node::tile:
    case Node::good:
    case Node::cargo:
    case Node::prize_counter:
    case Node::claim_counter:
    case Node::expedition_counter:
    case Node::expedition_card: chance::options(s, legal); break;
    case Node::bid: auction::options(s, legal); break;
    case Node::prize: auction::prize_options(s, legal); break;
    case Node::university: university::options(s, legal); break;
    case Node::place: placement::options(s, legal); break;
    case Node::land: dock::options(s, legal); break;
    case Node::take: goods::options(s, legal); break;
    case Node::buy: buildings::options(s, legal); break;
    case Node::claim: tiles::claim_options(s, legal); break;
    case Node::station: tiles::station_options(s, legal); break;
    case Node::explore: discovery::options(s, legal); break;
    case Node::send: discovery::send_options(s, legal); break;
    case Node::train: specialists::options(s, legal); break;
    case Node::battle: warfare::options(s, legal); break;
    case Node::kill: warfare::kill_options(s, legal); break;
    case Node::march: benefits::march_options(s, legal); break;
    case Node::migrate: benefits::migrate_options(s, legal); break;
    default: legal = Legal(); break;
  }
}

void choose(State& s, Action a) noexcept {
  switch (s.node) {
    case Node::order: setup::choose(s, a); break;
    case Node::starter: auction::choose_starter(s, a); break;
    case Node::tile: refresh::choose_tile(s, a); break;
    case Node::good: refresh::choose_good(s, a); break;
    case Node::cargo: benefits::choose_cargo(s, a); break;
    case Node::prize_counter: auction::choose_counter(s, a); break;
    case Node::claim_counter: tiles::choose_claim_counter(s, a); break;
    case Node::expedition_counter: discovery::choose_counter(s, a); break;
    case Node::expedition_card: discovery::choose_card(s, a); break;
    case Node::bid: auction::choose(s, a); break;
    case Node::prize: auction::choose_prize(s, a); break;
    case Node::university: university::choose(s, a); break;
    case Node::place: placement::choose(s, a); break;
    case Node::land: dock::choose(s, a); break;
    case Node::take: goods::choose(s, a); break;
    case Node::buy: buildings::choose(s, a); break;
    case Node::claim: tiles::choose_claim(s, a); break;
    case Node::station: tiles::choose_station(s, a); break;
    case Node::explore: discovery::choose(s, a); break;
    case Node::send: discovery::choose_send(s, a); break;
    case Node::train: specialists::choose(s, a); break;
    case Node::battle: warfare::choose(s, a); break;
    case Node::kill: warfare::choose_kill(s, a); break;
    case Node::march: benefits::choose_march(s, a); break;
    case Node::migrate: benefits::choose_migrate(s, a); break;
    default: assert(false); break;
  }
}

/// Goes on to where a player may have a choice, and fills in its options. False: the node has
/// changed, ask again.
bool seek(State& s, Legal& next) noexcept {
  switch (s.node) {
    case Node::place:
      if (!placement::seek(s)) return false;
      placement::options(s, next);
      return true;
    case Node::land:
      if (!dock::seek(s)) return false;
      break;
    case Node::take:
      if (!goods::seek(s)) return false;
      break;
    case Node::buy:
      if (!buildings::seek(s)) return false;
      break;
    case Node::explore:
      if (!discovery::seek(s)) return false;
      break;
    case Node::send:
      if (!discovery::seek_send(s)) return false;
      break;
    case Node::train:
      if (!specialists::seek(s)) return false;
      break;
    case Node::battle:
      if (!warfare::seek(s)) return false;
      break;
    case Node::kill:
      if (!warfare::seek_kill(s)) return false;
      break;
    case Node::bid:
      if (!auction::seek(s)) return false;
      break;
    case Node::university:
      if (!university::seek(s)) return false;
      break;
    case Node::benefits: benefits::seek(s); return false;
    case Node::initiative: initiative::resolve(s); return false;
    case Node::shipping: shipping::resolve(s); return false;
    case Node::income: income::resolve(s); return false;
    case Node::restock: refresh::seek(s); return false;
    default: break;
  }
  fill_options(s, next);
  return true;
}

/// The first node of a phase, behind its windows.
Node first_node(Phase phase) noexcept {
  switch (phase) {
    case Phase::placement: return Node::place;
    case Phase::initiative: return Node::initiative;
    case Phase::dock: return Node::land;
    case Phase::goods: return Node::take;
    case Phase::shipping: return Node::shipping;
    case Phase::buildings: return Node::buy;
    case Phase::discovery: return Node::explore;
    case Phase::specialists: return Node::train;
    case Phase::warfare: return Node::battle;
    case Phase::income: return Node::income;
    case Phase::benefits: return Node::benefits;
    default: return Node::restock;
  }
}

constexpr bool has_window(Phase phase) noexcept {
  return phase == Phase::placement || phase == Phase::initiative || phase == Phase::dock ||
         phase == Phase::buildings;
}

}  // namespace

void begin(State& s, Phase phase) noexcept {
  s.phase = phase;
  s.cursor = 0;
  s.step = 0;
  s.actor = Player{0};
  s.node = has_window(phase) ? Node::university : first_node(phase);
}

void enter_box(State& s) noexcept {
  s.actor = Player{0};
  s.node = first_node(s.phase);
}

State start(Ruleset rules) noexcept {
  State s{};
  s.turn = 1;
  s.ruleset_code = rules.code();
  const auto regions = catalogue::regions(rules.board());
  for (unsigned g = 0; g < kGoods; ++g) {
    PlayerState::GoodLanes::add(s.supply, g, catalogue::kGoodTokens[index(rules.board())][g]);
  }
  PlayerState::GoodLanes::add(s.supply, PlayerState::kShipLane, kShips - 1);
  s.ship_on_show = 1;
  for (const RegionRow& region : regions) {
    PlayerState::GoodLanes::sub(s.supply, index(region.good), 1);
  }
  s.region_tokens = static_cast<u16>(s.all_regions());
  s.discovered = 1;  // the Caribbean
  s.on_show = kNoGoods;
  s.order = static_cast<u32>(low_bits(4 * kMaxPlayers));  // no place settled
  for (unsigned copy = 0; copy < kTileCopies; ++copy) s.assign(nth<TileCopy>(copy), kInBag);
  for (unsigned i = 0; i < kCounters; ++i) s.counters.assign(i, kInBag);
  for (unsigned i = 0; i < kCards; ++i) s.cards.assign(i, kInBag);
  for (unsigned p = 0; p < rules.players(); ++p) {
    s.player[p].earn(kStartingMoney);
    gain_workers(s.player[p], Worker::colonist, kStartingColonists);
  }
  const bool bidding = rules.has(Module::auction);
  s.phase = bidding ? Phase::auction : Phase::setup;
  s.node = bidding ? Node::starter : Node::order;
  return s;
}

void run(State& s, Legal& next) noexcept {
  for (;;) {
    if (is_chance(s)) {
      if (!chance::is_forced(s)) {
        next = Legal();
        return;
      }
      choose(s, chance_outcome(s, 0));
      continue;
    }
    if (!seek(s, next)) continue;
    if (s.node == Node::over) return;
    const unsigned options = next.size();
    assert(options > 0);
    if (options > 1) return;
    choose(s, next[0]);
  }
}

Legal legal(const State& s) noexcept {
  Legal options;
  fill_options(s, options);
  return options;
}

void apply(State& s, Action action, Legal& next) noexcept {
  assert(legal(s).contains(action));
  choose(s, action);
  run(s, next);
}

void apply(State& s, Action action) noexcept {
  Legal next;
  apply(s, action, next);
}

u64 hash(const State& s) noexcept {
  // Each word is folded in by a multiplication to 128 bits, as in wyhash.
  constexpr u64 kMultiplier = 0x9E3779B97F4A7C15U;
  std::array<u64, sizeof(State) / sizeof(u64)> words;
  std::memcpy(words.data(), &s, sizeof s);
  u64 h = kMultiplier;
  for (const u64 word : words) {
    const auto product = u128{h ^ word} * kMultiplier;
    h = static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
    h += kMultiplier;
  }
  return h;
}

bool operator==(const State& a, const State& b) noexcept {
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

}  // namespace carrack
