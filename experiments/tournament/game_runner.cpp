#include "experiments/tournament/game_runner.hpp"

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include "agents/basic/random_agent.hpp"
#include "core/game/chance.hpp"
#include "core/game/win_shares.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/version.hpp"

namespace carrack {
namespace {

/// The visited options of a report; empty if the agent did not search.
std::optional<SearchNote> note_of(const Report& report, unsigned players) {
  if (report.options.empty()) return std::nullopt;
  SearchNote note;
  note.iterations = report.iterations;
  if (!std::isnan(report.win_share[0])) {
    note.win_share.assign(report.win_share.begin(), report.win_share.begin() + players);
  }
  for (const OptionReport& option : report.options) {
    if (option.visits == 0) break;
    note.options.push_back({.action = option.action,
                            .visits = option.visits,
                            .value = {option.value.begin(), option.value.begin() + players}});
  }
  if (std::isnan(report.options.front().policy_target)) return note;
  for (const OptionReport& option : report.options) {
    note.policy_target.push_back({option.action, static_cast<double>(option.policy_target)});
  }
  return note;
}

/// A game in progress: position, options, streams, forfeits.
class Table {
 public:
  Table(Ruleset rules, std::span<Agent* const> by_seat, GameSeeds seeds, RecordWriter* writer,
        GameObserver* observer)
      : chance_(seeds.chance),
        random_(agent_streams(seeds)),
        writer_(writer),
        observer_(observer),
        state_(start(rules)),
        options_(legal(state_)) {
    std::ranges::copy(by_seat, agents_.begin());
    for (unsigned seat = 0; seat < state_.players(); ++seat) {
      const Agent& agent = *agents_[seat];
      is_random_[seat] = typeid(agent) == typeid(RandomAgent);
      try {
        agents_[seat]->begin(rules, nth<Player>(seat), random_[seat]);
        if (agents_[seat]->observes()) listeners_.push_back(agents_[seat]);
      } catch (const AgentFailure& failure) {
        drop(seat, failure.kind(), failure.what());
      }
    }
  }

  [[nodiscard]] bool play_on(const std::atomic<bool>& stop) {
    const bool unobserved = writer_ == nullptr && observer_ == nullptr && listeners_.empty();
    return unobserved ? play_on<false>(stop) : play_on<true>(stop);
  }

  [[nodiscard]] PlayedGame finish() {
    const unsigned players = state_.players();
    game_.result = result(state_);
    if (writer_ != nullptr) writer_->finish(game_.result, game_.forfeits);
    rank_forfeits_last(game_.result, game_.forfeits, players);
    tell_end();
    return std::move(game_);
  }

 private:
  /// Separate code paths, so that unobserved games pay no cost.
  template <bool kObserved>
  [[nodiscard]] bool play_on(const std::atomic<bool>& stop) {
    while (!is_over(state_)) {
      if (is_chance(state_)) {
        play<kObserved>(chance_.draw(state_));
        if (stop.load(std::memory_order_relaxed)) return false;
        continue;
      }
      const unsigned seat = index(state_.actor);
      Action action;
      if (is_random_[seat] && !has_secrets(state_)) [[likely]] {
        action = options_[random_[seat].below(options_.size())];
      } else {
        action = decide(seat);
        // Checked after the decision: the choice of an interrupted search is discarded.
        if (stop.load(std::memory_order_relaxed)) return false;
      }
      if constexpr (kObserved) tell_why(seat);
      play<kObserved>(action);
      ++game_.decisions;
    }
    return true;
  }

  void tell_end() {
    const unsigned players = state_.players();
    GameEnd end{game_.result, win_shares(game_.result.rank, players), 0, players};
    for (const Forfeit& forfeit : game_.forfeits) end.forfeited |= 1U << forfeit.seat;
    for (unsigned seat = 0; seat < end.players; ++seat) agents_[seat]->end(end);
  }

  [[nodiscard]] Action decide(unsigned seat) {
    try {
      const Action action = has_secrets(state_)
                                ? choose_from_view(seat)
                                : agents_[seat]->choose(state_, options_, random_[seat]);
      if (options_.contains(action)) [[likely]]
        return action;
      drop_for_illegal(seat, action);
    } catch (const AgentFailure& failure) {
      drop(seat, failure.kind(), failure.what());
    }
    return agents_[seat]->choose(state_, options_, random_[seat]);
  }

  /// Hides private information of other players from the agent.
  [[nodiscard, gnu::noinline]] Action choose_from_view(unsigned seat) {
    State view = state_;
    resample(view, state_.actor, random_[seat]);
    return agents_[seat]->choose(view, options_, random_[seat]);
  }

  [[gnu::cold]] void drop_for_illegal(unsigned seat, Action action) {
    drop(seat, FailureKind::illegal,
         '\'' + to_notation(action, state_.ruleset().board()) + "' is not legal");
  }

  /// Reports the search behind the next choice.
  void tell_why(unsigned seat) {
    if (agents_[seat] == &stand_in_) return;
    if (observer_ != nullptr) observer_->decision(seat, agents_[seat]->report());
    if (writer_ != nullptr && writer_->search_values()) {
      note_ = note_of(agents_[seat]->report(), state_.players());
    }
  }

  template <bool kObserved>
  void play(Action action) {
    if constexpr (!kObserved) {
      apply(state_, action, options_);
      return;
    }
    const State before = state_;
    apply(state_, action, options_);
    if (writer_ != nullptr) writer_->event(before, action, state_, note_ ? &*note_ : nullptr);
    note_.reset();
    if (observer_ != nullptr) observer_->event(before, action, state_);
    for (Agent* const agent : listeners_) agent->observe(before, action, state_);
  }

  [[gnu::cold]] void drop(unsigned seat, FailureKind kind, std::string what) {
    game_.forfeits.push_back({seat, kind, game_.decisions, std::move(what)});
    is_random_[seat] = true;
    Agent* const failed = std::exchange(agents_[seat], &stand_in_);
    if (std::ranges::find(agents_, failed) == agents_.end()) std::erase(listeners_, failed);
  }

  std::array<Agent*, kMaxPlayers> agents_{};  // by seat
  std::vector<Agent*> listeners_;
  std::array<bool, kMaxPlayers> is_random_{};  // their choices need no call and no check
  RandomAgent stand_in_;
  ChanceSource chance_;
  std::array<Random, kMaxPlayers> random_;
  RecordWriter* writer_;
  GameObserver* observer_;
  std::optional<SearchNote> note_;  // of the decision whose event follows
  State state_;
  Legal options_;
  PlayedGame game_;
};

}  // namespace

GameSeeds game_seeds(u64 run_seed, u64 block, u64 variant) noexcept {
  const u64 chance = derive_seed(run_seed, stream(StreamFamily::game), block);
  return {chance, derive_seed(chance, stream(StreamFamily::seating), variant)};
}

std::array<Random, kMaxPlayers> agent_streams(GameSeeds seeds) noexcept {
  const auto of = [&](unsigned seat) {
    return Random(seeds.agents, stream(StreamFamily::agent, seat));
  };
  return {of(0), of(1), of(2), of(3), of(4), of(5)};
}

RecordHeader record_header(Ruleset rules, std::span<Agent* const> by_seat, u64 run_seed, u64 game) {
  RecordHeader header{rules, {}, run_seed, game, version::engine()};
  for (const Agent* agent : by_seat) header.agents.push_back(agent->spec());
  return header;
}

std::optional<PlayedGame> play_game(Ruleset rules, std::span<Agent* const> by_seat, GameSeeds seeds,
                                    RecordWriter* writer, const std::atomic<bool>& stop,
                                    GameObserver* observer) {
  try {
    Table table(rules, by_seat, seeds, writer, observer);
    if (!table.play_on(stop)) return std::nullopt;
    return table.finish();
  } catch (const ChoiceStopped&) {  // by the flag of the agent
    return std::nullopt;
  }
}

}  // namespace carrack
