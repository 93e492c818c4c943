// A person who plays, in the form of an agent.
#pragma once

#include <memory>
#include <string>

#include "agents/agent.hpp"
#include "experiments/terminal/conversation.hpp"

namespace carrack {

/// Tells its person what has happened, as far as the seat sees it, and asks for each decision.
/// choose() throws ChoiceStopped if the person has quit the game, and InputError if the input has
/// ended.
class HumanAgent final : public Agent {
 public:
  /// `talk` must outlive the agent.
  explicit HumanAgent(Conversation& talk) : talk_(talk) {}

  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool observes() const override { return true; }
  void observe(const State& before, Action action, const State& after) override;
  void end(const GameEnd& end) override;
  [[nodiscard]] std::string spec() const override { return std::string(kHuman); }

 private:
  /// What has happened since the last question.
  [[nodiscard]] std::string news();
  [[nodiscard]] std::string hint(const State& s, const Legal& legal);

  Conversation& talk_;
  Player seat_{};
  bool was_asked_ = false;  // in this game
  std::string events_;      // since the last question, one per line
  std::unique_ptr<Agent> adviser_;
};

}  // namespace carrack
