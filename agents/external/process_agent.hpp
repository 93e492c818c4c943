// An agent that is another program, in any language: JSON lines over stdin and stdout
// (PROTOCOL.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "agents/external/child_process.hpp"
#include "agents/external/process_protocol.hpp"
#include "agents/report.hpp"

namespace carrack {

class AgentSpec;

/// Starts its program for its first game, and again for the game after a failure, after a fork, and
/// when the program has ended between two games.
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

  /// Throws what ChildProcess throws, as choose() does. Throws InputError if no program of this
  /// command has ever answered a greeting in this process, and this one does not either; then the
  /// program has ended.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool observes() const override { return protocol_ >= 2; }
  void observe(const State& before, Action action, const State& after) override;
  /// Nothing that the program does then is a failure: the game is over.
  void end(const GameEnd& end) override;
  /// Reports nothing but the seconds of the last answer.
  [[nodiscard]] const Report& report() const override { return report_; }
  [[nodiscard]] std::string spec() const override;

 private:
  /// Forgets the program of a parent process.
  void leave_to_parent();
  void start();
  /// Tells the program of the game that it plays in; starts the program if it does not run.
  void announce();
  /// Whether an ended program may have ended between two games: it ran before this game, and has
  /// not answered in it.
  [[nodiscard]] bool may_have_ended_before() const { return !is_new_ && !has_answered_; }
  [[nodiscard]] Action answer_to(const State& s, const Legal& legal);
  /// The same, also of a program that ended between two games.
  [[nodiscard]] Action answer_or_restart(const State& s, const Legal& legal);
  /// The events to tell in a question in this position; null if the game was not followed.
  [[nodiscard]] const SeenEvents* events_at(const State& s) const;
  /// Returns what `talk` returns; if `talk` throws, ends the program.
  template <typename Talk>
  auto or_end(Talk&& talk);
  [[nodiscard]] std::string ask(const std::string& line, double seconds);
  [[nodiscard]] Patience patience(double seconds) const;

  Options options_;
  Report report_;
  std::vector<std::string> command_;  // the words of Options::command
  ErrorOutput errors_;
  std::optional<ChildProcess> program_;
  unsigned protocol_ = kOldestProtocol;
  u64 asked_ = 0;              // questions so far; the number of the last one
  std::string newgame_;        // the line of this game
  bool is_new_ = false;        // the program was started for this game
  bool has_answered_ = false;  // the program has answered a question of this game
  Player seat_{};
  SeenEvents events_;              // since the last question
  std::optional<State> followed_;  // the position after them
};

}  // namespace carrack
