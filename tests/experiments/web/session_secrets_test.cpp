// What a session shows of positions in which players know different things.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/experiments/web/session_fixture.hpp"

namespace carrack::web {
namespace {

TEST_F(SessionTest, OthersLooksAreHidden) {
  Json view = start(kScouting, {"human", "human", "human"});
  for (int n = 0; n < 400 && !view["over"].get<bool>(); ++n) {
    const unsigned actor = actor_of(view);
    view = done({{"do", "view"}, {"eyes", actor}});
    const Json& options = view["options"];
    ASSERT_FALSE(options.empty());
    // Whoever can look does.
    Json event = options[static_cast<std::size_t>(n) % options.size()]["event"];
    for (const Json& option : options) {
      if (option["event"].get<std::string>().starts_with("look ")) event = option["event"];
    }
    view = done({{"do", "play"}, {"event", event}});
    if (!event.get<std::string>().starts_with("look ")) continue;
    const auto shown_to = [&](unsigned eyes) {
      const Json seen = done({{"do", "view"}, {"eyes", eyes}});
      for (auto row = seen["line"].rbegin(); row != seen["line"].rend(); ++row) {
        if ((*row)["actor"] == "chance" && (*row)["event"] != event) return (*row)["event"];
      }
      return Json();
    };
    EXPECT_NE(shown_to(actor), "?");
    EXPECT_EQ(shown_to((actor + 1) % 3), "?");
    EXPECT_TRUE(done({{"do", "view"}, {"eyes", (actor + 1) % 3}})["options"].empty() ||
                actor_of(view) == (actor + 1) % 3);
    return;
  }
  FAIL() << "nobody has looked at anything";
}

/// The map in the groups of a picture.
std::string map_of(const Json& groups) {
  std::string all;
  for (const auto& [id, content] : groups.items()) {
    if (id.starts_with("region-")) all += content.get<std::string>();
  }
  return all;
}

TEST_F(SessionTest, APreviewShowsNothingThatOthersHaveSeen) {
  Json view = start(kScouting, {"human", "human", "human"});
  unsigned previews = 0;
  std::map<std::string, std::set<unsigned>> seen_by;  // by region
  for (int n = 0; n < 600 && previews < 4 && !view["over"].get<bool>(); ++n) {
    const unsigned actor = actor_of(view);
    view = done({{"do", "view"}, {"eyes", actor}});
    const Json options = view["options"];
    auto event = options[static_cast<std::size_t>(n) % options.size()]["event"].get<std::string>();
    for (const Json& option : options) {
      const auto text = option["event"].get<std::string>();
      if (text.starts_with("look ")) event = text;
      const auto seen = seen_by.find(text.substr(text.find(' ') + 1));
      if (!text.starts_with("explore ") || seen == seen_by.end()) continue;
      const auto preview_for = [&](unsigned eyes) {
        const Json before = done({{"do", "view"}, {"eyes", eyes}});
        const Json after = done({{"do", "preview"}, {"events", {text, "send 1 colonist"}}});
        return std::pair(after["shown"], map_of(after["groups"]) == map_of(before["groups"]));
      };
      const auto [shown, is_same] = preview_for(*seen->second.begin());
      if (shown != 2 || is_same) continue;  // the expedition fails or has other workers
      for (unsigned eyes = 0; eyes < 3; ++eyes) {
        EXPECT_EQ(preview_for(eyes).second, !seen->second.contains(eyes)) << text << " p" << eyes;
      }
      ++previews;
    }
    done({{"do", "view"}, {"eyes", actor}});
    const std::string region = event.substr(event.find(' ') + 1);
    if (event.starts_with("look ")) seen_by[region].insert(actor);
    if (event.starts_with("explore ")) seen_by.erase(region);
    view = done({{"do", "play"}, {"event", event}});
  }
  EXPECT_GT(previews, 0U);
}

}  // namespace
}  // namespace carrack::web
