// An agent that is another program, in any language: JSON lines over stdin and stdout
// (PROTOCOL.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "agents/child_process.hpp"

namespace carrack {

class AgentSpec;

/// Starts its program for its first game, and again for the game after a failure and after a fork.
class ProcessAgent final : public Agent {
 public:
  struct Options {
    std::string command;     // words between spaces; no shell sees them
    double time = 10;        // seconds for a move
    double start = 10;       // seconds to answer the greeting
    ProgramLimits limits{};  // of each run of the program
  };
  /// Throws InputError for a command without a word.
  explicit ProcessAgent(Options options);
  /// `process:python3 agent.py,time=2`. Throws InputError without a command.
  [[nodiscard]] static std::unique_ptr<Agent> make(AgentSpec& spec);

  /// Throws, beside AgentFailure, what ChildProcess throws; choose() does too. Throws InputError
  /// where no program of this command has answered a greeting in this process yet, and this one
  /// does not either. The program has ended then.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override;

 private:
  /// Forgets the program of a parent process.
  void leave_to_parent();
  void start();
  /// What `talk` yields; where it throws, the program is ended.
  template <typename Talk>
  auto or_end(Talk&& talk);
  [[nodiscard]] std::string ask(const std::string& line, double seconds);
  [[nodiscard]] Patience patience(double seconds) const;

  Options options_;
  std::vector<std::string> command_;  // its words
  ErrorOutput errors_;
  std::optional<ChildProcess> program_;
  u64 asked_ = 0;  // moves so far; each question's number
};

}  // namespace carrack
