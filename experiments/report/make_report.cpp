// The functions that use threads: the searches of all decisions, and the report with them.
#include <algorithm>
#include <memory>

#include "experiments/base/parallel.hpp"
#include "experiments/report/game_report.hpp"
#include "experiments/report/judge.hpp"

namespace carrack {

std::optional<std::vector<std::optional<Judgement>>> judge_decisions(
    const RecordedGame& game, const JudgePlan& plan, std::atomic<bool>& stop,
    const std::function<void(std::size_t, std::size_t)>& progress) {
  const JudgeOptions options = JudgeOptions::of(plan);
  check_threads(plan.threads);
  const std::vector<Decision> decisions = decisions_of(game);
  const auto threads =
      static_cast<unsigned>(std::clamp<std::size_t>(decisions.size(), 1, plan.threads));
  const u64 seed = judge_seed(game.header, plan.seed);
  std::vector<std::unique_ptr<Judge>> judges;
  for (unsigned t = 0; t < threads; ++t) {
    judges.push_back(std::make_unique<Judge>(options, seed, stop));
  }
  std::vector<std::optional<Judgement>> all(game.events.size());
  const std::size_t done = run_in_order<Judgement>(
      decisions.size(), threads, stop,
      [&](unsigned thread, std::size_t i) { return judges[thread]->judge(decisions[i]); },
      [&](std::size_t i, Judgement&& judgement) {
        all[decisions[i].ply] = judgement;
        if (progress) progress(i + 1, decisions.size());
      });
  if (done < decisions.size()) return std::nullopt;
  return all;
}

std::optional<GameReport> make_report(
    const RecordedGame& game, const PositionValue& value, const std::optional<JudgePlan>& plan,
    std::atomic<bool>& stop, const std::function<void(std::size_t, std::size_t)>& progress) {
  if (!plan) return assemble_report(game, value);
  auto judgements = judge_decisions(game, *plan, stop, progress);
  if (!judgements) return std::nullopt;
  return assemble_report(game, value, JudgedGame{*plan, std::move(*judgements)});
}

}  // namespace carrack
