// The source of chance draws for a recorded game.
#pragma once

#include <array>

#include "core/base/random.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// Draws a game's chance outcomes so that two games with one seed stay comparable after their
/// decisions part: the n-th draw of a kind in a turn is the same number in both, whatever was drawn
/// or decided before it.
class ChanceSource {
 public:
  explicit constexpr ChanceSource(u64 seed) noexcept : seed_(seed) {}
  /// The outcome at a chance node. Precondition: is_chance(s).
  [[nodiscard]] Action draw(const State& s) noexcept;

  [[nodiscard]] constexpr u64 seed() const noexcept { return seed_; }
  /// Whether a source that was read from outside can belong to a game in this turn.
  [[nodiscard]] constexpr bool fits(unsigned turn) const noexcept {
    return turn_ <= turn && (turn_ != 0 || drawn_ == std::array<u8, kKinds>{});
  }
  friend constexpr bool operator==(const ChanceSource&, const ChanceSource&) noexcept = default;

 private:
  static constexpr unsigned kKinds = index(Node::steal) + 1;
  u64 seed_;
  u8 turn_ = 0;
  std::array<u8, kKinds> drawn_{};  // draws of each kind in this turn
};

}  // namespace carrack
