#include "agents/external/process_agent.hpp"

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "agents/external/process_protocol.hpp"
#include "agents/spec.hpp"
#include "core/base/error.hpp"

namespace carrack {
namespace {

/// The number as JSON writes it: 10.0, not 10.
std::string json_number(double value) { return nlohmann::json(value).dump(); }

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  if (words.empty()) {
    throw InputError("agent 'process': expected a program, as in process:python3 agent.py,time=2");
  }
  return words;
}

/// The commands whose program has answered a greeting in this process.
class Answered {
 public:
  [[nodiscard]] bool has(const std::string& command) {
    const std::lock_guard lock(mutex_);
    return commands_.contains(command);
  }
  void add(const std::string& command) {
    const std::lock_guard lock(mutex_);
    commands_.insert(command);
  }

 private:
  std::mutex mutex_;
  std::set<std::string> commands_;
};

Answered& answered() {
  static Answered all;
  return all;
}

}  // namespace

ProcessAgent::ProcessAgent(Options options)
    : options_(std::move(options)),
      command_(words_of(options_.command)),
      errors_(command_.front()) {}

std::unique_ptr<Agent> ProcessAgent::make(AgentSpec& spec) {
  constexpr u64 kMostMemory = 1U << 20;  // MiB
  constexpr u64 kMostCpu = 1'000'000;    // s
  Options options;
  options.command = spec.variant();
  options.time = spec.seconds("time", options.time, 0.001, 1e6);
  options.start = spec.seconds("start", options.start, 0.001, 1e6);
  options.limits.memory = spec.whole_number("memory", 0, 1, kMostMemory);
  options.limits.cpu = spec.whole_number("cpu", 0, 1, kMostCpu);
  return std::make_unique<ProcessAgent>(options);
}

std::string ProcessAgent::spec() const {
  std::string text = "process:" + options_.command + ",time=" + json_number(options_.time) +
                     ",start=" + json_number(options_.start);
  if (options_.limits.memory != 0) text += ",memory=" + std::to_string(options_.limits.memory);
  if (options_.limits.cpu != 0) text += ",cpu=" + std::to_string(options_.limits.cpu);
  return text;
}

template <typename Talk>
auto ProcessAgent::or_end(Talk&& talk) {
  try {
    return talk();
  } catch (...) {
    program_.reset();
    throw;
  }
}

Patience ProcessAgent::patience(double seconds) const {
  using Clock = ChildProcess::Clock;
  const auto time =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  return {.deadline = Clock::now() + time, .stop = stop_flag()};
}

std::string ProcessAgent::ask(const std::string& line, double seconds) {
  const Patience until = patience(seconds);
  program_->write(line, until);
  return program_->read_line(until);
}

void ProcessAgent::leave_to_parent() {
  if (program_ && program_->is_of_parent()) program_.reset();
}

void ProcessAgent::start() {
  std::string_view how;
  try {
    program_.emplace(command_, options_.limits, errors_);
    how = " does not answer its first greeting";
    protocol_ = greeting_in(ask(hello_line(), options_.start)).protocol;
  } catch (const AgentFailure& failure) {
    // A program that has never answered is a mistake in the spec. It would forfeit every game.
    if (answered().has(options_.command)) throw;
    throw InputError("agent 'process:" + excerpt(options_.command) + "'" + std::string(how) + ": " +
                     failure.what());
  }
  answered().add(options_.command);
}

void ProcessAgent::announce() {
  or_end([&] {
    is_new_ = !program_;
    if (is_new_) start();
    program_->write(newgame_, patience(options_.time));
  });
}

void ProcessAgent::begin(Ruleset rules, Player seat, Random& random) {
  newgame_ = newgame_line(rules, seat, random.next());
  seat_ = seat;
  has_answered_ = false;
  events_.clear();
  followed_ = carrack::start(rules);
  leave_to_parent();
  try {
    announce();
  } catch (const AgentFailure& failure) {
    if (failure.kind() != FailureKind::crashed || is_new_) throw;
    announce();
  }
}

Action ProcessAgent::answer_to(const State& s, const Legal& legal) {
  return or_end([&] {
    const u64 id = ++asked_;
    const std::string line = move_line(s, legal, id, options_.time, protocol_, events_at(s));
    const Action action = action_in(ask(line, options_.time), id, s, legal);
    has_answered_ = true;
    events_.clear();
    return action;
  });
}

Action ProcessAgent::choose(const State& s, const Legal& legal, Random& random) {
  leave_to_parent();
  if (!program_) {
    begin(s.ruleset(), s.actor, random);
    followed_.reset();
  }
  report_.seconds = 0;
  const auto asked = std::chrono::steady_clock::now();
  const Action action = answer_or_restart(s, legal);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - asked;
  report_.seconds = taken.count();
  return action;
}

Action ProcessAgent::answer_or_restart(const State& s, const Legal& legal) {
  try {
    return answer_to(s, legal);
  } catch (const AgentFailure& failure) {
    if (failure.kind() != FailureKind::crashed || !may_have_ended_before()) throw;
    announce();
    return answer_to(s, legal);
  }
}

void ProcessAgent::observe(const State& before, Action action, const State& after) {
  if (!followed_) return;
  if (before == *followed_) {
    events_.add(before, action, seat_);
    followed_ = after;
  } else {  // another game, or the middle of one
    followed_.reset();
  }
}

const SeenEvents* ProcessAgent::events_at(const State& s) const {
  const bool is_followed = protocol_ >= 2 && followed_ && s.actor == seat_ &&
                           seen_by(s, seat_) == seen_by(*followed_, seat_);
  return is_followed ? &events_ : nullptr;
}

void ProcessAgent::end(const GameEnd& end) {
  if (protocol_ >= 2 && program_ && !program_->is_of_parent()) {
    const bool is_followed = followed_ && is_over(*followed_);
    try {
      program_->write(endgame_line(end, seat_, is_followed ? &events_ : nullptr),
                      patience(options_.time));
    } catch (const AgentFailure&) {
      program_.reset();
    } catch (const ChoiceStopped&) {
      program_.reset();
    }
  }
  events_.clear();
  followed_.reset();
}

}  // namespace carrack
