// One walk over a position serves for the numbers and for their names, so that the two cannot
// disagree: `describe` hands every part to a sink, which writes it or names it.
#include "agents/evaluation/observation.hpp"

#include <algorithm>
#include <cstring>

#include "core/game/pieces.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

/// The floats that the bits of a byte stand for: eight flags, or two counts of four bits.
template <unsigned Width>
constexpr auto kUnpacked = [] {
  std::array<std::array<float, 8 / Width>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned i = 0; i < 8 / Width; ++i) {
      table[byte][i] = static_cast<float>(byte >> Width * i & low_bits(Width));
    }
  }
  return table;
}();

/// Writes the numbers. Names are not looked at. An observation is taken after every step of a
/// BatchGame, so packed words go through a table, a byte at a time.
class Writer {
 public:
  explicit Writer(float* out) : out_(out) {}

  template <typename Name>
  void number(Name&&, unsigned value) {
    *out_++ = static_cast<float>(value);
  }
  /// `count` lanes of `Width` bits; Width is 1 or 4.
  template <unsigned Width, typename Name>
  void lanes(Name&&, u64 word, unsigned count) {
    constexpr unsigned kStride = 8 / Width;
    unsigned done = 0;
    for (; done + kStride <= count; done += kStride, word >>= 8) {
      std::memcpy(out_ + done, kUnpacked<Width>[word & 0xFF].data(), kStride * sizeof(float));
    }
    for (; done < count; ++done, word >>= Width) {
      out_[done] = static_cast<float>(word & low_bits(Width));
    }
    out_ += count;
  }
  /// 1 at `which`, 0 elsewhere; all 0 when `which` is not below `count`.
  template <typename Name>
  void one_hot(Name&&, unsigned count, unsigned which) {
    std::fill_n(out_, count, 0.0F);
    if (which < count) out_[which] = 1;
    out_ += count;
  }
  void skip(unsigned count) {
    std::fill_n(out_, count, 0.0F);
    out_ += count;
  }
  [[nodiscard]] const float* end() const { return out_; }

 private:
  float* out_;
};

/// Collects the names. Values are not looked at.
class Namer {
 public:
  explicit Namer(std::vector<std::string>& names) : names_(names) {}

  template <typename Name>
  void number(Name&& name, unsigned) {
    names_.push_back(prefix_ + std::string(name(0U)));
  }
  template <unsigned Width, typename Name>
  void lanes(Name&& name, u64, unsigned count) {
    for (unsigned i = 0; i < count; ++i) names_.push_back(prefix_ + std::string(name(i)));
  }
  template <typename Name>
  void one_hot(Name&& name, unsigned count, unsigned) {
    lanes<1>(name, 0, count);
  }
  void begin_seat(unsigned ahead) {
    prefix_ = ahead == 0 ? "self." : "next" + std::to_string(ahead) + '.';
  }
  void end_seats() { prefix_.clear(); }

 private:
  std::vector<std::string>& names_;
  std::string prefix_;
};

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
std::string seat_name(unsigned ahead) {
  return ahead == 0 ? "self" : "next" + std::to_string(ahead);
}

auto region_names(Board board) {
  return [board](unsigned i) {
    const auto rows = catalogue::regions(board);
    return i < rows.size() ? std::string(rows[i].name) : "region" + std::to_string(i);
  };
}

template <typename Sink>
void put_workers(Sink& sink, std::string_view text, WorkerCounts workers) {
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

template <typename Sink>
void put_seat(Sink& sink, const State& s, Player p, Board board) {
  const PlayerState& mine = s.of(p);
  const auto regions = region_names(board);
  unsigned place = kMaxPlayers;
  for (unsigned i = 0; i < kMaxPlayers; ++i) {
    if (s.in_place(i) == p) place = i;
  }
  sink.number(named("money"), mine.money());
  sink.number(named("colony_vp"), mine.colony_vp());
  sink.number(named("bought_vp"), mine.bought_vp());
  sink.number(named("bid_or_economy_vp"), mine.economy());
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
void put_table(Sink& sink, const State& s, unsigned observer, Board board) {
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
  for (unsigned r = 0; r < kMaxRegions; ++r) {  // 0 where the natives are met or unknown
    unsigned natives = 0;
    if (r < catalogue::regions(board).size() && !has_bit(s.discovered, r)) {
      const int known = counter_known_to(s, nth<Player>(observer), nth<Region>(r));
      if (known >= 0) natives = catalogue::kCounterRows[static_cast<unsigned>(known)].natives;
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
}

/// Both sizes, counted on the names.
struct Sizes {
  unsigned seat = 0;
  unsigned all = 0;
};

std::vector<std::string> name_all(Board board, unsigned& seat_size) {
  const State s = start(Ruleset::make("aoe3", 2));  // any position has the same names
  std::vector<std::string> names;
  Namer namer(names);
  for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
    namer.begin_seat(ahead);
    put_seat(namer, s, Player{0}, board);
    if (ahead == 0) seat_size = static_cast<unsigned>(names.size());
  }
  namer.end_seats();
  put_table(namer, s, 0, board);
  return names;
}

const Sizes& sizes() {
  static const Sizes kSizes = [] {
    Sizes counted;
    counted.all = static_cast<unsigned>(name_all(Board::americas, counted.seat).size());
    return counted;
  }();
  return kSizes;
}

void write(const State& s, unsigned observer, std::span<float> out) {
  const Board board = s.ruleset().board();
  const unsigned players = s.players();
  Writer writer(out.data());
  for (unsigned ahead = 0; ahead < players; ++ahead) {
    put_seat(writer, s, nth<Player>((observer + ahead) % players), board);
  }
  writer.skip((kMaxPlayers - players) * sizes().seat);
  put_table(writer, s, observer, board);
  assert(writer.end() == out.data() + out.size());
}

}  // namespace

unsigned observation_size() { return sizes().all; }

std::vector<std::string> observation_names(Board board) {
  unsigned seat = 0;
  return name_all(board, seat);
}

void observe(const State& s, Player observer, std::span<float> out) {
  assert(out.size() == observation_size());
  if (has_secrets(s)) {
    write(seen_by(s, observer), index(observer), out);
  } else {
    write(s, index(observer), out);
  }
}

}  // namespace carrack
