// Positions of recorded games with a search's judgement of their options, as arrays: the training
// data of networks.
#pragma once

#include <span>
#include <vector>

#include "agents/learned/inputs.hpp"
#include "core/notation/record.hpp"
#include "experiments/learning/exact_endgame.hpp"
#include "experiments/learning/example_arrays.hpp"

namespace carrack {

/// Examples from searched decisions. Seats count from the one that decides; seats that are not
/// played have 0. Near the end of a game, if backward induction is feasible (exact_endgame.hpp),
/// its values replace the search's visits and the game's result.
struct Examples {
  // Example i has inputs[input_start[i]] to inputs[input_start[i + 1] - 1]; options likewise.
  std::vector<i64> input_start{0};
  std::vector<u16> inputs;  // the inputs that are on, as indices of network_inputs()
  std::vector<i64> option_start{0};
  std::vector<u16> actions;   // ids of all legal actions
  std::vector<float> target;  // the search's share of visits, or its policy target if it has one
  std::vector<float> script;  // the script's value, in VP
  // One element for each example.
  std::vector<i32> game;  // from 0, in the order of reading
  std::vector<u8> turn;
  std::vector<u8> players;
  std::vector<u8> edition;   // by its number
  std::vector<u8> is_exact;  // 1: target and win_share are those of backward induction
  // [examples][kMaxPlayers]
  std::vector<float> win_share;         // at the end of the game
  std::vector<float> vp;                // at the end of the game
  std::vector<float> expected_vp;       // by the linear evaluation
  std::vector<float> search_win_share;  // expected by the search; 0 if the record has none

  [[nodiscard]] std::size_t size() const { return game.size(); }

  template <typename Self, typename F>
  static void for_each_array(Self& examples, F&& f) {
    auto& [input_starts, on, option_starts, options, targets, scripts, games, turns, numbers,
           editions, exact, shares, points, expected, searched] = examples;
    f(input_starts, Rows::start);
    f(on, Rows::input);
    f(option_starts, Rows::start);
    f(options, Rows::option);
    f(targets, Rows::option);
    f(scripts, Rows::option);
    f(games, Rows::example);
    f(turns, Rows::example);
    f(numbers, Rows::example);
    f(editions, Rows::example);
    f(exact, Rows::example);
    f(shares, Rows::seat);
    f(points, Rows::seat);
    f(expected, Rows::seat);
    f(searched, Rows::seat);
  }
};

/// The share of each option in a policy; they sum to 1. If an option has several targets, the first
/// counts; targets for other actions do not count. Empty if no option has a share.
[[nodiscard]] std::vector<float> option_shares(std::span<const Action> options,
                                               std::span<const SearchNote::Target> policy);

/// Collects examples game by game.
class ExampleCollector {
 public:
  /// `least_iterations`: searches with fewer iterations are left out. `exact_positions`: the most
  /// positions that are solved for an example of the last turn; 0 solves none.
  ExampleCollector(u64 least_iterations, u64 exact_positions)
      : least_iterations_(least_iterations), exact_positions_(exact_positions) {}

  /// Reads the current game of the reader to its end. A game with a forfeit has no examples,
  /// because the forfeited seat was played at random and is ranked last. Throws InputError for a
  /// wrong record, of which no example stays.
  void add_game(RecordReader& reader);

  [[nodiscard]] const Examples& examples() const { return examples_; }
  [[nodiscard]] Examples take() { return std::move(examples_); }
  [[nodiscard]] i32 games() const { return games_; }

 private:
  /// An example of the current game, whose win shares follow at its end.
  struct Pending {
    unsigned decider;
    std::optional<ExactEndgame> exact;
  };

  /// Reads a game. Returns whether it counts.
  [[nodiscard]] bool read_game(RecordReader& reader);
  void add_example(const State& s, const SearchNote& note);

  u64 least_iterations_;
  u64 exact_positions_;
  InputReader inputs_;
  Examples examples_;
  std::vector<Pending> pending_;
  std::vector<Action> options_;
  i32 games_ = 0;
};

}  // namespace carrack
