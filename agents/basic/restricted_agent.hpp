// An agent under a rule of purchase: tiles that it may not buy, and tiles that it must. Experiments
// on buildings use it: the restricted play of Jaffe, Miller, Andersen, Liu, Karlin, Popović,
// "Evaluating competitive game balance with restricted play", AIIDE 2012.
#pragma once

#include "agents/agent.hpp"

namespace carrack {

/// The rule applies only at the agent's own purchases: the agent does not know of the rule when it
/// places its workers, and a search does not plan with it.
class RestrictedAgent final : public Agent {
 public:
  /// `banned` are taken from the options of every purchase; of `forced`, the first on offer in
  /// catalogue order is bought. Precondition: no tile is in both.
  RestrictedAgent(std::unique_ptr<Agent> agent, TileSet banned, TileSet forced);

  /// Throws InputError if the ruleset lacks a tile of the rule.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] bool observes() const override { return agent_->observes(); }
  void observe(const State& before, Action action, const State& after) override {
    agent_->observe(before, action, after);
  }
  void end(const GameEnd& end) override { agent_->end(end); }
  void stop_on(const std::atomic<bool>* flag) noexcept override {
    Agent::stop_on(flag);
    agent_->stop_on(flag);
  }
  [[nodiscard]] bool searches() const override { return agent_->searches(); }
  /// The agent's report; empty if the rule left no choice.
  [[nodiscard]] const Report& report() const override;
  [[nodiscard]] std::string spec() const override;

 private:
  std::unique_ptr<Agent> agent_;
  TileSet banned_;
  TileSet forced_;
  bool was_asked_ = false;
};

/// The options of a purchase without some tiles. `pass` always stays.
[[nodiscard]] Legal without(const Legal& legal, TileSet tiles);

}  // namespace carrack
