// Every invariant of a position, verified from scratch.
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "core/game.hpp"
#include "core/knowledge.hpp"
#include "core/nations.hpp"
#include "core/phases.hpp"
#include "core/tiles.hpp"

namespace carrack {
namespace {

class Checker {
 public:
  explicit Checker(const State& s) : s_(s) {}

  void run() const {
    check_pieces();
    check_goods();
    check_tiles();
    check_discoveries();
    check_boxes();
    check_world_map();
    check_nations();
    check_order();
    check_decision();
  }

 private:
  /// The message is put together only when it is needed: this runs after every step of a test.
  template <typename... Parts>
  void require(bool holds, const Parts&... what) const {
    if (holds) [[likely]]
      return;
    std::ostringstream message;
    message << "broken invariant in turn " << unsigned{s_.turn} << ", " << name(s_.phase) << ": ";
    (message << ... << what);
    throw std::logic_error(message.str());
  }

  /// The slot of the worker whose decision is open: on its space still, but home already.
  [[nodiscard]] const Slot* acting_slot() const {
    switch (s_.node) {
      case Node::land: return &s_.dock[s_.cursor];
      case Node::take: return &s_.goods_box[s_.cursor];
      case Node::buy: return &s_.buildings_box[s_.cursor];
      case Node::train: return &s_.specialist_box[s_.cursor];
      case Node::battle: return &s_.warfare_box[s_.cursor];
      default: return nullptr;
    }
  }

  template <typename Visit>
  void for_each_slot(Visit&& visit) const {
    const Slot* acting = acting_slot();
    const auto each = [&](const auto& spaces) {
      for (const Slot& slot : spaces) {
        if (!slot.empty() && &slot != acting) visit(slot);
      }
    };
    each(s_.dock);
    each(s_.goods_box);
    each(s_.buildings_box);
    each(s_.warfare_box);
    each(s_.initiative_box);
    each(s_.specialist_box);
  }

  void check_pieces() const {
    const bool on_world_map = s_.ruleset().has(Module::world);
    const u32 unmet_but_settled = on_world_map ? boards::row(s_.board).african() : 0U;  // W2
    std::array<std::array<unsigned, kWorkers>, kMaxPlayers> on_spaces{};
    for_each_slot([&](Slot slot) {
      require(index(slot.player()) < s_.players(), "a space is held by nobody's worker");
      ++on_spaces[index(slot.player())][index(slot.worker())];
    });
    for (unsigned i = 0; i < s_.players(); ++i) {
      const PlayerState& p = s_.player[i];
      const std::array<char, 6> owner{'p', static_cast<char>('1' + i), '\'', 's', ' ', '\0'};
      const char* const who = owner.data();
      for (unsigned t = 0; t < kWorkers; ++t) {
        const auto type = nth<Worker>(t);
        const unsigned in_india = i == tiles::owner_of_india(s_) ? s_.india()[type] : 0;
        const unsigned counted = p.available()[type] + p.shipping()[type] + p.discovery()[type] +
                                 on_spaces[i][t] + in_india;
        require(counted == p.outside()[type], who, name(type), "s outside the regions are ",
                counted, ", not ", p.outside()[type]);
        require(p.outside()[type] <= kPieces[t], who, "pieces of one type exceed their number");
      }
      require(p.outside()[Worker::soldier] + sum_regions(p.soldiers) <= 10, who, "soldiers");
      require(p.outside()[Worker::builder] + sum_regions(p.builders) <= 10, who, "builders");
      const WorkerCounts out = p.outside();
      require(sum_civilians(p.civilians) + sum_regions(p.missionaries) + out[Worker::colonist] +
                      out[Worker::captain] + out[Worker::merchant] + out[Worker::missionary] <=
                  kCivilianPieces,
              who, "civilians and pieces that become civilians exceed 49");
      for (unsigned r = 0; r < kMaxRegions; ++r) {
        const bool empty = p.workers_in(nth<Region>(r)) == 0;
        require(empty || has_bit(s_.discovered | unmet_but_settled, r), who,
                "workers stand where nobody has been");
        require(!has_bit(s_.region_tokens, r) || p.workers_in(nth<Region>(r)) < 3, who,
                "third worker left a region's good behind");
      }
    }
    for (unsigned i = s_.players(); i < kMaxPlayers; ++i) {
      const PlayerState& p = s_.player[i];
      require((p.goods | p.civilians | p.soldiers | p.missionaries | p.builders | p.purse) == 0,
              "an empty seat has something");
    }
  }

  void check_goods() const {
    const auto rows = boards::row(s_.board).regions();
    for (unsigned g = 0; g < kGoods; ++g) {
      unsigned tokens = PlayerState::GoodLanes::get(s_.supply, g);
      for (const PlayerState& p : s_.player) tokens += p.good(nth<Good>(g));
      for (unsigned i = 0; i < kGoodsOnShow; ++i) tokens += (s_.on_show >> 4 * i & 15U) == g;
      for (unsigned r = 0; r < rows.size(); ++r) {
        tokens += has_bit(s_.region_tokens, r) && index(rows[r].good) == g;
      }
      const unsigned printed = boards::row(s_.board).tokens()[g];
      const bool complete = s_.ruleset().terms().untaken_goods_return;  // else some have left
      require(tokens <= printed && (tokens == printed || !complete), name(nth<Good>(g)),
              " tokens are ", tokens, ", not ", printed);
    }
    for (unsigned i = 1; i < kGoodsOnShow; ++i) {
      require((s_.on_show >> 4 * (i - 1) & 15U) <= (s_.on_show >> 4 * i & 15U),
              "goods on show are not in order");
    }
    unsigned ships =
        PlayerState::GoodLanes::get(s_.supply, PlayerState::kShipLane) + s_.ship_on_show;
    for (const PlayerState& p : s_.player) ships += p.ships();
    require(ships == kShips, "there are ", ships, " ships");
  }

  void check_tiles() const {
    const Ruleset rules = s_.ruleset();
    const TileSet all =
        tile_pool(rules, Age::one) | tile_pool(rules, Age::two) | tile_pool(rules, Age::three);
    const TileSet shown = tiles_on_show(s_);
    require(shown.size() <= kTilesOnShow, "more than five tiles are on show");
    require((shown - tile_pool(rules, s_.era())).empty(), "a tile on show is of another age");
    unsigned held = 0;
    for (unsigned holder = 0; holder < 8; ++holder) {
      const TileSet tiles = s_.tiles_of(holder);
      held += tiles.size();
      if (holder == kInBag) continue;
      require((tiles - all).empty(), "a tile of another ruleset is in play");
      require(holder < s_.players() || holder == kOnTable || tiles.empty(),
              "an empty seat has a tile");
    }
    require(held == kTileCopies, "a tile has been lost");
  }

  void check_discoveries() const {
    const u32 from_the_start = boards::row(s_.board).discovered();
    require((s_.discovered & ~s_.all_regions()) == 0 && (from_the_start & ~s_.discovered) == 0,
            "the discovered regions are not of this board");
    u32 fixed = 0;
    for (unsigned r = 0; r < kMaxRegions; ++r) {
      const int known = has_bit(s_.discovered, r) ? -1 : fixed_counter(s_, nth<Region>(r));
      if (known < 0) continue;
      require(!has_bit(fixed, static_cast<unsigned>(known)), "a counter lies in two regions");
      fixed |= 1U << known;
    }
    const u32 gone = s_.counters.held_by(kOnTable) & ~fixed;
    require((fixed & ~s_.counters.held_by(kOnTable)) == 0 &&
                (gone == 0 || s_.ruleset().has(Variant::no_survivors)),
            "known counters are not where they lie");
    u32 known_cards = 0;
    const KnownDeck deck = KnownDeck::of(s_);
    for (unsigned i = 0; i < deck.size(); ++i) {
      known_cards |= 1U << index(deck.entries[i].card);
      require(deck.entries[i].known_by != 0, "a known card is known to nobody");
    }
    const u32 expected = s_.ruleset().has(Module::world) ? low_bits(kCards) : known_cards;
    require(count_bits(known_cards) == deck.size() && expected == s_.cards.held_by(kOnTable),
            "known cards are not where they lie");
    for (unsigned seat = s_.players(); seat < kMaxPlayers; ++seat) {
      require(s_.counters.held_by(seat) == 0 && s_.cards.held_by(seat) == 0,
              "an empty seat has a counter or a card");
    }
    require(count_bits(counter_bag(s_)) + count_bits(fixed) >= count_bits(s_.undiscovered()),
            "there are fewer counters than undiscovered regions");
  }

  void check_boxes() const {
    unsigned in_box = 0;
    u32 players = 0;
    for (const Slot slot : s_.initiative_box) {
      if (slot.empty()) continue;
      ++in_box;
      players |= 1U << index(slot.player());
    }
    require(players == s_.in_initiative && in_box == count_bits(players),
            "the initiative box holds two workers of one player");
    if (s_.phase != Phase::placement) return;
    const auto taken = [](const auto& spaces) {
      unsigned n = 0;
      while (n < spaces.size() && !spaces[n].empty()) ++n;
      return n;
    };
    const unsigned at_dock = std::min(taken(s_.dock), dock::spaces(s_.players()));
    const unsigned counts = at_dock | taken(s_.goods_box) << 4 | taken(s_.buildings_box) << 8 |
                            taken(s_.warfare_box) << 12;
    require(counts == s_.box_counts, "the boxes do not hold as many workers as were placed");
    for (unsigned i = 0; i < s_.specialist_box.size(); ++i) {
      const bool open = has_bit(s_.open_boxes, index(Box::captain) + i);
      require(!open || s_.specialist_box[i].empty(), "a taken specialist space is open");
    }
  }

  void check_world_map() const {
    const unsigned ally = s_.ally();
    const unsigned allied = s_.holder(only_copy(Tile::alliance));
    require(ally == kMaxPlayers || (ally < s_.players() && allied < kMaxPlayers && ally != allied),
            "an ally has no partner");
    require(s_.india().empty() || tiles::owner_of_india(s_) < kMaxPlayers,
            "workers went to India without the tile");
    require(s_.board == s_.ruleset().board() && s_.all_regions() != 0, "the board is unknown");
  }

  void check_nations() const {
    u32 taken = 0;
    for (unsigned i = 0; i < s_.players(); ++i) {
      const PlayerState& p = s_.player[i];
      const bool dealt = s_.ruleset().has(Module::national) && s_.phase >= Phase::placement;
      require(p.has_nation() || !dealt, "a player has no nation");
      if (!p.has_nation()) continue;
      require(s_.ruleset().has(Module::national), "a nation is in play without its module");
      require(!has_bit(taken, index(p.nation())), "a nation has two players");
      taken |= 1U << index(p.nation());
      require(p.nation() == Nation::portugal || p.powers() <= 2, "a power was used too often");
    }
    require(s_.deck_ages() == 0 || nations::seat_of(s_, Nation::portugal) < kMaxPlayers,
            "the deck was sailed to without Portugal");
    require((s_.reserve != 0) ==
                    (s_.ruleset().has(Variant::reduced_luck) && s_.phase >= Phase::placement) ||
                s_.phase < Phase::placement,
            "the reserve of age III is missing");
  }

  void check_order() const {
    u32 placed = 0;
    unsigned settled = 0;
    for (unsigned place = 0; place < s_.players(); ++place) {
      const unsigned seat = index(s_.in_place(place));
      if (seat == 15) continue;
      require(seat < s_.players() && !has_bit(placed, seat), "a player has two places");
      placed |= 1U << seat;
      ++settled;
    }
    require(s_.phase <= Phase::auction || settled == s_.players(),
            "a place in the player order is empty");
    require(s_.turn <= kTurns, "the turns are over");
  }

  void check_decision() const {
    const bool open = !is_over(s_);
    require(open || s_.phase == Phase::end, "the game is over in the middle");
    require(!open || legal(s_).size() >= 2, "there is nothing to decide");
    require(!open || is_chance(s_) || index(s_.actor) < s_.players(), "nobody is to decide");
    constexpr std::array kInParts{Node::claim_counter,
                                  Node::expedition_counter,
                                  Node::expedition_card,
                                  Node::cargo,
                                  Node::look_counter,
                                  Node::steal,
                                  Node::place_bid,
                                  Node::pick_nation,
                                  Node::reorder,
                                  Node::spoils,
                                  Node::overpopulation,
                                  Node::edict_settle,
                                  Node::plague,
                                  Node::rewrite,
                                  Node::send,
                                  Node::kill,
                                  Node::give,
                                  Node::sell};
    require(std::ranges::count(kInParts, s_.node) != 0 || s_.scratch == std::array<u64, 2>{},
            "parts of a decision were left over");
  }

  const State& s_;
};

}  // namespace

void check(const State& s) { Checker(s).run(); }

}  // namespace carrack
