// What a person enters at a decision.
#include "experiments/terminal/entry.hpp"

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// The first decision of a game, a placement.
const State& first_decision() {
  static const State s = [] {
    State at = start(Ruleset::make("aoe3", 2));
    Random random(1, 7);
    while (is_chance(at)) apply(at, draw_chance(at, random));
    return at;
  }();
  return s;
}

Entry enter(std::string_view line) {
  return read_entry(line, legal(first_decision()), Board::americas);
}

/// The notation of the option that is entered; else what is said.
std::string chosen(std::string_view line) {
  const Entry entry = enter(line);
  if (const auto* const action = std::get_if<Action>(&entry)) {
    return to_notation(*action, Board::americas);
  }
  const auto* const said = std::get_if<std::string>(&entry);
  return said == nullptr ? "a command" : *said;
}

TEST(Entry, IsTheNumberOfAnOption) {
  const Legal options = legal(first_decision());
  for (unsigned i = 0; i < options.size(); ++i) {
    EXPECT_EQ(std::get<Action>(enter(std::to_string(i + 1))), options[i]);
  }
  const std::string most = std::to_string(options.size());
  for (const std::string& number : {std::string("0"), std::to_string(options.size() + 1),
                                    std::string("99999999999999999999")}) {
    EXPECT_EQ(chosen(number), "there is no option " + number + "; enter a number from 1 to " +
                                  most +
                                  ", an option or the beginnings of its words, or ? for the "
                                  "commands");
  }
}

TEST(Entry, IsTheNotationOfAnOption) {
  legal(first_decision()).for_each([](Action action) {
    EXPECT_EQ(std::get<Action>(enter(to_notation(action, Board::americas))), action);
  });
  EXPECT_EQ(chosen("  Place   COLONIST dock\r"), "place colonist dock");
}

TEST(Entry, IsTheBeginningOfOneOption) {
  EXPECT_EQ(chosen("place colonist do"), "place colonist dock");
  EXPECT_EQ(chosen("pl c do"), "place colonist dock");
  EXPECT_TRUE(chosen("pl c d").starts_with("'pl c d' begins 2 options: place colonist dock ("))
      << chosen("pl c d");
  const std::string many = chosen("p");
  EXPECT_TRUE(many.starts_with("'p' begins ") && many.ends_with(" …")) << many;
}

TEST(Entry, ThatIsWrongIsAnsweredWithTheNearestChoice) {
  EXPECT_TRUE(chosen("place colonist duck")
                  .starts_with("'place colonist duck' is not an option here; did you mean place "
                               "colonist dock ("))
      << chosen("place colonist duck");
  EXPECT_EQ(chosen("baord"), "'baord' is not an option here; did you mean the command board?");
  EXPECT_NE(chosen("buy navy").find("'buy navy' is not an option here"), std::string::npos);
  EXPECT_TRUE(chosen("\x1b[31m").starts_with("'?[31m' is not an option here"))
      << chosen("\x1b[31m");
  EXPECT_TRUE(chosen("").starts_with("enter a number from 1 to "));
  EXPECT_TRUE(chosen("   ").starts_with("enter a number from 1 to "));
}

TEST(Entry, MayBeACommand) {
  EXPECT_EQ(std::get<PersonsCommand>(enter("?")), PersonsCommand::help);
  EXPECT_EQ(std::get<PersonsCommand>(enter("Help")), PersonsCommand::help);
  EXPECT_EQ(std::get<PersonsCommand>(enter("board ")), PersonsCommand::board);
  EXPECT_EQ(std::get<PersonsCommand>(enter("options")), PersonsCommand::options);
  EXPECT_EQ(std::get<PersonsCommand>(enter("hint")), PersonsCommand::hint);
  EXPECT_EQ(std::get<PersonsCommand>(enter("quit")), PersonsCommand::quit);
  for (const std::string_view word : {"board", "options", "hint", "quit", "help"}) {
    EXPECT_NE(help_on_entries().find(word), std::string_view::npos) << word;
  }
}

}  // namespace
}  // namespace carrack::testing
