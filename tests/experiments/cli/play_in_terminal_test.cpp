// `carrack play --agent human`, with entries from a pipe.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

const std::string kTwo = "play --players 2 --agent human --agent random --seed 1";

TEST_F(CommandLine, APersonPlaysInTheTerminalAndTheGameIsRecorded) {
  const CommandOutcome run = carrack(kTwo + " --record " + path("g"), "yes 1 | ");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("aoe3-2, seed 1\n  p1: human\n  p2: random\n")) << run.out;
  EXPECT_NE(run.out.find("\nturn 1, placement, p1 to decide\n   1  "), std::string::npos);
  EXPECT_NE(run.out.find("\np1> 1\n"), std::string::npos) << "what is entered is shown";
  EXPECT_NE(run.out.find("\nplayer   agent  rank  VP  "), std::string::npos);
  EXPECT_TRUE(run.out.ends_with("\n1 game is in " + path("g") + '\n')) << run.out;
  EXPECT_TRUE(run.err.empty()) << run.err;
  const CommandOutcome verified = carrack("verify " + path("g"));
  EXPECT_TRUE(verified.out.starts_with("1 game, ")) << verified.out << verified.err;
  EXPECT_NE(content(path("g")).find(R"({"seat": 1, "agent": "human"})"), std::string::npos);
  EXPECT_NE(carrack("replay " + path("g")).out.find("  p1: human\n"), std::string::npos);
}

TEST_F(CommandLine, APersonQuitsAndTheGameIsNotKept) {
  const CommandOutcome run = carrack(kTwo + " --record " + path("g"), "printf '1\\nquit\\n' | ");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.out.ends_with("\np1> quit\nquit: this game is not kept\n")) << run.out;
  EXPECT_FALSE(fs::exists(path("g")));
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(CommandLine, APersonPlaysAsManyGamesAsAskedFor) {
  const CommandOutcome run = carrack(kTwo + " --games 2 --json", "yes 1 | ");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["games"], 2);
  EXPECT_NE(run.err.find("p1> 1\n"), std::string::npos) << "the conversation is not in the JSON";
  const CommandOutcome table = carrack(kTwo + " --games 2", "yes 1 | ");
  EXPECT_NE(table.out.find("\nseat   agent  "), std::string::npos) << table.out;
}

TEST_F(CommandLine, AnEndOfTheInputEndsThePersonsGame) {
  expect_refused(kTwo + " < /dev/null",
                 {"carrack: the input has ended before the game: expected an option, or quit\n"});
  expect_refused(kTwo + " <&-", {"cannot read the standard input: Bad file descriptor"});
  expect_refused(kTwo + " < /dev/zero", {"standard input: a line has more than 4096 bytes"});
}

TEST_F(CommandLine, AnInterruptEndsThePersonsGame) {
  ASSERT_EQ(mkfifo(path("in").c_str(), 0600), 0);
  const auto is_asked = [&] { return content(path("out")).ends_with("\np1> "); };
  const CommandOutcome run =
      interrupted(kTwo + " --record " + path("g") + " <> " + path("in"), is_asked);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_EQ(run.err, "\ncarrack: interrupted; stopping\n");
  EXPECT_TRUE(run.out.ends_with("\np1> interrupted: 0 of 1 game\n")) << run.out;
  EXPECT_FALSE(fs::exists(path("g")));
}

TEST_F(CommandLine, PeopleAreNamedInTheHelp) {
  EXPECT_NE(carrack("agents").out.find("human is a person at the terminal"), std::string::npos);
  EXPECT_NE(carrack("play --help").out.find("human is a person"), std::string::npos);
  const std::string words = carrack("completion bash").out;
  const std::size_t play = words.find("'play --agent')");
  ASSERT_NE(play, std::string::npos);
  EXPECT_EQ(words.find("human", play), words.find("values='", play) + 8);
  EXPECT_EQ(words.find("human", words.find("'tournament --agent')")), std::string::npos);
}

TEST_F(CommandLine, PeoplePlayInTheTerminalAlone) {
  expect_refused("tournament --players 2 --agent human --agent random --games 2",
                 {"--agent: agent 'human' is a person", "carrack play", "carrack web"});
  expect_refused("match --agent human --agent random", {"'human' is a person"});
  expect_refused("trial --agent human --games 1", {"'human' is a person"});
  expect_refused("agent human", {"'human' is a person"});
  expect_refused("play --players 2 --agent human:fast --agent random", {"human", "'fast'"});
  expect_refused(kTwo + " --threads 2", {"--threads: is 2; expected 1"});
  expect_refused("play --edition empires --players 3 --variant scouting --agent human",
                 {"3 people", "secrets", "one person", "carrack web"});
}

}  // namespace
}  // namespace carrack
