// The memory of a search when allocation fails.
#include "agents/search/tree.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/base/error.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

TEST(SearchTree, SaysHowMuchMemoryThereIsNot) {
  if (testing::kSanitized) {
    GTEST_SKIP() << "a sanitizer ends the process where memory is refused";
  }
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit little{rlim_t{8} << 30, before.rlim_max};
  setrlimit(RLIMIT_AS, &little);
  std::string message;
  try {
    SearchOptions options;
    options.tree.memory = 65536;
    const SearchTree tree(options);
  } catch (const ResourceError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(message, "a search tree of 65536 MiB: out of memory");
}

}  // namespace
}  // namespace carrack
