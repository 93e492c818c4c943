// Trials to fill ledgers with.
#pragma once

#include "experiments/ledger/kept_trial.hpp"
#include "experiments/trial/trial.hpp"
#include "tests/experiments/ledger/ledger_fixture.hpp"

namespace carrack {

class KeptTrials : public Ledgers {
 protected:
  static TrialPlan placements(u64 games) {
    TrialPlan plan{.rules = Ruleset::make("aoe3", 3),
                   .agents = {"random", "scripted", "scripted:trader"},
                   .on = parse_subjects("place"),
                   .games = games};
    plan.on = subjects_in(plan.rules, plan.on);
    return plan;
  }
  static TrialPlan purchases(u64 games) {
    TrialPlan plan = placements(games);
    plan.on = purchases_in(plan.rules, Age::one);
    return plan;
  }
  static TrialPlan denials(u64 games) {
    TrialPlan plan = purchases(games);
    plan.denial = true;
    return plan;
  }
  static TrialPlan discounts(u64 games) {
    TrialPlan plan = purchases(games);
    plan.discounts = {2, 5};
    return plan;
  }
  /// Plays the missing games of a plan, until `most` games are finished; returns the report.
  static TrialReport run(const std::string& path, const TrialPlan& plan, unsigned threads = 2,
                         u64 most = 1000) {
    Ledger ledger(path, Database::Mode::create);
    KeptTrial store(ledger, "main", plan, false);
    std::atomic<bool> stop{false};
    return run_trial(
        plan, threads, stop, [&](std::size_t games) { stop = games >= most; }, &store);
  }
  /// The report without a file.
  static TrialReport in_memory(const TrialPlan& plan) {
    std::atomic<bool> stop{false};
    return run_trial(plan, 2, stop);
  }
  static void expect_same(const TrialReport& a, const TrialReport& b) {
    EXPECT_EQ(a.games, b.games);
    EXPECT_EQ(a.courses, b.courses);
    ASSERT_EQ(a.lines.size(), b.lines.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
      EXPECT_EQ(a.lines[i].on, b.lines[i].on);
      for (const Occasion occasion : kBothOccasions) {
        expect_same(a.lines[i].at(occasion).versus_other, b.lines[i].at(occasion).versus_other);
        expect_same(a.lines[i].at(occasion).versus_nothing, b.lines[i].at(occasion).versus_nothing);
        expect_same(a.lines[i].at(occasion).own_use, b.lines[i].at(occasion).own_use);
        expect_same(a.lines[i].at(occasion).denial, b.lines[i].at(occasion).denial);
        const auto& gains = b.lines[i].at(occasion).of_discounts;
        ASSERT_EQ(a.lines[i].at(occasion).of_discounts.size(), gains.size());
        for (std::size_t d = 0; d < gains.size(); ++d) {
          expect_same(a.lines[i].at(occasion).of_discounts[d], gains[d]);
        }
        EXPECT_EQ(a.lines[i].at(occasion).other_is_pass, b.lines[i].at(occasion).other_is_pass);
      }
      const Observation& x = a.lines[i].observed;
      const Observation& y = b.lines[i].observed;
      EXPECT_EQ(x.chosen, y.chosen);
      expect_same(x.advantage, y.advantage);
      ASSERT_EQ(x.adjusted.has_value(), y.adjusted.has_value());
      if (x.adjusted) {
        EXPECT_EQ(x.adjusted->mean, y.adjusted->mean);
        EXPECT_EQ(x.adjusted->standard_error, y.adjusted->standard_error);
      }
    }
  }

 private:
  /// Bitwise.
  static void expect_same(const Sample& a, const Sample& b) {
    ASSERT_EQ(a.count(), b.count());
    if (a.count() == 0) return;
    EXPECT_EQ(a.mean(), b.mean());
    EXPECT_EQ(a.variance(), b.variance());
  }
  static void expect_same(const Comparison& a, const Comparison& b) {
    expect_same(a.win_share, b.win_share);
    expect_same(a.rank, b.rank);
    expect_same(a.vp, b.vp);
  }
};

}  // namespace carrack
