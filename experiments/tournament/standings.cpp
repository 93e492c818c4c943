#include "experiments/tournament/standings.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace carrack {

u64 Standing::all_forfeits() const noexcept {
  return std::accumulate(forfeits.begin(), forfeits.end(), u64{0});
}

Standings::Standings(const std::vector<std::string>& names, u64 games_per_block)
    : games_per_block_(games_per_block) {
  for (const std::string& name : names) {
    const auto found = std::ranges::find(lines_, name, &Standing::name);
    line_of_.push_back(static_cast<std::size_t>(found - lines_.begin()));
    if (found == lines_.end()) lines_.emplace_back().name = name;
  }
  first_forfeit_.resize(lines_.size());
}

/// Games arrive in any order; the first forfeit is determined independently of it.
void Standings::add_forfeit(const BlockGame& game, const BlockSeat& seat, std::size_t line) {
  const std::array<u64, 2> place{game.block, game.permutation};
  if (lines_[line].all_forfeits() == 0 || place < first_forfeit_[line]) {
    first_forfeit_[line] = place;
    lines_[line].reason = seat.reason;
  }
  ++lines_[line].forfeits[index(*seat.forfeit)];
}

void Standings::add(const BlockGame& game) {
  ++games_;
  players_ = static_cast<unsigned>(game.seats.size());
  Block& block = open_[game.block];
  block.lines.resize(lines_.size());
  for (const BlockSeat& seat : game.seats) {
    const std::size_t line = line_of_[seat.agent];
    block.lines[line].add({.win_share = seat.win_share,
                           .rank = static_cast<double>(seat.rank),
                           .vp = static_cast<double>(seat.vp)},
                          game.permutation);
    if (seat.forfeit) add_forfeit(game, seat, line);
  }
  if (++block.games < games_per_block_) return;
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    lines_[line].seats.add(block.lines[line]);
  }
  open_.erase(game.block);
  ++blocks_;
}

std::string Standings::brief() const {
  constexpr int kMaxNameLength = 24;
  std::string text;
  for (const Standing& line : lines_) {
    if (line.seats.blocks() < 2) continue;
    const Estimate share = line.seats.win_share(players_);
    if (!share.interval.is_known()) continue;  // all seats are its own
    std::array<char, 96> one{};
    std::snprintf(one.data(), one.size(), "%s%.*s %.3f [%.3f, %.3f]", text.empty() ? "" : ", ",
                  kMaxNameLength, line.name.c_str(), share.mean, share.interval.low,
                  share.interval.high);
    text += one.data();
  }
  return text;
}

}  // namespace carrack
