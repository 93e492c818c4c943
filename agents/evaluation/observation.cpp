// One walk over a position serves for the numbers and for their names, so that the two cannot
// disagree: `put_seat` and `put_table` hand every part to a sink of observation_sinks.hpp.
#include "agents/evaluation/observation.hpp"

#include "agents/evaluation/observation_sinks.hpp"
#include "core/game/bags.hpp"
#include "core/game/queries.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

/// The name `text`, whatever the index.
auto named(std::string_view text) {
  return [text](unsigned) { return text; };
}
/// `text.<name of the index>`.
template <typename NameOf>
auto each(std::string_view text, NameOf&& name_of) {
  return [text, name_of](unsigned i) { return std::string(text) + '.' + std::string(name_of(i)); };
}

std::string_view tile_name(unsigned i) { return name(nth<Tile>(i)); }
std::string_view good_name(unsigned i) { return i < kGoods ? name(nth<Good>(i)) : "ship"; }
std::string_view worker_name(unsigned i) { return name(nth<Worker>(i)); }
std::string_view card_name(unsigned i) { return name(nth<Card>(i)); }
std::string_view casualty_name(unsigned i) {
  constexpr std::array<std::string_view, kCasualties> kNames{"colonist", "missionary", "soldier",
                                                             "builder", "militia"};
  return kNames[i];
}
std::string seat_name(unsigned ahead) {
  return ahead == 0 ? "self" : "next" + std::to_string(ahead);
}

/// Without a board, regions are named by their numbers.
auto region_names(std::optional<Board> board) {
  return [board](unsigned i) {
    const auto rows = board ? catalogue::regions(*board) : std::span<const RegionRow>();
    return i < rows.size() ? std::string(rows[i].name) : "region" + std::to_string(i);
  };
}

template <typename Sink>
void put_workers(Sink& sink, std::string_view text, WorkerCounts workers) {
  if constexpr (requires { sink.skip(0); }) {
    if (workers.empty()) return sink.skip(kWorkers);
  }
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto called = [text, t](unsigned) {
      return std::string(text) + '.' + std::string(worker_name(t));
    };
    sink.number(called, workers[nth<Worker>(t)]);
  }
}

template <typename Sink>
void put_tiles(Sink& sink, std::string_view text, TileSet kinds) {
  static_assert(kTiles > 64);
  sink.template lanes<1>(each(text, tile_name), kinds.low, 64);
  sink.template lanes<1>(each(text, [](unsigned i) { return tile_name(64 + i); }), kinds.high,
                         kTiles - 64);
}

/// Values that are computed once for all seats.
struct Standings {
  explicit Standings(const State& s) : colonies(scoring::colony_vp(s)), now(result(s)) {}
  std::array<u16, kMaxPlayers> colonies;
  Result now;
};

template <typename Sink>
void put_seat(Sink& sink, const State& s, Player p, std::optional<Board> board,
              const Standings& standings) {
  const PlayerState& mine = s.of(p);
  const auto regions = region_names(board);
  unsigned place = kMaxPlayers;
  for (unsigned i = 0; i < kMaxPlayers; ++i) {
    if (s.in_place(i) == p) place = i;
  }
  sink.amount(named("money"), mine.money());
  sink.amount(named("colony_vp"), mine.colony_vp());
  sink.amount(named("bought_vp"), mine.bought_vp());
  sink.amount(named("bid_or_economy_vp"), mine.economy());
  sink.amount(named("vp"), standings.now.breakdown[index(p)].total());
  sink.amount(named("colonies_now"), standings.colonies[index(p)]);
  sink.one_hot(each("rank", [](unsigned i) { return std::to_string(i + 1); }), kMaxPlayers,
               standings.now.rank[index(p)] - 1U);
  sink.number(named("powers_used"), mine.powers());
  sink.one_hot(each("place", [](unsigned i) { return std::to_string(i + 1); }), kMaxPlayers, place);
  sink.one_hot(each("nation", [](unsigned i) { return name(nth<Nation>(i)); }), kNations,
               mine.has_nation() ? index(mine.nation()) : kNations);
  sink.template lanes<4>(each("goods", good_name), mine.goods().bits(), kGoods + 1);
  for (unsigned r = 0; r < kMaxRegions; ++r) {
    sink.number([&](unsigned) { return "civilians." + regions(r); },
                mine.civilians_in(nth<Region>(r)));
  }
  sink.template lanes<4>(each("missionaries", regions), mine.missionary_lanes(), kMaxRegions);
  sink.template lanes<4>(each("soldiers", regions), mine.soldier_lanes(), kMaxRegions);
  sink.template lanes<4>(each("builders", regions), mine.builder_lanes(), kMaxRegions);
  put_workers(sink, "available", mine.available());
  put_workers(sink, "shipping", mine.shipping());
  put_workers(sink, "discovery", mine.discovery());
  put_tiles(sink, "tiles", s.tiles_of(p).kinds());
  sink.template lanes<1>(each("counters", [](unsigned i) { return std::to_string(i); }),
                         s.counters.held_by(index(p)), kCounters);
  sink.template lanes<1>(each("cards", card_name), s.cards.held_by(index(p)), kCards);
}

/// A row of spaces: who stands on each, seen from the observer, and as what.
template <typename Sink, typename Spaces>
void put_spaces(Sink& sink, std::string_view box, const Spaces& spaces, unsigned observer,
                unsigned players) {
  for (unsigned i = 0; i < spaces.size(); ++i) {
    const Slot slot = spaces[i];
    if constexpr (requires { sink.skip(0); }) {  // most spaces are empty when a turn begins
      if (slot.empty()) {
        sink.skip(kMaxPlayers + kWorkers);
        continue;
      }
    }
    const auto called = [box, i](auto name_of) {
      return each(box, [i, name_of](unsigned n) {
        return std::to_string(i + 1) + '.' + std::string(name_of(n));
      });
    };
    const unsigned ahead =
        slot.empty() ? kMaxPlayers : (index(slot.player()) + players - observer) % players;
    sink.one_hot(called(seat_name), kMaxPlayers, ahead);
    sink.one_hot(called(worker_name), kWorkers, slot.empty() ? kWorkers : index(slot.worker()));
  }
}

template <typename Sink>
void put_ruleset(Sink& sink, const State& s) {
  const Ruleset rules = s.ruleset();
  const auto put_words = [&](std::string_view text, std::span<const std::string_view> words,
                             auto&& has) {
    u64 set = 0;
    for (unsigned i = 0; i < words.size(); ++i) add_bit(set, i, has(i));
    sink.template lanes<1>(each(text, [words](unsigned i) { return words[i]; }), set,
                           static_cast<unsigned>(words.size()));
  };
  sink.one_hot(each("edition", [](unsigned i) { return known_editions()[i]; }), kEditions,
               index(rules.edition()));
  sink.one_hot(each("players", [](unsigned i) { return std::to_string(i + 2); }), kMaxPlayers - 1,
               s.players() - 2);
  put_words("module", known_modules(), [&](unsigned i) { return rules.has(nth<Module>(i)); });
  put_words("variant", known_variants(), [&](unsigned i) { return rules.has(nth<Variant>(i)); });
}

/// The target and the party of an expedition that is put together.
template <typename Sink>
void put_expedition(Sink& sink, const State& s, std::optional<Board> board) {
  const auto regions = region_names(board);
  const bool is_due =
      s.node == Node::send || s.node == Node::expedition_counter || s.node == Node::expedition_card;
  const auto expedition = is_due ? discovery::Expedition::of(s)
                                 : discovery::Expedition{.target = kPlacesWithDeck, .sent = {}};
  sink.one_hot(
      each("expedition", [&](unsigned i) { return i == discovery::kDeck ? "deck" : regions(i); }),
      kPlacesWithDeck, expedition.target);
  put_workers(sink, "expedition.sent", expedition.sent);
}

/// The battle or war that is fought, and who has fallen in it so far.
template <typename Sink>
void put_battle(Sink& sink, const State& s, unsigned observer, std::optional<Board> board) {
  const bool is_fought = s.node == Node::kill;
  const auto battle = is_fought ? warfare::Battle::of(s) : warfare::Battle{};
  const unsigned players = s.players();
  const auto seat = [&](Player p) {
    return is_fought ? (index(p) + players - observer) % players : kMaxPlayers;
  };
  sink.one_hot(each("battle", region_names(board)), kMaxRegions,
               is_fought ? index(battle.region) : kMaxRegions);
  sink.one_hot(each("battle.attacker", seat_name), kMaxPlayers, seat(battle.attacker));
  sink.one_hot(each("battle.defender", seat_name), kMaxPlayers, seat(battle.defender));
  sink.number(named("battle.is_war"), battle.is_war ? 1 : 0);
  sink.number(named("battle.picks_due"), battle.due);
  for (const unsigned side : {1U, 0U}) {
    u64 fallen = 0;
    for (unsigned c = 0; is_fought && c < kCasualties; ++c) {
      Lanes<4>::set(fallen, c, warfare::picked(s.scratch[0], side, nth<warfare::Casualty>(c)));
    }
    sink.template lanes<4>(
        each(side == 1 ? "battle.attacker_lost" : "battle.defender_lost", casualty_name), fallen,
        kCasualties);
  }
}

template <typename Sink>
void put_table(Sink& sink, const State& s, unsigned observer, std::optional<Board> board) {
  const auto regions = region_names(board);
  const unsigned players = s.players();
  sink.number(named("turn"), s.turn);
  sink.one_hot(each("phase", [](unsigned i) { return name(nth<Phase>(i)); }), kPhases,
               index(s.phase));
  sink.one_hot(
      each("to_decide", seat_name), kMaxPlayers,
      is_over(s) || is_chance(s) ? kMaxPlayers : (index(s.actor) + players - observer) % players);
  sink.template lanes<1>(each("discovered", regions), s.discovered, kMaxRegions);
  sink.template lanes<1>(each("region_good", regions), s.region_tokens, kMaxRegions);
  const Figures& figures = s.ruleset().figures();
  for (unsigned r = 0; r < kMaxRegions; ++r) {  // 0 where the natives are met or unknown
    unsigned natives = 0;
    if (r < s.board_row().regions().size() && !has_bit(s.discovered, r)) {
      const int known = counter_known_to(s, nth<Player>(observer), nth<Region>(r));
      if (known >= 0) natives = figures.counters[static_cast<unsigned>(known)].natives;
    }
    sink.number([&](unsigned) { return "natives_known." + regions(r); }, natives);
  }
  std::array<u8, kGoods> goods{};
  for (const Good good : s.goods_on_show) ++goods[index(good)];
  for (unsigned g = 0; g < kGoods; ++g) {
    sink.number([g](unsigned) { return "on_show." + std::string(good_name(g)); }, goods[g]);
  }
  sink.number(named("on_show.ship"), s.ship_on_show);
  put_tiles(sink, "on_show", tiles_on_show(s).kinds());
  put_tiles(sink, "to_come", tile_bag(s).kinds());
  sink.template lanes<4>(each("supply", good_name), s.supply.bits(), kGoods + 1);
  sink.template lanes<1>(each("unseen_counters", [](unsigned i) { return std::to_string(i); }),
                         counter_bag(s), kCounters);
  sink.template lanes<1>(each("unseen_cards", card_name), card_bag(s), kCards);
  put_spaces(sink, "initiative", s.initiative_box, observer, players);
  put_spaces(sink, "dock", s.dock, observer, players);
  put_spaces(sink, "goods", s.goods_box, observer, players);
  put_spaces(sink, "buildings", s.buildings_box, observer, players);
  put_spaces(sink, "specialists", s.specialist_box, observer, players);
  put_spaces(sink, "warfare", s.warfare_box, observer, players);
  put_workers(sink, "india", s.india());  // those of the owner of colony_in_india
  const unsigned ally = s.ally();         // of the owner of alliance
  sink.one_hot(each("ally", seat_name), kMaxPlayers,
               ally == kMaxPlayers ? ally : (ally + players - observer) % players);
  sink.template lanes<1>(
      each("portugal_has_sailed.age", [](unsigned i) { return std::to_string(i + 1); }),
      s.deck_ages(), 3);
  put_expedition(sink, s, board);
  put_battle(sink, s, observer, board);
  put_ruleset(sink, s);
}

/// Both sizes, counted from the rows.
struct Sizes {
  unsigned seat = 0;
  unsigned all = 0;
};

std::vector<ObservationRow> describe(std::optional<Board> board, unsigned& seat_size) {
  const State s = start(Ruleset::make("aoe3", 2));  // any position has the same rows
  std::vector<ObservationRow> rows;
  observing::RowNamer namer(rows);
  const Standings standings(s);
  for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
    namer.begin_seat(ahead);
    put_seat(namer, s, Player{0}, board, standings);
    if (ahead == 0) seat_size = static_cast<unsigned>(rows.size());
  }
  namer.end_seats();
  put_table(namer, s, 0, board);
  return rows;
}

const Sizes& sizes() {
  static const Sizes kSizes = [] {
    Sizes counted;
    counted.all = static_cast<unsigned>(describe({}, counted.seat).size());
    return counted;
  }();
  return kSizes;
}

template <typename Sink>
void put_all(Sink& sink, const State& s, unsigned observer) {
  const Board board = s.ruleset().board();
  const unsigned players = s.players();
  const Standings standings(s);
  for (unsigned ahead = 0; ahead < players; ++ahead) {
    put_seat(sink, s, nth<Player>((observer + ahead) % players), board, standings);
  }
  sink.skip((kMaxPlayers - players) * sizes().seat);
  put_table(sink, s, observer, board);
}

/// Calls `visit(position, seat)` with what the observer knows of `s`.
template <typename Visit>
auto with_view(const State& s, Player observer, Visit&& visit) {
  return has_secrets(s) ? visit(seen_by(s, observer), index(observer)) : visit(s, index(observer));
}

}  // namespace

unsigned observation_size() { return sizes().all; }

std::vector<ObservationRow> observation_rows(std::optional<Board> board) {
  unsigned seat = 0;
  return describe(board, seat);
}

std::vector<std::string> observation_names(Board board) {
  std::vector<std::string> names;
  for (ObservationRow& row : observation_rows(board)) names.push_back(std::move(row.name));
  return names;
}

void observe(const State& s, Player observer, std::span<float> out) {
  assert(out.size() == observation_size());
  observing::NumberWriter writer(out.data());
  with_view(s, observer, [&](const State& seen, unsigned seat) { put_all(writer, seen, seat); });
  assert(writer.end() == out.data() + out.size());
}

std::size_t observe_nonzero(const State& s, Player observer, std::span<ObservedNumber> out) {
  assert(out.size() > observation_size());
  observing::NonzeroLister lister(out.data());
  with_view(s, observer, [&](const State& seen, unsigned seat) { put_all(lister, seen, seat); });
  return lister.size();
}

}  // namespace carrack
