// Reports of searches that several workers have made, merged.
#include "experiments/web/analysis.hpp"

#include "tests/experiments/web/session_fixture.hpp"

namespace carrack::web {
namespace {

TEST_F(SessionTest, MergedReportsAddUp) {
  play_on(start(kAoe2, {"human", "human"}), 30);
  std::vector<std::string> reports;
  for (u64 seed = 1; seed <= 3; ++seed) {
    const Json answer =
        done({{"do", "search"}, {"agent", "mcts:memory=8,iterations=64"}, {"seed", seed}});
    reports.push_back(answer["report"].dump());
  }
  EXPECT_EQ(Json::parse(merge_reports({reports[0]})), Json::parse(reports[0]));
  const Json merged = done({{"do", "merge"}, {"reports", reports}})["report"];
  EXPECT_EQ(merged["iterations"], 3 * 64);
  const Json& best = merged["options"][0];
  EXPECT_EQ(merged["chosen"], best["event"]);
  EXPECT_EQ(merged["line"][0], best["event"]);
  u64 visits = 0;
  double sum = 0;
  double low = 1;
  double high = 0;
  for (const std::string& text : reports) {
    const Json report = Json::parse(text);
    for (const Json& option : report["options"]) {
      if (option["event"] != best["event"]) continue;
      const double value = option["value"][0];
      visits += option["visits"].get<u64>();
      sum += value * option["visits"].get<double>();
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  EXPECT_EQ(best["visits"], visits);
  EXPECT_NEAR(best["value"][0].get<double>(), sum / static_cast<double>(visits), 1e-12);
  EXPECT_TRUE(low <= best["value"][0] && best["value"][0] <= high);

  Json other = Json::parse(reports[1]);
  other["win_share"].push_back(0);
  EXPECT_THROW(static_cast<void>(merge_reports({reports[0], other.dump()})), InputError);
  other = Json::parse(reports[1]);
  other["options"][0]["value"].erase(1);
  EXPECT_THROW(static_cast<void>(merge_reports({reports[0], other.dump()})), InputError);
}

TEST_F(SessionTest, EveryLineIsThatOfTheReportWithTheMostVisits) {
  play_on(start(kAoe2, {"human", "human"}), 30);
  std::vector<Json> reports;
  for (const char* const agent : {"mcts:memory=8,iterations=64", "mcts:memory=8,iterations=400"}) {
    reports.push_back(done({{"do", "search"}, {"agent", agent}, {"seed", 1}})["report"]);
  }
  std::size_t later = 0;  // lines of the second report that differ from those of the first
  const Json merged = Json::parse(merge_reports({reports[0].dump(), reports[1].dump()}));
  for (const Json& option : merged["options"]) {
    const std::string event = option["event"];
    const Json* most = nullptr;
    u64 visits = 0;
    for (const Json& report : reports) {
      for (const Json& one : report["options"]) {
        if (one["event"] != event || !report["lines"].contains(event)) continue;
        if (most != nullptr && one["visits"] <= visits) continue;
        most = &report;
        visits = one["visits"];
      }
    }
    if (most == nullptr) continue;
    EXPECT_EQ(merged["lines"].at(event), (*most)["lines"].at(event)) << event;
    later += most == &reports[1] && reports[0]["lines"].contains(event) &&
             reports[0]["lines"][event] != (*most)["lines"][event];
  }
  EXPECT_GT(later, 0U);
  Json line = Json::array({merged["chosen"]});
  for (const Json& step : merged["lines"].at(merged["chosen"].get<std::string>())) {
    line.push_back(step["event"]);
    EXPECT_TRUE(step["actor"] == "p1" || step["actor"] == "p2" || step["actor"] == "chance")
        << step;
  }
  EXPECT_GT(line.size(), 2U);
  EXPECT_EQ(merged["line"], line);
}

TEST_F(SessionTest, AMergedChoiceMayHaveNoLine) {
  play_on(start(kAoe2, {"human", "human"}), 30);
  Json report =
      done({{"do", "search"}, {"agent", "mcts:memory=8,iterations=64"}, {"seed", 1}})["report"];
  const std::string chosen = report["options"][0]["event"];
  report["lines"].erase(chosen);  // as after few visits
  ASSERT_FALSE(report["lines"].empty());
  const Json merged = Json::parse(merge_reports({report.dump(), report.dump()}));
  EXPECT_EQ(merged["line"], Json::array({chosen}));
  EXPECT_EQ(merged["lines"], report["lines"]);
}

TEST_F(SessionTest, AMergedErrorIsThatOfTheReportsWithAnError) {
  play_on(start(kAoe2, {"human", "human"}), 30);
  const Json answer =
      done({{"do", "search"}, {"agent", "mcts:memory=8,iterations=64"}, {"seed", 1}});
  const Json with = answer["report"];
  Json without = with;
  for (Json& option : without["options"]) {
    for (Json& error : option["standard_error"]) error = nullptr;
  }
  const Json merged = Json::parse(merge_reports({with.dump(), without.dump()}));
  const Json& best = merged["options"][0];
  EXPECT_EQ(best["visits"], 2 * with["options"][0]["visits"].get<u64>());
  EXPECT_NEAR(best["standard_error"][0].get<double>(),
              with["options"][0]["standard_error"][0].get<double>(), 1e-12);
}

TEST_F(SessionTest, ReportsOfFlatSearchesAreMergedToo) {
  play_on(start(kAoe2, {"human", "human"}), 30);
  std::vector<std::string> reports;
  for (u64 seed = 1; seed <= 2; ++seed) {
    const Json answer = done({{"do", "search"}, {"agent", "flat:iterations=40"}, {"seed", seed}});
    reports.push_back(answer["report"].dump());
  }
  const Json merged = done({{"do", "merge"}, {"reports", reports}})["report"];
  EXPECT_EQ(merged["iterations"], Json::parse(reports[0])["iterations"].get<u64>() +
                                      Json::parse(reports[1])["iterations"].get<u64>());
  for (std::string& text : reports) {  // of positions where there was nothing to search
    Json report = Json::parse(text);
    report["options"] = Json::array();
    text = report.dump();
  }
  EXPECT_EQ(Json::parse(merge_reports(reports))["options"], Json::array());
}

}  // namespace
}  // namespace carrack::web
