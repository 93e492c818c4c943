// The options of a search that do not go together.
#include "agents/search/options.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carrack {
namespace {

TEST(SearchOptions, OfAProgramAreInTheRangesOfSpecs) {
  EXPECT_EQ(conflict({}), std::nullopt);
  const auto refused = [](auto&& change) {
    SearchOptions options;
    change(options);
    return conflict(options).value_or("");
  };
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.threads = 0; }),
            "threads= is 0, expected 1 to 256");
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.workers = 0; }),
            "workers= is 0, expected 1 to 256");
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.leaves = 0; }),
            "leaves= is 0, expected 1 to 256");
  EXPECT_EQ(refused([](SearchOptions& o) { o.root.considered = 0; }),
            "considered= is 0, expected 1 to 1000");
  EXPECT_EQ(refused([](SearchOptions& o) { o.rollout.learners = 0; }),
            "learners= is 0, expected 1 to 64");
  EXPECT_EQ(refused([](SearchOptions& o) { o.expansion.temperature = 0; }),
            "temperature= is 0, expected 0.01 to 100");
  EXPECT_EQ(refused([](SearchOptions& o) {
              o.selection.exploration = std::numeric_limits<double>::quiet_NaN();
            }),
            "c= is nan, expected 0 to 100");
}

TEST(SearchOptions, ThreadsWithoutWorkAreRefused) {
  SearchOptions options;
  options.parallel.threads = 2;
  options.parallel.kind = Parallel::root;
  EXPECT_EQ(conflict(options),
            "parallel=root has a thread for a tree: threads= above 1 needs workers= above 1");
  options.parallel.workers = 2;
  EXPECT_EQ(conflict(options), std::nullopt);
  options.parallel.workers = 1;
  options.parallel.kind = Parallel::leaf;
  EXPECT_EQ(conflict(options),
            "parallel=leaf has a thread for a playout: threads= above 1 needs leaves= above 1");
  options.parallel.leaves = 2;
  EXPECT_EQ(conflict(options), std::nullopt);
}

}  // namespace
}  // namespace carrack
