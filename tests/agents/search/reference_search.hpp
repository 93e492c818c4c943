// A second search of ForkedPaths, written from the papers and without the code of the first: which
// nodes it visits how often. As simple as can be, in double precision.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "agents/search/options.hpp"
#include "tests/agents/search/forked_paths.hpp"

namespace carrack::testing {

/// Visits by path.
using PathVisits = std::map<u32, u64>;

class ReferenceSearch {
 public:
  explicit ReferenceSearch(const SearchOptions& options)
      : o_(options.selection), paranoid_(options.tree.opponents == Opponents::paranoid) {
    for (u64 n = 0; n < options.budget.iterations; ++n) iterate();
  }
  [[nodiscard]] PathVisits visits() const {
    PathVisits visits;
    for (const auto& [path, node] : nodes_) {
      if (node.visits > 0) visits[path] = static_cast<u64>(node.visits);
    }
    return visits;
  }

 private:
  using Game = ForkedPaths;
  using Values = std::array<double, Game::kPlayers>;

  struct Mean {
    double games = 0;
    double sum = 0;
    void add(double reward) {
      ++games;
      sum += reward;
    }
    [[nodiscard]] double value() const { return sum / games; }
  };
  struct Node {
    double visits = 0;
    double choices = 0;  // made among its moves
    Values sum{};
    Values squares{};
    std::array<Mean, Game::kActions> later;  // by move: games in which its player played it later
  };
  struct Move {
    Game::State from;
    u16 action;
  };

  static unsigned mover(const Game::State& s) { return Game::mover(s); }
  static Game::State after(Game::State s, u16 action) {
    Game::Legal next;
    Game::apply(s, action, next);
    return s;
  }
  static double prior(const Game::State& s, u16 action) {
    double total = 0;
    Game::legal(s).for_each([&](u16 a) { total += static_cast<double>(Game::kPriors.at(a)); });
    return static_cast<double>(Game::kPriors.at(action)) / total;
  }
  /// By the seat that compares; the others of a paranoid search want the searcher to lose.
  [[nodiscard]] Values worth(const Rewards& rewards) const {
    const auto first = static_cast<double>(rewards[0]);
    return {first, paranoid_ ? 1 - first : static_cast<double>(rewards[1])};
  }

  /// Cazenave 2015: the node on the path that is nearest, with enough visits, and where the same
  /// player moves. Without such a node, the first one of that player.
  [[nodiscard]] const Node& source_of_amaf(const std::vector<Move>& path, const Game::State& s) {
    const Node* source = &nodes_[s.path];
    const auto enough = static_cast<double>(o_.grave);
    for (std::size_t i = path.size(); i > 0 && source->visits < enough; --i) {
      const Game::State& above = path[i - 1].from;
      if (mover(above) == mover(s)) source = &nodes_[above.path];
    }
    return *source;
  }
  /// The games of a move at the source, or at the node itself if the source does not offer it.
  [[nodiscard]] const Mean& amaf_of(const std::vector<Move>& path, const Game::State& s,
                                    u16 action) {
    const Node& source = source_of_amaf(path, s);
    for (const Move& move : path) {
      if (&nodes_[move.from.path] == &source && Game::legal(move.from).contains(action)) {
        return source.later.at(action);
      }
    }
    return nodes_[s.path].later.at(action);
  }

  /// The value of moves without a visit.
  [[nodiscard]] double first_play(const Game::State& s) {
    if (o_.reduction < 0) return o_.first_play;
    const Node& parent = nodes_[s.path];
    if (parent.visits == 0) return 0;
    double visited = 0;
    Game::legal(s).for_each([&](u16 a) {
      if (nodes_[Game::after(s.path, a)].visits > 0) visited += prior(s, a);
    });
    return parent.sum.at(mover(s)) / parent.visits - o_.reduction * std::sqrt(visited);
  }

  [[nodiscard]] double explored(const Game::State& s, u16 action, const Node& child,
                                double choices) const {
    const double n = std::max(child.visits, 1.0);
    const double log_share = std::log(choices) / n;
    switch (o_.rule) {
      case Selection::ucb1: return std::sqrt(log_share);
      case Selection::puct: return prior(s, action) * std::sqrt(choices) / (1 + child.visits);
      case Selection::tuned: break;
    }
    // Auer, Cesa-Bianchi & Fischer 2002, figure 4. Twice that: a coin is explored as by UCB1.
    const double mean = child.sum.at(mover(s)) / n;
    const double variance = child.squares.at(mover(s)) / n - mean * mean;
    return 2 * std::sqrt(log_share * std::min(0.25, variance + std::sqrt(2 * log_share)));
  }

  [[nodiscard]] double score(const std::vector<Move>& path, const Game::State& s, u16 action,
                             double first) {
    const unsigned me = mover(s);
    const Node& child = nodes_[Game::after(s.path, action)];
    const double n = child.visits;
    double q = n > 0 ? child.sum.at(me) / n : first;
    if (o_.rave > 0) {
      const Mean& amaf = amaf_of(path, s, action);
      // Gelly & Silver 2011. The visits are those of the node, wherever the games are counted.
      const double beta = std::sqrt(o_.rave / (3 * nodes_[s.path].visits + o_.rave));
      if (amaf.games > 0) q = (1 - beta) * q + beta * amaf.value();
    }
    double result = q + o_.exploration * explored(s, action, child, nodes_[s.path].choices);
    // Chaslot et al. 2008.
    result += o_.bias * prior(s, action) / (n + 1);
    if (o_.history > 0) {  // Nijssen & Winands 2011: divided by the games that were lost, and one
      const Mean& history = history_.at(me).at(action);
      const double lost = (1 - q) * n;
      result += o_.history * (history.games > 0 ? history.value() : 0.5) / (lost + 1);
    }
    return result;
  }

  [[nodiscard]] u16 choose(const std::vector<Move>& path, const Game::State& s) {
    ++nodes_[s.path].choices;
    const double first = first_play(s);
    std::optional<u16> best;
    double best_score = -std::numeric_limits<double>::infinity();
    for (u16 action = 0; action < Game::kActions; ++action) {  // the highest prior first
      if (!Game::legal(s).contains(action)) continue;
      const bool comes_first =
          o_.unvisited_first() && nodes_[Game::after(s.path, action)].visits == 0;
      if (comes_first) return action;
      const double value = score(path, s, action, first);
      if (value <= best_score) continue;
      best = action;
      best_score = value;
    }
    return best.value();
  }

  void iterate() {
    Game::State s;
    std::vector<Move> game;
    const auto play = [&](u16 action) {
      game.push_back({s, action});
      s = after(s, action);
    };
    do {
      play(choose(game, s));
    } while (nodes_[s.path].visits > 0 && !Game::is_over(s));
    const std::size_t in_tree = game.size();
    const Game::State leaf = s;
    while (!Game::is_over(s)) play(KnownPaths::move_of(s, Game::legal(s)));
    const Values values = worth(Game::rewards(s));

    for (std::size_t i = 0; i <= in_tree; ++i) {
      Node& node = nodes_[i < in_tree ? game[i].from.path : leaf.path];
      ++node.visits;
      for (unsigned p = 0; p < Game::kPlayers; ++p) {
        node.sum.at(p) += values.at(p);
        node.squares.at(p) += values.at(p) * values.at(p);
      }
      if (i == in_tree) continue;
      const unsigned me = mover(game[i].from);
      Game::legal(game[i].from).for_each([&](u16 action) {
        const bool is_played = std::any_of(
            game.begin() + static_cast<std::ptrdiff_t>(i), game.end(),
            [&](const Move& move) { return move.action == action && mover(move.from) == me; });
        if (is_played) node.later.at(action).add(values.at(me));
      });
    }
    for (const Move& move : game) {
      const unsigned me = mover(move.from);
      history_.at(me).at(move.action).add(values.at(me));
    }
  }

  const SelectionOptions o_;
  const bool paranoid_;
  std::map<u32, Node> nodes_;
  std::array<std::array<Mean, Game::kActions>, Game::kPlayers> history_;
};

}  // namespace carrack::testing
