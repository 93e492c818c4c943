// The trials of a ledger: plans, games and forks.
#pragma once

#include "experiments/ledger/ledger.hpp"
#include "experiments/trial/trial.hpp"
#include "experiments/trial/trial_store.hpp"

namespace carrack {

struct LedgerTrial {
  i64 id = 0;
  std::string name;
  TrialPlan plan;  // its number of games is that of the finished ones
  std::string configuration;
  std::string hash;  // of configuration and signature
  std::string signature;
  std::string engine;
};

/// A trial in a ledger, used as the store of run_trial(). If several processes run the same trial,
/// each plays all games, and each game is stored once. Functions throw as those of Ledger.
class KeptTrial final : public TrialStore {
 public:
  /// Finds or creates the trial of this name. Throws InputError, naming the difference, if the
  /// existing trial has another plan, or other rules and not `ignore_signature`, and for a new name
  /// that check_new_plan_name() refuses, apart from a `/RULESET` at its end. The number of games is
  /// not part of the plan and can be increased. The ledger must outlive this object.
  KeptTrial(Ledger& ledger, const std::string& name, const TrialPlan& plan, bool ignore_signature);
  ~KeptTrial() override;

  [[nodiscard]] std::vector<u64> kept(u64 games) override;
  void keep(u64 number, const TrialGame& game) override;
  void for_each(u64 games, const std::function<void(u64 number, const TrialGame&)>& visit) override;

  /// All trials of a ledger, in order of creation.
  [[nodiscard]] static std::vector<LedgerTrial> all(Ledger& ledger);
  /// The trial of this name. Throws InputError, with the names of the others, if there is none.
  [[nodiscard]] static LedgerTrial find(Ledger& ledger, const std::string& name);
  /// The report of all stored games of a trial.
  [[nodiscard]] static TrialReport report(Ledger& ledger, const LedgerTrial& trial);
  /// A stored game; empty if there is none of this number.
  [[nodiscard]] static std::optional<TrialGame> game(Ledger& ledger, const LedgerTrial& trial,
                                                     u64 number);

 private:
  struct Statements;

  void keep_result(u64 number, const Result& result);
  void keep_fork(u64 number, const Fork& fork);
  void keep_choice(u64 number, const Choice& choice);

  Ledger& ledger_;
  std::string name_;
  TrialPlan plan_;
  i64 trial_ = 0;
  std::unique_ptr<Statements> insert_;
};

}  // namespace carrack
