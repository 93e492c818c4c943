// Constructs positions and plays events in notation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/game/bags.hpp"
#include "core/game/chance.hpp"
#include "core/game/game.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/pieces.hpp"
#include "core/rules/tiles.hpp"

namespace carrack::testing {

inline constexpr Player p1{0}, p2{1}, p3{2}, p4{3}, p5{4}, p6{5};

/// Edition `empires` with these modules and variants.
inline Ruleset empires(unsigned players, const std::vector<std::string>& modules = {},
                       const std::vector<std::string>& variants = {}) {
  return Ruleset::make("empires", players, modules, variants);
}

/// A region by name; of the Americas unless said.
inline Region region(std::string_view name, Board board = Board::americas) {
  const u16 set = boards::row(board).set_of(name);
  if (set == 0) throw std::invalid_argument("no region " + std::string(name));
  return nth<Region>(first_bit(set));
}

/// The message of an InputError; empty if nothing was thrown.
template <typename Try>
std::string complaint(Try&& attempt) {
  try {
    attempt();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// A message is one line with all these words in it.
inline void expect_names(const std::string& message,
                         std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << message << " does not name " << word;
  }
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

/// The trace of a position, without spaces after ':' and ','.
inline std::string trace_of(const State& s) {
  std::string text;
  append_state(text, s);
  std::string compact;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = i > 0 && text[i] == ' ' && (text[i - 1] == ':' || text[i - 1] == ',');
    if (!separates) compact += text[i];
  }
  return compact;
}

/// Applies one event. Fails the test with the legal options if it is illegal.
inline void play(State& s, std::string_view event) { apply(s, parse_legal(event, s)); }
inline void play(State& s, std::initializer_list<std::string_view> events) {
  for (const std::string_view event : events) play(s, event);
}

/// The options of a position, as sorted notation.
inline std::vector<std::string> options(const State& s) { return sorted_options(s); }
inline bool offers(const State& s, std::string_view event) {
  return std::ranges::count(sorted_options(s), event) == 1;
}

/// Draws at random until a player is to decide or the game is over.
inline void resolve_chance(State& s, u64 seed = 1) {
  ChanceSource chance(seed);
  while (!is_over(s) && is_chance(s)) apply(s, chance.draw(s));
}

/// A position under construction: an empty board in turn `turn`, players in seat order p1, p2, …,
/// nobody with workers or money, nothing on show, every counter, card and tile in its bag.
/// `begin(phase)` opens a phase and runs to its first decision.
class Position {
 public:
  explicit Position(unsigned players, unsigned turn = 1,
                    const std::vector<std::string>& modules = {})
      : Position(Ruleset::make("aoe3", players, modules), turn) {}
  explicit Position(Ruleset rules, unsigned turn = 1) : s(start(rules)) {
    s.turn = static_cast<u8>(turn);
    for (unsigned p = 0; p < rules.players(); ++p) {
      s.set_place(p, nth<Player>(p));
      PlayerState& mine = s.player[p];
      mine.pay(mine.money());
      while (mine.available()[Worker::colonist] > 0) {
        mine.remove_available(Worker::colonist);
        mine.remove_outside(Worker::colonist);
      }
    }
    placement::open(s);
  }

  /// The player order, from the first place on.
  Position& order(const std::vector<Player>& players) {
    for (unsigned place = 0; place < players.size(); ++place) s.set_place(place, players[place]);
    return *this;
  }
  Position& money(Player p, unsigned dollars) {
    s.of(p).pay(s.of(p).money());
    s.of(p).earn(dollars);
    return *this;
  }
  /// Available workers.
  Position& available(Player p, Worker w, unsigned n = 1) {
    for (unsigned i = 0; i < n; ++i) gain_worker(s.of(p), w);
    return *this;
  }
  /// Workers in a region, which becomes discovered unless they may be in undiscovered regions
  /// (`world`); its good stays.
  Position& in_region(Player p, std::string_view name, Worker w, unsigned n = 1) {
    const Region r = region(name, s.ruleset().board());
    if (!has_bit(s.habitable(), index(r))) discovered(name);
    s.of(p).add_standing(r, w, n);
    return *this;
  }
  /// Discovers a region without a player taking the counter: one leaves the bag.
  Position& discovered(std::string_view name) {
    add_bit(s.discovered, index(region(name, s.ruleset().board())));
    return *this;
  }
  Position& all_discovered() {
    s.discovered = static_cast<u16>(s.all_regions());
    return *this;
  }
  Position& owns(Player p, Tile kind) {
    s.assign(s.tiles_of(kInBag).copy_of(kind), index(p));
    return *this;
  }
  Position& owns_good(Player p, Good g, unsigned n = 1) {
    for (unsigned i = 0; i < n; ++i) take_from_supply(s, p, g);
    return *this;
  }
  Position& owns_ships(Player p, unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      s.supply.remove_ships(1);
      s.of(p).add_ship();
    }
    return *this;
  }
  Position& shows(Tile kind) {
    s.assign(s.tiles_of(kInBag).copy_of(kind), kOnTable);
    return *this;
  }
  Position& shows(Good g) {
    s.supply.remove(g);
    s.goods_on_show.add(g);
    return *this;
  }
  Position& shows_ship() {
    s.supply.remove_ships(1);
    s.ship_on_show = 1;
    return *this;
  }
  /// A worker in a box, after those already there, as an additional piece of the player.
  Position& in_box(Box box, Player p, Worker w = Worker::colonist) {
    s.actor = p;
    gain_worker(s.of(p), w);
    placement::choose(s, Action(Verb::place, index(w) * kBoxes + index(box)));
    return *this;
  }
  /// A colonist on X or Y (11 or 12, see dock::kX).
  Position& on_letter(unsigned space, Player p) {
    s.of(p).add_outside(Worker::colonist);
    s.dock[space] = Slot(p, Worker::colonist);
    return *this;
  }
  Position& knows_counter(std::string_view name, unsigned counter) {
    fix_counter(s, region(name, s.ruleset().board()), nth<Counter>(counter), kEverybody);
    return *this;
  }

  /// A counter known only to some players.
  Position& scouted_counter(std::string_view name, unsigned counter,
                            std::initializer_list<Player> known_by) {
    u32 seats = 0;
    for (const Player p : known_by) add_bit(seats, index(p));
    fix_counter(s, region(name, s.ruleset().board()), nth<Counter>(counter), seats);
    return *this;
  }
  Position& nation(Player p, Nation n) {
    nations::assign(s, p, n);
    return *this;
  }

  State begin(Phase phase) {
    const bool untouched = s.box_counts.empty() && s.in_initiative == 0;
    if (phase == Phase::placement && untouched) placement::open(s);  // sees ships and tiles
    carrack::begin(s, phase);
    Legal next;
    run(s, next);
    return s;
  }

  State s;
};

/// The player order, first to last.
inline std::vector<Player> order_of(const State& s) {
  std::vector<Player> order;
  for (unsigned place = 0; place < s.players(); ++place) order.push_back(s.in_place(place));
  return order;
}

}  // namespace carrack::testing
