// check(): pieces, goods, tiles, counters, cards and nations are all accounted for.
#include <algorithm>

#include "core/game/knowledge.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/restocking.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::checks {
namespace {

/// "p1's ", formatted only if the message is needed.
struct Owner {
  unsigned seat;
  friend std::ostream& operator<<(std::ostream& out, Owner owner) {
    return out << 'p' << owner.seat + 1 << "'s ";
  }
};

/// The workers of a type in all regions. The sums of PlayerState would wrap around if there were
/// too many.
unsigned in_regions(const PlayerState& p, Worker type) {
  unsigned sum = 0;
  for (unsigned r = 0; r < kMaxRegions; ++r) sum += p.standing(nth<Region>(r), type);
  return sum;
}

/// Pieces exist once: those on spaces, in boxes and in hand are the ones outside the regions.
void pieces_of(const State& s, unsigned seat, const PieceCounts& counts) {
  const PlayerState& p = s.player[seat];
  const WorkerCounts out = p.outside();
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto type = nth<Worker>(t);
    const unsigned counted = counts[seat][t];
    require(s, counted == out[type], Owner{seat}, "pieces of type ", name(type),
            " outside the regions are ", counted, ", not ", out[type]);
  }
  const auto within = [&](Worker type, unsigned settled) {
    const unsigned all = out[type] + settled;
    require(s, all <= kPieces[index(type)], Owner{seat}, "pieces of type ", name(type), " are ",
            all, ", more than ", unsigned{kPieces[index(type)]});
  };
  const unsigned missionaries = in_regions(p, Worker::missionary);
  within(Worker::colonist, 0);
  within(Worker::captain, 0);
  within(Worker::merchant, 0);
  within(Worker::missionary, missionaries);
  within(Worker::soldier, in_regions(p, Worker::soldier));
  within(Worker::builder, in_regions(p, Worker::builder));
  const unsigned civilians = in_regions(p, Worker::colonist) + missionaries +
                             out[Worker::colonist] + out[Worker::captain] + out[Worker::merchant] +
                             out[Worker::missionary];
  require(s, civilians <= kCivilianPieces, Owner{seat},
          "civilians and pieces that become civilians are ", civilians, ", more than 49");
  require(s, missionaries == 0 || counts_missionaries(s.ruleset()), Owner{seat},
          "missionaries in regions are counted apart from civilians");
  require(s,
          s.ruleset().has(Module::builder) ||
              out[Worker::builder] + in_regions(p, Worker::builder) == 0,
          Owner{seat}, "builders are there without their module");
}

void regions_of(const State& s, unsigned seat) {
  const PlayerState& p = s.player[seat];
  u32 unmet_but_settled = 0;
  if (s.ruleset().has(Module::world)) {
    const auto& board = s.board_row();
    const bool is_portugal = nations::seat_of(s, Nation::portugal) == seat;
    unmet_but_settled = board.african() | (is_portugal ? board.portuguese() : 0U);  // W2, W1
  }
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    const unsigned workers = p.workers_in(nth<Region>(r));
    require(s, workers == 0 || has_bit(s.discovered | unmet_but_settled, r), 'p', seat + 1,
            " has workers in an undiscovered region");
    require(s, workers < 3 || !has_bit(s.region_tokens, r), 'p', seat + 1,
            " has three workers in a region whose good is still there");
  }
}

void pieces(const State& s) {
  const PieceCounts counts = pieces_outside(s);
  for (unsigned i = 0; i < s.players(); ++i) {
    pieces_of(s, i, counts);
    regions_of(s, i);
  }
}

/// VP of scorings and purchases, and the lane of economy(), which holds the bids during an auction.
void purses(const State& s) {
  const unsigned scorings = scoring::scorings_before(s);
  const unsigned most_bought =
      s.ruleset().has(Variant::buy_vp) ? kVerbRows[index(Verb::vp)].count : 0U;
  const bool economy_counts =
      s.phase == Phase::auction || (s.turn == kTurns && s.phase >= Phase::income);
  for (unsigned i = 0; i < s.players(); ++i) {
    const PlayerState& p = s.player[i];
    require(s, p.colony_vp() <= scoring::kMostVp * scorings, Owner{i}, "colony VP are ",
            p.colony_vp(), ", more than the scorings have brought");
    require(s, p.bought_vp() <= most_bought * scorings, Owner{i}, "bought VP are ", p.bought_vp(),
            ", more than were for sale");
    require(s, economy_counts || p.economy() == 0, Owner{i}, "last income counts too early");
  }
}

void tokens_and_ships(const State& s) {
  const auto rows = s.board_row().regions();
  for (unsigned g = 0; g < kGoods; ++g) {
    const auto good = nth<Good>(g);
    unsigned tokens = s.supply[good] + s.goods_on_show.count(good);
    for (const PlayerState& p : s.player) tokens += p.good(good);
    for (unsigned r = 0; r < rows.size(); ++r) {
      tokens += has_bit(s.region_tokens, r) && index(rows[r].good) == g;
    }
    const unsigned printed = s.board_row().tokens()[g];
    const bool complete = s.ruleset().terms().untaken_goods_return;  // else some have left
    require(s, tokens <= printed && (tokens == printed || !complete), name(good), " tokens are ",
            tokens, ", not ", printed);
  }
  require(s, s.goods_on_show.is_in_order(), "goods on show are not in order");
  unsigned ships = s.supply.ships() + s.ship_on_show;
  for (const PlayerState& p : s.player) ships += p.ships();
  require(s, ships == kShips, "there are ", ships, " ships");
}

/// The last turn of an age takes its tiles away, before its scoring.
bool are_tiles_swept(const State& s) {
  if (s.turn == kTurns || !is_last_of_age(s.turn)) return false;
  constexpr unsigned kSweep = refresh::number_of(refresh::kTilesLast, refresh::Step::sweep_tiles);
  const bool tiles_first = s.ruleset().terms().tiles_come_first;
  return s.phase == Phase::scoring ||
         (s.phase == Phase::refresh && (tiles_first || s.step > kSweep));
}

void tile_sets(const State& s) {
  require(s, are_tiles_swept(s) == ((s.flags & kTilesSwept) != 0),
          "the tiles of the age are still in play, or left too early");
  const Ruleset rules = s.ruleset();
  TileSet ours;
  for (unsigned age = 0; age <= index(s.age()); ++age) {
    ours = ours | tile_pool(rules, nth<Age>(age));
  }
  for (unsigned seat = 0; seat < rules.players(); ++seat) {
    require(s, (s.tiles_of(seat) - ours).empty(), Owner{seat},
            "tile is of a later age or of another ruleset");
  }
  const TileSet shown = tiles_on_show(s);
  require(s, shown.size() <= kTilesOnShow, "more than five tiles are on show");
  require(s, (shown - tile_pool(rules, s.era())).empty(), "a tile on show is of another age");
}

/// The fields that depend on who owns a tile.
void tile_marks(const State& s) {
  const auto is_owned = [&](Tile kind) { return s.holder(only_copy(kind)) < kMaxPlayers; };
  require(s, (s.flags & kCartographyUsed) == 0 || is_owned(Tile::cartography),
          "cartography is used and nobody has it");
  require(s, (s.flags & kUniversityUsed) == 0 || is_owned(Tile::university),
          "university is used and nobody has it");
  const bool wealth_counts =
      s.ruleset().has(Variant::buy_vp) && s.turn == kTurns && s.phase >= Phase::scoring;
  require(s, ((s.flags & kWealthFixed) != 0) == wealth_counts, "wealth is fixed at another time");
  require(s, s.wealth == 0 || (wealth_counts && is_owned(Tile::wealth)),
          "wealth has VP and nobody has it");
  require(s,
          s.reason == 0 ||
              (s.turn == kTurns && s.phase >= Phase::specialists && is_owned(Tile::age_of_reason)),
          "age_of_reason has counted and nobody has it");
  const unsigned sailor = tiles::sailor(s);
  require(s, s.sailed == 0 || (sailor < kMaxPlayers && s.sailed <= s.player[sailor].ships()),
          "more ships have sailed than there are");
  require(s, s.sailed == 0 || s.phase >= Phase::placement,
          "ships have sailed before the first turn");
  const unsigned allied = s.holder(only_copy(Tile::alliance));
  require(s, s.ally() == kMaxPlayers || (allied < kMaxPlayers && s.ally() != allied),
          "an ally is named without the tile alliance, or is its owner");
  require(s, s.india().empty() || is_owned(Tile::colony_in_india),
          "workers went to India without the tile");
}

void counters(const State& s) {
  u32 fixed = 0;
  for_each_bit(s.undiscovered(), [&](unsigned r) {
    const int known = fixed_counter(s, nth<Region>(r));
    if (known < 0) return;
    require(s, !has_bit(fixed, static_cast<unsigned>(known)), "a counter lies in two regions");
    add_bit(fixed, static_cast<unsigned>(known));
  });
  const u32 gone = s.counters.held_by(kOnTable) & ~fixed;
  require(s,
          (fixed & ~u32{s.counters.held_by(kOnTable)}) == 0 &&
              (gone == 0 || s.ruleset().has(Variant::no_survivors)),
          "known counters are not where they lie");
  require(s, count_bits(counter_bag(s)) + count_bits(fixed) >= count_bits(s.undiscovered()),
          "there are fewer counters than undiscovered regions");
  require(s, s.phase != Phase::auction || count_bits(counter_bag(s)) == kCounters,
          "a counter has left the bag before the auction is over");
}

void cards(const State& s) {
  u32 known = 0;
  const KnownDeck deck = KnownDeck::of(s);
  for (unsigned i = 0; i < deck.size(); ++i) add_bit(known, index(deck.entries[i].card));
  const bool is_in_play = !s.ruleset().has(Module::world);
  const u32 on_table = is_in_play ? known : static_cast<u32>(low_bits(kCards));
  require(s,
          count_bits(known) == deck.size() && (is_in_play || known == 0) &&
              on_table == s.cards.held_by(kOnTable),
          "known cards are not where they lie");
}

/// The most uses of its power that a nation can have made.
unsigned most_powers(const State& s, Nation nation) {
  const bool is_spains = nation == Nation::spain && s.node == Node::claim_counter;
  if (s.phase < Phase::placement && !is_spains) return 0;
  switch (nation) {
    case Nation::portugal: return count_bits(s.deck_ages());
    case Nation::france:
    case Nation::italy: return 2;
    case Nation::denmark: return 0;
    case Nation::england:
    case Nation::spain:
    case Nation::holland: break;
  }
  return 1;
}

void nation_of(const State& s, unsigned seat) {
  const PlayerState& p = s.player[seat];
  if (!p.has_nation()) {
    require(s, p.powers() == 0, Owner{seat}, "power is used without a nation");
    return;
  }
  require(s, s.ruleset().has(Module::national), "a nation is in play without its module");
  require(s, nations::seat_of(s, p.nation()) == seat, "a nation has two players");
  require(s, p.powers() <= most_powers(s, p.nation()), Owner{seat}, "power is used too often");
}

void nations_in_play(const State& s) {
  for (unsigned i = 0; i < s.players(); ++i) nation_of(s, i);
  const unsigned portugal = nations::seat_of(s, Nation::portugal);
  const u32 ages = s.deck_ages();
  require(s, ages == 0 || portugal < kMaxPlayers, "the deck was sailed to without Portugal");
  require(s, (ages & ~low_bits(index(s.age()) + 1)) == 0, "the deck was sailed to in a later age");
  require(s, portugal == kMaxPlayers || s.player[portugal].powers() == count_bits(ages),
          "Portugal's uses of the deck do not agree");
  const bool secrets =
      s.ruleset().has(Variant::scouting) || nations::seat_of(s, Nation::denmark) < kMaxPlayers;
  require(s, has_secrets(s) == secrets, "the flag of secrets does not agree with the ruleset");
}

void reserve(const State& s) {
  const TileSet pool = tile_pool(s.ruleset(), Age::three);
  require(s, (reserved_tiles(s) - pool).empty(), "a tile of another ruleset is in the reserve");
  constexpr unsigned kStep = refresh::number_of(refresh::kSetup, refresh::Step::draw_reserve);
  const bool is_drawn = s.phase >= Phase::placement || (s.phase == Phase::setup && s.step > kStep);
  const unsigned due = is_drawn && s.ruleset().has(Variant::reduced_luck) ? kReserve : 0;
  const unsigned drawn = count_bits(s.reserve);
  require(s, s.node == Node::reserve || drawn == due, "the reserve of age III has ", drawn,
          " tiles, not ", due);
}

}  // namespace

void belongings(const State& s) {
  pieces(s);
  purses(s);
  tokens_and_ships(s);
  tile_sets(s);
  tile_marks(s);
  counters(s);
  cards(s);
  nations_in_play(s);
  reserve(s);
}

}  // namespace carrack::checks
