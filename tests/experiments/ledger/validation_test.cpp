// Damaged or modified ledgers are refused, naming the row.
#include "experiments/ledger/validation.hpp"

#include <array>

#include "tests/experiments/ledger/trial_fixture.hpp"
#include "tests/fuzz/ledger.hpp"

namespace carrack {
namespace {

using LedgerValidation = KeptTrials;

struct Damage {
  std::string sql;
  std::string_view said;

  friend void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.sql; }
};

class DamagedLedger : public Ledgers, public ::testing::WithParamInterface<Damage> {};

TEST_P(DamagedLedger, IsRefusedWithTheRowAndWhatWasExpected) {
  play(file(), 2, 1);
  tamper(file(), GetParam().sql);
  const std::string said = complaint_about(file());
  EXPECT_TRUE(said.starts_with("ledger " + file() + ": ")) << said;
  EXPECT_NE(said.find(GetParam().said), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, DamagedLedger,
    ::testing::ValuesIn(std::vector<Damage>{
        {"UPDATE seats SET agent = 99 WHERE game = 2 AND seat = 2",
         "tournament 'main', block 0, permutation 1, seat 2: agent is 99, expected 0 to 2"},
        {"UPDATE seats SET agent = -1 WHERE game = 2 AND seat = 2", "agent is -1, expected 0 to 2"},
        {"UPDATE seats SET agent = 0 WHERE game = 2 AND seat = 1",
         "block 0, permutation 1, seat 1: agent is 0, expected 1 as the line-up"},
        {"UPDATE seats SET rank = 0 WHERE game = 4 AND seat = 3",
         "block 1, permutation 0, seat 3: rank is 0, expected 1 to 6"},
        {"UPDATE seats SET rank = 4 WHERE game = 4 AND seat = 3", "rank is 4, expected 1 to 3"},
        {"UPDATE seats SET rank = 1 WHERE game = 4",
         "block 1, permutation 0, seat 1: win_share is "},
        {"UPDATE seats SET rank = 2 WHERE game = 4",
         "block 1, permutation 0, seat 1: rank is 2, expected 1, because 0 seats"},
        {"UPDATE seats SET win_share = 0.5 WHERE game = 1 AND rank = 1",
         "win_share is 0.5, expected 1, by the ranks"},
        {"UPDATE seats SET vp = vp + 1 WHERE game = 4 AND seat = 2",
         "block 1, permutation 0, seat 2: vp is "},
        {"UPDATE seats SET rank = 4 - rank, win_share = rank = 3 WHERE game = 4",
         ", expected a better one than that of seat "},
        {"UPDATE seats SET forfeit = 'crashed', forfeit_decision = 0, forfeit_reason = ''"
         " WHERE game = 4 AND rank = 1",
         ", which forfeited"},
        {"UPDATE seats SET win_share = 9e999 WHERE game = 1", "win_share is Inf, expected 0 to 1"},
        {"UPDATE seats SET vp = 40000 WHERE game = 1", "vp is 40000, expected -32768 to 32767"},
        {"UPDATE seats SET forfeit = 'bored' WHERE game = 1 AND seat = 2",
         "permutation 0, seat 2: forfeit is 'bored', expected nothing or one of crashed"},
        {"DELETE FROM turns WHERE seat = 3; DELETE FROM purchases WHERE seat = 3;"
         "DELETE FROM searches WHERE seat = 3; DELETE FROM seats WHERE seat = 3",
         "block 0, permutation 0: has 2 seats, expected 3"},
        {"DELETE FROM turns WHERE seat = 1; DELETE FROM purchases WHERE seat = 1;"
         "DELETE FROM searches WHERE seat = 1; DELETE FROM seats WHERE seat = 1",
         "block 0, permutation 0: has no seat 1, expected seats 1 to 3"},
        {"DELETE FROM seats WHERE seat = 2", "has no row in table seats"},
        {"DELETE FROM turns; DELETE FROM purchases; DELETE FROM searches; DELETE FROM seats",
         "block 0, permutation 0: has no row in table seats"},
        {"UPDATE turns SET seat = 9 WHERE game = 1 AND turn = 1 AND seat = 2",
         "permutation 0, turn 1, seat 9: has no row in table seats"},
        {"UPDATE turns SET turn = 0 WHERE game = 1 AND turn = 1", "turn is 0, expected 1 to 255"},
        {"UPDATE searches SET seconds = 9e999", "seconds is Inf, expected 0 to 1e300"},
        {"UPDATE searches SET seconds = -1.5", "seconds is -1.5, expected 0 to 1e300"},
        {"UPDATE searches SET iterations = -1", "iterations is -1, expected 0 to"},
        {"DELETE FROM records WHERE game = 2",
         "block 0, permutation 1: has no row in table records"},
        {"DELETE FROM agents WHERE agent = 2", "has 2 agents, expected 3 as the plan has"},
        {"UPDATE agents SET agent = 5 WHERE agent = 2", "agent 5: is one agent too many"},
        {"UPDATE agents SET spec = 'greedy' WHERE agent = 1",
         "agent 1: spec is 'greedy', expected 'scripted:"},
        {"UPDATE agents SET configuration = '{' WHERE agent = 1",
         "agent 1: configuration: not JSON"},
        {"UPDATE agents SET name = CAST(x'FF' AS TEXT) WHERE agent = 1",
         "agent 1: name is not UTF-8"},
        {"UPDATE tournaments SET configuration = '{}'", "the configuration of a tournament"},
        {"UPDATE tournaments SET configuration = replace(configuration, '\"seed\":1', "
         "'\"seed\":-1')",
         "seed is -1, expected a whole number"},
        {"UPDATE tournaments SET engine = CAST(x'FF' AS TEXT)", "engine is not UTF-8"},
        {"UPDATE tournaments SET tournament = 0", "tournament is 0, expected 1 to"},
        {"UPDATE tournaments SET tournament = 2", "has no row in table tournaments"},
        {"UPDATE blocks SET games = 5",
         "block 0: games is 5, expected 3, the seatings of the plan"},
        {"UPDATE blocks SET done = 1 WHERE block = 1", "block 1: done is 1, expected 3, the games"},
        {"UPDATE blocks SET block = -1 WHERE block = 1", "block is -1, expected 0 to"},
        {"UPDATE blocks SET block = 5 WHERE block = 1", "has no row in table blocks"},
        {"UPDATE blocks SET lineup = '[0,1]'", "lineup is '[0,1]', expected a list of 3 agents"},
        {"UPDATE blocks SET lineup = '[0,1,3]'", "lineup is '[0,1,3]'"},
        {"UPDATE blocks SET lineup = '[0,1,-1]'", "lineup is '[0,1,-1]'"},
        {"UPDATE blocks SET lineup = '[0,1,1.5]'", "lineup is '[0,1,1.5]'"},
        {"UPDATE blocks SET lineup = 'x'", "lineup is 'x'"},
        {"UPDATE blocks SET lineup = '[2,1,0]' WHERE block = 1;"
         "UPDATE seats SET agent = 2 - agent WHERE game > 3",
         "block 1: lineup is '[2,1,0]', expected '[0,1,2]' as the plan says"},
        {"UPDATE blocks SET chance = 5 WHERE block = 1", "block 1: chance is 5, expected "},
        {"UPDATE seats SET forfeit = 'crashed' WHERE game = 1 AND seat = 2",
         "seat 2: forfeit_decision is 'NULL', expected 0 to 4294967295"},
        {"UPDATE seats SET forfeit = 'crashed', forfeit_decision = 4294967296,"
         " forfeit_reason = '' WHERE game = 1 AND seat = 2",
         "seat 2: forfeit_decision is '4294967296', expected 0 to 4294967295"},
        {"UPDATE seats SET forfeit = 'crashed', forfeit_decision = 1 WHERE game = 1 AND seat = 2",
         "seat 2: forfeit_reason is 'NULL', expected the reason of the forfeit"},
        {"UPDATE seats SET forfeit_reason = 'so' WHERE game = 1 AND seat = 2",
         "seat 2: forfeit_reason is 'so', expected none, as the seat has not forfeited"},
        {"UPDATE seats SET forfeit_decision = 7 WHERE game = 1 AND seat = 2",
         "seat 2: forfeit_decision is '7', expected none, as the seat has not forfeited"},
        {"UPDATE tournaments SET hash = 'x'", "tournament 'main': hash is 'x', expected '"},
        {"UPDATE tournaments SET signature = 'x'", "that of its configuration and signature"},
        {"UPDATE tournaments SET configuration = replace(configuration, '\"fixed\"',"
         " '\"round-robin\"')",
         "tournament 'main': hash is '"},
        {"UPDATE tournaments SET configuration = replace(configuration, '\"random\",', '');"
         "DELETE FROM agents WHERE agent = 0; UPDATE agents SET agent = agent - 1",
         "a fixed tournament of 3 seats needs as many agents, not 2"},
        {"UPDATE games SET permutation = 3 WHERE game = 3", "permutation is 3, expected 0 to 2"},
        {"UPDATE games SET game = 9223372036854775807 WHERE game = 3",
         "game is 9223372036854775807, expected 1 to 9007199254740992"},
        {"UPDATE games SET run = 77", "has no row in table runs"},
        {"UPDATE runs SET run = 0", "run is 0, expected 1 to"},
        {"INSERT INTO tournaments SELECT 2, 'other', hash, configuration, signature, engine, begun"
         " FROM tournaments; INSERT INTO agents SELECT 2, agent, name, spec, configuration FROM"
         " agents; UPDATE runs SET tournament = 2",
         "run belongs to another tournament"},
        {"INSERT INTO claims VALUES (1, 7, 1)", "block 7: has no row in table blocks"},
        {"PRAGMA application_id = 7", "not a carrack database"},
    }));

INSTANTIATE_TEST_SUITE_P(
    Tables, DamagedLedger,
    ::testing::ValuesIn(std::vector<Damage>{
        {"CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
         "has the trigger 't'"},
        {"CREATE VIRTUAL TABLE v USING fts5(a)", "has the virtual table 'v"},
        {"DROP TABLE records; CREATE VIEW records AS SELECT 1 AS game, x'' AS zstd",
         "records is a view, expected a table"},
        {"DROP TABLE claims", "has no table claims"},
        {"CREATE TABLE c AS SELECT * FROM claims; DROP TABLE claims; ALTER TABLE c RENAME TO "
         "claims",
         "table claims accepts any type"},
        {"DROP VIEW results; ALTER TABLE seats RENAME COLUMN vp TO pv",
         "table seats has 'pv INTEGER not null', expected 'vp INTEGER not null'"},
        {"ALTER TABLE claims ADD COLUMN extra TEXT",
         "table claims has 'extra TEXT', expected no further column"},
        {"DROP TABLE claims; CREATE TABLE claims (tournament INTEGER NOT NULL, block INTEGER NOT "
         "NULL,"
         " PRIMARY KEY (tournament, block)) STRICT",
         "table claims has no further column, expected 'run INTEGER not null'"},
    }));

/// Makes a table temporarily accept anything by editing the schema.
void put_any(const std::string& path, const std::string& sql,
             void (*tamper)(const std::string&, const std::string&)) {
  tamper(path,
         "UPDATE sqlite_schema SET sql = replace(sql, 'agent INTEGER NOT NULL', 'agent ANY')"
         " WHERE name = 'seats'");
  tamper(path, sql);
  tamper(path,
         "UPDATE sqlite_schema SET sql = replace(sql, 'agent ANY', 'agent INTEGER NOT NULL')"
         " WHERE name = 'seats'");
}

TEST_F(LedgerValidation, NullsAndValuesOfOtherTypesAreFound) {
  play(file("whole"), 1);
  fs::copy_file(file("whole"), file("null"));
  put_any(file("null"), "UPDATE seats SET agent = NULL", &tamper);
  EXPECT_NE(complaint_about(file("null")).find("NULL value in seats.agent"), std::string::npos)
      << complaint_about(file("null"));
  fs::copy_file(file("whole"), file("text"));
  put_any(file("text"), "UPDATE seats SET agent = 'x'", &tamper);
  EXPECT_NE(complaint_about(file("text")).find("non-INTEGER value in seats.agent"),
            std::string::npos)
      << complaint_about(file("text"));
}

/// Each block of a mixed tournament has a table of its own.
TEST_F(LedgerValidation, BlocksOfAMixedTournamentHaveTheTablesOfThePlan) {
  TournamentPlan mixed = plan();
  mixed.agents = {"random", "scripted", "greedy", "random", "scripted:trader"};
  mixed.kind = TournamentKind::mixed;
  {
    Ledger ledger(file(), Database::Mode::create);
    ledger.enter("main", Schedule(mixed, 40), false);
    const std::vector<u64> share{900, 950};  // of another machine
    ledger.enter("main", Schedule(mixed, 1000), false, share);
  }
  EXPECT_EQ(complaint_about(file()), "");
  const std::string whole = content(file());
  for (const u64 block : {0U, 39U, 950U}) {
    std::ofstream(file(), std::ios::binary) << whole;
    const Seating table = Schedule(mixed, 1000).table(block);
    const std::string other = table[0] == 0 ? "[1,2,3]" : "[0,1,2]";
    tamper(file(),
           "UPDATE blocks SET lineup = '" + other + "' WHERE block = " + std::to_string(block));
    EXPECT_NE(complaint_about(file()).find("block " + std::to_string(block) + ": lineup is '"),
              std::string::npos);
  }
}

/// One block of a large number does not make the checks take minutes.
TEST_F(LedgerValidation, BlocksFarBeyondAreNotDealt) {
  TournamentPlan mixed = plan();
  mixed.kind = TournamentKind::mixed;
  {
    Ledger ledger(file(), Database::Mode::create);
    ledger.enter("main", Schedule(mixed, 2), false);
  }
  const auto chance = static_cast<i64>(game_seeds(mixed.seed, u64{1} << 52).chance);
  tamper(file(), "UPDATE blocks SET block = 1 << 52, chance = " + std::to_string(chance) +
                     " WHERE block = 1");
  EXPECT_EQ(complaint_about(file()), "");
}

TEST_F(LedgerValidation, TheHashOfATrialIsChecked) {
  run(file(), placements(1));
  tamper(file(), "UPDATE trials SET hash = '0123456789abcdef'");
  EXPECT_NE(complaint_about(file()).find("trial 'main': hash is '0123456789abcdef', expected '"),
            std::string::npos);
}

TEST_F(LedgerValidation, AGameThatIsThereTwiceIsFound) {
  play(file(), 1);
  tamper(
      file(),
      "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE (tournament, block, permutation),', '')"
      " WHERE name = 'games';"
      "DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_games_1'");
  tamper(file(), "UPDATE games SET permutation = 0; UPDATE seats SET agent = seat - 1; VACUUM");
  const std::string said = complaint_about(file());
  EXPECT_NE(said.find("block 0, permutation 0: is there twice"), std::string::npos) << said;
}

/// Any lost page gives an error, or the ledger can be read completely.
TEST_F(LedgerValidation, NoPageThatIsZeroedDoesHarm) {
  constexpr std::size_t kPage = 4096;
  play(file(), 2);
  const std::string whole = content(file());
  ASSERT_GT(testing::read_ledger_bytes(whole, file("copy")), 0U);
  unsigned refused = 0;
  unsigned pages = 0;
  for (std::size_t at = 0; at < whole.size(); at += kPage, ++pages) {
    std::string damaged = whole;
    std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(at), kPage, '\0');
    refused += testing::read_ledger_bytes(damaged, file("copy")) ? 0U : 1U;
  }
  EXPECT_GT(pages, 10U);
  EXPECT_GT(refused, pages / 2);
}

TEST_F(LedgerValidation, NoFileThatWasCutOffDoesHarm) {
  play(file(), 1);
  const std::string whole = content(file());
  for (const std::size_t size : {std::size_t{1}, std::size_t{99}, std::size_t{100},
                                 std::size_t{4095}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_FALSE(testing::read_ledger_bytes(std::string_view(whole).substr(0, size), file("copy")))
        << size;
  }
}

/// The first fuzzer inputs (tests/fuzz/ledger.hpp) are named after their contents.
TEST_F(LedgerValidation, WholeLedgersAreReadAndDamagedOnesRefused) {
  unsigned whole = 0;
  unsigned damaged = 0;
  for (const auto& entry : fs::directory_iterator(CARRACK_TESTS "/fuzz/corpus/ledger")) {
    const std::string name = entry.path().filename().string();
    const bool is_whole = name.starts_with("whole");
    if (!is_whole && !name.starts_with("damaged")) continue;
    const auto games = testing::read_ledger_bytes(content(entry.path().string()), file("copy"));
    EXPECT_EQ(games.value_or(0) > 0, is_whole) << entry.path();
    ++(is_whole ? whole : damaged);
  }
  EXPECT_GE(whole, 2U);
  EXPECT_GE(damaged, 5U);
}

}  // namespace
}  // namespace carrack
