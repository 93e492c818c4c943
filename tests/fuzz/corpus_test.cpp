// Replays the fuzzing corpora with the targets.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "tests/fuzz/board.hpp"
#include "tests/fuzz/ledger.hpp"
#include "tests/fuzz/notation.hpp"
#include "tests/fuzz/process.hpp"
#include "tests/fuzz/record.hpp"
#include "tests/fuzz/ruleset.hpp"
#include "tests/fuzz/spec.hpp"
#include "tests/fuzz/state.hpp"
#include "tests/fuzz/trace.hpp"

namespace carrack::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = CARRACK_TESTS "/fuzz/corpus";

/// One row for each target NAME.hpp in this folder.
const std::map<std::string, std::function<void(std::string_view)>> kTargets{
    {"board", fuzz_board},     {"ledger", fuzz_ledger}, {"notation", fuzz_notation},
    {"process", fuzz_process}, {"record", fuzz_record}, {"ruleset", fuzz_ruleset},
    {"spec", fuzz_spec},       {"state", fuzz_state},   {"trace", fuzz_trace},
};

class FuzzCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(FuzzCorpus, IsReadWithoutHarm) {
  unsigned files = 0;
  for (const auto& entry : fs::directory_iterator(kCorpus / GetParam())) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NO_THROW(kTargets.at(GetParam())(bytes)) << entry.path();
    forget_custom_rules();
    ++files;
  }
  EXPECT_GT(files, 2U);
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& [name, target] : kTargets) names.push_back(name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, ::testing::ValuesIn(names()),
                         [](const auto& target) { return target.param; });

TEST(Fuzz, EveryCorpusHasItsTarget) {
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    EXPECT_TRUE(kTargets.contains(entry.path().filename().string())) << entry.path();
  }
}

}  // namespace
}  // namespace carrack::testing
