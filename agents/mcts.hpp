// Monte Carlo tree search for n players under chance.
//
// UCT: Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.
// max^n value vectors: Sturtevant, "An analysis of UCT in multi-player games", CG 2008.
// Open loop with availability counts: Cowling, Powley, Whitehouse, "Information set Monte Carlo
// tree search", IEEE TCIAIG 2012; Perez, Dieskau, Hünermund, Mostaghim, Lucas, "Open loop search
// for general video game playing", GECCO 2015. Progressive widening: Chaslot, Winands, van den
// Herik, Uiterwijk, Bouzy, "Progressive strategies for Monte-Carlo tree search", New Mathematics
// and Natural Computation 2008.
#pragma once

#include <array>
#include <vector>

#include "agents/agent.hpp"
#include "agents/playout.hpp"
#include "agents/spec.hpp"

namespace carrack {

/// What a search may be told. At least one budget is set; with both, the first to run out ends it.
struct MctsOptions {
  static constexpr u64 kDefaultIterations = 1000;
  static constexpr double kGuidedWidening = 0.2;

  u64 iterations = 0;        // 0: no limit
  double seconds = 0;        // of wall-clock time; 0: no limit
  double exploration = 0.2;  // the constant c of UCT, for rewards in [0, 1]
  Playout playout = Playout::random;
  /// A node of n visits has n^widening children at most, tried in the order of scripted:balanced;
  /// 1: all, in random order.
  double widening = 1;

  /// Reads `iterations=`, `time=`, `c=`, `rollout=` and `widening=`. Throws InputError.
  [[nodiscard]] static MctsOptions from(AgentSpec& spec);
};

/// One player's choice somewhere in the tree, 48 bytes. The tree is open-loop: a node stands for a
/// sequence of choices, whatever chance did in between, so its legal actions and even whose turn it
/// is may differ from visit to visit.
///
///   | action 2 | 2 | visits 4 | available 4 | first child 4 | next sibling 4 | value 6 × 4 | 4 |
struct alignas(16) MctsNode {
  u16 action = 0;
  u32 visits = 0;
  u32 available = 0;                       // visits of the parent in which this action was legal
  u32 first_child = 0;                     // 0: none; the root is nobody's child
  u32 next_sibling = 0;                    // 0: none
  std::array<float, kMaxPlayers> value{};  // mean reward by seat
};
static_assert(sizeof(MctsNode) == 48);

/// Single-threaded open-loop UCT. Nothing is allocated in an iteration once the tree's memory has
/// grown to the budget; it is kept from choice to choice.
class MctsAgent final : public Agent {
 public:
  explicit MctsAgent(const MctsOptions& options);

  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] const Report& report() const override { return report_; }
  [[nodiscard]] std::string spec() const override;

 private:
  /// More choices than this in a row are never made by the tree.
  static constexpr std::size_t kMaxDepth = 512;

  void iterate(const State& root, const Legal& legal, Random& random);
  /// The child to follow: an untried legal action as a new node, or the best by UCT.
  u32 select(u32 parent, const State& s, const Legal& legal, Random& random, bool& is_new);
  u32 add_child(u32 parent, Action action);
  void back_up(std::size_t depth, const State& end);
  void write_report(double seconds);

  MctsOptions options_;
  Weights strategy_;  // orders options and plays on, where the options say so
  std::vector<MctsNode> nodes_;
  std::array<u32, kMaxDepth> path_{};
  Report report_;
};

/// The reward of a finished game for each seat, in [0, 1]: the logistic function of the VP by which
/// the player is ahead of the best other. Smoother than a win, which few iterations tell from
/// chance.
[[nodiscard]] std::array<float, kMaxPlayers> reward(const State& end) noexcept;

}  // namespace carrack
