#include "core/game/chance.hpp"

#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

/// The tiles that the next `reserve` event is drawn from.
TileSet unreserved(const State& s) noexcept {
  return tile_pool(s.ruleset(), Age::three) - reserved_tiles(s);
}

}  // namespace

namespace chance {

void options(const State& s, Legal& legal) noexcept {
  switch (s.node) {
    case Node::tile: {
      const TileSet kinds = tile_bag(s).kinds();
      legal.reset(Verb::tile);
      legal.add_set(Verb::tile, kinds.low);
      legal.add_set(Verb::tile, kinds.high, 64);
      break;
    }
    case Node::good: legal.assign(Verb::good, s.supply.kinds()); break;
    case Node::cargo: legal.assign(Verb::cargo, s.supply.kinds()); break;
    case Node::order: legal.assign(Verb::order, s.unplaced()); break;
    case Node::starter: legal.assign(Verb::starter, low_bits(s.players())); break;
    case Node::nation: legal.assign(Verb::nation, nations::left(s)); break;
    case Node::reserve: {
      const TileSet kinds = unreserved(s).kinds();
      legal.reset(Verb::reserve);
      legal.add_set(Verb::reserve, kinds.low);
      legal.add_set(Verb::reserve, kinds.high, 64);
      break;
    }
    case Node::steal: legal.assign(Verb::steal, tiles::stealable(s)); break;
    case Node::look_card:
    case Node::expedition_card: legal.assign(Verb::card, card_bag(s)); break;
    default:  // the counters
      legal.assign(Verb::counter, counter_bag(s));
      break;
  }
}

bool is_forced(const State& s) noexcept {
  switch (s.node) {
    case Node::tile: {
      const TileSet bag = tile_bag(s);
      return bag.size() == 1 || bag == TileSet{.low = 3};  // both settlers are one outcome
    }
    case Node::good:
    case Node::cargo: {
      return s.supply.is_one_kind();
    }
    default: return chance_total(s) == 1;
  }
}

}  // namespace chance

unsigned chance_total(const State& s) noexcept {
  switch (s.node) {
    case Node::order: return count_bits(s.unplaced());
    case Node::starter: return s.players();
    case Node::tile: return tile_bag(s).size();
    case Node::good:
    case Node::cargo: return s.supply.tokens();
    case Node::nation: return count_bits(nations::left(s));
    case Node::reserve: return unreserved(s).size();
    case Node::steal: return count_bits(tiles::stealable(s));
    case Node::look_card:
    case Node::expedition_card: return count_bits(card_bag(s));
    default: return count_bits(counter_bag(s));
  }
}

unsigned chance_weight(const State& s, Action outcome) noexcept {
  switch (s.node) {
    case Node::tile: {
      const unsigned kind = outcome.argument(Verb::tile);
      return kind == 0 ? count_bits(tile_bag(s).low & 3U) : 1;  // settlers has two copies
    }
    case Node::good: return s.supply[nth<Good>(outcome.argument(Verb::good))];
    case Node::cargo: return s.supply[nth<Good>(outcome.argument(Verb::cargo))];
    default: return 1;
  }
}

Action chance_outcome(const State& s, unsigned token) noexcept {
  switch (s.node) {
    case Node::order: return {Verb::order, nth_bit(s.unplaced(), token)};
    case Node::starter: return {Verb::starter, token};
    case Node::tile: return {Verb::tile, index(kind_of(tile_bag(s).nth_copy(token)))};
    case Node::good:
    case Node::cargo: {
      const unsigned kind = index(s.supply.nth_token(token));
      return {s.node == Node::good ? Verb::good : Verb::cargo, kind};
    }
    case Node::nation: return {Verb::nation, nth_bit(nations::left(s), token)};
    case Node::reserve: return {Verb::reserve, index(kind_of(unreserved(s).nth_copy(token)))};
    case Node::steal: return {Verb::steal, nth_bit(tiles::stealable(s), token)};
    case Node::look_card:
    case Node::expedition_card: return {Verb::card, nth_bit(card_bag(s), token)};
    default: return {Verb::counter, nth_bit(counter_bag(s), token)};
  }
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
  const auto token = u128{bits} * chance_total(s) >> 64;
  return chance_outcome(s, static_cast<unsigned>(token));
}

}  // namespace carrack
