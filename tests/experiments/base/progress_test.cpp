// What is shown of a long job.
#include "experiments/base/progress.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace carrack {
namespace {

TEST(Progress, CountsForTheRateWhatIsDoneNow) {
  EXPECT_EQ(progress_text("games", 36, 100, 0, 18), "36 of 100 games, 2.00 per second, 0:32 to go");
  EXPECT_EQ(progress_text("blocks", 36, 100, 32, 2),
            "36 of 100 blocks, 2.00 per second, 0:32 to go");
  EXPECT_EQ(progress_text("games", 1032, 9000, 32, 10),
            "1032 of 9000 games, 100 per second, 1:20 to go");
}

TEST(Progress, SaysNothingBeforeAnythingIsDoneNow) {
  EXPECT_EQ(progress_text("blocks", 32, 100, 32, 2), "");
  EXPECT_EQ(progress_text("blocks", 20, 100, 32, 2), "") << "decided before the last kept block";
}

TEST(Progress, MoreThanAllLeavesNothingToDo) {
  EXPECT_EQ(progress_text("games", 12, 10, 0, 6), "12 of 10 games, 2.00 per second, 0:00 to go");
}

TEST(Progress, LinesAreAtLeastTheIntervalApart) {
  using namespace std::chrono_literals;
  ProgressMeter always("games", 10, 2, 0s);
  EXPECT_FALSE(always.update(2)) << "nothing has been done";
  const auto line = always.update(3, [] { return "LLR 0.5"; });
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->starts_with("3 of 10 games, ")) << *line;
  EXPECT_TRUE(line->ends_with(" to go; LLR 0.5")) << *line;
  ProgressMeter hourly("games", 10, 0, 1h);
  EXPECT_FALSE(hourly.update(10));
}

}  // namespace
}  // namespace carrack
