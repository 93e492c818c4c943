// What a session shows as text.
#include "experiments/render/position_text.hpp"
#include "tests/experiments/web/session_fixture.hpp"

namespace carrack::web {
namespace {

TEST_F(SessionTest, APositionIsTextAlso) {
  EXPECT_TRUE(ask({{"do", "text"}}).contains("error"));
  start(kAoe2, {"human", "human"});
  const auto says = [&](std::string_view part) {
    return done({{"do", "text"}})["text"].get<std::string>().find(part) != std::string::npos;
  };
  EXPECT_TRUE(says("turn 1, placement, p"));
  EXPECT_TRUE(says("\ncaribbean "));
  EXPECT_TRUE(says("on show: "));
  EXPECT_FALSE(says("\ndock "));
  EXPECT_TRUE(says("\ntile  ") && says("  price  ") && says("  $")) << done({{"do", "text"}});
  EXPECT_TRUE(says("\nsupply: ") && says("; tiles to come: I "));
  EXPECT_FALSE(says("\nbids: ")) << "there is no auction";
  const Json view = done({{"do", "play"}, {"event", "place colonist dock"}});
  const std::string placed = view["line"].back()["actor"];
  EXPECT_TRUE(says("\ndock  " + placed + " colonist")) << done({{"do", "text"}});
  EXPECT_TRUE(says(", " + view["actor"].get<std::string>() + " to decide\n"));
}

TEST_F(SessionTest, ATextShowsWhatThePersonKnows) {
  Json view = start(kScouting, {"human", "human", "human"});
  unsigned actor = 0;
  std::string look;
  for (std::size_t n = 0; n < 400 && look.empty() && !view["over"].get<bool>(); ++n) {
    actor = actor_of(view);
    const Json options = done({{"do", "view"}, {"eyes", actor}})["options"];
    for (const Json& option : options) {
      if (option["event"].get<std::string>().starts_with("look ")) look = option["event"];
    }
    if (!look.empty()) break;
    view = done({{"do", "play"}, {"event", options[n % options.size()]["event"]}});
  }
  ASSERT_NE(look, "") << "nobody can look at anything";
  done({{"do", "play"}, {"event", look}});
  const std::string region = look.substr(5);
  const auto row = [&](unsigned eyes) {
    done({{"do", "view"}, {"eyes", eyes}});
    const std::string text = done({{"do", "text"}})["text"];
    const std::size_t from = text.find('\n' + region + ' ');
    return from == std::string::npos ? "" : text.substr(from, text.find('\n', from + 1) - from);
  };
  ASSERT_NE(row(actor), "") << region;
  EXPECT_EQ(row(actor).find('?'), std::string::npos) << row(actor);
  EXPECT_NE(row((actor + 1) % 3).find('?'), std::string::npos) << row((actor + 1) % 3);
  const auto expects = [&](unsigned eyes) {
    done({{"do", "view"}, {"eyes", eyes}});
    const std::string text = done({{"do", "text"}})["text"];
    return text.find("\nexpeditions to " + region + ": ") != std::string::npos;
  };
  EXPECT_TRUE(expects(actor));
  EXPECT_FALSE(expects((actor + 1) % 3));
}

TEST_F(SessionTest, ATextHasTheBidsOfAnAuction) {
  start(
      {{"edition", "aoe3"}, {"players", 3}, {"modules", {"auction"}}, {"variants", Json::array()}},
      {"human", "human", "human"});
  Json view = done({{"do", "view"}});
  ASSERT_EQ(view["phase"], "auction");
  const auto text = [&] { return done({{"do", "text"}})["text"].get<std::string>(); };
  EXPECT_NE(text().find("\nbids: p1 none yet, p2 none yet, p3 none yet\n"), std::string::npos)
      << text();
  std::string bidder = view["actor"];
  for (const Json& option : view["options"]) {
    if (!option["event"].get<std::string>().starts_with("bid 3")) continue;
    done({{"do", "play"}, {"event", option["event"]}});
    EXPECT_NE(text().find(bidder + " $3"), std::string::npos) << text();
    return;
  }
  FAIL() << view["options"];
}

}  // namespace
}  // namespace carrack::web
