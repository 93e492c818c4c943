// The trials of a ledger: their plans, and every game with its forks.
#pragma once

#include "experiments/ledger/ledger.hpp"
#include "experiments/trial/trial_store.hpp"

namespace carrack {

struct LedgerTrial {
  i64 id = 0;
  std::string name;
  TrialPlan plan;  // its games are those that are finished
  std::string configuration;
  std::string hash;  // of configuration and signature
  std::string signature;
  std::string engine;
};

/// A trial in a ledger, whose games run_trial() keeps there. Several processes may play one trial:
/// both play all of its games, and each game is kept once.
///
/// Functions throw what those of Ledger do.
class KeptTrial final : public TrialStore {
 public:
  /// Finds the trial of this name or begins it. Throws InputError where the ledger has one of the
  /// name with another plan, or other rules unless `ignore_signature`; it says what differs. The
  /// number of games is not part of a plan: more games prolong a trial. The ledger must outlive it.
  KeptTrial(Ledger& ledger, const std::string& name, const TrialPlan& plan, bool ignore_signature);
  ~KeptTrial() override;

  [[nodiscard]] std::vector<u64> kept(u64 games) override;
  void keep(u64 number, const TrialGame& game) override;
  void for_each(u64 games, const std::function<void(u64 number, const TrialGame&)>& visit) override;

  /// All trials of a ledger, in the order in which they were begun.
  [[nodiscard]] static std::vector<LedgerTrial> all(Ledger& ledger);

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
