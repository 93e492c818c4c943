#include "experiments/web/game_tree.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack::web {

GameTree::GameTree(GameSetup setup, u32 most_decisions)
    : setup_(std::move(setup)),
      has_humans_(std::ranges::find(setup_.seats, kHuman) != setup_.seats.end()),
      most_decisions_(most_decisions) {
  nodes_.push_back({.state = start(setup_.rules),
                    .chance = ChanceSource(game_seeds(setup_.seed, setup_.game).chance),
                    .event = {}});
}

void GameTree::check_room(std::size_t decisions) const {
  if (decisions <= most_decisions_ - decisions_) return;
  throw InputError("the game may have " + std::to_string(most_decisions_) +
                   " decisions with its variations, and no more are kept; save it and load it "
                   "again, which keeps the current line");
}

void GameTree::play(Action event) {
  for (const u32 child : nodes_[current_].children) {
    if (nodes_[child].event == event) return go_to(child);
  }
  const bool is_draw = is_chance(state());
  if (!is_draw) check_room(1);
  const u32 child = size();
  Node added = {.state = nodes_[current_].state,
                .chance = nodes_[current_].chance,
                .event = event,
                .parent = current_,
                .ply = nodes_[current_].ply + 1};
  // A recorded outcome may differ from this one; the draws after it are those of the seed again.
  if (is_draw) static_cast<void>(added.chance.draw(added.state));
  apply(added.state, event);
  nodes_.push_back(std::move(added));
  if (!is_draw) ++decisions_;
  nodes_[current_].children.push_back(child);
  nodes_[current_].next = child;
  current_ = child;
}

void GameTree::draw() {
  while (is_chance(state())) {
    if (const u32 drawn = nodes_[current_].next; drawn != 0) {
      go_to(drawn);
      continue;
    }
    ChanceSource chance = nodes_[current_].chance;
    play(chance.draw(state()));
  }
}

void GameTree::go_to(u32 i) noexcept {
  current_ = i;
  for (; i != 0; i = nodes_[i].parent) nodes_[nodes_[i].parent].next = i;
}

void GameTree::end_with(std::vector<Forfeit> forfeits) {
  forfeits_ = std::move(forfeits);
  forfeits_at_ = current_;
}

std::span<const Forfeit> GameTree::forfeits_at(u32 i) const {
  if (i == forfeits_at_) return forfeits_;
  return {};
}

bool GameTree::is_asked(u32 i) const {
  const State& s = nodes_[i].state;
  if (is_chance(s) || is_over(s)) return false;
  return !has_humans_ || setup_.seats[index(s.actor)] == kHuman;
}

std::vector<u32> GameTree::line() const {
  std::vector<u32> nodes{0};
  while (nodes_[nodes.back()].next != 0) nodes.push_back(nodes_[nodes.back()].next);
  return nodes;
}

Random agent_random(const GameSetup& setup, unsigned seat, u32 ply) noexcept {
  const u64 of_seat = stream(StreamFamily::agent, seat);
  return Random(derive_seed(game_seeds(setup.seed, setup.game).agents, of_seat, ply), of_seat);
}

}  // namespace carrack::web
