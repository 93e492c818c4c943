// What an agent is: something that chooses an action in a position.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent_failure.hpp"
#include "agents/report.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"

namespace carrack {

using OptionReport = BasicOptionReport<Action>;
using Report = BasicReport<Action>;

/// Thrown by an agent whose stop flag (Agent::stop_on) ended a choice before the agent had an
/// answer. The game is not finished and does not count.
class ChoiceStopped : public std::runtime_error {
 public:
  ChoiceStopped() : std::runtime_error("the choice was stopped") {}
};

/// How a game ended, by seat.
struct GameEnd {
  Result result;  // its ranks have those who forfeited last
  std::array<double, kMaxPlayers> win_share{};
  u32 forfeited = 0;  // set of seats
  unsigned players = 0;
};

/// An agent sits at one seat of one game at a time. Not thread-safe: one per thread.
class Agent {
 public:
  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  /// A game begins, with the agent at this seat. Throws AgentFailure, as choose() may, and
  /// InputError for an agent that makes no sense in the ruleset.
  virtual void begin(Ruleset /*rules*/, Player /*seat*/, Random& /*random*/) {}

  /// Chooses one of the actions `legal`. These are at least two: all legal actions, or some of them
  /// inside `restricted:` and at forks of trials. `random` is the agent's own stream. What the
  /// player does not know has been drawn anew in `s` (see resample()). Precondition: a player is to
  /// decide.
  [[nodiscard]] virtual Action choose(const State& s, const Legal& legal, Random& random) = 0;

  /// Whether the agent wants to be told every event of its game, drawn or decided by anybody. Asked
  /// after begin(). The positions contain what the agent's player does not know.
  [[nodiscard]] virtual bool observes() const { return false; }
  virtual void observe(const State& /*before*/, Action /*action*/, const State& /*after*/) {}

  /// The game that began is over. Not called for a game that was broken off, nor for an agent that
  /// has forfeited.
  virtual void end(const GameEnd& /*end*/) {}

  /// From now on a long choice ends early once `flag` is raised, either with the best answer so far
  /// or with ChoiceStopped. The flag must outlive the agent's choices; null: no choice ends early.
  virtual void stop_on(const std::atomic<bool>* flag) noexcept { stop_flag_ = flag; }

  /// Whether choices rest on a search, so that report() has something to say.
  [[nodiscard]] virtual bool searches() const { return false; }
  /// What the last choice was based on.
  [[nodiscard]] virtual const Report& report() const;

  /// The spec that makes this agent, with every key at its value, e.g. `mcts:iterations=500`.
  [[nodiscard]] virtual std::string spec() const = 0;

 protected:
  [[nodiscard]] bool stop_asked() const noexcept {
    return stop_flag_ != nullptr && stop_flag_->load(std::memory_order_relaxed);
  }
  [[nodiscard]] const std::atomic<bool>* stop_flag() const noexcept { return stop_flag_; }

 private:
  const std::atomic<bool>* stop_flag_ = nullptr;
};

/// A choice outside a game.
struct SingleChoice {
  State view;  // the position, with what the player who decides does not know drawn anew
  Action action;
};
/// What the agent chooses in a position at which a player is to decide. A new agent gives the same
/// choice for the same position and seed from the command line, from Python and on the page. An
/// agent with reuse= or game_time= remembers its earlier choices until begin() is called.
[[nodiscard]] SingleChoice choose_once(Agent& agent, const State& s, u64 seed);
/// The same among some of the legal actions.
[[nodiscard]] SingleChoice choose_once(Agent& agent, const State& s, const Legal& among, u64 seed);

/// An agent from its spec: `name`, `name:variant` or `name:key=value,key=value`, e.g. `random`,
/// `scripted:balanced`, `mcts:iterations=500`; or the same as JSON (spec_json.hpp). Throws
/// InputError for an unknown name, key or value, with the nearest known one, and for agents nested
/// too deep; `depth` is how many others this one is inside of.
[[nodiscard]] std::unique_ptr<Agent> make_agent(std::string_view spec, unsigned depth = 0);

/// Lets each of these agents begin a game, once. Throws InputError for one that cannot: a program
/// that does not start, an option that makes no sense in a game. Called before the plan of games is
/// written, so that a wrong agent leaves no plan behind. Returns early once `stop` is raised; it
/// may be null.
void check_agents_begin(std::span<const std::string> specs, Ruleset rules,
                        const std::atomic<bool>* stop = nullptr);

/// The name of a person among agents, as records have it. make_agent() refuses it: the code that
/// runs the game asks the person.
inline constexpr std::string_view kHuman = "human";

/// A line about each agent.
struct AgentHelp {
  std::string_view name;
  std::string_view help;
};
[[nodiscard]] std::vector<AgentHelp> agent_help();
/// The names that make_agent knows.
[[nodiscard]] std::vector<std::string_view> known_agents();

}  // namespace carrack
