#include "core/notation/trace_shown.hpp"

#include <algorithm>
#include <array>

#include "core/game/bags.hpp"
#include "core/game/game.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace_part.hpp"
#include "core/notation/trace_secrets.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/pieces.hpp"

namespace carrack {
namespace {

using Part = TracePart;

/// The reader of one trace.
class Reader {
 public:
  Reader(Ruleset rules, Random& random) : random_(random) { shown_.base = bare(rules); }

  ShownState read(const Part& json) {
    State& s = shown_.base;
    s.turn = static_cast<u8>(json["turn"].number(kTurns, 1));
    s.phase = json["phase"].named<Phase>("phase", kPhases);
    s.node = Node::over;
    const Part actor = json["actor"];
    if (actor.text() == "chance") {
      throw InputError(
          "actor is chance, expected a player or none: only decisions and ends of games are read");
    }
    if (actor.text() != "none") s.actor = player_of(actor);
    read_order(json["order"]);
    if (const auto bids = json.find("bids")) read_bids(*bids);
    if (const auto reserve = json.find("reserve")) read_reserve(*reserve);
    read_players(json["players"]);
    read_regions(json["regions"]);
    read_boxes(json["boxes"]);
    if (const auto emptied = json.find("emptied")) {
      shown_.emptied = emptied->number(static_cast<unsigned>(s.dock.size()), 1);
    }
    read_market(json["market"]);
    read_supply(json["supply"]);
    secrets_.place(s, bag_, random_);
    if (const auto pending = json.find("pending")) read_pending(*pending);
    return std::move(shown_);
  }

 private:
  static constexpr unsigned kMostVp = PlayerState::kMostColonyVp;

  /// A position with its ruleset and board, everything face down, and nothing else.
  static State bare(Ruleset rules) {
    State s = start(rules);
    s.player = {};
    s.supply = {};
    s.ship_on_show = 0;
    s.discovered = 0;
    s.region_tokens = 0;
    return s;
  }

  [[nodiscard]] Player player_of(const Part& json) const { return player_of(json, json.text()); }
  [[nodiscard]] Player player_of(const Part& json, std::string_view word) const {
    std::vector<std::string> seats;
    for (unsigned seat = 0; seat < shown_.base.players(); ++seat) {
      seats.push_back(to_string(nth<Player>(seat)));
    }
    const std::vector<std::string_view> words(seats.begin(), seats.end());
    return nth<Player>(json.place_of("player", word, words));
  }
  [[nodiscard]] Region region_of(const Part& json, std::string_view word) const {
    const Board board = shown_.base.ruleset().board();
    std::vector<std::string_view> words;
    for (const RegionRow& row : catalogue::regions(board)) words.push_back(row.name);
    return nth<Region>(json.place_of("region", word, words));
  }

  /// In the auction of 2007 the places fill from the last.
  void read_order(const Part& json) {
    State& s = shown_.base;
    std::vector<Player> settled;
    json.each(s.players(), [&](const Part& part) { settled.push_back(player_of(part)); });
    const bool from_the_last = s.phase == Phase::auction && !s.ruleset().has(Module::national);
    const auto first = from_the_last ? s.players() - static_cast<unsigned>(settled.size()) : 0U;
    for (unsigned i = 0; i < settled.size(); ++i) s.set_place(first + i, settled[i]);
  }

  void read_bids(const Part& json) {
    json.each_member([&](const std::string& seat, const Part& bid) {
      const Player p = player_of(json, seat);
      if (bid.is_text() && bid.text() == "out") {
        add_bit(shown_.out, index(p));
      } else {
        shown_.base.of(p).set_bid(bid.number(kMostBid, 1));
      }
    });
  }

  void read_reserve(const Part& json) {
    json.each(kReserve, [&](const Part& part) {
      const TileCopy copy = only_copy(part.named<Tile>("tile", kTiles));
      if (copy < kFirstOfAgeThree) part.fail("a tile of age III");
      reserve_tile(shown_.base, copy);
    });
  }

  void read_players(const Part& json) {
    unsigned seat = 0;
    json.each(shown_.base.players(), [&](const Part& part) { read_player(part, seat++); });
    if (seat != shown_.base.players()) {
      json.fail("a list of " + std::to_string(shown_.base.players()));
    }
  }

  void read_player(const Part& json, unsigned seat) {
    State& s = shown_.base;
    PlayerState& mine = s.player[seat];
    mine.earn(json["money"].number(PlayerState::kMostMoney));
    // A trace shows the sum: what scorings cannot have brought was bought.
    const unsigned vp = json["vp"].number(2 * kMostVp);
    const unsigned most = std::min(scoring::kMostVp * scoring::scorings_before(s), kMostVp);
    mine.add_colony_vp(std::min(vp, most));
    mine.add_bought_vp(std::min(vp - std::min(vp, most), kMostVp));
    mine.set_available(workers_of(json["workers"]));
    Holding goods = goods_of(json["goods"]);
    goods.add_ships(json["ships"].number(kShips));
    mine.set_goods(goods);
    read_tiles(json["tiles"], seat);
    json["used"].each(2, [&](const Part& used) {
      if (used.text() == "university") {
        s.flags |= kUniversityUsed;
      } else if (used.text() == "cartography") {
        s.flags |= kCartographyUsed;
      } else {
        used.fail("university or cartography");
      }
    });
    json["counters"].each(kCounters, [&](const Part& part) { take_counter(part, seat); });
    json["cards"].each(kCards, [&](const Part& part) {
      take_card(part, index(part.named<Card>("card", kCards)), seat);
    });
    const auto sailed = json["sailed"].number(placement::kMostSailed);
    s.sailed = std::max(s.sailed, static_cast<u8>(sailed));
    if (const auto ally = json.find("ally")) s.set_ally(player_of(*ally));
    if (const Part nation = json["nation"]; !nation.is_null()) {
      nations::assign(s, nth<Player>(seat), nation.named<Nation>("nation", kNations));
    }
    mine.set_powers(json["powers"].number(PlayerState::kMostPowers));
    if (const auto ages = json.find("deck_ages")) {
      ages->each(3, [&](const Part& age) { s.spend_deck_age(nth<Age>(age.number(3, 1) - 1)); });
    }
    if (const auto knows = json.find("knows")) read_knows(*knows, seat);
  }

  static WorkerCounts workers_of(const Part& json) {
    WorkerCounts workers;
    json.each_member([&](const std::string& word, const Part& count) {
      const auto type = json.thing_named<Worker>("worker", kWorkers, word);
      workers.add(type, count.number(kPieces[index(type)]));
    });
    return workers;
  }
  static Holding goods_of(const Part& json) {
    Holding goods;
    json.each_member([&](const std::string& word, const Part& count) {
      const auto good = json.thing_named<Good>("good", kGoods, word);
      goods.add(good, count.number(Holding::kMost));
    });
    return goods;
  }

  void read_tiles(const Part& json, unsigned holder) {
    State& s = shown_.base;
    json.each(kTileCopies, [&](const Part& part) {
      const auto kind = part.named<Tile>("tile", kTiles);
      const TileCopy copy = s.tiles_of(kInBag).copy_of(kind);
      if (s.holder(copy) != kInBag) part.fail("a tile that nobody else has");
      s.assign(copy, holder);
    });
  }

  void take_counter(const Part& part, unsigned holder) {
    const unsigned counter = part.number(kCounters - 1);
    if (shown_.base.counters.holder(counter) != kInBag)
      part.fail("a counter that is not listed elsewhere");
    shown_.base.counters.assign(counter, holder);
  }
  void take_card(const Part& part, unsigned card, unsigned holder) {
    if (shown_.base.cards.holder(card) != kInBag) part.fail("a card that is not listed elsewhere");
    shown_.base.cards.assign(card, holder);
  }

  void read_knows(const Part& json, unsigned seat) {
    json.each_member([&](const std::string& word, const Part& part) {
      if (word == "deck_top") {
        secrets_.add_deck_top(part, seat);
      } else if (word == "deck_bottom") {
        secrets_.add_deck_bottom(part, seat);
      } else {
        secrets_.add_counter(part, region_of(json, word), seat);
      }
    });
  }

  void read_regions(const Part& json) {
    State& s = shown_.base;
    const Board board = s.ruleset().board();
    for (unsigned r = 0; r < catalogue::regions(board).size(); ++r) {
      const auto region = nth<Region>(r);
      const Part part = json[std::string(region_name(region, board))];
      add_bit(s.discovered, r, part["discovered"].flag());
      add_bit(s.region_tokens, r, part["good"].flag());
      if (const Part counter = part["counter"]; !counter.is_null()) {
        take_counter(counter, kOnTable);
        fix_counter(s, region, nth<Counter>(counter.number(kCounters - 1)), kEverybody);
      }
      part["workers"].each_member([&](const std::string& seat, const Part& workers) {
        settle(s.of(player_of(part["workers"], seat)), region, workers);
      });
    }
  }
  static void settle(PlayerState& p, Region r, const Part& json) {
    json.each_member([&](const std::string& word, const Part& count) {
      constexpr std::array kSettlers{Worker::colonist, Worker::missionary, Worker::soldier,
                                     Worker::builder};
      std::array<std::string_view, kSettlers.size()> words;
      std::ranges::transform(kSettlers, words.begin(),
                             [](Worker settler) { return name(settler); });
      const Worker type = kSettlers[json.place_of("worker", word, words)];
      const unsigned most = type == Worker::colonist ? kCivilianPieces : kPieces[index(type)];
      p.add_standing(r, type, count.number(most));
    });
  }

  /// `p1 colonist`
  [[nodiscard]] Slot slot_of(const Part& json) const {
    const std::string text = json.text();
    const std::size_t blank = std::min(text.find(' '), text.size());
    const Player p = player_of(json, std::string_view(text).substr(0, blank));
    const std::string_view word = std::string_view(text).substr(std::min(blank + 1, text.size()));
    return {p, json.thing_named<Worker>("worker", kWorkers, word)};
  }
  [[nodiscard]] std::vector<Slot> row_of(const Part& json, std::size_t most) const {
    std::vector<Slot> row;
    json.each(most, [&](const Part& part) { row.push_back(slot_of(part)); });
    return row;
  }

  void read_boxes(const Part& json) {
    State& s = shown_.base;
    const std::vector<Slot> initiative = row_of(json["initiative"], s.initiative_box.size());
    std::ranges::copy(initiative, s.initiative_box.begin());
    for (const Slot slot : initiative) {
      add_bit(s.in_initiative, index(slot.player()));
    }
    shown_.dock = row_of(json["dock"], s.dock.size());
    shown_.mayflower = row_of(json["mayflower"], placement::kMostSailed);
    shown_.goods = row_of(json["goods"], s.goods_box.size());
    shown_.buildings = row_of(json["buildings"], s.buildings_box.size());
    shown_.warfare = row_of(json["warfare"], s.warfare_box.size());
    const auto letter = [&](const Part& part) {
      return part.is_null() ? Slot() : Slot(player_of(part), Worker::colonist);
    };
    shown_.x = letter(json["x"]);
    shown_.y = letter(json["y"]);
    read_crowd(json["shipping"],
               [](State& to, Player p, WorkerCounts workers) { to.of(p).set_shipping(workers); });
    read_crowd(json["discovery"],
               [](State& to, Player p, WorkerCounts workers) { to.of(p).set_discovery(workers); });
    if (const auto india = json.find("india")) {
      read_crowd(*india, [](State& to, Player, WorkerCounts workers) { to.set_india(workers); });
    }
    const Part specialists = json["specialists"];
    std::vector<std::string_view> spaces;
    for (unsigned space = 0; space < s.specialist_box.size(); ++space) {
      spaces.push_back(name(nth<Box>(index(Box::captain) + space)));
    }
    specialists.each_member([&](const std::string& word, const Part& slot) {
      s.specialist_box[specialists.place_of("space", word, spaces)] = slot_of(slot);
    });
  }
  template <typename Put>
  void read_crowd(const Part& json, Put&& put) {
    json.each_member([&](const std::string& seat, const Part& workers) {
      put(shown_.base, player_of(json, seat), workers_of(workers));
    });
  }

  void read_market(const Part& json) {
    State& s = shown_.base;
    read_tiles(json["tiles"], kOnTable);
    json["goods"].each(kGoodsOnShow, [&](const Part& good) {
      s.goods_on_show.add(good.named<Good>("good", kGoods));
    });
    s.ship_on_show = json["ship"].flag() ? 1 : 0;
  }

  void read_supply(const Part& json) {
    State& s = shown_.base;
    if (const auto goods = json.find("goods")) s.supply = goods_of(*goods);
    if (const auto ships = json.find("ships")) {
      s.supply.add_ships(ships->number(kShips));
    }
    if (const auto counters = json.find("counters")) {
      counters->each(kCounters, [&](const Part& part) {
        const unsigned counter = part.number(kCounters - 1);
        if (s.counters.holder(counter) != kInBag)
          part.fail("a counter that is not listed elsewhere");
        add_bit(bag_, counter);
      });
    }
  }

  void read_pending(const Part& json) {
    constexpr std::size_t kMostEvents = 64;
    json.each(kMostEvents, [&](const Part& part) {
      shown_.pending.push_back(parse_notation(part.text(), shown_.base.ruleset().board()));
    });
  }

  Random& random_;
  ShownState shown_;
  u32 bag_ = 0;  // the counters of the supply
  TraceSecrets secrets_;
};

}  // namespace

ShownState read_shown(Ruleset rules, const nlohmann::json& state, Random& random) {
  return Reader(rules, random).read(Part(state, ""));
}

}  // namespace carrack
