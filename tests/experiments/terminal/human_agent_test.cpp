// Games of people, without a terminal.
#include "experiments/terminal/human_agent.hpp"

#include <deque>
#include <functional>
#include <map>
#include <set>

#include "core/game/tile_texts.hpp"
#include "core/notation/record.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

/// Enters what `answer` returns for each question, given what has been said since the last one.
class Script final : public Conversation {
 public:
  using Answer = std::function<std::optional<std::string>(const std::string& said)>;
  explicit Script(Answer answer) : answer_(std::move(answer)) {}

  void say(std::string_view text) override {
    said_ += text;
    all_ += text;
  }
  std::optional<std::string> ask(std::string_view prompt, const std::atomic<bool>* stop) override {
    if (stop != nullptr && *stop) throw ChoiceStopped();
    prompts_[std::string(prompt)]++;
    return answer_(std::exchange(said_, {}));
  }

  [[nodiscard]] const std::string& all() const { return all_; }
  [[nodiscard]] unsigned questions_to(const std::string& seat) const {
    const auto found = prompts_.find(seat + "> ");
    return found == prompts_.end() ? 0 : found->second;
  }

 private:
  Answer answer_;
  std::string said_;
  std::string all_;
  std::map<std::string, unsigned> prompts_;
};

/// The lines before the end of the input.
Script::Answer lines(std::deque<std::string> all) {
  return [all](const std::string&) mutable -> std::optional<std::string> {
    if (all.empty()) return std::nullopt;
    std::string next = std::move(all.front());
    all.pop_front();
    return next;
  };
}

/// The numbered options in what is said at a question.
std::vector<std::string> options_in(const std::string& said) {
  std::vector<std::string> options;
  for (std::size_t number = 1;; ++number) {
    const std::string digits = std::to_string(number);
    const std::string mark = '\n' + std::string(4 - digits.size(), ' ') + digits + "  ";
    const std::size_t at = said.find(mark);
    if (at == std::string::npos) return options;
    const std::size_t from = at + mark.size();
    const std::string option = said.substr(from, said.find('\n', from) - from);
    options.push_back(option.substr(0, option.find("  ")));  // without its price
  }
}

/// Enters a random option of those that are listed: as a number, or as it is listed.
Script::Answer at_random() {
  return [random = Random(5, 5)](const std::string& said) mutable -> std::optional<std::string> {
    const std::vector<std::string> options = options_in(said);
    if (options.size() < 2) return std::nullopt;
    const unsigned place = random.below(static_cast<unsigned>(options.size()));
    return random.below(2) == 0 ? std::to_string(place + 1) : options[place];
  };
}

struct Game {
  std::optional<PlayedGame> played;
  std::string record;
};

/// A game of a person at each of these seats, and of random agents at the others.
Game play(Script& talk, Ruleset rules, std::initializer_list<unsigned> seats) {
  std::vector<std::unique_ptr<Agent>> agents;
  for (unsigned seat = 0; seat < rules.players(); ++seat) {
    if (std::ranges::find(seats, seat) != seats.end()) {
      agents.push_back(std::make_unique<HumanAgent>(talk));
    } else {
      agents.push_back(make_agent("random"));
    }
  }
  std::vector<Agent*> by_seat;
  RecordHeader header{rules, {}, 1, 0, "test"};
  for (const auto& agent : agents) {
    by_seat.push_back(agent.get());
    header.agents.push_back(agent->spec());
  }
  Game game;
  RecordWriter writer(game.record, header, /*trace=*/false);
  const std::atomic<bool> stop{false};
  game.played = play_game(rules, by_seat, game_seeds(1, 0), &writer, stop);
  return game;
}

/// "  p1 place colonist dock" of each event, from its record.
std::string events_in(const std::string& record) {
  std::string events;
  constexpr std::string_view kActor = "\"actor\": \"";
  constexpr std::string_view kEvent = "\"event\": \"";
  for (std::size_t at = record.find(kActor); at != std::string::npos;
       at = record.find(kActor, at + 1)) {
    const std::size_t actor = at + kActor.size();
    const std::size_t event = record.find(kEvent, at) + kEvent.size();
    events += "  " + record.substr(actor, record.find('"', actor) - actor) + ' ' +
              record.substr(event, record.find('"', event) - event) + '\n';
  }
  return events;
}

/// The lines of `text` that begin as events do.
std::string told_events(const std::string& text) {
  std::string events;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
    const std::string line = text.substr(from, end - from);
    if (line.starts_with("  p") || line.starts_with("  chance")) events += line;
    from = end;
  }
  return events;
}

TEST(HumanAgent, PlaysAWholeGameAndIsToldEveryEventOnce) {
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 3), empires(4, {"builder", "national", "auction"})}) {
    Script talk(at_random());
    const Game game = play(talk, rules, {1});
    ASSERT_TRUE(game.played);
    EXPECT_TRUE(game.played->forfeits.empty());
    EXPECT_EQ(told_events(talk.all()), events_in(game.record));
    EXPECT_NE(game.record.find("\"agent\": \"human\""), std::string::npos);
    EXPECT_EQ(talk.questions_to("p1"), 0U);
    EXPECT_GT(talk.questions_to("p2"), 30U);
    EXPECT_NE(talk.all().find("\nsince the start:\n"), std::string::npos);
    EXPECT_NE(talk.all().find("\nsince the last decision of p2:\n  p2 "), std::string::npos);
    EXPECT_NE(talk.all().find("\nturn 1, placement, p2 to decide\n   1  "), std::string::npos);
  }
}

TEST(HumanAgent, SeveralPeoplePlay) {
  Script talk(at_random());
  const Game game = play(talk, Ruleset::make("aoe3", 2), {0, 1});
  ASSERT_TRUE(game.played && game.played->forfeits.empty());
  EXPECT_GT(talk.questions_to("p1"), 30U);
  EXPECT_GT(talk.questions_to("p2"), 30U);
}

TEST(HumanAgent, IsNotToldWhatAnotherAloneSees) {
  Script talk(at_random());
  const Game game = play(talk, empires(3, {}, {"scouting"}), {0});
  ASSERT_TRUE(game.played);
  std::string expected = events_in(game.record);
  // A look is followed by what it shows, to the player who looks.
  for (const std::string seat : {"p2", "p3"}) {
    for (const std::string what : {"counter", "card"}) {
      const std::string look = "  " + seat + " look ";
      for (std::size_t at = expected.find(look); at != std::string::npos;
           at = expected.find(look, at + 1)) {
        const std::string shown = "  chance " + what + ' ';
        const std::size_t next = expected.find('\n', at) + 1;
        if (!expected.substr(next).starts_with(shown)) continue;
        const std::size_t from = next + shown.size();
        expected.replace(from, expected.find('\n', from) - from, "?");
      }
    }
  }
  EXPECT_NE(expected.find("  chance counter ?\n"), std::string::npos) << "nobody has looked";
  EXPECT_EQ(told_events(talk.all()), expected);
}

TEST(HumanAgent, AsksAgainAfterAWrongEntryAndAfterCommands) {
  Script talk(lines({"plaze", "?", "board", "tiles", "options", "place colonist dock", "quit"}));
  const Game game = play(talk, Ruleset::make("aoe3", 2), {0, 1});
  EXPECT_FALSE(game.played);
  EXPECT_EQ(talk.questions_to("p1") + talk.questions_to("p2"), 7U);
  EXPECT_NE(talk.all().find("'plaze' is not an option here"), std::string::npos);
  EXPECT_NE(talk.all().find("quit            ends the game"), std::string::npos);
  EXPECT_NE(talk.all().find("VP if it ended now"), std::string::npos);
  const std::size_t first = talk.all().find("place colonist dock\n");
  EXPECT_NE(talk.all().find("place colonist dock\n", first + 1), std::string::npos);
}

TEST(HumanAgent, TellsWhatTilesCostAndDo) {
  Script talk(lines({"board", "tiles", "quit"}));
  EXPECT_FALSE(play(talk, Ruleset::make("aoe3", 2), {0, 1}).played);
  const std::size_t tiles = talk.all().find("where    tile");
  ASSERT_NE(tiles, std::string::npos) << talk.all();
  const std::size_t board = talk.all().find("\ntile  ");
  EXPECT_LT(board, tiles) << talk.all();
  EXPECT_NE(talk.all().find("\non show  ", tiles), std::string::npos);
  EXPECT_NE(talk.all().find("  $10", tiles), std::string::npos);
}

TEST(HumanAgent, TellsThePricesOfPurchases) {
  Script talk(at_random());
  ASSERT_TRUE(play(talk, empires(5, {"builder"}), {0, 1, 2, 3, 4}).played);
  // Of each tile, as listed; a builder pays less.
  std::map<std::string, std::set<std::string>> prices;
  const std::string mark = "  buy ";
  for (std::size_t at = talk.all().find(mark); at != std::string::npos;
       at = talk.all().find(mark, at + 1)) {
    const std::size_t from = at + mark.size();
    const std::string option = talk.all().substr(from, talk.all().find('\n', from) - from);
    const std::size_t gap = option.find("  ");
    if (gap != std::string::npos) prices[option.substr(0, gap)].insert(option.substr(gap + 2));
  }
  ASSERT_GT(prices.size(), 5U) << talk.all();
  unsigned discounts = 0;
  for (const TileEntry& tile : list_tiles("empires")) {
    const std::string vp = tile.vp == 0 ? "" : ", " + std::to_string(tile.vp) + " VP";
    for (const std::string& price : prices[std::string(tile.name)]) {
      if (tile.cost == 0) {
        EXPECT_EQ(price, "free" + vp);
      } else if (price != "$" + std::to_string(tile.cost) + vp) {
        EXPECT_EQ(price, "$" + std::to_string(tile.cost - 5) + vp) << tile.name;
        ++discounts;
      }
    }
  }
  EXPECT_GT(discounts, 0U);
}

TEST(HumanAgent, GivesAHintThatIsTheSameWhenAskedAgain) {
  Script talk(lines({"hint", "hint", "quit"}));
  EXPECT_FALSE(play(talk, Ruleset::make("aoe3", 2), {0, 1}).played);
  const std::size_t at = talk.all().find("a search of 500 iterations would choose ");
  ASSERT_NE(at, std::string::npos) << talk.all();
  const std::string hint = talk.all().substr(at, talk.all().find('\n', at) - at);
  EXPECT_NE(hint.find("), with an expected win share of 0."), std::string::npos) << hint;
  EXPECT_NE(talk.all().find(hint, at + 1), std::string::npos) << talk.all();
}

TEST(HumanAgent, TheEndOfTheInputIsAnError) {
  Script talk(lines({"1"}));
  EXPECT_EQ(complaint([&] {
              static_cast<void>(play(talk, Ruleset::make("aoe3", 2), {0, 1}));
            }),
            "the input has ended before the game: expected an option, or quit");
}

TEST(HumanAgent, IsNoAgentOfASpec) {
  expect_names(complaint([] { static_cast<void>(make_agent("human")); }),
               {"'human' is a person", "carrack play", "carrack web"});
  expect_names(complaint([] { static_cast<void>(make_agent("restricted:ban=navy,of=human")); }),
               {"'human' is a person"});
}

}  // namespace
}  // namespace carrack::testing
