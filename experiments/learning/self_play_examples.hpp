// Decisions of new games with the choices and the results of the games, as arrays: the data by
// which self-play improves a policy without search.
#pragma once

#include <atomic>
#include <vector>

#include "experiments/learning/example_arrays.hpp"
#include "experiments/learning/example_games.hpp"

namespace carrack {

/// Examples from all decisions with two or more options, in the order of the game. Seats count from
/// the one that decides; seats that are not played have 0.
struct SelfPlayExamples {
  // Example i has inputs[input_start[i]] to inputs[input_start[i + 1] - 1]; options likewise.
  std::vector<i64> input_start{0};
  std::vector<u16> inputs;  // the inputs that are on, as indices of network_inputs()
  std::vector<i64> option_start{0};
  std::vector<u16> actions;   // ids of all legal actions
  std::vector<float> script;  // the script's value, in VP
  // One element for each example.
  std::vector<u16> chosen;  // index of the choice among the options
  std::vector<i32> game;
  std::vector<u8> seat;
  std::vector<u8> turn;  // 1 to 8
  std::vector<u8> players;
  std::vector<u8> edition;  // by its number
  // [examples][kMaxPlayers]
  std::vector<float> win_share;    // at the end of the game
  std::vector<float> vp;           // at the end of the game
  std::vector<float> expected_vp;  // by the linear evaluation

  [[nodiscard]] std::size_t size() const { return game.size(); }

  template <typename Self, typename F>
  static void for_each_array(Self& examples, F&& f) {
    auto& [input_starts, on, option_starts, options, scripts, choices, games, seats, turns, numbers,
           editions, shares, points, expected] = examples;
    f(input_starts, Rows::start);
    f(on, Rows::input);
    f(option_starts, Rows::start);
    f(options, Rows::option);
    f(scripts, Rows::option);
    f(choices, Rows::example);
    f(games, Rows::example);
    f(seats, Rows::example);
    f(turns, Rows::example);
    f(numbers, Rows::example);
    f(editions, Rows::example);
    f(shares, Rows::seat);
    f(points, Rows::seat);
    f(expected, Rows::seat);
  }
};

/// Plays the games and collects examples of all seats; a game with a forfeit has none. Ends early
/// once `stop` is raised, with the games that are complete. Throws InputError for an unknown agent,
/// or a number of agents that is not the number of players.
[[nodiscard]] SelfPlayExamples play_self_play_examples(const ExampleGames& plan,
                                                       const std::atomic<bool>& stop);

}  // namespace carrack
