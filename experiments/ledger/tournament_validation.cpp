#include "experiments/ledger/tournament_validation.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/numbers.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/ledger/row_errors.hpp"

namespace carrack {
namespace {

constexpr i64 kForfeited = std::numeric_limits<i64>::min();  // VP, for the order of a game

class TournamentValidation {
 public:
  TournamentValidation(Database& db, i64 tournament, const TournamentPlan& plan)
      : db_(db),
        rows_(db),
        tournament_(tournament),
        schedule_(schedule_of(plan)),
        seatings_(make_seatings(plan.seatings, plan.rules.players())) {}

  void run() {
    check_agents();
    check_blocks();
    check_games();
  }

 private:
  [[nodiscard]] const TournamentPlan& plan() const { return schedule_.plan(); }
  [[nodiscard]] i64 agents() const { return static_cast<i64>(plan().agents.size()); }
  [[nodiscard]] i64 players() const { return plan().rules.players(); }
  [[nodiscard]] i64 games_per_block() const { return static_cast<i64>(seatings_.size()); }
  [[nodiscard]] std::string place() const { return rows_.place_of_tournament(tournament_); }
  [[nodiscard]] std::string place_of_block(i64 block) const {
    return place() + ", block " + std::to_string(block);
  }

  /// Only mixed tournaments have a table for each block.
  Schedule schedule_of(const TournamentPlan& plan) {
    u64 end = 1;
    if (plan.kind == TournamentKind::mixed) {
      Statement blocks(db_,
                       "SELECT count(*), coalesce(max(block), 0) FROM blocks WHERE tournament = ?");
      blocks.start(tournament_);
      blocks.next();
      end =
          static_cast<u64>(std::min(blocks.integer(0) + kBlocksDealtAnyway, blocks.integer(1) + 1));
    }
    try {
      return {plan, end};
    } catch (const InputError& error) {
      rows_.fail(place(), error.what());
    }
  }

  void check_agents() {
    const std::string where = place();
    Statement rows(db_,
                   "SELECT agent, spec, name, configuration FROM agents WHERE tournament = ?"
                   " ORDER BY agent");
    i64 agent = 0;
    for (rows.start(tournament_); rows.next(); ++agent) {
      const std::string here = where + ", agent " + std::to_string(rows.integer(0));
      if (rows.integer(0) != agent || agent >= agents()) {
        rows_.fail("agents", here, "is one agent too many or out of order",
                   "agents " + range_text(0, agents() - 1) + ", each once");
      }
      const std::string& spec = plan().agents[static_cast<std::size_t>(agent)];
      if (rows.text(1) != spec) {
        rows_.fail("agents", here, "spec is '" + excerpt(rows.text(1)) + "'",
                   "'" + excerpt(spec) + "' as the plan has it");
      }
      if (!is_utf8(rows.text(2))) rows_.fail(here, "name is not UTF-8");
      try {
        static_cast<void>(parse_json(rows.text(3)));
      } catch (const InputError& error) {
        rows_.fail(here, "configuration: " + std::string(error.what()));
      }
    }
    if (agent != agents()) {
      rows_.fail("agents", where, "has " + std::to_string(agent) + " agents",
                 std::to_string(agents()) + " as the plan has");
    }
  }

  /// The agents of a block from a JSON list.
  Seating line_up(i64 block, std::string_view text) {
    const auto is_agent = [&](const nlohmann::json& entry) {
      return entry.is_number_unsigned() && entry.get<u64>() < plan().agents.size();
    };
    try {
      const auto list = parse_json(text);
      if (list.is_array() && list.size() == plan().rules.players() &&
          std::ranges::all_of(list, is_agent)) {
        return list.get<Seating>();
      }
    } catch (const InputError&) {  // reported below
    }
    rows_.fail(
        "blocks", place_of_block(block), "lineup is '" + excerpt(text) + "'",
        "a list of " + std::to_string(players()) + " agents, each " + range_text(0, agents() - 1));
  }

  /// Chance and line-up of a block follow from the plan; otherwise the games that are still to be
  /// played would not fit it.
  void check_fixture(i64 block, const Statement& row, int chance, int lineup) {
    const auto number = static_cast<u64>(block);
    const auto seed = static_cast<i64>(game_seeds(plan().seed, number).chance);
    if (row.integer(chance) != seed) {
      rows_.fail("blocks", place_of_block(block),
                 "chance is " + std::to_string(row.integer(chance)),
                 std::to_string(seed) + ", by the seed of the plan");
    }
    const Seating table = line_up(block, row.text(lineup));
    if (plan().kind == TournamentKind::mixed && !schedule_.has(number)) return;
    if (table == schedule_.table(number)) return;
    rows_.fail(
        "blocks", place_of_block(block), "lineup is '" + excerpt(row.text(lineup)) + "'",
        "'" + excerpt(nlohmann::json(schedule_.table(number)).dump()) + "' as the plan says");
  }

  void check_blocks() {
    Statement rows(db_,
                   "SELECT block, games, done, lineup, chance, (SELECT count(*) FROM games g"
                   "  WHERE g.tournament = b.tournament AND g.block = b.block)"
                   " FROM blocks b WHERE tournament = ? ORDER BY block");
    for (rows.start(tournament_); rows.next();) {
      const auto check = [&](int column, i64 should, const std::string& why) {
        if (rows.integer(column) == should) return;
        rows_.fail("blocks", place_of_block(rows.integer(0)),
                   rows.column_name(column) + " is " + std::to_string(rows.integer(column)),
                   std::to_string(should) + why);
      };
      check(1, games_per_block(), ", the seatings of the plan");
      check(2, rows.integer(5), ", the games of the block that are there");
      check_fixture(rows.integer(0), rows, 4, 3);
    }
  }

  /// Every game has each seat once, with the agent given by the seating, and ranks that fit
  /// together.
  void check_games() {
    Statement rows(db_,
                   "SELECT g.game, s.seat, g.block, g.permutation, s.agent, s.rank, b.lineup,"
                   " s.win_share, s.vp, s.forfeit IS NOT NULL,"
                   " s.colonies + s.discoveries + s.tiles + s.economy + s.bought"
                   " FROM games g JOIN blocks b USING (tournament, block) JOIN seats s USING (game)"
                   " WHERE g.tournament = ? ORDER BY g.block, g.permutation, g.game, s.seat");
    i64 game = 0;
    i64 block = -1;
    i64 permutation = -1;
    i64 seats = players();
    Seating table;
    std::array<u8, kMaxPlayers> rank{};
    std::array<double, kMaxPlayers> share{};
    std::array<i64, kMaxPlayers> vp{};  // of a forfeited seat, less than any other
    const auto check_whole = [&] {
      if (seats != players()) {
        rows_.fail("seats", rows_.place_of_game(game), "has " + std::to_string(seats) + " seats",
                   std::to_string(players()));
      }
      if (game == 0) return;
      const auto seated = static_cast<std::size_t>(players());
      check_result(game, std::span(rank).first(seated), share);
      check_order(game, std::span(rank).first(seated), vp);
    };
    for (rows.start(tournament_); rows.next();) {
      if (rows.integer(0) != game) {
        check_whole();
        game = rows.integer(0);
        seats = 0;
        if (rows.integer(2) == block && rows.integer(3) == permutation) {
          rows_.fail("games", rows_.place_of_game(game), "is there twice", "each game once");
        }
        if (rows.integer(2) != block) table = line_up(rows.integer(2), rows.text(6));
        block = rows.integer(2);
        permutation = rows.integer(3);
        check_seat_column(rows, 3, 0, games_per_block() - 1);
      }
      ++seats;
      check_seat_column(rows, 1, 1, players());
      if (rows.integer(1) != seats) {
        rows_.fail("seats", rows_.place_of_game(game), "has no seat " + std::to_string(seats),
                   "seats " + range_text(1, players()));
      }
      check_seat_column(rows, 4, 0, agents() - 1);
      check_seat_column(rows, 5, 1, players());
      rank[static_cast<std::size_t>(seats - 1)] = static_cast<u8>(rows.integer(5));
      share[static_cast<std::size_t>(seats - 1)] = rows.real(7);
      if (rows.integer(8) != rows.integer(10)) {
        rows_.fail("seats", rows_.place_of_game(game) + ", seat " + std::to_string(seats),
                   "vp is " + std::to_string(rows.integer(8)),
                   std::to_string(rows.integer(10)) + ", the sum of its parts");
      }
      const bool is_forfeited = rows.integer(9) != 0;
      vp[static_cast<std::size_t>(seats - 1)] = is_forfeited ? kForfeited : rows.integer(8);
      const Seating& seating = seatings_[static_cast<std::size_t>(permutation)];
      const i64 agent = table[seating[static_cast<std::size_t>(seats - 1)]];
      if (rows.integer(4) != agent) {
        rows_.fail("seats", rows_.place_of_game(game) + ", seat " + std::to_string(seats),
                   "agent is " + std::to_string(rows.integer(4)),
                   std::to_string(agent) + " as the line-up of the block and the seating say");
      }
    }
    check_whole();
  }

  /// A rank is one more than the number of seats that are better; the win shares follow from it.
  void check_result(i64 game, std::span<const u8> rank,
                    const std::array<double, kMaxPlayers>& share) {
    const auto players = static_cast<unsigned>(rank.size());
    const auto shares = win_shares(rank, players);
    for (unsigned seat = 0; seat < players; ++seat) {
      const unsigned expected = consistent_rank(rank, seat);
      const std::string where = rows_.place_of_game(game) + ", seat " + std::to_string(seat + 1);
      if (rank[seat] != expected) {
        rows_.fail("seats", where, "rank is " + std::to_string(rank[seat]),
                   std::to_string(expected) + ", because " + std::to_string(expected - 1) +
                       " seats of the game have a better one");
      }
      if (share[seat] != shares[seat]) {
        rows_.fail("seats", where, "win_share is " + digits_of(share[seat]),
                   digits_of(shares[seat]) + ", by the ranks of the game");
      }
    }
  }

  /// A player with more VP has the better rank; equal VP can have different ranks (RULES §9).
  void check_order(i64 game, std::span<const u8> rank, const std::array<i64, kMaxPlayers>& vp) {
    for (unsigned a = 0; a < rank.size(); ++a) {
      for (unsigned b = 0; b < rank.size(); ++b) {
        if (vp[a] <= vp[b] || rank[a] < rank[b]) continue;
        rows_.fail("seats", rows_.place_of_game(game) + ", seat " + std::to_string(a + 1),
                   "rank is " + std::to_string(rank[a]),
                   "a better one than that of seat " + std::to_string(b + 1) +
                       (vp[b] == kForfeited ? ", which forfeited" : ", which has fewer VP"));
      }
    }
  }

  /// A column of the query of check_games().
  void check_seat_column(const Statement& row, int column, i64 min, i64 max) {
    const i64 value = row.integer(column);
    if (value >= min && value <= max) return;
    rows_.fail("seats",
               rows_.place_of_game(row.integer(0)) + ", seat " + std::to_string(row.integer(1)),
               row.column_name(column) + " is " + std::to_string(value), range_text(min, max));
  }

  Database& db_;
  RowErrors rows_;
  i64 tournament_;
  Schedule schedule_;
  std::vector<Seating> seatings_;
};

}  // namespace

void validate_tournament(Database& db, i64 tournament, const TournamentPlan& plan) {
  TournamentValidation(db, tournament, plan).run();
}

}  // namespace carrack
