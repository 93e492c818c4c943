#include "core/game/chance.hpp"

#include <tuple>
#include <utility>

#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

/// The tiles that the next `reserve` event is drawn from.
TileSet unreserved(const State& s) noexcept {
  return tile_pool(s.ruleset(), Age::three) - reserved_tiles(s);
}

u32 seats(const State& s) noexcept { return static_cast<u32>(low_bits(s.players())); }
u32 unplaced(const State& s) noexcept { return s.unplaced(); }
Holding supply(const State& s) noexcept { return s.supply; }

// The three kinds of pools. A pool knows its outcomes, which are the arguments of a verb, and how
// many equally likely tokens make up each.

/// Things that exist once: one token each.
struct Members {
  u32 set;
  void add_to(Legal& legal, Verb verb) const noexcept { legal.assign(verb, set); }
  [[nodiscard]] unsigned size() const noexcept { return count_bits(set); }
  [[nodiscard]] bool is_forced() const noexcept { return size() == 1; }
  [[nodiscard]] static unsigned weight(unsigned /*member*/) noexcept { return 1; }
  [[nodiscard]] unsigned outcome(unsigned token) const noexcept { return nth_bit(set, token); }
};

/// Kinds of tiles: a token for each copy. Only settlers have two.
struct Copies {
  TileSet set;
  void add_to(Legal& legal, Verb verb) const noexcept {
    legal.assign_wide(verb, set.kinds().bits());
  }
  [[nodiscard]] unsigned size() const noexcept { return set.size(); }
  [[nodiscard]] bool is_forced() const noexcept {
    return set.size() == 1 || set == kBothSettlers;  // both settlers are one outcome
  }
  [[nodiscard]] unsigned weight(unsigned kind) const noexcept {
    return nth<Tile>(kind) == Tile::settlers ? (set & kBothSettlers).size() : 1;
  }
  [[nodiscard]] unsigned outcome(unsigned token) const noexcept {
    return index(kind_of(set.nth_copy(token)));
  }
  static constexpr TileSet kBothSettlers{.low = 3};
};

/// Kinds of goods: a token for each that is there.
struct Tokens {
  Holding goods;
  void add_to(Legal& legal, Verb verb) const noexcept { legal.assign(verb, goods.kinds()); }
  [[nodiscard]] unsigned size() const noexcept { return goods.tokens(); }
  [[nodiscard]] bool is_forced() const noexcept { return goods.is_one_kind(); }
  [[nodiscard]] unsigned weight(unsigned kind) const noexcept { return goods[nth<Good>(kind)]; }
  [[nodiscard]] unsigned outcome(unsigned token) const noexcept {
    return index(goods.nth_token(token));
  }
};

/// A chance node, the verb of its outcomes, and the pool that they are drawn from.
template <typename Pool, typename Contents>
struct Draw {
  Node node;
  Verb verb;
  Contents (*contents)(const State&) noexcept;
  [[nodiscard]] Pool pool(const State& s) const noexcept { return {contents(s)}; }
};
using FromMembers = Draw<Members, u32>;
using FromCopies = Draw<Copies, TileSet>;
using FromTokens = Draw<Tokens, Holding>;

/// What is drawn at each chance node, in the order of the nodes. All that follows derives from it.
constexpr std::tuple kDraws{
    FromMembers{Node::order, Verb::order, unplaced},
    FromMembers{Node::starter, Verb::starter, seats},
    FromCopies{Node::tile, Verb::tile, tile_bag},
    FromTokens{Node::good, Verb::good, supply},
    FromMembers{Node::prize_counter, Verb::counter, counter_bag},
    FromMembers{Node::claim_counter, Verb::counter, counter_bag},
    FromMembers{Node::expedition_counter, Verb::counter, counter_bag},
    FromMembers{Node::expedition_card, Verb::card, card_bag},
    FromTokens{Node::cargo, Verb::cargo, supply},
    FromMembers{Node::nation, Verb::nation, nations::left},
    FromCopies{Node::reserve, Verb::reserve, unreserved},
    FromMembers{Node::open_counter, Verb::counter, counter_bag},
    FromMembers{Node::look_counter, Verb::counter, counter_bag},
    FromMembers{Node::look_card, Verb::card, card_bag},
    FromMembers{Node::steal, Verb::steal, tiles::stealable},
};
constexpr std::size_t kChanceNodes = std::tuple_size_v<decltype(kDraws)>;

template <std::size_t... i>
constexpr bool are_in_order(std::index_sequence<i...>) {
  return ((std::get<i>(kDraws).node == nth<Node>(i)) && ...);
}
static_assert(are_in_order(std::make_index_sequence<kChanceNodes>()));
static_assert(is_chance(nth<Node>(kChanceNodes - 1)) && !is_chance(nth<Node>(kChanceNodes)));

/// Calls `ask(verb, pool)` with the row of a chance node.
template <std::size_t i = 0, typename Ask>
decltype(auto) at_draw(const State& s, Ask&& ask) noexcept {
  constexpr auto kDraw = std::get<i>(kDraws);
  if constexpr (i + 1 < kChanceNodes) {
    if (s.node != kDraw.node) return at_draw<i + 1>(s, ask);
  }
  return ask(kDraw.verb, kDraw.pool(s));
}

}  // namespace

namespace chance {

void options(const State& s, Legal& legal) noexcept {
  at_draw(s, [&](Verb verb, auto pool) { pool.add_to(legal, verb); });
}

bool is_forced(const State& s) noexcept {
  return at_draw(s, [](Verb, auto pool) { return pool.is_forced(); });
}

}  // namespace chance

unsigned chance_total(const State& s) noexcept {
  return at_draw(s, [](Verb, auto pool) { return pool.size(); });
}

unsigned chance_weight(const State& s, Action outcome) noexcept {
  return at_draw(s, [&](Verb verb, auto pool) { return pool.weight(outcome.argument(verb)); });
}

Action chance_outcome(const State& s, unsigned token) noexcept {
  return at_draw(s, [&](Verb verb, auto pool) { return Action(verb, pool.outcome(token)); });
}

Action draw_chance(const State& s, Random& random) noexcept {
  return at_draw(s, [&](Verb verb, auto pool) {
    return Action(verb, pool.outcome(random.below(pool.size())));
  });
}

Action ChanceSource::draw(const State& s) noexcept {
  if (turn_ != s.turn) {
    turn_ = s.turn;
    drawn_ = {};
  }
  const unsigned kind = index(s.node);
  // 64 bits for at most 71 tokens: the bias of a plain product is below 2^-57.
  const u64 bits =
      derive_seed(seed_, stream(StreamFamily::chance, kind), u64{s.turn} << 8 | drawn_[kind]++);
  return at_draw(s, [&](Verb verb, auto pool) {
    const auto token = u128{bits} * pool.size() >> 64;
    return Action(verb, pool.outcome(static_cast<unsigned>(token)));
  });
}

}  // namespace carrack
