// The memory of a search, where there is none.
#include "agents/search/tree.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/base/error.hpp"

namespace carrack {
namespace {

TEST(SearchTree, SaysHowMuchMemoryThereIsNot) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer ends the process where memory is refused";
#endif
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
