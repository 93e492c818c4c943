#include "experiments/tournament/standings.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <utility>

namespace carrack {
namespace {

constexpr std::size_t kBrief = 24;      // characters of a name
constexpr std::size_t kBriefStart = 8;  // of them before the part that is left out

/// The length of the start that all names share, up to the last comma or colon.
std::size_t shared_start(const std::vector<std::string>& names) {
  std::string shared = names.front();
  for (const std::string& name : names) {
    const auto end = std::ranges::mismatch(shared, name).in1;
    shared.erase(end, shared.end());
  }
  return shared.find_last_of(",:") + 1;  // 0 without one
}

/// Names of at most 24 characters. From longer ones, the part that they share is left out:
/// "mcts:ite…c=0.7,stop=on".
std::vector<std::string> brief_names(std::vector<std::string> names) {
  std::vector<std::string> others;
  std::ranges::copy_if(names, std::back_inserter(others),
                       [](const std::string& name) { return name.size() > kBrief; });
  if (others.empty()) return names;
  const std::size_t shared = others.size() > 1 ? shared_start(others) : 0;
  for (std::string& name : names) {
    if (name.size() <= kBrief) continue;
    std::string brief;
    if (shared > kBriefStart) {
      brief = name.substr(0, kBriefStart) + "…";
      name.erase(0, shared);
    }
    const std::size_t left = kBrief - (brief.empty() ? 0 : kBriefStart + 1);
    brief += name.size() <= left ? name : name.substr(0, left - 1) + "…";
    name = std::move(brief);
  }
  return names;
}

}  // namespace

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
  std::vector<std::string> names;
  for (const Standing& line : lines_) names.push_back(line.name);
  names = brief_names(std::move(names));
  std::string text;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Standing& line = lines_[i];
    if (line.seats.blocks() < 2) continue;
    const Estimate share = line.seats.win_share(players_);
    if (!share.interval.is_known()) continue;  // it holds all seats
    std::array<char, 48> figures{};
    std::snprintf(figures.data(), figures.size(), " %.3f [%.3f, %.3f]", share.mean,
                  share.interval.low, share.interval.high);
    text.append(text.empty() ? "" : ", ").append(names[i]).append(figures.data());
  }
  return text;
}

}  // namespace carrack
