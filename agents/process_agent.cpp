#include "agents/process_agent.hpp"

#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "agents/process_protocol.hpp"
#include "agents/spec.hpp"
#include "core/error.hpp"

namespace carrack {
namespace {

/// As JSON has it: 10.0, not 10.
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
  options.time = spec.number("time", options.time, 0.001, 1e6);
  options.start = spec.number("start", options.start, 0.001, 1e6);
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
  try {
    program_.emplace(command_, options_.limits, errors_);
    static_cast<void>(name_in(ask(hello_line(), options_.start)));
  } catch (const AgentFailure& failure) {
    // A program that has never answered is a mistake in the spec. It would forfeit every game.
    if (answered().has(options_.command)) throw;
    throw InputError("agent 'process:" + excerpt(options_.command) +
                     "' does not answer its first greeting: " + failure.what());
  }
  answered().add(options_.command);
}

void ProcessAgent::begin(Ruleset rules, Player seat, Random& random) {
  const std::string game = newgame_line(rules, seat, random.next());
  leave_to_parent();
  or_end([&] {
    if (!program_) start();
    program_->write(game, patience(options_.time));
  });
}

Action ProcessAgent::choose(const State& s, const Legal& legal, Random& random) {
  leave_to_parent();
  if (!program_) begin(s.ruleset(), s.actor, random);
  return or_end([&] {
    const u64 id = ++asked_;
    const std::string answer = ask(move_line(s, legal, id, options_.time), options_.time);
    return action_in(answer, id, s, legal);
  });
}

}  // namespace carrack
