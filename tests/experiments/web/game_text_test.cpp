// Records of several games, and links that are wrong.
#include "experiments/web/game_text.hpp"

#include "tests/experiments/web/session_fixture.hpp"

namespace carrack::web {
namespace {

TEST_F(SessionTest, AGameOfARecordOfSeveralIsChosen) {
  std::vector<std::string> records;
  for (u64 seed = 1; seed <= 3; ++seed) {
    play_on(start(kAoe2, {"human", "random"}, seed), seed == 2 ? 40 : ~std::size_t{0});
    records.push_back(record());
  }
  const std::string all = records[0] + records[1] + '\n' + records[2];
  const auto load = [&](const Json& game) {
    return ask({{"do", "load"}, {"record", all}, {"game", game}});
  };
  for (std::size_t game = 1; game <= 3; ++game) {
    const Json view = load(game);
    EXPECT_EQ(view["games"], 3);
    EXPECT_EQ(view["over"], game != 2);
    EXPECT_EQ(record(), records[game - 1]);
  }
  EXPECT_EQ(done({{"do", "load"}, {"record", all}})["seed"], "1");
  EXPECT_EQ(done({{"do", "load"}, {"record", records[1]}})["games"], 1);
  EXPECT_EQ(load(4)["error"], "the record has 3 games; game 4 is not among them");
  for (const Json& wrong : {Json(0), Json(-1), Json("2")}) {
    EXPECT_TRUE(load(wrong).contains("error")) << wrong;
  }
  const std::string cut = records[0] + records[2].substr(0, records[2].size() / 2);
  const Json damaged = ask({{"do", "load"}, {"record", cut}, {"game", 2}});
  EXPECT_TRUE(damaged["error"].get<std::string>().starts_with("game 2 of the record:")) << damaged;
  EXPECT_EQ(record(), records[1]);
}

TEST_F(SessionTest, ErrorsOfLinksAreAboutLinks) {
  play_on(start(kAoe2, {"human", "scripted"}), 30);
  const std::string code = done({{"do", "view"}})["code"];
  const std::vector<std::string> wrong{
      "AAAA", "e30A", "<script>", code.substr(0, 20), code + "____", std::string(100'000, 'A')};
  for (const std::string& text : wrong) {
    const std::string error = ask({{"do", "open"}, {"code", text}})["error"];
    EXPECT_TRUE(error.starts_with("the link holds no game: ")) << error;
    EXPECT_EQ(error.find("no game", 20), std::string::npos) << error;  // said once
  }
}

}  // namespace
}  // namespace carrack::web
