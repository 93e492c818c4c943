// The people who play in `carrack play --agent human`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/cli/terminal_conversation.hpp"
#include "experiments/tournament/match.hpp"

namespace carrack {

/// How many of the specs are `human`.
[[nodiscard]] std::size_t count_people(const std::vector<std::string>& specs);

/// People at the terminal.
class People {
 public:
  /// `out` must outlive this and the agents.
  explicit People(std::ostream& out) : talk_(out) {}

  /// Makes agents as make_agent() does, and people.
  [[nodiscard]] AgentMaker maker();
  /// Throws CLI::ValidationError unless people can play with these options at one terminal.
  static void check(const MatchOptions& options);
  /// Prints who has which seat, and how to enter options.
  void welcome(const MatchOptions& options);
  /// Prints the result of a game.
  void tell_result(const MatchOptions& options, const Result& result);
  void say(const std::string& line) { talk_.say(line + '\n'); }

 private:
  TerminalConversation talk_;
};

}  // namespace carrack
