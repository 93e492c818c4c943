// Who has won a game, as a number for each seat.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/base/types.hpp"

namespace carrack {

/// A win shared by k seats counts 1/k for each, so that the shares of a game sum to 1. `firsts` is
/// k, the number of seats of rank 1.
[[nodiscard]] constexpr double win_share(unsigned rank, std::ptrdiff_t firsts) noexcept {
  return rank == 1 ? 1.0 / static_cast<double>(firsts) : 0;
}

/// The rank that belongs to a seat among these: one more than the number of seats that are better.
[[nodiscard]] constexpr unsigned consistent_rank(std::span<const u8> ranks,
                                                 std::size_t seat) noexcept {
  return 1 + static_cast<unsigned>(
                 std::ranges::count_if(ranks, [&](u8 rank) { return rank < ranks[seat]; }));
}

/// The share of each seat, from the ranks by seat. Zero beyond `players`.
[[nodiscard]] constexpr std::array<double, kMaxPlayers> win_shares(std::span<const u8> rank,
                                                                   unsigned players) noexcept {
  std::array<double, kMaxPlayers> shares{};
  const auto firsts = std::ranges::count(rank.first(players), u8{1});
  for (unsigned seat = 0; seat < players; ++seat) shares[seat] = win_share(rank[seat], firsts);
  return shares;
}

}  // namespace carrack
