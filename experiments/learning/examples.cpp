#include "experiments/learning/examples.hpp"

#include <algorithm>
#include <cassert>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/learning/from_seat.hpp"

namespace carrack {
namespace {

/// The policy that a network learns, up to a factor: the best options of the endgame, or the policy
/// target of a search, or its visits.
std::vector<SearchNote::Target> policy_of(const SearchNote& note,
                                          const std::optional<ExactEndgame>& exact) {
  std::vector<SearchNote::Target> policy;
  if (exact) {
    for (const Action action : exact->best) policy.push_back({action, 1});
  } else if (!note.policy_target.empty()) {
    policy.assign(note.policy_target.begin(), note.policy_target.end());
  } else {
    for (const SearchNote::Option& option : note.options) {
      policy.push_back({option.action, static_cast<double>(option.visits)});
    }
  }
  return policy;
}

}  // namespace

std::vector<float> option_shares(std::span<const Action> options,
                                 std::span<const SearchNote::Target> policy) {
  std::vector<double> weights;
  double total = 0;
  for (const Action option : options) {
    const auto found = std::ranges::find(policy, option, &SearchNote::Target::action);
    weights.push_back(found == policy.end() ? 0 : found->probability);
    total += weights.back();
  }
  if (!(total > 0)) return {};
  std::vector<float> shares;
  for (const double weight : weights) shares.push_back(static_cast<float>(weight / total));
  return shares;
}

void ExampleCollector::add_game(RecordReader& reader) {
  const std::size_t first = examples_.size();
  try {
    if (read_game(reader)) {
      ++games_;
    } else {
      keep_first(examples_, first);
    }
  } catch (...) {
    keep_first(examples_, first);
    throw;
  }
  assert(is_aligned(examples_));
}

bool ExampleCollector::read_game(RecordReader& reader) {
  pending_.clear();
  State before = reader.state();
  while (reader.next_event()) {
    const std::optional<SearchNote>& note = reader.search();
    if (note && note->iterations >= least_iterations_) add_example(before, *note);
    before = reader.state();
  }
  if (!reader.forfeits().empty()) return false;
  const Result result = reader.final_result();
  const unsigned players = before.players();
  const auto shares = win_shares(result.rank, players);
  for (const Pending& example : pending_) {
    append_from_seat(example.decider, players, example.exact ? example.exact->win_share : shares,
                     examples_.win_share);
    append_from_seat(example.decider, players, result.vp, examples_.vp);
  }
  return true;
}

void ExampleCollector::add_example(const State& position, const SearchNote& note) {
  const Player decider = position.actor;
  const unsigned players = position.players();
  const State s = has_secrets(position) ? seen_by(position, decider) : position;
  options_.clear();
  legal(s).for_each([&](Action action) { options_.push_back(action); });
  auto exact = exact_endgame(position, exact_positions_);
  const std::vector<float> shares = option_shares(options_, policy_of(note, exact));
  if (shares.empty()) return;

  Examples& e = examples_;
  const std::span<const u16> inputs =
      inputs_.read(position, decider);  // reads only what the decider knows
  e.inputs.insert(e.inputs.end(), inputs.begin(), inputs.end());
  e.input_start.push_back(static_cast<i64>(e.inputs.size()));
  for (const Action action : options_) e.actions.push_back(action.id());
  e.target.insert(e.target.end(), shares.begin(), shares.end());
  script_values(s, options_, e.script);
  e.option_start.push_back(static_cast<i64>(e.actions.size()));
  e.game.push_back(games_);
  e.turn.push_back(s.turn);
  e.players.push_back(static_cast<u8>(players));
  e.edition.push_back(static_cast<u8>(index(s.ruleset().edition())));
  e.is_exact.push_back(exact ? 1 : 0);
  append_from_seat(index(decider), players, expected_vp(s), e.expected_vp);
  const unsigned known = note.win_share.empty() ? 0 : players;
  append_from_seat(index(decider), known, note.win_share, e.search_win_share);
  pending_.push_back({index(decider), std::move(exact)});
}

}  // namespace carrack
