// The loop that runs from one decision to the next, and the way from phase to phase.
#include "core/game/game.hpp"

#include <array>
#include <cstring>
#include <initializer_list>

#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

/// A node and the functions that handle it; see phases.hpp.
struct Handler {
  Node node;
  bool (*seek)(State&) noexcept;  // null: the node always stands at a choice
  void (*options)(const State&, Legal&) noexcept;
  void (*choose)(State&, Action) noexcept;
};

/// A node without a choice: it does its work and hands over.
template <void (*resolve)(State&) noexcept>
bool pass_through(State& s) noexcept {
  resolve(s);
  return false;
}

bool seek_stables(State& s) noexcept {
  if (tiles::begin_stables(s)) return true;
  enter_box(s);
  return false;
}

constexpr std::initializer_list<Handler> kHandlerList{
    {Node::order, nullptr, chance::options, setup::choose},
    {Node::starter, nullptr, chance::options, auction::choose_starter},
    {Node::tile, nullptr, chance::options, refresh::choose_tile},
    {Node::good, nullptr, chance::options, refresh::choose_good},
    {Node::prize_counter, nullptr, chance::options, auction::choose_counter},
    {Node::claim_counter, nullptr, chance::options, tiles::choose_claim_counter},
    {Node::expedition_counter, nullptr, chance::options, discovery::choose_counter},
    {Node::expedition_card, nullptr, chance::options, discovery::choose_card},
    {Node::cargo, nullptr, chance::options, tiles::choose_cargo},
    {Node::nation, nullptr, chance::options, setup::choose_nation},
    {Node::reserve, nullptr, chance::options, refresh::choose_reserve},
    {Node::open_counter, nullptr, chance::options, refresh::choose_open_counter},
    {Node::look_counter, nullptr, chance::options, scouting::choose_counter},
    {Node::look_card, nullptr, chance::options, scouting::choose_card},
    {Node::steal, nullptr, chance::options, tiles::choose_steal},

    {Node::bid, auction::seek, auction::add_bids, auction::choose},
    {Node::place_bid, nation_auction::seek, auction::add_bids, nation_auction::choose},
    {Node::pick_nation, nullptr, nations::pick_options, nation_auction::choose_nation},
    {Node::prize, nullptr, auction::prize_options, auction::choose_prize},
    {Node::first_colony, nullptr, nations::first_colony_options, nations::choose_first_colony},
    {Node::power, nations::seek, nations::options, nations::choose},
    {Node::reorder, nations::seek_reorder, nations::reorder_options, nations::choose_reorder},
    {Node::commission, nullptr, nations::commission_options, nations::choose_commission},
    {Node::university, university::seek, university::options, university::choose},
    {Node::stables, seek_stables, benefits::march_options, benefits::choose_march},
    {Node::place, placement::seek, placement::options, placement::choose},
    {Node::return_card, nullptr, scouting::return_options, scouting::choose_return},
    {Node::initiative, pass_through<initiative::resolve>, nullptr, nullptr},
    {Node::land, dock::seek, dock::options, dock::choose},
    {Node::take, goods::seek, goods::options, goods::choose},
    {Node::shipping, pass_through<shipping::resolve>, nullptr, nullptr},
    {Node::buy, buildings::seek, buildings::options, buildings::choose},
    {Node::claim, nullptr, tiles::claim_options, tiles::choose_claim},
    {Node::station, nullptr, tiles::station_options, tiles::choose_station},
    {Node::spoils, tiles::seek_spoils, tiles::spoils_options, tiles::choose_spoils},
    {Node::overpopulation, tiles::seek_overpopulation, tiles::overpopulation_options,
     tiles::choose_overpopulation},
    {Node::edict, nullptr, tiles::edict_options, tiles::choose_edict},
    {Node::edict_settle, tiles::seek_edict_settle, tiles::edict_settle_options,
     tiles::choose_edict_settle},
    {Node::plague, tiles::seek_plague, tiles::plague_options, tiles::choose_plague},
    {Node::strike, nullptr, tiles::strike_options, tiles::choose_strike},
    {Node::rewrite, tiles::seek_rewrite, tiles::rewrite_options, tiles::choose_rewrite},
    {Node::ally, nullptr, tiles::ally_options, tiles::choose_ally},
    {Node::force, nullptr, warfare::force_options, warfare::choose_force},
    {Node::explore, discovery::seek, discovery::options, discovery::choose},
    {Node::send, discovery::seek_send, discovery::send_options, discovery::choose_send},
    {Node::train, specialists::seek, specialists::options, specialists::choose},
    {Node::battle, warfare::seek, warfare::options, warfare::choose},
    {Node::kill, warfare::seek_kill, warfare::kill_options, warfare::choose_kill},
    {Node::income, pass_through<income::resolve>, nullptr, nullptr},
    {Node::benefits, pass_through<benefits::seek>, nullptr, nullptr},
    {Node::march, nullptr, benefits::march_options, benefits::choose_march},
    {Node::migrate, nullptr, benefits::migrate_options, benefits::choose_migrate},
    {Node::swap, nullptr, benefits::swap_options, benefits::choose_swap},
    {Node::give, nullptr, benefits::give_options, benefits::choose_give},
    {Node::sell, benefits::seek_sell, benefits::sell_options, benefits::choose_sell},
    {Node::restock, pass_through<refresh::seek>, nullptr, nullptr},
    {Node::buy_vp, scoring::seek_buy, scoring::buy_options, scoring::choose_buy},
};

constexpr std::array<Handler, kNodes> kHandlers = [] {
  std::array<Handler, kNodes> handlers{};
  for (const Handler& handler : kHandlerList) handlers[index(handler.node)] = handler;
  return handlers;
}();

constexpr const Handler& handler_of(const State& s) noexcept { return kHandlers[index(s.node)]; }

/// The first node of a phase, after its windows.
constexpr Node first_node(Phase phase) noexcept {
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
    case Phase::scoring: return Node::buy_vp;
    case Phase::setup:
    case Phase::auction:
    case Phase::refresh:
    case Phase::end: break;
  }
  return Node::restock;
}

/// The first window before a phase that comes after the national powers, or the phase itself.
constexpr Node after_powers(Phase phase, Edition edition) noexcept {
  if (has_bit(row_of(edition).university, index(phase))) return Node::university;
  if (phase == Phase::discovery && row_of(edition).stables_before_discovery) {
    return Node::stables;
  }
  return first_node(phase);
}

/// Where each phase begins: by edition, with national powers or without.
using Entrances = std::array<Node, kPhases>;
constexpr std::array<std::array<Entrances, 2>, kEditions> kEntrances = [] {
  std::array<std::array<Entrances, 2>, kEditions> table{};
  for (unsigned edition = 0; edition < kEditions; ++edition) {
    for (unsigned p = 0; p < kPhases; ++p) {
      const auto phase = nth<Phase>(p);
      table[edition][0][p] = after_powers(phase, nth<Edition>(edition));
      table[edition][1][p] = nations::nation_before(phase) ? Node::power : table[edition][0][p];
    }
  }
  return table;
}();

}  // namespace

void begin(State& s, Phase phase) noexcept {
  s.phase = phase;
  s.cursor = 0;
  s.step = 0;
  s.actor = Player{0};
  const Ruleset rules = s.ruleset();
  s.node = kEntrances[index(rules.edition())][rules.has(Module::national) ? 1 : 0][index(phase)];
}

void after_power(State& s) noexcept {
  s.actor = Player{0};
  s.node = kEntrances[index(s.ruleset().edition())][0][index(s.phase)];
}

void enter_box(State& s) noexcept {
  s.actor = Player{0};
  s.node = first_node(s.phase);
}

State start(Ruleset rules) noexcept {
  State s{};
  s.turn = 1;
  s.rules = rules.id();
  s.seats = static_cast<u8>(rules.players());
  const BoardRow& board = rules.board_row();
  for (unsigned g = 0; g < kGoods; ++g) {
    s.supply.add(nth<Good>(g), board.tokens()[g]);
  }
  s.supply.add_ships(kShips - 1);
  s.ship_on_show = 1;
  for (const RegionRow& region : board.regions()) s.supply.remove(region.good);
  s.region_tokens = static_cast<u16>(s.all_regions());
  s.discovered = board.discovered();
  s.goods_on_show.clear();
  s.clear_places();
  s.assign_all({.low = ~u64{0}, .high = low_bits(kTileCopies - 64)}, kInBag);
  s.counters.assign_all(static_cast<u16>(low_bits(kCounters)), kInBag);
  const Holder deck = rules.has(Module::world) ? kOnTable : kInBag;  // there it is not in play
  s.cards.assign_all(static_cast<u16>(low_bits(kCards)), deck);
  const bool bidding = rules.has(Module::auction);
  const Figures& figures = rules.figures();
  for (unsigned p = 0; p < rules.players(); ++p) {
    PlayerState& mine = s.player[p];
    mine.earn(figures.money);
    for (unsigned w = 0; w < kWorkers; ++w) gain_workers(mine, nth<Worker>(w), figures.workers[w]);
    for (unsigned n = 0; n < kCaptainsSent && rules.has(Variant::two_player_captains); ++n) {
      mine.add_outside(Worker::captain);
      mine.add_discovery(Worker::captain);
    }
  }
  if (rules.has(Variant::scouting)) s.flags = kSecrets;
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
      handler_of(s).choose(s, chance_outcome(s, 0));
      continue;
    }
    if (s.node == Node::over) {
      next = Legal();
      return;
    }
    const Handler& handler = handler_of(s);
    if (handler.seek != nullptr && !handler.seek(s)) continue;
    handler.options(s, next);
    const unsigned options = next.size();
    assert(options > 0);
    if (options > 1) return;
    handler.choose(s, next[0]);
  }
}

bool seek(State& s) noexcept {
  const Handler& handler = handler_of(s);
  return handler.seek == nullptr || handler.seek(s);
}

Legal legal(const State& s) noexcept {
  Legal options;
  if (!is_over(s)) handler_of(s).options(s, options);
  return options;
}

// Three decisions in four are placements, and most of these lead to another one. apply() goes
// straight to it.
void apply(State& s, Action action, Legal& next) noexcept {
  assert(legal(s).contains(action));
  if (s.node == Node::place) {
    if (placement::play(s, action, next)) return;
  } else {
    handler_of(s).choose(s, action);
  }
  run(s, next);
}

void apply(State& s, Action action) noexcept {
  Legal next;
  apply(s, action, next);
}

namespace {

constexpr u64 kMultiplier = 0x9E3779B97F4A7C15U;

/// Each word is folded in by a multiplication to 128 bits, as in wyhash.
u64 hash_bytes(const State& s, u64 h) noexcept {
  std::array<u64, sizeof(State) / sizeof(u64)> words;
  std::memcpy(words.data(), &s, sizeof s);
  for (const u64 word : words) {
    const auto product = u128{h ^ word} * kMultiplier;
    h = static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
    h += kMultiplier;
  }
  return h;
}

}  // namespace

u64 hash(const State& s) noexcept {
  const Ruleset rules = s.ruleset();
  const u64 first = rules.is_tweaked()            ? rules.digest()
                    : rules.is_on_printed_board() ? kMultiplier
                                                  : rules.board_row().digest();
  return hash_bytes(portable(s), first);
}

bool operator==(const State& a, const State& b) noexcept {
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

}  // namespace carrack
