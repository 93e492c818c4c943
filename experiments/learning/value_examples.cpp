#include "experiments/learning/value_examples.hpp"

#include <cassert>

#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "core/game/win_shares.hpp"
#include "experiments/learning/exact_endgame.hpp"
#include "experiments/learning/from_seat.hpp"

namespace carrack {
namespace {

/// Hands the events of a game to a collector.
class Listener final : public GameObserver {
 public:
  explicit Listener(ValueExampleCollector& collector) : collector_(collector) {}

  void event(const State& before, Action /*action*/, const State& after) override {
    collector_.event(before, after);
  }
  void decision(unsigned /*seat*/, const Report& /*report*/) override {}

 private:
  ValueExampleCollector& collector_;
};

}  // namespace

void ValueExampleCollector::begin_game(i32 number, Random random) {
  game_ = number;
  random_ = random;
  first_ = examples_.size();
  pending_.clear();
}

void ValueExampleCollector::event(const State& before, const State& after) {
  if (is_over(after)) return;
  const bool begins_turn = after.turn != before.turn;
  if (begins_turn || random_.uniform() < share_) add(after, begins_turn);
}

void ValueExampleCollector::add(const State& s, bool begins_turn) {
  const Player observer = value_observer(s);
  const unsigned players = s.players();
  ValueExamples& e = examples_;
  const std::span<const u16> inputs = inputs_.read(s, observer);
  e.inputs.insert(e.inputs.end(), inputs.begin(), inputs.end());
  e.input_start.push_back(static_cast<i64>(e.inputs.size()));
  e.game.push_back(game_);
  e.turn.push_back(s.turn);
  e.players.push_back(static_cast<u8>(players));
  e.begins_turn.push_back(begins_turn ? 1 : 0);
  append_from_seat(index(observer), players, expected_vp(s), e.expected_vp);
  const Pending example{index(observer), exact_win_share(s, exact_positions_)};
  e.is_exact.push_back(example.exact ? 1 : 0);
  pending_.push_back(example);
}

void ValueExampleCollector::end_game(const Result& result, unsigned players) {
  const auto shares = win_shares(result.rank, players);
  for (const Pending& example : pending_) {
    append_from_seat(example.observer, players, example.exact.value_or(shares),
                     examples_.win_share);
    append_from_seat(example.observer, players, result.vp, examples_.vp);
  }
  assert(is_aligned(examples_));
}

void ValueExampleCollector::add_game(i32 number, RecordReader& reader, Random random) {
  begin_game(number, random);
  try {
    State before = reader.state();
    while (reader.next_event()) {
      event(before, reader.state());
      before = reader.state();
    }
    if (!reader.forfeits().empty()) return drop_game();
    end_game(reader.final_result(), before.players());
  } catch (...) {
    drop_game();
    throw;
  }
}

ValueExamples play_value_examples(const ValueGames& plan, const std::atomic<bool>& stop) {
  ValueExampleCollector collector(plan.share);
  Listener listener(collector);
  play_for_examples(plan, collector, listener, stop, [&](i32 game, GameSeeds seeds) {
    collector.begin_game(game, Random(seeds.agents, stream(StreamFamily::examples)));
  });
  return collector.take();
}

}  // namespace carrack
