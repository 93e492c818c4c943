// Serves an agent of carrack by the process protocol (PROTOCOL.md): answers the lines that carrack
// sends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.hpp"

namespace carrack {

/// Serves one seat of one game after another. Each game is played by a new agent, whose random
/// stream begins with the seed of the game: the same lines get the same answers. What a position
/// hides from the player is drawn anew for every question. The agent hears of questions only, not
/// of events, so reuse=on keeps nothing.
class AgentServer {
 public:
  /// The longest message: a position, its options and the events since the last one.
  static constexpr std::size_t kLongestLine = std::size_t{4} << 20;

  /// Throws InputError for a spec that is wrong.
  explicit AgentServer(const std::string& spec);

  /// The answer to a line, without a newline; nothing if none is expected. Throws InputError for
  /// a line that is not a message of the protocol, and for a question outside of a game.
  [[nodiscard]] std::optional<std::string> answer(std::string_view line);

 private:
  struct Game {
    Ruleset rules;
    Player seat;
    Random random;                                  // the agent's
    Random hidden;                                  // draws what the player does not know
    std::optional<Player> attacker = std::nullopt;  // of the last battle or war
  };

  std::string spec_;  // the spec with every key
  std::unique_ptr<Agent> agent_;
  std::optional<Game> game_;
};

}  // namespace carrack
