// Reads and validates the games of a trial from a ledger.
#pragma once

#include <functional>

#include "experiments/ledger/database.hpp"
#include "experiments/trial/trial_game.hpp"

namespace carrack {

/// Reads the games of one trial. The file is not trusted: rows that do not fit the plan throw an
/// InputError that names the trial, the game, the table and what was expected.
class TrialReader {
 public:
  /// `trial` is its number in the file; `name` is for errors.
  TrialReader(Database& db, i64 trial, std::string_view name, TrialPlan plan);

  /// The games from `first` to before `end`, in order of their numbers.
  void for_each(u64 first, u64 end, const std::function<void(u64 number, const TrialGame&)>& visit);

 private:
  class Row;

  void check_scope(const Row& row, i64 number, Subject on, unsigned turn, int turn_column,
                   Player seat, int seat_column) const;
  void read_seats(i64 number, TrialGame& game);
  void read_forks(i64 number, TrialGame& game);
  void read_discounts(i64 number, TrialGame& game);
  void read_choices(i64 number, TrialGame& game);
  void read_circumstances(i64 number, Choice& choice);
  [[nodiscard]] std::string place(i64 number, std::string_view table) const;
  [[nodiscard]] i64 players() const { return plan_.rules.players(); }

  i64 trial_;
  std::string where_;
  TrialPlan plan_;
  Statement games_;
  Statement seats_;
  Statement forks_;
  Statement discounts_;
  Statement choices_;
  Statement circumstances_;
};

}  // namespace carrack
