#include "core/notation/trace_reader.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/base/json.hpp"
#include "core/base/json_difference.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "core/notation/trace_shown.hpp"
#include "core/notation/trace_variants.hpp"
#include "core/rules/checks.hpp"
#include "core/rules/nations.hpp"
#include "core/rules/phases.hpp"
#include "core/rules/restocking.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

using Json = nlohmann::json;

void put_row(std::span<Slot> spaces, const std::vector<Slot>& row, std::size_t from = 0) {
  for (std::size_t i = 0; i < row.size() && from + i < spaces.size(); ++i)
    spaces[from + i] = row[i];
}

/// Whether a node of the box is open behind the space of the worker that acts.
bool is_behind_worker(Node node, Phase phase) {
  if (phase == Phase::buildings) return node != Node::buy && node != Node::university;
  return phase == Phase::warfare && node == Node::kill;
}

/// How many spaces at the front of a box are empty. If the trace does not say so, the remaining
/// workers stand in front.
unsigned front_of(Phase box, const State& s, unsigned emptied) {
  if (s.phase != box) return 0;
  return std::max(emptied, is_behind_worker(s.node, box) ? 1U : 0U);
}

/// The workers in their spaces.
void put_workers(State& s, const ShownState& shown, bool is_reordered) {
  const auto front = [&](Phase box) { return front_of(box, s, shown.emptied); };
  put_row(s.dock, shown.dock, front(Phase::dock));
  if (is_reordered) {
    s.flags |= kDockReordered;
  } else {
    s.dock[dock::kX] = shown.x;
    s.dock[dock::kY] = shown.y;
    const std::size_t landed = s.sailed - std::min<std::size_t>(s.sailed, shown.mayflower.size());
    put_row(s.dock, shown.mayflower, dock::kFirstShip + landed);
  }
  put_row(s.goods_box, shown.goods, front(Phase::goods));
  put_row(s.buildings_box, shown.buildings, front(Phase::buildings));
  put_row(s.warfare_box, shown.warfare, front(Phase::warfare));
}

/// The cursor and the step of the node.
void point(State& s, unsigned emptied) {
  constexpr u8 kSetUp = refresh::number_of(refresh::kSetup, refresh::Step::done);
  switch (s.phase) {
    case Phase::setup: s.step = kSetUp; break;
    case Phase::dock:
      if (s.node != Node::land) break;
      while (s.cursor + 1U < s.dock.size() && s.dock[s.cursor].empty()) ++s.cursor;
      break;
    case Phase::specialists:
      if (s.node == Node::train) s.cursor = specialists::kTraining;
      break;
    case Phase::goods:
    case Phase::buildings:
    case Phase::warfare: s.cursor = static_cast<u8>(front_of(s.phase, s, emptied)); break;
    case Phase::placement:
    case Phase::discovery:
    case Phase::benefits:
    case Phase::scoring:
      if (s.node == Node::university || s.node == Node::stables) break;
      while (s.cursor + 1U < s.players() && s.in_place(s.cursor) != s.actor) ++s.cursor;
      break;
    case Phase::auction:
    case Phase::initiative:
    case Phase::shipping:
    case Phase::income:
    case Phase::refresh:
    case Phase::end: break;
  }
  if (s.phase != Phase::benefits) return;
  const TileSet behind = checks::tiles_behind(s.node, s.phase);
  if (!behind.empty()) s.step = static_cast<u8>(index(behind.first()) + 1);
}

/// The pieces outside the regions are those in hand, in boxes and on spaces, but for the worker
/// that acts. Throws InputError if a player does not own that many.
void count_pieces(State& s) {
  const checks::PieceCounts counts = checks::pieces_outside(s);
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    for (unsigned t = 0; t < kWorkers; ++t) {
      const auto type = nth<Worker>(t);
      const unsigned n = counts[seat][t];
      if (n > kPieces[t]) {
        throw InputError(to_string(nth<Player>(seat)) + " has " + std::to_string(n) +
                         " pieces of type " + std::string(name(type)) + ", expected at most " +
                         std::to_string(kPieces[t]));
      }
      s.player[seat].add_outside(type, n);
    }
  }
}

/// Sets what a position keeps and a trace does not show: counts of placement, and flags.
void set_marks(State& s) {
  placement::recount(s);
  const bool is_scored = s.phase == Phase::scoring;
  if (is_scored && s.turn != kTurns) s.flags |= kTilesSwept;
  const bool buys = s.ruleset().has(Variant::buy_vp) && s.turn == kTurns;
  if (buys && s.phase >= Phase::scoring) s.flags |= kWealthFixed;
}

/// Whether a tile of the benefits phase has done its work this turn.
bool has_acted(const State& s, Tile kind) {
  const unsigned owner = s.holder(only_copy(kind));
  if (owner >= kMaxPlayers ||
      !tiles::each_turn_tiles(s.ruleset().edition()).contains(only_copy(kind))) {
    return false;
  }
  if (s.phase > Phase::benefits) return true;
  unsigned place = 0;
  while (s.in_place(place) != nth<Player>(owner)) ++place;
  if (place != s.cursor) return place < s.cursor;
  return index(only_copy(kind)) + 1U < s.step || s.node == Node::give;
}

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("a trace does not say " + what + ", so the position cannot be read");
}

/// Sets the VP of the last turn, which a trace does not show before the result. They are computed
/// from the position as it is, and age_of_reason counts nothing. Without `may_guess`, throws
/// InputError if they may have been others.
void set_last_turn(State& s, bool may_guess) {
  const auto refuse_unless_guessed = [&](const std::string& what) {
    if (!may_guess) refuse(what);
  };
  if (s.turn != kTurns || s.phase < Phase::specialists) return;
  const bool counted = s.phase > Phase::specialists || s.node == Node::train;
  if (counted && s.holder(only_copy(Tile::age_of_reason)) < kMaxPlayers) {
    refuse_unless_guessed("what age_of_reason has counted on turn 8");
  }
  if (s.phase < Phase::benefits) return;
  for (const Tile kind : {Tile::cartography, Tile::west_indies_co, Tile::stables, Tile::smuggler,
                          Tile::trading_house, Tile::migration}) {
    if (has_acted(s, kind)) {
      refuse_unless_guessed("the income of turn 8 once " + std::string(name(kind)) +
                            " may have changed goods");
    }
  }
  for (unsigned seat = 0; seat < s.players(); ++seat) {
    const Holding holding = income::goods_and_ships(s, nth<Player>(seat));
    s.player[seat].set_economy(income::best_sets(s.ruleset().table(), holding));
  }
  const unsigned owner = s.holder(only_copy(Tile::wealth));
  if ((s.flags & kWealthFixed) == 0 || owner >= kMaxPlayers) return;
  unsigned place = 0;
  while (s.in_place(place) != nth<Player>(owner)) ++place;
  if (s.phase == Phase::end || place < s.cursor) {
    refuse_unless_guessed("what wealth was worth before VP were bought");
  }
  s.wealth = static_cast<u16>(tiles::wealth(s, nth<Player>(owner)));
}

/// Looks for the positions that show what the trace shows.
class PositionFinder {
 public:
  PositionFinder(const ShownState& shown, const Json& state,
                 const std::optional<std::vector<std::string>>& legal)
      : shown_(shown), state_(state), legal_(legal) {
    if (legal_) std::ranges::sort(*legal_);
  }

  /// With `may_choose`, returns one of several positions: see read_likely_state().
  State run(bool may_choose, std::optional<Player> attacker) {
    try_all_nodes();
    if (found_.empty() && may_choose && legal_ && !legal_->empty()) {
      may_lack_options_ = true;
      try_all_nodes();
    }
    if (found_.empty()) {
      throw InputError(why_not_.empty() ? "no decision is open there" : why_not_);
    }
    if (found_.size() == 1) return found_.front();
    if (!may_choose || !is_of_one_kind()) refuse_several();
    const auto by_attacker = std::ranges::find_if(found_, [&](const State& s) {
      return s.node == Node::kill && warfare::Battle::of(s).attacker == attacker;
    });
    return by_attacker == found_.end() ? found_.front() : *by_attacker;
  }

 private:
  /// How many of the checks a rejected position has passed.
  enum class Closeness : u8 { none, possible, playable, same_options };

  void try_all_nodes() {
    for (unsigned n = 0; n < kNodes; ++n) {
      const auto node = nth<Node>(n);
      if (!is_chance(node) && checks::is_node_of(node, shown_.base.phase)) try_node(node);
    }
  }

  void try_node(Node node) {
    const unsigned england = nations::seat_of(shown_.base, Nation::england);
    const bool may_be_reordered = shown_.base.phase == Phase::dock && england < kMaxPlayers &&
                                  shown_.base.player[england].powers() != 0;
    try_layout(node, false);
    if (may_be_reordered && node != Node::reorder) try_layout(node, true);
  }

  void try_layout(Node node, bool is_reordered) {
    if (!is_reordered && shown_.dock.size() > dock::spaces(shown_.base.ruleset())) return;
    State s = shown_.base;
    s.node = node;
    put_workers(s, shown_, is_reordered);
    point(s, shown_.emptied);
    count_pieces(s);
    set_marks(s);
    for_each_variant(s, shown_, [&](const State& variant) { consider(variant); });
  }

  /// Keeps a position that meets every invariant, shows the trace and has its options. Of the
  /// others, `why_not_` says what is wrong with one that came closest.
  void consider(const State& s) {
    Closeness closeness = Closeness::none;
    try {
      checks::fields(s);
      checks::belongings(s);
      checks::boxes(s);
      closeness = Closeness::possible;
      checks::node(s);
      checks::parts(s);
      checks::decision(s);
    } catch (const std::logic_error& error) {
      const bool possible = closeness == Closeness::possible;
      explain(closeness, possible ? "no decision of " + actor_name(s) + " is open there"
                                  : std::string("not a position of the game: ") + error.what());
      return;
    }
    if (legal_ && !has_given_options(s)) {
      explain(Closeness::playable, "its legal actions are not those given, but " + options_of(s));
      return;
    }
    if (const std::string wrong = difference(s); !wrong.empty()) {
      explain(Closeness::same_options, wrong);
      return;
    }
    if (std::ranges::find(found_, s) == found_.end()) found_.push_back(s);
  }

  [[nodiscard]] bool has_given_options(const State& s) const {
    const std::vector<std::string> options = sorted_options(s);
    return may_lack_options_ ? std::ranges::includes(options, *legal_) : options == *legal_;
  }

  void explain(Closeness closeness, const std::string& why) {
    if (closeness < closest_ || (closeness == closest_ && !why_not_.empty())) return;
    closest_ = closeness;
    why_not_ = why;
  }
  static std::string options_of(const State& s) {
    const std::vector<std::string> options = sorted_options(s);
    const std::vector<std::string_view> words(options.begin(), options.end());
    return excerpt(join(words));
  }

  /// The first difference between the trace of `s` and the trace given. Empty if there is none in
  /// the full view or, with secrets, in the view of some player.
  [[nodiscard]] std::string difference(const State& s) const {
    std::string wrong = difference(s, std::nullopt);
    for (unsigned seat = 0; seat < s.players() && !wrong.empty() && has_secrets(s); ++seat) {
      if (difference(s, nth<Player>(seat)).empty()) wrong.clear();
    }
    return wrong;
  }
  [[nodiscard]] std::string difference(const State& s, std::optional<Player> viewer) const {
    std::string text;
    state_.contains("emptied") ? append_position(text, s, viewer) : append_state(text, s, viewer);
    return first_difference(state_, Json::parse(text));
  }

  [[nodiscard]] bool is_of_one_kind() const {
    return std::ranges::all_of(found_,
                               [&](const State& s) { return s.node == found_.front().node; });
  }
  [[noreturn]] void refuse_several() const {
    if (is_of_one_kind()) {
      refuse("what has been chosen before this part of a decision ('" +
             excerpt(sorted_options(found_.front()).front()) + "' is one of its options)");
    }
    throw InputError("several decisions look like this: give the legal actions too");
  }

  const ShownState& shown_;
  const Json& state_;
  std::optional<std::vector<std::string>> legal_;
  bool may_lack_options_ = false;  // `legal_` may be a part of the options
  std::vector<State> found_;
  Closeness closest_ = Closeness::none;
  std::string why_not_;
};

State read(Ruleset rules, std::string_view text,
           const std::optional<std::vector<std::string>>& legal, Random& random, bool may_choose,
           std::optional<Player> attacker) {
  try {
    const Json state = parse_json(text);
    check_json_keys(text);
    const ShownState shown = read_shown(rules, state, random);
    State s = PositionFinder(shown, state, legal).run(may_choose, attacker);
    set_last_turn(s, may_choose);
    return s;
  } catch (const InputError& error) {
    throw InputError(std::string("state: ") + error.what());
  }
}

}  // namespace

State read_state(Ruleset rules, std::string_view text,
                 const std::optional<std::vector<std::string>>& legal, Random& random) {
  return read(rules, text, legal, random, /*may_choose=*/false, {});
}

State read_likely_state(Ruleset rules, std::string_view text,
                        const std::optional<std::vector<std::string>>& legal, Random& random,
                        std::optional<Player> attacker) {
  return read(rules, text, legal, random, /*may_choose=*/true, attacker);
}

}  // namespace carrack
