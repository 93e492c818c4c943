// What `carrack rate` refuses, and how it says so.
#include "experiments/studies/rating_report.hpp"

#include <limits>

#include "tests/experiments/studies/records.hpp"

namespace carrack {
namespace {

class RatingReportTest : public StudyFiles {
 protected:
  [[nodiscard]] static std::string refusal(const RatingOptions& options) {
    return complaint([&] { static_cast<void>(rate(options)); });
  }
};

TEST_F(RatingReportTest, AMissingFileIsNamedBeforeAnythingElseIsSaid) {
  const std::string missing = path("missing.db");
  const std::string said = "cannot read " + missing + ": No such file or directory";
  EXPECT_EQ(refusal({.files = {missing}, .tournaments = {"main"}}), said);
  EXPECT_EQ(refusal({.files = {missing}}), said);
  const std::string records = write("records", Recorder({"random", "random"}).games(1));
  EXPECT_EQ(refusal({.files = {records, missing}, .tournaments = {"main"}}), said);
  EXPECT_NE(refusal({.files = {records}, .tournaments = {"main"}}).find("--name needs a ledger"),
            std::string::npos);
}

TEST_F(RatingReportTest, WhatCannotBeReadIsNamedWithItsReason) {
  const std::string folder = std::filesystem::path(path("x")).parent_path().string();
  EXPECT_EQ(refusal({.files = {folder}}), "cannot read " + folder + ": it is a directory");
  const std::string secret = write("secret", "");
  EXPECT_EQ(refusal({.files = {secret + "/below"}}),
            "cannot read " + secret + "/below: Not a directory");
  if (geteuid() == 0) return;  // may read everything
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  EXPECT_EQ(refusal({.files = {secret}}), "cannot read " + secret + ": Permission denied");
}

TEST_F(RatingReportTest, ThePriorHasARange) {
  const std::string records = write("records", Recorder({"random", "random"}).games(4));
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const double sd : {0.0, -1.0, 1e-200, 0.0009, 1e10, kNaN}) {
    const std::string said = refusal({.files = {records}, .prior_sd = sd});
    EXPECT_NE(said.find("prior_sd is "), std::string::npos) << said;
    EXPECT_NE(said.find("expected 0.001 to 1e+09, or infinity"), std::string::npos) << said;
  }
  for (const double sd : {kMinPriorSd, kMaxPriorSd, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(rate({.files = {records}, .prior_sd = sd}).results.games.size(), 4U) << sd;
  }
}

TEST_F(RatingReportTest, AnAnchorWithoutItsKeysGetsTheAgentOfItsName) {
  const std::string records =
      write("records", Recorder({"random", "mcts:iterations=2,c=0.5"}).games(1));
  for (const char* const anchor : {"mcts", "mtcs"}) {
    const std::string said = refusal({.files = {records}, .anchor = anchor});
    EXPECT_TRUE(said.starts_with("unknown agent '" + std::string(anchor) +
                                 "'; did you mean 'mcts:iterations=2,c=0.5'?"))
        << said;
  }
  const std::string other = refusal({.files = {records}, .anchor = "flatmc"});
  EXPECT_EQ(other.find("did you mean"), std::string::npos) << other;
  EXPECT_NE(other.find("(known: random, mcts:"), std::string::npos) << other;
}

TEST_F(RatingReportTest, AnAgentOfFewBlocksHasNoAdjustedShareAndTheOthersDo) {
  const Recorder many({"random", "scripted"});
  const Recorder few({"random", "greedy"});
  const std::string records =
      write("records", many.games(6) + few.game({.block = 100}) + few.game({.block = 101}));
  const RatingReport report = rate({.files = {records}, .luck = true});
  ASSERT_EQ(report.results.entrants,
            (std::vector<std::string>{"random", "scripted:balanced", "greedy"}));
  EXPECT_TRUE(report.luck_adjusted[0].is_known());
  EXPECT_TRUE(report.luck_adjusted[1].is_known());
  EXPECT_FALSE(report.luck_adjusted[2].is_known());
  EXPECT_FALSE(report.luck_adjusted[2].interval.is_known());
}

}  // namespace
}  // namespace carrack
