// Damaged or modified trials are refused, naming the row.
#include "experiments/ledger/trial_reader.hpp"

#include <algorithm>

#include "tests/experiments/ledger/trial_fixture.hpp"

namespace carrack {
namespace {

struct TrialDamage {
  std::string sql;
  std::string_view said;

  friend void PrintTo(const TrialDamage& damage, std::ostream* out) { *out << damage.sql; }
};

class DamagedTrial : public KeptTrials, public ::testing::WithParamInterface<TrialDamage> {};

TEST_P(DamagedTrial, IsRefusedWithTheRowAndWhatWasExpected) {
  run(file(), purchases(3));
  {
    Ledger ledger(file(), Database::Mode::write);
    const TrialPlan plan = placements(2);
    KeptTrial store(ledger, "boxes", plan, false);
    std::atomic<bool> stop{false};
    static_cast<void>(run_trial(plan, 1, stop, {}, &store));
  }
  tamper(file(), GetParam().sql);
  const std::string said = complaint_about(file());
  EXPECT_TRUE(said.starts_with("ledger " + file() + ": ")) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 0);
  EXPECT_NE(said.find(GetParam().said), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, DamagedTrial,
    ::testing::ValuesIn(std::vector<TrialDamage>{
        {"UPDATE trial_games SET courses = 0", "trial 'main', game 0: courses is 0, expected 1 to"},
        {"UPDATE trial_games SET game = -1 WHERE game = 2", "game -1: game is -1, expected 0 to"},
        {"UPDATE trial_games SET game = 9 WHERE game = 2", "has no row in table trial_seats"},
        {"UPDATE trial_seats SET rank = 4 WHERE game = 1 AND seat = 2",
         "trial 'main', game 1 (table trial_seats): rank is '4', expected 1 to 3"},
        {"UPDATE trial_seats SET rank = 2 WHERE game = 1",
         "rank of seat 1 is 2, expected 1, because 0 seats have a better one"},
        {"UPDATE trial_seats SET rank = 3 WHERE rank = 2",
         "is 3, expected 2, because 1 seats have a better one"},
        {"UPDATE trial_forks SET turn = 8 WHERE trial = 1",
         "turn is '8', expected a turn of age I, that of buy:"},
        {"UPDATE trial_choices SET turn = 4 WHERE trial = 1",
         "turn is '4', expected a turn of age I, that of buy:"},
        {"UPDATE trial_forks SET turn = 9 - turn WHERE trial = 2", "the turn of the game's forks"},
        {"UPDATE trial_forks SET seat = 1 + seat % 3 WHERE trial = 2",
         "the seat of the game's forks"},
        {"UPDATE trial_seats SET vp = 40000 WHERE game = 1", "vp is '40000', expected -32768 to"},
        {"DELETE FROM trial_forks; DELETE FROM trial_circumstances; DELETE FROM trial_choices;"
         " DELETE FROM trial_seats WHERE game = 1 AND seat = 3",
         "has 2 seats, expected 3"},
        {"INSERT INTO trial_seats VALUES (1, 1, 4, 1, 0)", "seat is '4', expected seats 1 to 3"},
        {"UPDATE trial_forks SET win_share = 9e999 WHERE trial = 1",
         "win_share is 'Inf', expected -1 to 1"},
        {"UPDATE trial_forks SET rank = -2.5 WHERE trial = 1", "rank is '-2.5', expected -2 to 2"},
        {"UPDATE trial_forks SET vp_vs_nothing = 1e6 WHERE trial = 1", "expected -65535 to 65535"},
        {"UPDATE trial_forks SET vp_vs_nothing = NULL WHERE trial = 1",
         "vp_vs_nothing is '', expected a number"},
        {"UPDATE trial_forks SET vp_vs_nothing = 1 WHERE trial = 2",
         "trial 'boxes', game 0 (table trial_forks): vp_vs_nothing is '1.0', expected none"},
        {"UPDATE trial_forks SET place = 3 WHERE trial = 1", "place is '3', expected 0 to 2"},
        {"UPDATE trial_forks SET income = -1 WHERE trial = 2",
         "income is '-1', expected 0 to 65535"},
        {"UPDATE trial_forks SET vp_vs_denied = 1 WHERE trial = 1",
         "vp_vs_denied is '1.0', expected none"},
        {"UPDATE trial_forks SET win_share_vs_denied = 0, rank_vs_denied = 0, vp_vs_denied = 0",
         "win_share_vs_denied is '0.0', expected none, for a trial without denial"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.occasion', 'offered')"
         " WHERE trial = 1",
         "occasion is 'bought', expected offered, the plan's occasion"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.denial', json('true'))"
         " WHERE trial = 1",
         "win_share_vs_denied is '', expected a number"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.denial', json('true'))"
         " WHERE trial = 2",
         "denial is of tiles, and this trial of placements"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.denial', 1)",
         "denial is missing or has the wrong type"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[2]'))"
         " WHERE trial = 1",
         "(table trial_discounts): has 0 rows, expected"},
        {"INSERT INTO trial_discounts SELECT trial, game, subject, occasion, 2, 0, 0, 0"
         " FROM trial_forks WHERE trial = 1",
         "expected no further row"},
        {"INSERT INTO trial_discounts VALUES (1, 0, 'buy:navy', 'bought', 2, 0, 0, 0)",
         "has no row in table trial_forks"},
        {"INSERT INTO trial_discounts SELECT trial, game, subject, occasion, 3, 0, 0, 0"
         " FROM trial_forks WHERE trial = 1;"
         " UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[2]'))"
         " WHERE trial = 1",
         "discount is '3', expected 2 to 2"},
        {"INSERT INTO trial_discounts SELECT trial, game, subject, occasion, 2, 0, 0, 1e9"
         " FROM trial_forks WHERE trial = 1;"
         " UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[2]'))"
         " WHERE trial = 1",
         "vp is '1000000000.0', expected -65535 to 65535"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[5, 2]'))"
         " WHERE trial = 1",
         "the discount $2 follows $5, expected ascending discounts"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[500]'))"
         " WHERE trial = 1",
         "a discount is 500, expected a whole number up to 100"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.discounts', 2)"
         " WHERE trial = 1",
         "discounts is 2, expected a list of numbers"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.discounts', json('[2]'))"
         " WHERE trial = 2",
         "discounts are of tiles, and this trial of placements"},
        {"UPDATE trial_forks SET turn = 9", "turn is '9', expected 1 to 8"},
        {"UPDATE trial_forks SET seat = 4", "has no row in table trial_seats"},
        {"UPDATE trial_forks SET occasion = 'x' || occasion", "expected offered or bought"},
        {"UPDATE trial_forks SET occasion = 'x' || occasion WHERE trial = 2",
         "expected open or placed"},
        {"UPDATE trial_forks SET subject = 'buy:navi' WHERE trial = 1 AND game = 0 AND"
         " occasion = 'offered' AND subject = 'buy:settlers'",
         "subject is 'buy:navi', expected a subject of the trial"},
        {"UPDATE trial_forks SET action = 'pass' WHERE trial = 2",
         "action is 'pass', expected an action that is place:"},
        {"UPDATE trial_forks SET other = action WHERE trial = 2",
         "expected an action that is not place:"},
        {"UPDATE trial_forks SET other = 'place colonist nowhere' WHERE trial = 2",
         "expected an action that is not place:"},
        {"UPDATE trial_choices SET turn = 0", "turn is '0', expected 1 to 8"},
        {"UPDATE trial_circumstances SET place = 3", "place is '3', expected 0 to 2"},
        {"UPDATE trial_circumstances SET money = -1", "money is '-1', expected 0 to 65535"},
        {"DELETE FROM trial_circumstances WHERE seat = 3", "has 2 seats, expected 3"},
        {"DELETE FROM trial_circumstances", "has no row in table trial_circumstances"},
        {"DELETE FROM trial_choices", "has no row in table trial_choices"},
        {"DELETE FROM trials", "has no row in table trials"},
        {"UPDATE trials SET trial = 0 WHERE trial = 2", "trial is 0, expected 1 to"},
        {"UPDATE trials SET name = 'x' || char(10) || 'y' WHERE trial = 1;"
         " UPDATE trial_seats SET rank = 4",
         "trial 'x?y', game 0"},
        {"UPDATE trials SET configuration = '{}'", "is missing or has the wrong type"},
        {"UPDATE trials SET configuration = 'x'", "the configuration of a trial: "},
        {"UPDATE trials SET configuration = replace(configuration, 'place:dock', 'place:duck')",
         "did you mean 'dock'"},
        {"UPDATE trials SET configuration = replace(configuration, 'place:dock', 'place')",
         "expected one"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.seed', -1)",
         "seed is -1, expected a whole number"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.turn', 9)",
         "turn is 9, expected 1 to 8"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.seat', 4)",
         "seat is 4, expected 1 to 3"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.continuations', 1e12)",
         "continuations is 1000000000000.0, expected a whole number"},
        {"UPDATE trials SET configuration = json_remove(configuration, '$.agents[0]')",
         "has 2 agents; expected 3"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.on', json('[]'))",
         "on is []"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.on[0]', 'buy:settlers')",
         "not of both: buy:settlers and place:warfare"},
        {"UPDATE trials SET configuration = json_set(configuration, '$.on[1]', 'place:initiative')"
         " WHERE trial = 2",
         "expected tiles or boxes of the ruleset in the order of the catalogue"},
        {"DROP TABLE trial_forks", "has no table trial_forks"},
        {"ALTER TABLE trial_games ADD COLUMN extra TEXT",
         "table trial_games has 'extra TEXT', expected no further column"},
    }));

TEST_F(KeptTrials, TheSchemaTakesNoRowThatDoesNotFit) {
  run(file(), placements(2));
  Database db(file(), Database::Mode::write);
  for (const char* sql :
       {"UPDATE trial_games SET courses = 0", "UPDATE trial_seats SET rank = 7",
        "UPDATE trial_forks SET win_share = 2", "UPDATE trial_forks SET turn = 9",
        "UPDATE trial_circumstances SET money = -1", "DELETE FROM trials",
        "DELETE FROM trial_games", "DELETE FROM trial_seats", "DELETE FROM trial_choices"}) {
    EXPECT_THROW(db.execute(sql), InputError) << sql;
  }
}

}  // namespace
}  // namespace carrack
