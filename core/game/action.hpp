// Actions: every event of the game, a player's or chance's, as one 16-bit number.
#pragma once

#include <array>
#include <cassert>
#include <string_view>

#include "core/game/catalogue.hpp"

namespace carrack {

/// The first word of an event (RULES §11), in the order of the id space.
enum class Verb : u8 {
  pass,
  place,
  look,
  explore,
  first,
  land,
  take,
  claim,
  station,
  settle,
  send,
  train,
  buy,
  battle,
  war,
  kill,
  march,
  migrate,
  swap,
  give,
  sell,
  edict,
  lose,
  strike,
  rewrite,
  bid,
  use,
  next,
  replace,
  return_,
  vp,
  ally,
  force,
  nation,
  order,
  starter,
  tile,
  good,
  counter,
  card,
  cargo,
  reserve,
  steal
};
inline constexpr unsigned kVerbs = index(Verb::steal) + 1;

/// A verb and how many actions it has. The argument of an action is its place within the verb.
struct VerbRow {
  std::string_view name;
  u16 count;
};

inline constexpr unsigned kPlacesWithDeck = kMaxRegions + 1;  // the regions, then the deck
inline constexpr unsigned kSendSizes = 30;                    // 0 to 29 of a type
inline constexpr unsigned kCasualties = 5;  // colonist, missionary, soldier, builder, militia
inline constexpr unsigned kMostStruck = 3;  // most colonists that plague_3 takes
inline constexpr unsigned kFirstBoxes = 4;  // dock, goods, buildings, warfare
inline constexpr unsigned kFirstInitiative = kFirstBoxes * kWorkers;
inline constexpr unsigned kFirstOrder = kFirstInitiative + 1;

/// The id space, the same for every ruleset, so that a policy over actions has one width.
inline constexpr std::array<VerbRow, kVerbs> kVerbRows{{
    {"pass", 1},
    {"place", kWorkers* kBoxes},   // worker, box
    {"look", kPlacesWithDeck},     // region or deck
    {"explore", kPlacesWithDeck},  // region or deck
    {"first", kFirstOrder + 1},    // box, worker; then initiative, order
    {"land", kMaxRegions},
    {"take", kGoods},
    {"claim", kMaxRegions},
    {"station", kMaxRegions},
    {"settle", kMaxRegions},
    {"send", kWorkers* kSendSizes},  // worker, how many
    {"train", kWorkers},
    {"buy", kTiles},
    {"battle", kMaxRegions* kMaxPlayers},  // region, player
    {"war", kMaxPlayers},
    {"kill", kCasualties},
    {"march", kMaxRegions* kMaxRegions},        // from, to
    {"migrate", kMaxRegions* kMaxRegions * 2},  // from, to, one or two
    {"swap", kMaxPlayers* kGoods},              // player, good
    {"give", kGoods},
    {"sell", kGoods},
    {"edict", kMaxPlayers * 2},  // player, first or second
    {"lose", kWorkers},
    {"strike", kMaxRegions* kMaxPlayers* kMostStruck},  // region, player, how many
    {"rewrite", kMaxPlayers},
    {"bid", kMostBid},                // $1 and more
    {"use", 3},                       // england, france, holland
    {"next", kMaxPlayers* kWorkers},  // player, worker
    {"replace", kWorkers* kWorkers},  // specialist space, worker
    {"return", 2},                    // top, bottom
    {"vp", 255},                      // 1 to 255
    {"ally", kMaxPlayers},
    {"force", kMaxPlayers* kMaxPlayers},  // attacker, defender
    {"nation", kNations},
    {"order", kMaxPlayers},
    {"starter", kMaxPlayers},
    {"tile", kTiles},
    {"good", kGoods},
    {"counter", kCounters},
    {"card", kCards},
    {"cargo", kGoods},
    {"reserve", kTiles},
    {"steal", kCounters},
}};

/// The id of each verb's first action, and after the last verb the size of the id space.
inline constexpr std::array<u16, kVerbs + 1> kFirstId = [] {
  std::array<u16, kVerbs + 1> first{};
  for (unsigned v = 0; v < kVerbs; ++v) {
    first[v + 1] = static_cast<u16>(first[v] + kVerbRows[v].count);
  }
  return first;
}();
inline constexpr unsigned kActions = kFirstId[kVerbs];

/// The verb of each id.
inline constexpr std::array<Verb, kActions> kVerbOfId = [] {
  std::array<Verb, kActions> verbs{};
  for (unsigned v = 0; v < kVerbs; ++v) {
    for (unsigned id = kFirstId[v]; id < kFirstId[v + 1]; ++id) verbs[id] = nth<Verb>(v);
  }
  return verbs;
}();

/// One event, as its id: 0 is `pass`, then the verbs in their order, each with its arguments.
class Action {
 public:
  constexpr Action() noexcept = default;  // pass
  explicit constexpr Action(u16 id) noexcept : id_(id) { assert(id < kActions); }
  constexpr Action(Verb verb, unsigned argument) noexcept
      : id_(static_cast<u16>(kFirstId[index(verb)] + argument)) {
    assert(argument < kVerbRows[index(verb)].count);
  }

  [[nodiscard]] constexpr u16 id() const noexcept { return id_; }
  [[nodiscard]] constexpr bool is_pass() const noexcept { return id_ == 0; }
  [[nodiscard]] constexpr bool is(Verb verb) const noexcept {
    return id_ >= kFirstId[index(verb)] && id_ < kFirstId[index(verb) + 1];
  }
  /// The place within `verb`. Precondition: is(verb).
  [[nodiscard]] constexpr unsigned argument(Verb verb) const noexcept {
    assert(is(verb));
    return id_ - unsigned{kFirstId[index(verb)]};
  }
  [[nodiscard]] constexpr Verb verb() const noexcept { return kVerbOfId[id_]; }

  friend constexpr auto operator<=>(Action, Action) noexcept = default;

 private:
  u16 id_ = 0;
};

inline constexpr Action kPass{};

}  // namespace carrack
