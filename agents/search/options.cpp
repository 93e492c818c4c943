#include "agents/search/options.hpp"

#include "agents/search/option_ranges.hpp"

namespace carrack {
namespace {

/// Why options do not go together; nothing if they do.
using Reason = std::optional<std::string>;

const char* word_of(RootSelection rule) {
  switch (rule) {
    case RootSelection::same: return "same";
    case RootSelection::halving: return "halving";
    case RootSelection::exp3: return "exp3";
    case RootSelection::regret: return "regret";
    case RootSelection::gumbel: return "gumbel";
  }
  return "";
}

/// Conflicts of root=, of the keys that belong to it, and of noise=.
Reason conflict_of_root(const SearchOptions& o) {
  const RootOptions& root = o.root;
  const bool is_gumbel = root.rule == RootSelection::gumbel;
  if (is_gumbel && !o.uses_priors()) return "root=gumbel needs a prior=";
  if (is_gumbel && root.final_choice != FinalChoice::robust) {
    return "final= has no effect with root=gumbel, which chooses by its own score";
  }
  if (root.rule == RootSelection::halving && root.final_choice != FinalChoice::robust) {
    return "final= has no effect with root=halving, which chooses the best mean of its last round";
  }
  constexpr RootOptions kUsual;
  if (!is_gumbel && root.considered != kUsual.considered) return "considered= needs root=gumbel";
  if (!is_gumbel && root.gumbel_scale != kUsual.gumbel_scale) {
    return "gumbel_scale= needs root=gumbel";
  }
  if (!is_gumbel && root.visit_offset != kUsual.visit_offset) return "c_visit= needs root=gumbel";
  if (!is_gumbel && root.value_scale != kUsual.value_scale) return "c_scale= needs root=gumbel";
  const bool mixes = root.rule == RootSelection::exp3 || root.rule == RootSelection::regret;
  if (!mixes && root.mixing != kUsual.mixing) return "gamma= needs root=exp3 or regret";
  if (root.noise == 0) {
    if (root.noise_alpha != kUsual.noise_alpha) return "noise_alpha= needs noise=";
    return {};
  }
  if (is_gumbel) return "noise= does not go with root=gumbel, which has noise of its own";
  if (root.rule != RootSelection::same) return "noise= needs root=same";
  if (o.selection.rule != Selection::puct) return "noise= needs selection=puct";
  if (o.tree.reuse) return "noise= does not go with reuse=on";
  return {};
}

Reason conflict_of_budget(const SearchOptions& o) {
  if (o.budget.iterations == 0 && !o.budget.has_time()) {
    return "iterations=, time= or game_time= must set a budget";
  }
  const bool divides =
      o.root.rule == RootSelection::halving || o.root.rule == RootSelection::gumbel;
  if (divides && o.budget.iterations == 0) {
    return std::string("root=") + word_of(o.root.rule) + " needs iterations=, which it divides";
  }
  if (!o.budget.stop && o.budget.extend == 0) return {};
  const std::string key = o.budget.stop ? "stop=on" : "extend=";
  if (o.root.rule != RootSelection::same) return key + " needs root=same";
  if (o.root.final_choice != FinalChoice::robust) return key + " needs final=robust";
  if (o.parallel.kind == Parallel::root || o.parallel.kind == Parallel::tree) {
    return key + " does not go with parallel=root or tree";
  }
  return {};
}

Reason conflict_of_selection(const SearchOptions& o) {
  const bool has_prior = o.uses_priors();
  if (o.selection.rule == Selection::puct && !has_prior) return "selection=puct needs a prior=";
  if (o.selection.bias > 0 && !has_prior) return "bias= needs a prior=";
  if (o.selection.grave > 0 && o.selection.rave == 0) return "grave= needs rave=";
  if (o.selection.first_play >= 0 && o.selection.reduction >= 0) {
    return "fpu= does not go with fpu_reduction=";
  }
  if (o.selection.reduction > 0 && !has_prior) return "fpu_reduction= above 0 needs a prior=";
  if (o.selection.rule == Selection::tuned && o.parallel.kind == Parallel::leaf) {
    return "selection=tuned does not go with parallel=leaf: the variance of single playouts is "
           "lost";
  }
  return {};
}

Reason conflict_of_rollout(const SearchOptions& o) {
  if (o.rollout.epsilon > 0 && o.rollout.policy == Rollout::random) {
    return "epsilon= has no effect with rollout=random";
  }
  if (o.rollout.adapt > 0 && !o.rollout.uses_policy()) {
    return "adapt= needs rollout=scripted or network";
  }
  if (o.rollout.learners > 1 && o.rollout.adapt == 0) return "learners= needs adapt=";
  return {};
}

Reason conflict_of_opponents(const SearchOptions& o) {
  const bool is_closed = o.tree.chance == ChanceNodes::closed;
  const Opponents opponents = o.tree.opponents;
  if (opponents == Opponents::separate &&
      (o.uses_amaf() || o.uses_implicit() || is_closed || o.tree.reuse)) {
    return "opponents=separate does not go with rave=, implicit=, chance=closed or reuse=on";
  }
  if (opponents == Opponents::observers && (o.uses_amaf() || o.uses_implicit() || o.tree.reuse)) {
    return "opponents=observers does not go with rave=, implicit= or reuse=on";
  }
  if (opponents == Opponents::self && (is_closed || o.tree.reuse)) {
    return "opponents=self does not go with chance=closed or reuse=on";
  }
  if (opponents == Opponents::paranoid && o.selection.history > 0 &&
      o.rollout.policy == Rollout::mast) {
    return "opponents=paranoid does not go with history= and rollout=mast together";
  }
  if (!o.tree.transpositions) return {};
  if (opponents != Opponents::maxn && opponents != Opponents::paranoid) {
    return "transpositions=on needs opponents=maxn or paranoid";
  }
  if (o.tree.reuse) return "transpositions=on does not go with reuse=on";
  return {};
}

Reason conflict_of_parallel(const SearchOptions& o) {
  const Parallel kind = o.parallel.kind;
  const bool overlaps = kind == Parallel::tree || kind == Parallel::batch;
  // With parallel=none the leaves of an evaluator overlap.
  if (o.parallel.virtual_play != Virtual::visits && kind != Parallel::none && !overlaps) {
    return "virtual=loss needs parallel=tree or batch";
  }
  if (o.root.rule != RootSelection::same && overlaps) {
    return std::string("root=") + word_of(o.root.rule) + " does not go with parallel=tree or batch";
  }
  if (kind == Parallel::none && o.parallel.threads > 1) return "threads= needs a parallel=";
  if (kind == Parallel::root && o.parallel.threads > 1 && o.parallel.workers == 1) {
    return "parallel=root has a thread for a tree: threads= above 1 needs workers= above 1";
  }
  if (kind == Parallel::leaf && o.parallel.threads > 1 && o.parallel.leaves == 1) {
    return "parallel=leaf has a thread for a playout: threads= above 1 needs leaves= above 1";
  }
  if (o.parallel.workers > 1 && kind != Parallel::root) return "workers= needs parallel=root";
  if (o.parallel.leaves > 1 && kind != Parallel::leaf) return "leaves= needs parallel=leaf";
  if (o.parallel.batch > 0 && kind != Parallel::batch) return "batch= needs parallel=batch";
  if (o.parallel.batch == 0 && kind == Parallel::batch) return "parallel=batch needs batch=";
  if (o.tree.reuse && kind == Parallel::root) return "reuse=on does not go with parallel=root";
  if (kind == Parallel::leaf && o.records_moves()) {
    return "parallel=leaf does not go with rave=, history=, adapt= or rollout=mast";
  }
  if (kind == Parallel::root && o.budget.has_time()) {
    return "parallel=root needs iterations= alone: time would not give every worker the same";
  }
  return {};
}

}  // namespace

std::optional<std::string> conflict(const SearchOptions& o) {
  for (const auto check :
       {conflict_of_ranges, conflict_of_budget, conflict_of_selection, conflict_of_rollout,
        conflict_of_root, conflict_of_opponents, conflict_of_parallel}) {
    if (auto reason = check(o)) return reason;
  }
  return {};
}

}  // namespace carrack
