#include "experiments/ledger/trial_reader.hpp"

#include <algorithm>
#include <bitset>
#include <limits>

#include "core/base/error.hpp"
#include "core/game/win_shares.hpp"
#include "core/notation/notation.hpp"
#include "experiments/ledger/validation.hpp"

namespace carrack {
namespace {

/// The columns of the query for forks, in its order; those of an Outcome or of Circumstances follow
/// the first one.
namespace fork_column {
enum : int {
  subject,
  occasion,
  seat,
  turn,
  action,
  other,
  versus_other,
  versus_nothing = versus_other + 3,
  before = versus_nothing + 3,
  versus_denied = before + 5
};
}  // namespace fork_column

constexpr i64 kMaxU16 = std::numeric_limits<u16>::max();
constexpr i64 kMinVp = std::numeric_limits<i16>::min();
constexpr i64 kMaxVp = std::numeric_limits<i16>::max();

}  // namespace

/// A row of a table; values are checked as they are read.
class TrialReader::Row {
 public:
  Row(const Statement& row, const TrialReader& reader, i64 number, std::string_view table)
      : row_(row), reader_(reader), number_(number), table_(table) {}

  [[noreturn]] void fail(int column, const std::string& expected) const {
    throw InputError(reader_.place(number_, table_) + row_.column_name(column) + " is '" +
                     excerpt(row_.as_text(column)) + "', expected " + expected);
  }
  [[nodiscard]] i64 integer(int column, i64 min, i64 max) const {
    const i64 value = row_.integer(column);
    if (value >= min && value <= max) return value;
    fail(column, std::to_string(min) + " to " + std::to_string(max));
  }
  [[nodiscard]] Player seat(int column) const {
    return nth<Player>(static_cast<unsigned>(integer(column, 1, reader_.players()) - 1));
  }
  [[nodiscard]] u8 turn(int column) const { return static_cast<u8>(integer(column, 1, kTurns)); }
  /// A number from -max to max.
  [[nodiscard]] double real(int column, double max) const {
    const double value = row_.real(column);
    if (value >= -max && value <= max) return value;
    const auto whole = std::to_string(static_cast<i64>(max));
    fail(column, '-' + whole + " to " + whole);
  }
  [[nodiscard]] Outcome difference(int column) const {
    return {real(column, 1), real(column + 1, static_cast<double>(reader_.players() - 1)),
            real(column + 2, static_cast<double>(kMaxU16))};
  }
  [[nodiscard]] Subject subject(int column) const {
    for (const Subject on : reader_.plan_.on) {
      if (row_.text(column) == to_string(on)) return on;
    }
    fail(column, "a subject of the trial");
  }
  [[nodiscard]] Occasion occasion(int column, Subject on) const {
    for (const Occasion each : kBothOccasions) {
      if (row_.text(column) == name(each, on.is_placement())) return each;
    }
    fail(column, std::string(name(Occasion::offered, on.is_placement())) + " or " +
                     std::string(name(Occasion::chosen, on.is_placement())));
  }
  /// An action that takes `on`, or with `does_it` false one that does not.
  [[nodiscard]] Action action(int column, Subject on, bool does_it) const {
    try {
      const Action action = parse_notation(row_.text(column), reader_.plan_.rules.board());
      if (on.is_done_by(action) == does_it) return action;
    } catch (const InputError&) {  // reported below
    }
    fail(column, (does_it ? "an action that is " : "an action that is not ") + to_string(on));
  }
  [[nodiscard]] bool is_null(int column) const { return row_.is_null(column); }
  /// Whether the columns from `first` on have values. Either all or none must have one.
  [[nodiscard]] bool has(int first, int columns) const {
    for (int column = first + 1; column < first + columns; ++column) {
      if (is_null(column) != is_null(first)) fail(column, is_null(first) ? "none" : "a number");
    }
    return !is_null(first);
  }
  [[nodiscard]] Circumstances circumstances(int first) const {
    return {.place = static_cast<u8>(integer(first, 0, reader_.players() - 1)),
            .money = static_cast<u16>(integer(first + 1, 0, kMaxU16)),
            .income = static_cast<u16>(integer(first + 2, 0, kMaxU16)),
            .vp = static_cast<i16>(integer(first + 3, kMinVp, kMaxVp)),
            .workers = static_cast<u16>(integer(first + 4, 0, kMaxU16))};
  }

 private:
  const Statement& row_;
  const TrialReader& reader_;
  i64 number_;
  std::string_view table_;
};

TrialReader::TrialReader(Database& db, i64 trial, std::string_view name, TrialPlan plan)
    : trial_(trial),
      where_("ledger " + db.path() + ": trial '" + excerpt(name) + "', game "),
      plan_(std::move(plan)),
      games_(db,
             "SELECT game, courses FROM trial_games WHERE trial = ? AND game >= ? AND game < ?"
             " ORDER BY game"),
      seats_(db, "SELECT seat, rank, vp FROM trial_seats WHERE trial = ? AND game = ? ORDER BY 1"),
      forks_(db,
             "SELECT subject, occasion, seat, turn, action, other, win_share, rank, vp,"
             " win_share_vs_nothing, rank_vs_nothing, vp_vs_nothing, place, money, income,"
             " vp_before, workers, win_share_vs_denied, rank_vs_denied, vp_vs_denied"
             " FROM trial_forks WHERE trial = ? AND game = ? ORDER BY subject, occasion"),
      discounts_(db,
                 "SELECT subject, occasion, discount, win_share, rank, vp FROM trial_discounts"
                 " WHERE trial = ? AND game = ? ORDER BY subject, occasion, discount"),
      choices_(db,
               "SELECT subject, seat, turn FROM trial_choices WHERE trial = ? AND game = ?"
               " ORDER BY subject"),
      circumstances_(db,
                     "SELECT seat, place, money, income, vp, workers FROM trial_circumstances"
                     " WHERE trial = ? AND game = ? AND subject = ? ORDER BY seat") {}

std::string TrialReader::place(i64 number, std::string_view table) const {
  return where_ + std::to_string(number) + " (table " + std::string(table) + "): ";
}

void TrialReader::for_each(u64 first, u64 end,
                           const std::function<void(u64, const TrialGame&)>& visit) {
  const auto bound = [](u64 number) { return std::min<u64>(number, static_cast<u64>(kMaxId) + 1); };
  i64 before = -1;
  for (games_.start(trial_, bound(first), bound(end)); games_.next();) {
    const i64 number = games_.integer(0, 0, kMaxId);
    const Row row(games_, *this, number, "trial_games");
    if (number == before) row.fail(0, "each game once");
    before = number;
    TrialGame game;
    game.courses = static_cast<u64>(row.integer(1, 1, kMaxId));
    read_seats(number, game);
    read_forks(number, game);
    read_discounts(number, game);
    read_choices(number, game);
    visit(static_cast<u64>(number), game);
  }
}

void TrialReader::read_seats(i64 number, TrialGame& game) {
  const Row row(seats_, *this, number, "trial_seats");
  i64 seats = 0;
  for (seats_.start(trial_, number); seats_.next(); ++seats) {
    if (seats == players()) row.fail(0, "seats 1 to " + std::to_string(players()));
    const auto seat = static_cast<std::size_t>(row.integer(0, seats + 1, seats + 1) - 1);
    game.result.rank[seat] = static_cast<u8>(row.integer(1, 1, players()));
    game.result.vp[seat] = static_cast<i16>(row.integer(2, kMinVp, kMaxVp));
  }
  if (seats != players()) {
    throw InputError(place(number, "trial_seats") + "has " + std::to_string(seats) +
                     " seats, expected " + std::to_string(players()));
  }
  const std::span<const u8> ranks(game.result.rank.data(), static_cast<std::size_t>(players()));
  for (std::size_t seat = 0; seat < ranks.size(); ++seat) {
    const unsigned expected = consistent_rank(ranks, seat);
    if (ranks[seat] == expected) continue;
    throw InputError(place(number, "trial_seats") + "rank of seat " + std::to_string(seat + 1) +
                     " is " + std::to_string(ranks[seat]) + ", expected " +
                     std::to_string(expected) + ", because " + std::to_string(expected - 1) +
                     " seats have a better one");
  }
}

/// Fails for an action that the plan does not count.
void TrialReader::check_scope(const Row& row, i64 number, Subject on, unsigned turn,
                              int turn_column, Player seat, int seat_column) const {
  const Scope scope = scope_of(plan_, static_cast<u64>(number));
  if (scope.turn.value_or(turn) != turn) {
    row.fail(turn_column, std::to_string(*scope.turn) + ", the turn of the game's forks");
  }
  if (scope.seat.value_or(seat) != seat) {
    row.fail(seat_column,
             std::to_string(index(*scope.seat) + 1) + ", the seat of the game's forks");
  }
  if (on.is_placement()) return;
  const Age age = catalogue::row(on.tile()).age;
  if (age_of_turn(turn) != age) {
    row.fail(turn_column,
             "a turn of age " + std::string(index(age) + 1, 'I') + ", that of " + to_string(on));
  }
}

void TrialReader::read_forks(i64 number, TrialGame& game) {
  const Row row(forks_, *this, number, "trial_forks");
  std::array<std::bitset<kSubjects>, kOccasions> seen;
  for (forks_.start(trial_, number); forks_.next();) {
    using namespace fork_column;
    const Subject on = row.subject(subject);
    Fork fork{.on = on,
              .occasion = row.occasion(occasion, on),
              .player = row.seat(seat),
              .turn = row.turn(turn),
              .with = row.action(action, on, true),
              .other = row.action(other, on, false),
              .versus_other = row.difference(versus_other),
              .versus_nothing = std::nullopt,
              .versus_denied = std::nullopt,
              .of_discounts = {},
              .before = row.circumstances(before)};
    if (!plan_.tries(fork.occasion)) {
      row.fail(occasion,
               std::string(name(*plan_.occasion, on.is_placement())) + ", the plan's occasion");
    }
    if (seen[index(fork.occasion)][on.id()]) row.fail(occasion, "each fork once");
    seen[index(fork.occasion)].set(on.id());
    check_scope(row, number, on, fork.turn, turn, fork.player, seat);
    for (int column = versus_nothing; column < before; ++column) {
      if (row.is_null(column) != on.is_placement()) {
        row.fail(column, on.is_placement() ? "none, for a placement" : "a number");
      }
    }
    if (!on.is_placement()) fork.versus_nothing = row.difference(versus_nothing);
    if (row.has(versus_denied, 3) != plan_.denial) {
      row.fail(versus_denied, plan_.denial ? "a number" : "none, for a trial without denial");
    }
    if (plan_.denial) fork.versus_denied = row.difference(versus_denied);
    game.forks.push_back(fork);
  }
}

/// Each fork has all discounts of the plan. Both tables are in the same order.
void TrialReader::read_discounts(i64 number, TrialGame& game) {
  const Row row(discounts_, *this, number, "trial_discounts");
  const std::size_t discounts = plan_.discounts.size();
  const std::size_t expected = game.forks.size() * discounts;
  std::size_t found = 0;
  for (discounts_.start(trial_, number); discounts_.next(); ++found) {
    if (found == expected) row.fail(0, "no further row");
    Fork& fork = game.forks[found / discounts];
    if (row.subject(0) != fork.on) row.fail(0, to_string(fork.on));
    if (row.occasion(1, fork.on) != fork.occasion) {
      row.fail(1, std::string(name(fork.occasion, fork.on.is_placement())));
    }
    const i64 discount = plan_.discounts[found % discounts];
    static_cast<void>(row.integer(2, discount, discount));
    fork.of_discounts.push_back(row.difference(3));
  }
  if (found == expected) return;
  throw InputError(place(number, "trial_discounts") + "has " + std::to_string(found) +
                   " rows, expected " + std::to_string(expected) + ", " +
                   std::to_string(discounts) + " for each fork");
}

void TrialReader::read_choices(i64 number, TrialGame& game) {
  const Row row(choices_, *this, number, "trial_choices");
  std::bitset<kSubjects> seen;
  for (choices_.start(trial_, number); choices_.next();) {
    Choice choice{row.subject(0), row.seat(1), row.turn(2), {}};
    if (seen[choice.on.id()]) row.fail(0, "each subject once");
    seen.set(choice.on.id());
    check_scope(row, number, choice.on, choice.turn, 2, choice.player, 1);
    read_circumstances(number, choice);
    game.choices.push_back(choice);
  }
}

void TrialReader::read_circumstances(i64 number, Choice& choice) {
  const Row row(circumstances_, *this, number, "trial_circumstances");
  const std::string subject = to_string(choice.on);
  i64 seats = 0;
  for (circumstances_.start(trial_, number, subject); circumstances_.next(); ++seats) {
    if (seats == players()) row.fail(0, "seats 1 to " + std::to_string(players()));
    const auto seat = static_cast<std::size_t>(row.integer(0, seats + 1, seats + 1) - 1);
    choice.before[seat] = row.circumstances(1);
  }
  if (seats == players()) return;
  throw InputError(place(number, "trial_circumstances") + subject + " has " +
                   std::to_string(seats) + " seats, expected " + std::to_string(players()));
}

}  // namespace carrack
