// The lines between carrack and an external agent (PROTOCOL.md). All lines of the agent are checked
// here, before they are used.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "agents/agent.hpp"
#include "core/game/game.hpp"

namespace carrack {

/// The versions that a program can speak; it names one in its answer to the greeting.
inline constexpr unsigned kOldestProtocol = 1;
inline constexpr unsigned kNewestProtocol = 3;
/// The most bytes of the name in a greeting.
inline constexpr std::size_t kLongestName = 256;

/// What a program says of itself in its answer to the greeting.
struct Greeting {
  std::string name;
  unsigned protocol = kOldestProtocol;
};

/// The events of a game since the last question, as a seat may know them: a JSON list without its
/// brackets.
class SeenEvents {
 public:
  /// Adds an event. A counter or card that another player alone has looked at is "?".
  void add(const State& before, Action action, Player seat);
  void clear() { text_.clear(); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Lines to the program, each with its newline. `events` is null if the line carries no events.
/// From version 3 of the protocol on, states are those of append_position().
[[nodiscard]] std::string hello_line();
[[nodiscard]] std::string newgame_line(Ruleset rules, Player seat, u64 seed);
[[nodiscard]] std::string move_line(const State& s, const Legal& legal, u64 id, double seconds,
                                    unsigned protocol, const SeenEvents* events = nullptr);
[[nodiscard]] std::string endgame_line(const GameEnd& end, Player seat, const SeenEvents* events);

/// The answer to a greeting. Throws AgentFailure for any other answer.
[[nodiscard]] Greeting greeting_in(std::string_view answer);
/// The action in the answer to the question `id`. Throws AgentFailure for any other answer, and for
/// an action that is not one of `legal`.
[[nodiscard]] Action action_in(std::string_view answer, u64 id, const State& s, const Legal& legal);

}  // namespace carrack
