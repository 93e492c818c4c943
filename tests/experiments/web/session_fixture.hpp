// A session, and requests to it.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/web/session.hpp"

namespace carrack::web {

using Json = nlohmann::json;

inline const Json kAoe2{
    {"edition", "aoe3"}, {"players", 2}, {"modules", Json::array()}, {"variants", Json::array()}};
inline const Json kScouting{
    {"edition", "empires"}, {"players", 3}, {"modules", {"builder"}}, {"variants", {"scouting"}}};

class SessionTest : public ::testing::Test {
 protected:
  Json ask(const Json& request) { return Json::parse(session_.answer(request.dump())); }
  /// The answer to a request that is right.
  Json done(const Json& request) {
    Json answer = ask(request);
    EXPECT_FALSE(answer.contains("error")) << request << answer;
    return answer;
  }
  Json start(const Json& ruleset, const std::vector<std::string>& seats, u64 seed = 7) {
    return done({{"do", "new"}, {"ruleset", ruleset}, {"seats", seats}, {"seed", seed}});
  }
  /// People choose the n-th option, n counted up; agents move.
  Json play_on(Json view, std::size_t decisions = ~std::size_t{0}) {
    for (std::size_t n = 0; n < decisions && !view["over"].get<bool>(); ++n) {
      if (!view["human"].get<bool>()) {
        view = done({{"do", "move"}});
        continue;
      }
      if (view["options"].empty()) view = done({{"do", "view"}, {"eyes", actor_of(view)}});
      const Json& options = view["options"];
      view = done({{"do", "play"}, {"event", options[n % options.size()]["event"]}});
    }
    return view;
  }
  static unsigned actor_of(const Json& view) {
    return static_cast<unsigned>(view["actor"].get<std::string>()[1] - '1');
  }
  std::string record() { return done({{"do", "record"}})["record"]; }

  Session session_;
};

}  // namespace carrack::web
