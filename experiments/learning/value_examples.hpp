// Positions of new games with the results of the games, as arrays: the training data of the value
// of a network.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "agents/learned/inputs.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/notation/record.hpp"
#include "experiments/learning/example_arrays.hpp"
#include "experiments/learning/example_games.hpp"

namespace carrack {

/// Examples of positions and results. Seats count from the observer (value_observer()); seats that
/// are not played have 0.
struct ValueExamples {
  // Example i has inputs[input_start[i]] to inputs[input_start[i + 1] - 1].
  std::vector<i64> input_start{0};
  std::vector<u16> inputs;  // the inputs that are on, as indices of network_inputs()
  // One element for each example.
  std::vector<i32> game;  // number of the game
  std::vector<u8> turn;   // 1 to 8
  std::vector<u8> players;
  std::vector<u8> begins_turn;  // 1: the first position of a turn
  std::vector<u8> is_exact;     // 1: the win shares are those of backward induction
  // [examples][kMaxPlayers]
  std::vector<float> win_share;    // at the end of the game; if is_exact, expected
  std::vector<float> vp;           // at the end of the game
  std::vector<float> expected_vp;  // by the linear evaluation

  [[nodiscard]] std::size_t size() const { return game.size(); }

  template <typename Self, typename F>
  static void for_each_array(Self& examples, F&& f) {
    auto& [input_starts, on, games, turns, numbers, begins, exact, shares, points, expected] =
        examples;
    f(input_starts, Rows::start);
    f(on, Rows::input);
    f(games, Rows::example);
    f(turns, Rows::example);
    f(numbers, Rows::example);
    f(begins, Rows::example);
    f(exact, Rows::example);
    f(shares, Rows::seat);
    f(points, Rows::seat);
    f(expected, Rows::seat);
  }
};

/// Collects examples game by game: the first position of every turn from the second, and each other
/// position after an event with probability `share`.
class ValueExampleCollector {
 public:
  /// `exact_positions`: the most positions that are solved for an example of the last turn; 0
  /// solves none.
  explicit ValueExampleCollector(double share, u64 exact_positions = 0)
      : share_(share), exact_positions_(exact_positions) {}

  /// `random` chooses the other positions.
  void begin_game(i32 number, Random random);
  void event(const State& before, const State& after);
  void end_game(const Result& result, unsigned players);
  /// The game does not end, or a seat is forfeited: removes its examples.
  void drop_game() { keep_first(examples_, first_); }
  /// Reads the current game of the reader to its end. A game with a forfeit has no examples. Throws
  /// InputError for a wrong record, of which no example stays.
  void add_game(i32 number, RecordReader& reader, Random random);

  [[nodiscard]] const ValueExamples& examples() const { return examples_; }
  [[nodiscard]] ValueExamples take() { return std::move(examples_); }

 private:
  using WinShares = std::array<double, kMaxPlayers>;
  /// An example of the current game, whose win shares follow at its end.
  struct Pending {
    unsigned observer;
    std::optional<WinShares> exact;
  };

  void add(const State& s, bool begins_turn);

  double share_;
  u64 exact_positions_;
  InputReader inputs_;
  ValueExamples examples_;
  // Of the current game.
  i32 game_ = 0;
  Random random_{0, 0};
  std::size_t first_ = 0;  // example
  std::vector<Pending> pending_;
};

/// The games to play, and which of their positions become examples.
struct ValueGames : ExampleGames {
  double share = 0;  // see ValueExampleCollector
};

/// Plays the games and collects examples; a game with a forfeit has none. Ends early once `stop` is
/// raised, with the games that are complete. Throws InputError for an unknown agent, or a number of
/// agents that is not the number of players.
[[nodiscard]] ValueExamples play_value_examples(const ValueGames& plan,
                                                const std::atomic<bool>& stop);

}  // namespace carrack
