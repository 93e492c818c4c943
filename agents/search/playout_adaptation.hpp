// What scripts in playouts learn during a search: by how much the games in which a player took an
// action were better for that player than others. It corrects the script's value of the action. The
// means are those of MAST (Finnsson & Bjornsson, "Simulation-based approach to general game
// playing", AAAI 2008), kept apart for the turn of the root and for later ones; that playouts adapt
// to the position that is searched is the idea of Cazenave, "Playout policy adaptation for games",
// ACG 2015, for a softmax policy. Every seat has several learners, of which each playout draws one:
// single learners that always meet each other would adapt to each other, and to luck (Lanctot et
// al., "A unified game-theoretic approach to multiagent reinforcement learning", NIPS 2017).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// When an action is taken: in the turn of the root, or in a later one.
enum class When : u8 { this_turn, later };

/// Which of its learners each seat has in a playout.
using Learners = std::array<u32, kMaxPlayers>;

/// The learners, for actions whose numbers are below `kActions`.
template <std::size_t kActions>
class PlayoutAdaptation {
 public:
  /// `scale`: what a unit of mean reward adds to the policy's values. 0: off; then only is_on() may
  /// be called. `learners`: per seat, at least 1.
  PlayoutAdaptation(double scale, unsigned learners)
      : scale_(static_cast<float>(scale)), learners_(scale > 0 ? learners : 0) {}
  [[nodiscard]] bool is_on() const { return !learners_.empty(); }

  void forget(unsigned players) {
    for (Seats& seats : learners_) {
      for (unsigned p = 0; p < players; ++p) seats[p] = {};
    }
  }
  /// Draws a learner for each seat of the next playout, uniformly and independently. With one
  /// learner per seat no random number is drawn.
  [[nodiscard]] Learners draw(unsigned players, Random& random) const {
    Learners drawn{};
    if (learners_.size() == 1) return drawn;
    const auto learners = static_cast<u32>(learners_.size());
    for (unsigned p = 0; p < players; ++p) drawn[p] = random.below(learners);
    return drawn;
  }
  /// Counts a game in which the seat's learner took the action; `reward` is the player's.
  void add(const Learners& learners, unsigned seat, When when, u16 action, float reward) {
    Table& table = learners_[learners[seat]][seat];
    table.all.add(reward);
    const std::size_t id = action;
    auto& cells = table.cells[id];
    cells[index(when)].add(reward);
    // Shrinks the action's mean towards that of all moves, and its mean by When towards the
    // action's.
    Mean mean{table.all.mean, kPriorGames};
    for (const Mean& cell : cells) mean.add(cell);
    for (std::size_t w = 0; w < kTimes; ++w) {
      Mean then{mean.mean, kPriorGames};
      then.add(cells[w]);
      table.bonus[w][id] = scale_ * (then.mean - table.all.mean);
    }
  }
  /// [action number] What the seat's learner adds to the policy's values: 0 for an action never
  /// taken, small after few games. Only games that had the action change its entry.
  [[nodiscard]] std::span<const float, kActions> bonus(const Learners& learners, unsigned seat,
                                                       When when) const {
    return learners_[learners[seat]][seat].bonus[index(when)];
  }

 private:
  static constexpr std::size_t kTimes = 2;
  /// Weight, in games, of the prior mean that each mean is shrunk towards.
  static constexpr u32 kPriorGames = 32;

  struct Mean {
    float mean = 0;
    u32 games = 0;

    void add(float reward) { add(Mean{reward, 1}); }
    void add(const Mean& other) {
      games += other.games;
      mean += (other.mean - mean) * static_cast<float>(other.games) / static_cast<float>(games);
    }
  };
  struct Table {
    Mean all;
    std::array<std::array<Mean, kTimes>, kActions> cells;
    std::array<std::array<float, kActions>, kTimes> bonus;
  };

  using Seats = std::array<Table, kMaxPlayers>;

  float scale_;
  std::vector<Seats> learners_;
};

}  // namespace carrack
