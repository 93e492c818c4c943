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
