#include "agents/search/options.hpp"

namespace carrack {
namespace {

const char* word_of(RootSelection rule) {
  switch (rule) {
    case RootSelection::same: return "same";
    case RootSelection::halving: return "halving";
    case RootSelection::exp3: return "exp3";
    case RootSelection::regret: return "regret";
  }
  return "";
}

}  // namespace

std::optional<std::string> conflict(const SearchOptions& o) {
  const bool has_prior = o.uses_priors();
  const bool has_time = o.budget.seconds > 0 || o.budget.game_seconds > 0;
  if (o.budget.iterations == 0 && !has_time) {
    return "iterations=, time= or game_time= must set a budget";
  }
  if (o.selection.rule == Selection::puct && !has_prior) return "selection=puct needs a prior=";
  if (o.selection.bias > 0 && !has_prior) return "bias= needs a prior=";
  if (o.selection.grave > 0 && o.selection.rave == 0) return "grave= needs rave=";
  if (o.rollout.epsilon > 0 && o.rollout.policy == Rollout::random) {
    return "epsilon= has no effect with rollout=random";
  }
  if (o.rollout.adapt > 0 && !o.rollout.uses_policy()) {
    return "adapt= needs rollout=scripted or network";
  }
  if (o.rollout.learners > 1 && o.rollout.adapt == 0) return "learners= needs adapt=";
  if (o.root.rule == RootSelection::halving && o.budget.iterations == 0) {
    return "root=halving needs iterations=, which it divides";
  }
  if (o.budget.stop || o.budget.extend > 0) {
    const std::string key = o.budget.stop ? "stop=on" : "extend=";
    if (o.root.rule != RootSelection::same) return key + " needs root=same";
    if (o.root.final_choice != FinalChoice::robust) return key + " needs final=robust";
    if (o.parallel.kind == Parallel::root || o.parallel.kind == Parallel::tree) {
      return key + " does not go with parallel=root or tree";
    }
  }
  const bool overlaps = o.parallel.kind == Parallel::tree || o.parallel.kind == Parallel::batch;
  if (o.root.rule != RootSelection::same && overlaps) {
    return std::string("root=") + word_of(o.root.rule) + " does not go with parallel=tree or batch";
  }
  const bool is_closed = o.tree.chance == ChanceNodes::closed;
  if (o.tree.opponents == Opponents::separate &&
      (o.uses_amaf() || o.uses_implicit() || is_closed || o.tree.reuse)) {
    return "opponents=separate does not go with rave=, implicit=, chance=closed or reuse=on";
  }
  if (o.tree.opponents == Opponents::observers &&
      (o.uses_amaf() || o.uses_implicit() || o.tree.reuse)) {
    return "opponents=observers does not go with rave=, implicit= or reuse=on";
  }
  if (o.tree.opponents == Opponents::self && (is_closed || o.tree.reuse)) {
    return "opponents=self does not go with chance=closed or reuse=on";
  }
  if (o.tree.transpositions && o.tree.opponents != Opponents::maxn &&
      o.tree.opponents != Opponents::paranoid) {
    return "transpositions=on needs opponents=maxn or paranoid";
  }
  if (o.tree.transpositions && o.tree.reuse) {
    return "transpositions=on does not go with reuse=on";
  }
  const Parallel parallel = o.parallel.kind;
  if (parallel == Parallel::none && o.parallel.threads > 1) return "threads= needs a parallel=";
  if (o.parallel.workers > 1 && parallel != Parallel::root) return "workers= needs parallel=root";
  if (o.parallel.leaves > 1 && parallel != Parallel::leaf) return "leaves= needs parallel=leaf";
  if (o.parallel.batch > 0 && parallel != Parallel::batch) return "batch= needs parallel=batch";
  if (o.parallel.batch == 0 && parallel == Parallel::batch) return "parallel=batch needs batch=";
  if (o.tree.reuse && parallel == Parallel::root) return "reuse=on does not go with parallel=root";
  if (parallel == Parallel::leaf && o.records_moves()) {
    return "parallel=leaf does not go with rave=, history=, adapt= or rollout=mast";
  }
  if (parallel == Parallel::root && has_time) {
    return "parallel=root needs iterations= alone: time would not give every worker the same";
  }
  return {};
}

}  // namespace carrack
