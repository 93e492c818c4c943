#include "experiments/trial/course.hpp"

#include <algorithm>

#include "core/game/win_shares.hpp"

namespace carrack {

Outcome Outcome::of(const Result& result, unsigned players, Player p) {
  const unsigned seat = index(p);
  return {win_shares(result.rank, players)[seat], static_cast<double>(result.rank[seat]),
          static_cast<double>(result.vp[seat])};
}

Outcome& Outcome::operator+=(const Outcome& other) noexcept {
  win_share += other.win_share;
  rank += other.rank;
  vp += other.vp;
  return *this;
}

Outcome operator-(const Outcome& a, const Outcome& b) noexcept {
  return {a.win_share - b.win_share, a.rank - b.rank, a.vp - b.vp};
}

Outcome operator/(const Outcome& a, double n) noexcept {
  return {a.win_share / n, a.rank / n, a.vp / n};
}

Course::Course(const State& s, std::span<Agent* const> by_seat, GameSeeds seeds,
               std::optional<Tile> denied)
    : s_(s),
      options_(legal(s)),
      by_seat_(by_seat),
      chance_(seeds.chance),
      random_(agent_streams(seeds)),
      denied_(denied) {
  for (unsigned seat = 0; seat < by_seat.size(); ++seat) {
    begin(*by_seat[seat], seat);
    observes_[seat] = by_seat[seat]->observes();
  }
}

void Course::begin(Agent& agent, unsigned seat) const {
  Random random = random_[seat];
  agent.begin(s_.ruleset(), nth<Player>(seat), random);
}

bool Course::seek_decision() {
  while (!is_over(s_) && is_chance(s_)) play(chance_.draw(s_));
  return !is_over(s_);
}

Action Course::choice(Agent& agent, const Legal& options, Random& random) const {
  if (!has_secrets(s_)) return agent.choose(s_, options, random);
  State view = s_;  // hides private information of other players from the agent
  resample(view, s_.actor, random);
  return agent.choose(view, options, random);
}

bool Course::offers_denied() const {
  return denied_ && s_.node == Node::buy && options_.contains({Verb::buy, index(*denied_)});
}

Action Course::ask() {
  const unsigned seat = index(s_.actor);
  if (!offers_denied()) return choice(*by_seat_[seat], options_, random_[seat]);
  Legal others = options_;
  others.remove({Verb::buy, index(*denied_)});
  return others.size() == 1 ? others[0] : choice(*by_seat_[seat], others, random_[seat]);
}

Action Course::consult(Agent& agent, const Legal& options) const {
  begin(agent, index(s_.actor));
  Random random = random_[index(s_.actor)];
  return choice(agent, options, random);
}

void Course::play(Action action) {
  if (events_ != nullptr) events_->push_back(action);
  const bool observed = std::ranges::find(observes_, true) != observes_.end();
  const State before = observed ? s_ : State{};
  apply(s_, action, options_);
  if (!observed) return;
  for (std::size_t seat = 0; seat < by_seat_.size(); ++seat) {
    if (observes_[seat]) by_seat_[seat]->observe(before, action, s_);
  }
}

std::optional<Result> Course::finish(const std::atomic<bool>& stop) {
  while (seek_decision()) {
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    play(ask());
  }
  return end();
}

Result Course::end() {
  const Result last = result(s_);
  const GameEnd told{last, win_shares(last.rank, s_.players()), 0, s_.players()};
  for (Agent* const agent : by_seat_) agent->end(told);
  return last;
}

}  // namespace carrack
