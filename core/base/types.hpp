// The kinds of things in the game, each a type of its own, so that a player can never be taken
// for a region. Goods, workers, boxes and tiles are in catalogue order.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace carrack {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

inline constexpr unsigned kMaxPlayers = 6;
inline constexpr unsigned kMaxRegions = 10;
inline constexpr unsigned kWorkers = 6;
inline constexpr unsigned kGoods = 15;
inline constexpr unsigned kShips = 8;
inline constexpr unsigned kBoxes = 15;
inline constexpr unsigned kTiles = 70;       // kinds
inline constexpr unsigned kTileCopies = 71;  // settlers exists twice
inline constexpr unsigned kCounters = 16;
inline constexpr unsigned kCards = 16;
inline constexpr unsigned kNations = 7;
inline constexpr unsigned kTurns = 8;
inline constexpr unsigned kGoodsOnShow = 4;
inline constexpr unsigned kTilesOnShow = 5;
inline constexpr unsigned kMostBid = 15;  // $ in an auction

enum class Edition : u8 { aoe3, empires };
inline constexpr unsigned kEditions = 2;
/// A board by its number (board.hpp): the printed ones have names, others come after them.
enum class Board : u16 { americas, world };
enum class Age : u8 { one, two, three };
[[nodiscard]] constexpr bool is_last_of_age(unsigned turn) noexcept {
  return turn == 3 || turn == 6 || turn == kTurns;
}
[[nodiscard]] constexpr Age age_of_turn(unsigned turn) noexcept {
  return turn <= 3 ? Age::one : turn <= 6 ? Age::two : Age::three;
}

/// A seat at the table: p1 is Player{0}. Seats never move; the player order does.
enum class Player : u8 {};
/// A region's place on its board, 0 to 9; which region that is depends on the board.
enum class Region : u8 {};
/// A discovery counter or a discovery card, by its index in the catalogue.
enum class Counter : u8 {};
enum class Card : u8 {};

enum class Worker : u8 { colonist, captain, merchant, missionary, soldier, builder };

enum class Good : u8 {
  gold,
  silver,
  cattle,
  cocoa,
  fish,
  sugar,
  fur,
  coffee,
  tobacco,
  rice,
  indigo,
  spices,
  silk,
  tea,
  ivory
};

enum class Box : u8 {
  initiative,
  dock,
  goods,
  shipping,
  buildings,
  discovery,
  captain,
  merchant,
  missionary,
  soldier,
  builder,
  training,
  warfare,
  mayflower,
  india
};

enum class Phase : u8 {
  setup,
  auction,
  placement,
  initiative,
  dock,
  goods,
  shipping,
  buildings,
  discovery,
  specialists,
  warfare,
  income,
  benefits,
  refresh,
  scoring,
  end
};

/// What kind of choice is open. Chance nodes come first, see is_chance(); their numbers are those
/// of the streams that games draw from, so new ones go after the last.
enum class Node : u8 {
  order,
  starter,
  tile,
  good,
  prize_counter,
  claim_counter,
  expedition_counter,
  expedition_card,
  cargo,
  nation,
  reserve,
  open_counter,
  look_counter,
  look_card,
  steal,
  // decisions
  bid,
  place_bid,
  pick_nation,
  prize,
  first_colony,
  power,
  reorder,
  commission,
  university,
  stables,
  place,
  return_card,
  land,
  take,
  buy,
  claim,
  station,
  spoils,
  overpopulation,
  edict,
  edict_settle,
  plague,
  strike,
  rewrite,
  ally,
  force,
  explore,
  send,
  train,
  battle,
  kill,
  march,
  migrate,
  swap,
  give,
  sell,
  buy_vp,
  // no choice
  initiative,
  shipping,
  income,
  benefits,
  restock,
  over
};

inline constexpr unsigned kNodes = 58;
inline constexpr unsigned kPhases = 16;

[[nodiscard]] constexpr bool is_chance(Node node) noexcept { return node <= Node::steal; }

template <typename E>
requires std::is_enum_v<E>
[[nodiscard]] constexpr unsigned index(E e) noexcept { return static_cast<unsigned>(e); }

/// The n-th value of an enumeration, e.g. `nth<Player>(2)` for p3.
template <typename E>
requires std::is_enum_v<E>
[[nodiscard]] constexpr E nth(unsigned n) noexcept { return static_cast<E>(n); }

static_assert(index(Node::over) + 1 == kNodes && index(Phase::end) + 1 == kPhases);

}  // namespace carrack
