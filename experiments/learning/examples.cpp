#include "experiments/learning/examples.hpp"

#include <algorithm>

#include "agents/evaluation/evaluation.hpp"
#include "agents/scripted/scripted.hpp"
#include "core/game/win_shares.hpp"

namespace carrack {
namespace {

/// What a policy learns from a search, up to a factor: the policy target, or the visits.
std::vector<SearchNote::Target> policy_of(const SearchNote& note) {
  if (!note.policy_target.empty()) return note.policy_target;
  std::vector<SearchNote::Target> visits;
  for (const SearchNote::Option& option : note.options) {
    visits.push_back({option.action, static_cast<double>(option.visits)});
  }
  return visits;
}

}  // namespace

void ExampleCollector::add_game(RecordReader& reader) {
  deciders_.clear();
  State before = reader.state();
  while (reader.next_event()) {
    const std::optional<SearchNote>& note = reader.search();
    if (note && note->iterations >= least_iterations_) add_example(before, *note);
    before = reader.state();
  }
  const Result result = reader.final_result();
  const unsigned players = before.players();
  const auto shares = win_shares(result.rank, players);
  for (const unsigned decider : deciders_) {
    for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
      const unsigned seat = (decider + ahead) % players;
      const bool is_played = ahead < players;
      examples_.win_share.push_back(is_played ? static_cast<float>(shares[seat]) : 0);
      examples_.vp.push_back(is_played ? static_cast<float>(result.vp[seat]) : 0);
    }
  }
  ++games_;
}

void ExampleCollector::add_example(const State& position, const SearchNote& note) {
  const Player decider = position.actor;
  const unsigned players = position.players();
  const State s = has_secrets(position) ? seen_by(position, decider) : position;
  options_.clear();
  legal(s).for_each([&](Action action) { options_.push_back(action); });
  const std::vector<SearchNote::Target> targets = policy_of(note);
  double total = 0;
  for (const SearchNote::Target& target : targets) total += target.probability;
  if (total == 0) return;

  Examples& e = examples_;
  const std::span<const u16> inputs = inputs_.read(position, decider);  // hides by itself
  e.inputs.insert(e.inputs.end(), inputs.begin(), inputs.end());
  e.input_start.push_back(static_cast<i64>(e.inputs.size()));
  for (const Action action : options_) {
    const auto found = std::ranges::find(targets, action, &SearchNote::Target::action);
    const double weight = found == targets.end() ? 0 : found->probability;
    e.actions.push_back(action.id());
    e.visits.push_back(static_cast<float>(weight / total));
  }
  script_values(s, options_, e.script);
  e.option_start.push_back(static_cast<i64>(e.actions.size()));
  e.game.push_back(games_);
  e.turn.push_back(s.turn);
  e.players.push_back(static_cast<u8>(players));
  e.edition.push_back(static_cast<u8>(index(s.ruleset().edition())));
  const auto expected = expected_vp(s);
  for (unsigned ahead = 0; ahead < kMaxPlayers; ++ahead) {
    const unsigned seat = (index(decider) + ahead) % players;
    const bool is_played = ahead < players;
    e.expected_vp.push_back(is_played ? expected[seat] : 0);
    const bool is_known = is_played && !note.win_share.empty();
    e.search_win_share.push_back(is_known ? static_cast<float>(note.win_share[seat]) : 0);
  }
  deciders_.push_back(index(decider));
}

}  // namespace carrack
