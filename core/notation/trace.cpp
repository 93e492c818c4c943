#include "core/notation/trace.hpp"

#include <numeric>
#include <span>

#include "core/base/json_writer.hpp"
#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace_boxes.hpp"
#include "core/notation/trace_pieces.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

/// The player as whom a trace is seen; without one, everything is shown.
using Viewer = std::optional<Player>;

/// Stands for a counter or card that this player has seen and the viewer has not.
constexpr std::string_view kHidden = "?";

bool sees(Viewer viewer, unsigned known_by) { return !viewer || has_bit(known_by, index(*viewer)); }

/// One known end of the deck, from the top card down; null for a card that the player has not seen.
void write_deck_end(JsonWriter& json, std::string_view key, Player p, Viewer viewer,
                    std::span<const KnownDeck::Entry> end) {
  if (end.empty()) return;
  json.key(key).open_list();
  for (const KnownDeck::Entry& entry : end) {
    if (has_bit(entry.known_by, index(p))) {
      json.text(sees(viewer, entry.known_by) ? name(entry.card) : kHidden);
    } else {
      json.null();
    }
  }
  json.close_list();
}

/// What a player knows and not everybody does: counters, and the ends of the deck.
void write_knows(JsonWriter& json, const State& s, Player p, Viewer viewer) {
  json.key("knows").open_object();
  for_each_bit(s.undiscovered(), [&](unsigned r) {
    const auto region = nth<Region>(r);
    const int known = counter_known_to(s, p, region);
    if (known < 0 || public_counter(s, region) >= 0) return;
    json.key(region_name(region, s.ruleset().board()));
    if (sees(viewer, knowers(s, region))) {
      json.number(static_cast<unsigned>(known));
    } else {
      json.text(kHidden);
    }
  });
  const KnownDeck deck = KnownDeck::of(s);
  const std::span<const KnownDeck::Entry> entries(deck.entries);
  write_deck_end(json, "deck_top", p, viewer, entries.first(deck.top));
  write_deck_end(json, "deck_bottom", p, viewer, entries.subspan(deck.top, deck.bottom));
  json.close_object();
}

void write_player(JsonWriter& json, const State& s, Player p, Viewer viewer) {
  const PlayerState& mine = s.of(p);
  json.open_object();
  json.key("money").number(mine.money());
  json.key("vp").number(mine.colony_vp() + mine.bought_vp());
  json.key("workers");
  write_workers(json, mine.available());
  json.key("goods");
  write_goods(json, mine.goods());
  json.key("ships").number(mine.ships());
  json.key("tiles");
  write_tiles(json, s.tiles_of(p));
  json.key("used").open_list();
  if ((s.flags & kCartographyUsed) != 0 && s.has(p, Tile::cartography)) json.text("cartography");
  if ((s.flags & kUniversityUsed) != 0 && s.has(p, Tile::university)) json.text("university");
  json.close_list();
  json.key("counters");
  write_counters(json, s.counters.held_by(index(p)));
  json.key("cards");
  write_cards(json, s.cards.held_by(index(p)));
  json.key("sailed").number(tiles::sailed_ships(s, p));
  if (s.ally() < kMaxPlayers && s.has(p, Tile::alliance)) {
    json.key("ally").text(to_string(nth<Player>(s.ally())));
  }
  json.key("nation");
  if (mine.has_nation()) {
    json.text(name(mine.nation()));
  } else {
    json.null();
  }
  json.key("powers").number(mine.powers());
  if (mine.has_nation() && mine.nation() == Nation::portugal) {
    json.key("deck_ages").open_list();
    for_each_bit(s.deck_ages(), [&](unsigned age) { json.number(age + 1); });
    json.close_list();
  }
  if (may_have_secrets(s.ruleset())) write_knows(json, s, p, viewer);
  json.close_object();
}

void write_region(JsonWriter& json, const State& s, Region r) {
  json.open_object();
  json.key("discovered").boolean(has_bit(s.discovered, index(r)));
  json.key("good").boolean(has_bit(s.region_tokens, index(r)));
  json.key("counter");
  const int known = has_bit(s.discovered, index(r)) ? -1 : public_counter(s, r);
  if (known < 0) {
    json.null();
  } else {
    json.number(static_cast<unsigned>(known));
  }
  json.key("workers").open_object();
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    if (p.workers_in(r) == 0) continue;
    json.key(to_string(nth<Player>(i))).open_object();
    const auto write = [&](Worker w, unsigned n) {
      if (n != 0) json.key(name(w)).number(n);
    };
    write(Worker::colonist, p.civilians_in(r));
    write(Worker::missionary, p.missionaries_in(r));
    write(Worker::soldier, p.soldiers_in(r));
    write(Worker::builder, p.builders_in(r));
    json.close_object();
  }
  json.close_object().close_object();
}

void write_market(JsonWriter& json, const State& s) {
  json.open_object();
  json.key("tiles");
  write_tiles(json, tiles_on_show(s));
  json.key("goods").open_list();
  for (const Good good : s.goods_on_show) json.text(name(good));
  json.close_list();
  json.key("ship").boolean(s.ship_on_show != 0);
  json.close_object();
}

/// Unseen tiles of the current and later ages. Empty holders and zero counts are left out.
void write_supply(JsonWriter& json, const State& s) {
  TileSet unseen;
  for (unsigned age = index(s.era()); age <= index(Age::three); ++age) {
    unseen = unseen | unseen_tiles(s, nth<Age>(age));
  }
  json.open_object();
  if (!unseen.empty()) {
    json.key("tiles").open_object();
    TileSet kinds = unseen.kinds();
    const auto write = [&](Tile kind) {
      const bool both = kind == Tile::settlers && (unseen.low & 3U) == 3U;
      json.key(name(kind)).number(both ? 2 : 1);
    };
    for_each_bit(kinds.low, [&](unsigned i) { write(nth<Tile>(i)); });
    for_each_bit(kinds.high, [&](unsigned i) { write(nth<Tile>(64 + i)); });
    json.close_object();
  }
  if (s.supply.has_goods()) {
    json.key("goods");
    write_goods(json, s.supply);
  }
  const unsigned ships = s.supply.ships();
  if (ships != 0) json.key("ships").number(ships);
  if (counter_bag(s) != 0) {
    json.key("counters");
    write_counters(json, counter_bag(s));
  }
  if (card_bag(s) != 0) {
    json.key("cards");
    write_cards(json, card_bag(s));
  }
  json.close_object();
}

/// Whether a player has passed: in 2007 the places behind the first are for those who have.
bool is_out(const State& s, Player p) {
  if (s.ruleset().has(Module::national)) return nation_auction::is_out(s, p);
  bool out = false;
  for (unsigned place = 1; place < s.players(); ++place) out |= s.in_place(place) == p;
  return out;
}

/// The auction's last bids; `out` for who has passed.
void write_bids(JsonWriter& json, const State& s) {
  json.open_object();
  for (unsigned i = 0; i < s.players(); ++i) {
    const auto p = nth<Player>(i);
    if (is_out(s, p)) {
      json.key(to_string(p)).text("out");
    } else if (s.of(p).bid() != 0) {
      json.key(to_string(p)).number(s.of(p).bid());
    }
  }
  json.close_object();
}

void write_state(std::string& out, const State& s, std::optional<Player> viewer, unsigned emptied) {
  JsonWriter json(out);
  json.open_object();
  json.key("turn").number(s.turn);
  json.key("age").number(index(s.age()) + 1);
  json.key("phase").text(name(s.phase));
  json.key("actor").text(actor_name(s));
  json.key("order").open_list();
  for (unsigned place = 0; place < s.players(); ++place) {
    if (index(s.in_place(place)) < s.players()) json.text(to_string(s.in_place(place)));
  }
  json.close_list();
  if (s.phase == Phase::auction) {
    json.key("bids");
    write_bids(json, s);
  }
  if (s.ruleset().has(Variant::reduced_luck)) {
    json.key("reserve");
    write_tiles(json, reserved_tiles(s));
  }
  json.key("players").open_list();
  for (unsigned i = 0; i < s.players(); ++i) write_player(json, s, nth<Player>(i), viewer);
  json.close_list();
  json.key("regions").open_object();
  const Board board = s.ruleset().board();
  for (unsigned r = 0; r < catalogue::regions(board).size(); ++r) {
    json.key(region_name(nth<Region>(r), board));
    write_region(json, s, nth<Region>(r));
  }
  json.close_object();
  json.key("boxes");
  write_boxes(json, s);
  if (emptied != 0) json.key("emptied").number(emptied);
  json.key("market");
  write_market(json, s);
  json.key("supply");
  write_supply(json, viewer ? seen_by(s, *viewer) : s);
  const std::vector<std::string> pending = pending_events(s);
  if (!pending.empty()) {
    json.key("pending").open_list();
    for (const std::string& event : pending) json.text(event);
    json.close_list();
  }
  json.close_object();
}

}  // namespace

std::string actor_name(const State& s) {
  if (is_over(s)) return "none";
  return is_chance(s) ? "chance" : to_string(s.actor);
}

void append_state(std::string& out, const State& s, std::optional<Player> viewer) {
  write_state(out, s, viewer, 0);
}

void append_position(std::string& out, const State& s, std::optional<Player> viewer) {
  write_state(out, s, viewer, emptied_spaces(s));
}

void append_options(std::string& out, const State& s) {
  JsonWriter json(out);
  const std::vector<std::string> options = sorted_options(s);
  if (!is_chance(s)) {
    json.open_list();
    for (const std::string& option : options) json.text(option);
    json.close_list();
    return;
  }
  const unsigned total = chance_total(s);
  json.open_object();
  for (const std::string& option : options) {
    const unsigned weight = chance_weight(s, parse_notation(option, s.ruleset().board()));
    const unsigned divisor = std::gcd(weight, total);
    json.key(option).text(std::to_string(weight / divisor) + '/' + std::to_string(total / divisor));
  }
  json.close_object();
}

}  // namespace carrack
