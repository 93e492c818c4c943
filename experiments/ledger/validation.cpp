#include "experiments/ledger/validation.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "agents/agent_failure.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/numbers.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/constraints.hpp"
#include "experiments/ledger/layout.hpp"
#include "experiments/ledger/schema.hpp"
#include "experiments/ledger/trial_configuration.hpp"
#include "experiments/ledger/trial_reader.hpp"
#include "experiments/tournament/seatings.hpp"

namespace carrack {
namespace {

std::string key_of(std::string_view table) {
  return std::string(std::ranges::find(kKeys, table, &decltype(kKeys)::value_type::first)->second);
}

/// Expected values of the rows of a tournament.
struct Expected {
  i64 tournament = 0;
  TournamentPlan plan;
  std::vector<Seating> seatings;

  [[nodiscard]] i64 agents() const { return static_cast<i64>(plan.agents.size()); }
  [[nodiscard]] i64 players() const { return plan.rules.players(); }
  [[nodiscard]] i64 games_per_block() const { return static_cast<i64>(seatings.size()); }
};

std::string range(i64 min, i64 max) { return std::to_string(min) + " to " + std::to_string(max); }

/// Only UTF-8 can be written as JSON.
bool is_utf8(std::string_view text) {
  try {
    static_cast<void>(nlohmann::json(std::string(text)).dump());
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

class Validation {
 public:
  explicit Validation(Database& db) : db_(db) {}

  void run() {
    check_pages();
    check_layout(db_);
    const i64 version = ledger_version(db_);
    for (const Bound& bound : kBounds) {
      if (bound.since <= version) check_bound(bound);
    }
    for (const Reference& reference : kReferences) {
      if (reference.since <= version) check_reference(reference);
    }
    check_forfeits();
    check_runs();
    for (const i64 tournament : ids("tournament")) check_tournament(tournament);
    if (version < kTrialsSince) return;
    for (const i64 trial : ids("trial")) check_trial(trial);
  }

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& what) const {
    throw InputError("ledger " + db_.path() + ": " + (where.empty() ? "" : where + ": ") + what);
  }
  [[noreturn]] void fail(std::string_view table, const std::string& where, const std::string& what,
                         const std::string& expected) const {
    fail(where, what + ", expected " + expected + " (table " + std::string(table) + ")");
  }

  /// The tournament or trial with this number.
  std::string place_of_plan(const std::string& kind, i64 id) {
    Statement row(db_, "SELECT name FROM " + kind + "s WHERE " + kind + " = ?");
    row.start(id);
    return row.next() ? kind + " '" + excerpt(row.text(0)) + "'" : kind + ' ' + std::to_string(id);
  }
  std::string place_of_tournament(i64 tournament) {
    return place_of_plan("tournament", tournament);
  }
  std::string place_of_game(i64 game) {
    Statement row(db_, "SELECT tournament, block, permutation FROM games WHERE game = ?");
    row.start(game);
    if (!row.next()) return "game " + std::to_string(game);
    return place_of_tournament(row.integer(0)) + ", block " + std::to_string(row.integer(1)) +
           ", permutation " + std::to_string(row.integer(2));
  }
  /// The row in words; its columns starting at `first` are those of kKeys.
  std::string place(const Statement& row, int first) {
    std::string words;
    for (int column = first; column < row.columns(); ++column) {
      const std::string name = row.column_name(column);
      if (!words.empty()) words += ", ";
      if (name == "tournament" || name == "trial") {
        words += place_of_plan(name, row.integer(column));
      } else if (name == "number") {
        words += "game " + std::to_string(row.integer(column));
      } else if (name == "subject") {
        words += excerpt(row.text(column));
      } else if (name == "game") {
        words += place_of_game(row.integer(column));
      } else {
        words += name + ' ' + std::to_string(row.integer(column));
      }
    }
    return words;
  }

  /// Also finds values of wrong types and unexpected NULLs. CHECK constraints are left to the
  /// functions below, which give better messages.
  void check_pages() {
    db_.execute("PRAGMA ignore_check_constraints = ON");
    Statement check(db_, "PRAGMA quick_check(1)");
    check.start();
    if (!check.next()) fail("", "cannot be checked");
    const std::string found(check.text(0));
    if (found.find("error code=7") != std::string::npos) {  // SQLITE_NOMEM
      throw ResourceError("ledger " + db_.path() + ": no memory to check it");
    }
    if (found != "ok") fail("", "is damaged: " + excerpt(found));
    check.reset();
    db_.execute("PRAGMA ignore_check_constraints = OFF");
  }

  void check_bound(const Bound& bound) {
    const std::string table(bound.table);
    const std::string column(bound.column);
    const std::string min(bound.min);
    const std::string max(bound.max);
    Statement rows(db_, "SELECT " + column + ", " + key_of(table) + " FROM " + table + " WHERE " +
                            column + " NOT BETWEEN " + min + " AND " + max + " LIMIT 1");
    rows.start();
    if (!rows.next()) return;
    fail(table, place(rows, 1), column + " is " + std::string(rows.as_text(0)), min + " to " + max);
  }

  void check_reference(const Reference& reference) {
    const std::string table(reference.table);
    const std::string columns(reference.columns);
    const std::string parent(reference.parent);
    Statement rows(db_, "SELECT " + key_of(table) + " FROM " + table + " WHERE (" + columns +
                            ") NOT IN (SELECT " + columns + " FROM " + parent + ") LIMIT 1");
    rows.start();
    if (!rows.next()) return;
    fail(table, place(rows, 0), "has no row in table " + parent, "one of the same " + columns);
  }

  void check_forfeits() {
    Statement rows(db_, "SELECT forfeit, game, seat FROM seats WHERE forfeit IS NOT NULL");
    for (rows.start(); rows.next();) {
      if (std::ranges::find(kFailureNames, rows.text(0)) != kFailureNames.end()) continue;
      fail("seats", place(rows, 1), "forfeit is '" + excerpt(rows.text(0)) + "'",
           "nothing or one of " + join(kFailureNames));
    }
  }

  void check_runs() {
    Statement rows(db_,
                   "SELECT g.game FROM games g JOIN runs r USING (run)"
                   " WHERE r.tournament <> g.tournament LIMIT 1");
    rows.start();
    if (rows.next())
      fail("games", place(rows, 0), "run belongs to another tournament",
           "a run of the same tournament");
  }

  /// The numbers of all tournaments or trials.
  std::vector<i64> ids(const std::string& kind) {
    std::vector<i64> all;
    Statement rows(db_, "SELECT " + kind + " FROM " + kind + "s ORDER BY 1");
    for (rows.start(); rows.next();) all.push_back(rows.integer(0));
    return all;
  }

  /// The plan of a tournament or a trial, read by `read` from its configuration.
  template <typename Plan>
  Plan plan_of(const std::string& kind, i64 id, Plan (*read)(std::string_view)) {
    Statement row(db_, "SELECT configuration, name, hash, signature, engine, begun FROM " + kind +
                           "s WHERE " + kind + " = ?");
    row.start(id);
    if (!row.next()) fail(place_of_plan(kind, id), "is gone");
    for (int column = 0; column < row.columns(); ++column) {
      if (!is_utf8(row.text(column))) {
        fail(place_of_plan(kind, id), row.column_name(column) + " is not UTF-8");
      }
    }
    try {
      return read(row.text(0));
    } catch (const InputError& error) {
      fail(place_of_plan(kind, id), error.what());
    }
  }

  void check_tournament(i64 tournament) {
    Expected expected{tournament, plan_of("tournament", tournament, &plan_from), {}};
    expected.seatings = make_seatings(expected.plan.seatings, expected.plan.rules.players());
    check_agents(expected);
    check_blocks(expected);
    check_games(expected);
  }

  /// Reads every game; the reader reports errors.
  void check_trial(i64 trial) {
    const TrialPlan plan = plan_of("trial", trial, &trial_plan_from);
    Statement row(db_, "SELECT name FROM trials WHERE trial = ?");
    row.start(trial);
    if (!row.next()) return;
    TrialReader(db_, trial, row.text(0), plan)
        .for_each(0, std::numeric_limits<u64>::max(), [](u64, const TrialGame&) {});
  }

  void check_agents(const Expected& expected) {
    const std::string where = place_of_tournament(expected.tournament);
    Statement rows(db_,
                   "SELECT agent, spec, name, configuration FROM agents WHERE tournament = ?"
                   " ORDER BY agent");
    i64 agent = 0;
    for (rows.start(expected.tournament); rows.next(); ++agent) {
      const std::string here = where + ", agent " + std::to_string(rows.integer(0));
      if (rows.integer(0) != agent || agent >= expected.agents()) {
        fail("agents", here, "is one agent too many or out of order",
             "agents " + range(0, expected.agents() - 1) + ", each once");
      }
      const std::string& spec = expected.plan.agents[static_cast<std::size_t>(agent)];
      if (rows.text(1) != spec) {
        fail("agents", here, "spec is '" + excerpt(rows.text(1)) + "'",
             "'" + excerpt(spec) + "' as the plan has it");
      }
      if (!is_utf8(rows.text(2))) fail(here, "name is not UTF-8");
      try {
        static_cast<void>(parse_json(rows.text(3)));
      } catch (const InputError& error) {
        fail(here, "configuration: " + std::string(error.what()));
      }
    }
    if (agent != expected.agents()) {
      fail("agents", where, "has " + std::to_string(agent) + " agents",
           std::to_string(expected.agents()) + " as the plan has");
    }
  }

  /// The agents of a block from a JSON list.
  Seating line_up(const Expected& expected, i64 block, std::string_view text) {
    const auto is_agent = [&](const nlohmann::json& entry) {
      return entry.is_number_unsigned() && entry.get<u64>() < expected.plan.agents.size();
    };
    try {
      const auto list = parse_json(text);
      if (list.is_array() && list.size() == expected.plan.rules.players() &&
          std::ranges::all_of(list, is_agent)) {
        return list.get<Seating>();
      }
    } catch (const InputError&) {  // reported below
    }
    fail("blocks", place_of_tournament(expected.tournament) + ", block " + std::to_string(block),
         "lineup is '" + excerpt(text) + "'",
         "a list of " + std::to_string(expected.players()) + " agents, each " +
             range(0, expected.agents() - 1));
  }

  void check_blocks(const Expected& expected) {
    Statement rows(db_,
                   "SELECT block, games, done, lineup, (SELECT count(*) FROM games g"
                   "  WHERE g.tournament = b.tournament AND g.block = b.block)"
                   " FROM blocks b WHERE tournament = ? ORDER BY block");
    for (rows.start(expected.tournament); rows.next();) {
      const auto check = [&](int column, i64 should, const std::string& why) {
        if (rows.integer(column) == should) return;
        fail(
            "blocks",
            place_of_tournament(expected.tournament) + ", block " + std::to_string(rows.integer(0)),
            rows.column_name(column) + " is " + std::to_string(rows.integer(column)),
            std::to_string(should) + why);
      };
      check(1, expected.games_per_block(), ", the seatings of the plan");
      check(2, rows.integer(4), ", the games of the block that are there");
      static_cast<void>(line_up(expected, rows.integer(0), rows.text(3)));
    }
  }

  /// Every game has each seat once, with the agent given by the seating, and ranks that fit
  /// together.
  void check_games(const Expected& expected) {
    Statement rows(db_,
                   "SELECT g.game, s.seat, g.block, g.permutation, s.agent, s.rank, b.lineup,"
                   " s.win_share"
                   " FROM games g JOIN blocks b USING (tournament, block) JOIN seats s USING (game)"
                   " WHERE g.tournament = ? ORDER BY g.block, g.permutation, g.game, s.seat");
    i64 game = 0;
    i64 block = -1;
    i64 permutation = -1;
    i64 seats = expected.players();
    Seating table;
    std::array<u8, kMaxPlayers> rank{};
    std::array<double, kMaxPlayers> share{};
    const auto check_whole = [&] {
      if (seats != expected.players()) {
        fail("seats", place_of_game(game), "has " + std::to_string(seats) + " seats",
             std::to_string(expected.players()));
      }
      if (game == 0) return;
      const auto players = static_cast<std::size_t>(expected.players());
      check_result(game, std::span(rank).first(players), share);
    };
    for (rows.start(expected.tournament); rows.next();) {
      if (rows.integer(0) != game) {
        check_whole();
        game = rows.integer(0);
        seats = 0;
        if (rows.integer(2) == block && rows.integer(3) == permutation) {
          fail("games", place_of_game(game), "is there twice", "each game once");
        }
        if (rows.integer(2) != block) table = line_up(expected, rows.integer(2), rows.text(6));
        block = rows.integer(2);
        permutation = rows.integer(3);
        check_seat_column(rows, 3, 0, expected.games_per_block() - 1);
      }
      ++seats;
      check_seat_column(rows, 1, 1, expected.players());
      if (rows.integer(1) != seats) {
        fail("seats", place_of_game(game), "has no seat " + std::to_string(seats),
             "seats " + range(1, expected.players()));
      }
      check_seat_column(rows, 4, 0, expected.agents() - 1);
      check_seat_column(rows, 5, 1, expected.players());
      rank[static_cast<std::size_t>(seats - 1)] = static_cast<u8>(rows.integer(5));
      share[static_cast<std::size_t>(seats - 1)] = rows.real(7);
      const Seating& seating = expected.seatings[static_cast<std::size_t>(permutation)];
      const i64 agent = table[seating[static_cast<std::size_t>(seats - 1)]];
      if (rows.integer(4) != agent) {
        fail("seats", place_of_game(game) + ", seat " + std::to_string(seats),
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
      const std::string where = place_of_game(game) + ", seat " + std::to_string(seat + 1);
      if (rank[seat] != expected) {
        fail("seats", where, "rank is " + std::to_string(rank[seat]),
             std::to_string(expected) + ", because " + std::to_string(expected - 1) +
                 " seats of the game have a better one");
      }
      if (share[seat] != shares[seat]) {
        fail("seats", where, "win_share is " + digits_of(share[seat]),
             digits_of(shares[seat]) + ", by the ranks of the game");
      }
    }
  }

  /// A column of the query of check_games().
  void check_seat_column(const Statement& row, int column, i64 min, i64 max) {
    const i64 value = row.integer(column);
    if (value >= min && value <= max) return;
    fail("seats", place_of_game(row.integer(0)) + ", seat " + std::to_string(row.integer(1)),
         row.column_name(column) + " is " + std::to_string(value), range(min, max));
  }

  Database& db_;
};

}  // namespace

void validate_ledger(Database& db) {
  const Snapshot snapshot(db);  // other processes may write
  Validation(db).run();
}

}  // namespace carrack
