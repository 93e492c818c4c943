#include "experiments/game_runner.hpp"

#include <vector>

#include "core/chance.hpp"

namespace carrack {
namespace {

/// What a report says of the best options; nothing where the agent has not searched.
std::optional<SearchNote> note_of(const Report& report, unsigned players) {
  constexpr std::size_t kMostOptions = 10;
  if (report.options.empty()) return std::nullopt;
  SearchNote note{.iterations = report.iterations, .options = {}};
  for (const OptionReport& option : report.options) {
    if (note.options.size() == kMostOptions || option.visits == 0) break;
    note.options.push_back({.action = option.action,
                            .visits = option.visits,
                            .value = {option.value.begin(), option.value.begin() + players}});
  }
  return note;
}

}  // namespace

GameSeeds game_seeds(u64 run_seed, u64 block, u64 variant) noexcept {
  const u64 chance = derive_seed(run_seed, stream(StreamFamily::game), block);
  return {chance, derive_seed(chance, stream(StreamFamily::seating), variant)};
}

std::optional<PlayedGame> play_game(Ruleset rules, std::span<Agent* const> by_seat, GameSeeds seeds,
                                    RecordWriter* writer, const std::atomic<bool>& stop) {
  ChanceSource chance(seeds.chance);
  std::array<Random, kMaxPlayers> random{{{seeds.agents, stream(StreamFamily::agent, 0)},
                                          {seeds.agents, stream(StreamFamily::agent, 1)},
                                          {seeds.agents, stream(StreamFamily::agent, 2)},
                                          {seeds.agents, stream(StreamFamily::agent, 3)},
                                          {seeds.agents, stream(StreamFamily::agent, 4)},
                                          {seeds.agents, stream(StreamFamily::agent, 5)}}};
  PlayedGame game;
  State s = start(rules);
  Legal options = legal(s);
  std::vector<Agent*> observers;
  for (Agent* const agent : by_seat) {
    if (agent->observes()) observers.push_back(agent);
  }
  const bool unobserved = writer == nullptr && observers.empty();
  const bool notes_searches = writer != nullptr && writer->search_values();
  std::optional<SearchNote> note;  // of the next decision
  const auto play = [&](Action action) {
    if (unobserved) {
      apply(s, action, options);
      return;
    }
    const State before = s;
    apply(s, action, options);
    if (writer != nullptr) writer->event(before, action, s, note ? &*note : nullptr);
    for (Agent* const agent : observers) agent->observe(before, action, s);
  };
  while (!is_over(s)) {
    if (is_chance(s)) {
      play(chance.draw(s));
      continue;
    }
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    const unsigned seat = index(s.actor);
    Action chosen;
    if (has_secrets(s)) {  // an agent never sees what its player does not know
      State view = s;
      resample(view, s.actor, random[seat]);
      chosen = by_seat[seat]->choose(view, options, random[seat]);
    } else {
      chosen = by_seat[seat]->choose(s, options, random[seat]);
    }
    if (notes_searches) note = note_of(by_seat[seat]->report(), rules.players());
    play(chosen);
    note.reset();
    ++game.decisions;
  }
  game.result = result(s);
  if (writer != nullptr) writer->finish(game.result, rules.players());
  return game;
}

}  // namespace carrack
