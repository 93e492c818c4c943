// Serves an agent of carrack by the process protocol (PROTOCOL.md): answers the lines that carrack
// sends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.hpp"

namespace carrack {

/// Plays for an AgentServer: one seat of one game after another.
class ServedPlayer {
 public:
  ServedPlayer() = default;
  ServedPlayer(const ServedPlayer&) = delete;
  ServedPlayer& operator=(const ServedPlayer&) = delete;
  virtual ~ServedPlayer() = default;

  /// The name in the greeting; a longer one than kLongestName is cut.
  [[nodiscard]] virtual std::string name() const = 0;
  /// A game begins. The choices of a game should depend only on its seed and its questions.
  virtual void begin(Ruleset rules, Player seat, u64 seed) = 0;
  /// The notation of one of the options. Any other text is sent too, and forfeits the game.
  [[nodiscard]] virtual std::string choose(const State& s, const Legal& options) = 0;
};

/// Answers the messages of one process of carrack. What a position hides from the player is drawn
/// anew for every question: the same lines get the same answers.
class AgentServer {
 public:
  /// The longest message: a position, its options and the events since the last one.
  static constexpr std::size_t kLongestLine = std::size_t{4} << 20;

  explicit AgentServer(std::unique_ptr<ServedPlayer> player);
  /// Serves a new agent of this spec in every game. The agent hears of questions only, not of
  /// events, so reuse=on keeps nothing. Throws InputError for a spec that is wrong.
  explicit AgentServer(const std::string& spec);

  /// The answer to a line, without a newline; nothing if none is expected. Throws InputError for
  /// a line that is not a message of the protocol, and for a question outside of a game.
  [[nodiscard]] std::optional<std::string> answer(std::string_view line);

 private:
  struct Game {
    Ruleset rules;
    Player seat;
    Random hidden;                                  // draws what the player does not know
    std::optional<Player> attacker = std::nullopt;  // of the last battle or war
  };

  std::unique_ptr<ServedPlayer> player_;
  std::optional<Game> game_;
};

}  // namespace carrack
