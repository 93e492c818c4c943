// The replay page: its data matches the game, for any names in the record.
#include "experiments/render/replay_page.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/render/board_svg.hpp"
#include "experiments/tournament/game_runner.hpp"
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kEvilName = "</script><script>alert(1)//<!--<script>'\"&amp;{{data}}é";

/// The record of a game between random agents and a searching one.
std::string record_of(Ruleset rules, std::string_view first_agent = "random",
                      bool search_values = false) {
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Agent*> seats;
  for (unsigned i = 0; i < rules.players(); ++i) {
    agents.push_back(make_agent(i == 0 && search_values ? "uct:iterations=20" : "random"));
    seats.push_back(agents.back().get());
  }
  RecordHeader header{rules, {}, 5, 0, "test"};
  header.agents.assign(rules.players(), "random");
  header.agents[0] = first_agent;
  std::string record;
  RecordWriter writer(record, header, /*trace=*/false, search_values);
  const std::atomic<bool> stop = false;
  EXPECT_TRUE(play_game(rules, seats, game_seeds(5, 0), &writer, stop));
  return record;
}

std::string page_of(const std::string& record) {
  std::istringstream in(record);
  RecordReader reader(in, "test");
  EXPECT_TRUE(reader.next_game());
  return replay_page(reader);
}

/// The contents of the page's data element, as parsed by a browser.
Json data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"game\">";
  const std::size_t from = page.find(start) + start.size();
  return Json::parse(page.substr(from, page.find("</script", from) - from));
}

TEST(ReplayPage, ShowsShortSpecsAndKeepsTheWholeOnes) {
  const std::string whole = make_agent("uct:iterations=20")->spec();
  const Json data = data_of(page_of(record_of(Ruleset::make("aoe3", 2), whole)));
  EXPECT_EQ(data["names"], Json({"uct:iterations=20", "random"}));
  EXPECT_EQ(data["agents"], Json({whole, "random"}));
}

TEST(ReplayPage, EveryFrameIsThePositionOfItsStep) {
  for (const Ruleset rules :
       {Ruleset::make("aoe3", 4, std::vector<std::string>{"auction"}),
        empires(6, {"builder", "national"}, {"scouting", "buy_vp", "reduced_luck"})}) {
    const std::string record = record_of(rules);
    const Json data = data_of(page_of(record));
    std::istringstream in(record);
    RecordReader reader(in, "test");
    ASSERT_TRUE(reader.next_game());
    std::vector<std::string> shown(data["groups"].size(), "nothing");
    std::size_t step = 0;
    do {
      const Json& frame = data["frames"][step++];
      for (std::size_t i = 0; i < frame.size(); i += 2) {
        std::string& group = shown.at(frame[i].get<std::size_t>());
        const std::string piece = data["pieces"][frame[i + 1].get<std::size_t>()];
        EXPECT_NE(group, piece) << "no change at step " << step - 1;
        group = piece;
      }
      const Result now = result(reader.state());
      for (unsigned seat = 0; seat < rules.players(); ++seat) {
        EXPECT_EQ(data["vp"][step - 1][seat], now.vp[seat]) << "step " << step - 1;
      }
      const std::vector<BoardGroup> groups =
          board_groups(reader.state(), std::nullopt, reader.header().agents);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        EXPECT_EQ(data["groups"][g], groups[g].id);
        ASSERT_EQ(shown[g], groups[g].content) << groups[g].id << " at step " << step - 1;
      }
    } while (reader.next_event());
    EXPECT_EQ(data["frames"].size(), step);
    EXPECT_EQ(data["vp"].size(), step);
    EXPECT_EQ(data["events"].size(), step - 1);
    EXPECT_EQ(data["result"].size(), rules.players());
  }
}

TEST(ReplayPage, NamesCannotBreakOutOfTheData) {
  const std::string page = page_of(record_of(Ruleset::make("aoe3", 2), kEvilName));
  EXPECT_EQ(page.find("</script><script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), std::string::npos);
  EXPECT_EQ(data_of(page)["agents"][0], kEvilName);
}

TEST(ReplayPage, ALongNameIsCutOnTheMatAndWholeInItsTitle) {
  const std::string name = "mcts:iterations=1000," + std::string(300, 'x');
  const Json data = data_of(page_of(record_of(Ruleset::make("aoe3", 3), name)));
  unsigned heads = 0;
  for (const Json& piece : data["pieces"]) {
    const auto text = piece.get<std::string>();
    const std::size_t at = text.find("<g class='agent'><title>" + name + "</title><text");
    if (at == std::string::npos) continue;
    ++heads;
    EXPECT_NE(text.find("…</text></g>", at), std::string::npos) << text;
  }
  EXPECT_GT(heads, 1U);
}

TEST(ReplayPage, CarriesWhatSearchesThought) {
  const Json data = data_of(page_of(record_of(Ruleset::make("aoe3", 2), "uct", true)));
  unsigned searched = 0;
  std::size_t most = 0;
  for (const Json& event : data["events"]) {
    EXPECT_EQ(event.contains("search"), event["actor"] == "p1") << event;
    if (!event.contains("search")) continue;
    ++searched;
    const Json& options = event["search"]["options"];
    EXPECT_EQ(event["search"]["iterations"], 20);
    EXPECT_EQ(options[0]["option"], event["event"]);
    EXPECT_EQ(options[0]["value"].size(), 2U);
    u64 visits = 0;
    for (const Json& option : options) visits += option["visits"].get<u64>();
    EXPECT_EQ(visits, 20U) << "an option that was visited is missing";
    most = std::max(most, options.size());
  }
  EXPECT_GT(most, 12U);
  EXPECT_GT(searched, 20U);
}

TEST(ReplayPage, ABrokenRecordIsRefusedWithItsLine) {
  const std::string record = record_of(Ruleset::make("aoe3", 2));
  expect_names(complaint([&] { page_of(record.substr(0, record.rfind("{\"result\""))); }),
               {"test:", "unfinished"});
  std::string illegal = record;
  illegal.replace(illegal.find("place colonist"), 14, "place captain ");
  expect_names(complaint([&] { page_of(illegal); }), {"test:"});
}

TEST(ReplaySvg, DrawsTheAskedStepAndRefusesOthers) {
  const std::string record = record_of(Ruleset::make("aoe3", 3));
  const auto picture = [&](u64 step) {
    std::istringstream in(record);
    RecordReader reader(in, "test");
    EXPECT_TRUE(reader.next_game());
    return replay_svg(reader, step);
  };
  const std::vector<std::string> agents(3, "random");
  EXPECT_EQ(picture(0),
            board_svg(start(Ruleset::make("aoe3", 3)), {.eyes = std::nullopt, .agents = agents}));
  EXPECT_NE(picture(12).find("class='changed'"), std::string::npos);
  expect_names(complaint([&] { picture(100000); }), {"--ply", "100000"});
}

}  // namespace
}  // namespace carrack::testing
