// The options of a search that do not go together.
#include "agents/search/options.hpp"

#include <gtest/gtest.h>

namespace carrack {
namespace {

TEST(SearchOptions, OfAProgramMayNotBeZeroWhereSpecsCannot) {
  EXPECT_EQ(conflict({}), std::nullopt);
  const auto refused = [](auto&& change) {
    SearchOptions options;
    change(options);
    return conflict(options).value_or("");
  };
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.threads = 0; }),
            "threads= should be at least 1");
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.workers = 0; }),
            "workers= should be at least 1");
  EXPECT_EQ(refused([](SearchOptions& o) { o.parallel.leaves = 0; }),
            "leaves= should be at least 1");
  EXPECT_EQ(refused([](SearchOptions& o) { o.root.considered = 0; }),
            "considered= should be at least 1");
  EXPECT_EQ(refused([](SearchOptions& o) { o.rollout.learners = 0; }),
            "learners= should be at least 1");
}

}  // namespace
}  // namespace carrack
