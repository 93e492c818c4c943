// The board as text.
#include "experiments/render/board_text.hpp"

#include <sstream>

#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// The text between the titles of two columns, of the row that begins with `first`.
std::string cell(const std::string& text, const std::string& first, const std::string& title) {
  std::istringstream lines(text);
  std::size_t end = 0;  // right-aligned columns end where their titles end
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(title); at != std::string::npos) end = at + title.size();
    if (end == 0 || !line.starts_with(first + ' ')) continue;
    const std::size_t from = line.find_last_of(' ', end - 1) + 1;
    return line.substr(from, end - from);
  }
  return "no row " + first;
}

/// Plays at random, and looks at every 29th position and at the last one.
template <typename Look>
void look_at_a_game(Ruleset rules, Look&& look) {
  Random random(1, 7);
  State s = start(rules);
  for (unsigned ply = 1; !is_over(s); ++ply) {
    const Legal options = legal(s);
    apply(s, is_chance(s) ? draw_chance(s, random) : options[random.below(options.size())]);
    if (ply % 29 == 0 || is_over(s)) look(s);
  }
}

TEST(BoardText, ShowsTheScoresIfTheGameEndedNow) {
  for (const Ruleset rules : {Ruleset::make("aoe3", 3), empires(6, {"builder", "national"})}) {
    look_at_a_game(rules, [](const State& s) {
      const std::string text = board_text(s);
      const Result now = result(s);
      for (unsigned p = 0; p < s.players(); ++p) {
        EXPECT_EQ(cell(text, to_string(nth<Player>(p)), "VP if it ended now"),
                  std::to_string(now.vp[p]))
            << text;
      }
    });
  }
}

TEST(BoardText, HasTheBoxesThatAreNotEmpty) {
  State s = start(Ruleset::make("aoe3", 2));
  Random random(1, 7);
  while (is_chance(s)) apply(s, draw_chance(s, random));
  EXPECT_EQ(board_text(s).find("\nbox "), std::string::npos);
  const std::string first = to_string(s.actor);
  apply(s, parse_legal("place colonist dock", s));
  const std::string second = to_string(s.actor);
  apply(s, parse_legal("place colonist dock", s));
  apply(s, parse_legal("place colonist shipping", s));
  const std::string text = board_text(s);
  EXPECT_NE(text.find("\nbox       workers\n--------  ------------------------\n"
                      "dock      " +
                      first + " colonist, " + second + " colonist\nshipping  " + first +
                      ": 1 colonist\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("\ngoods "), std::string::npos) << text;
}

TEST(BoardText, SaysTurnPhaseAndWhoDecides) {
  State s = start(Ruleset::make("aoe3", 2));
  EXPECT_EQ(turn_text(s), "turn 1, setup, chance to draw");
  Random random(1, 7);
  while (is_chance(s)) apply(s, draw_chance(s, random));
  EXPECT_EQ(turn_text(s), "turn 1, placement, " + to_string(s.actor) + " to decide");
  EXPECT_EQ(turn_and_board_text(s), turn_text(s) + "\n\n" + board_text(s));
  look_at_a_game(Ruleset::make("aoe3", 2), [&](const State& at) { s = at; });
  EXPECT_EQ(turn_text(s), "turn 8, the game is over");
}

}  // namespace
}  // namespace carrack::testing
