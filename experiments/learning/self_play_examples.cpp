#include "experiments/learning/self_play_examples.hpp"

#include <algorithm>
#include <cassert>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/inputs.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/learning/from_seat.hpp"

namespace carrack {
namespace {

/// Collects the decisions of one game after another.
class DecisionCollector final : public GameObserver {
 public:
  void begin_game(i32 number) {
    game_ = number;
    first_ = examples_.size();
  }
  void event(const State& before, Action action, const State& after) override;
  void decision(unsigned /*seat*/, const Report& /*report*/) override {}
  void end_game(const Result& result, unsigned players);
  /// The game does not end, or a seat is forfeited: removes its examples.
  void drop_game() { keep_first(examples_, first_); }
  [[nodiscard]] SelfPlayExamples take() { return std::move(examples_); }

 private:
  InputReader inputs_;
  SelfPlayExamples examples_;
  std::vector<Action> options_;
  // Of the current game.
  i32 game_ = 0;
  std::size_t first_ = 0;  // example
};

void DecisionCollector::event(const State& before, Action action, const State& /*after*/) {
  if (is_chance(before)) return;
  const Player decider = before.actor;
  options_.clear();
  legal(before).for_each([&](Action option) { options_.push_back(option); });
  if (options_.size() < 2) return;
  const State s = has_secrets(before) ? seen_by(before, decider) : before;
  SelfPlayExamples& e = examples_;
  const std::span<const u16> inputs =
      inputs_.read(before, decider);  // reads only what the decider knows
  e.inputs.insert(e.inputs.end(), inputs.begin(), inputs.end());
  e.input_start.push_back(static_cast<i64>(e.inputs.size()));
  for (const Action option : options_) e.actions.push_back(option.id());
  script_values(s, options_, e.script);
  e.option_start.push_back(static_cast<i64>(e.actions.size()));
  e.chosen.push_back(static_cast<u16>(std::ranges::find(options_, action) - options_.begin()));
  e.game.push_back(game_);
  e.seat.push_back(static_cast<u8>(index(decider)));
  e.turn.push_back(s.turn);
  e.players.push_back(static_cast<u8>(s.players()));
  e.edition.push_back(static_cast<u8>(index(s.ruleset().edition())));
  append_from_seat(index(decider), s.players(), expected_vp(s), e.expected_vp);
}

void DecisionCollector::end_game(const Result& result, unsigned players) {
  const auto shares = win_shares(result.rank, players);
  for (std::size_t i = first_; i < examples_.size(); ++i) {
    append_from_seat(examples_.seat[i], players, shares, examples_.win_share);
    append_from_seat(examples_.seat[i], players, result.vp, examples_.vp);
  }
  assert(is_aligned(examples_));
}

}  // namespace

SelfPlayExamples play_self_play_examples(const ExampleGames& plan, const std::atomic<bool>& stop) {
  DecisionCollector collector;
  play_for_examples(plan, collector, collector, stop,
                    [&](i32 game, GameSeeds /*seeds*/) { collector.begin_game(game); });
  return collector.take();
}

}  // namespace carrack
