#include "agents/process_agent.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "agents/spec.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "core/notation.hpp"
#include "core/ruleset_json.hpp"
#include "core/trace.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kProtocol = 1;
constexpr std::size_t kExcerpt = 80;

/// The beginning of what a program has said, with escapes for what a terminal would not show.
std::string shown(const std::string& said) {
  return Json(said.substr(0, kExcerpt)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

[[noreturn]] void fail(const std::string& expected, const std::string& line) {
  throw AgentFailure(FailureKind::protocol, "expected " + expected + ", got " + shown(line));
}

ChildProcess::Clock::time_point in(double seconds) {
  return ChildProcess::Clock::now() + std::chrono::duration_cast<ChildProcess::Clock::duration>(
                                          std::chrono::duration<double>(seconds));
}

std::string json_number(double value) { return Json(value).dump(); }

/// The member of an answer, which must be text.
std::string text_of(const std::string& line, const std::string& key, const std::string& expected) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains(key) || !json[key].is_string()) fail(expected, line);
  return json[key].get<std::string>();
}

/// The action of that notation. Throws AgentFailure if it is not legal, or none at all.
Action legal_action(const std::string& word, const State& s, const Legal& legal) {
  try {
    const Action action = parse_notation(word, s.ruleset().board());
    if (legal.contains(action)) return action;
  } catch (const InputError&) {  // no action at all
  }
  throw AgentFailure(FailureKind::illegal, shown(word) + " is not legal");
}

std::string move_line(const State& s, const Legal& legal, u64 id, double seconds) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("move").key("id").number(id);
  json.key("seat").text(to_string(s.actor));
  json.key("time").raw(json_number(seconds));
  json.key("legal").open_list();
  legal.for_each([&](Action a) { json.text(to_notation(a, s.ruleset().board())); });
  json.close_list().key("state").raw("");
  append_state(line, seen_by(s, s.actor));
  json.close_object();
  return line + '\n';
}

}  // namespace

ProcessAgent::ProcessAgent(Options options) : options_(std::move(options)) {}

std::unique_ptr<Agent> ProcessAgent::make(AgentSpec& spec) {
  Options options;
  options.command = spec.variant();
  options.time = spec.number("time", options.time, 0.001, 1e6);
  options.start = spec.number("start", options.start, 0.001, 1e6);
  if (options.command.find_first_not_of(' ') == std::string::npos) {
    throw InputError("agent 'process': expected a program, as in process:python3 agent.py,time=2");
  }
  return std::make_unique<ProcessAgent>(options);
}

std::string ProcessAgent::spec() const {
  return "process:" + options_.command + ",time=" + json_number(options_.time) +
         ",start=" + json_number(options_.start);
}

template <typename Talk>
auto ProcessAgent::or_end(Talk&& talk) {
  try {
    return talk();
  } catch (const AgentFailure&) {
    program_.reset();
    throw;
  }
}

std::string ProcessAgent::ask(const std::string& line, double seconds) {
  const auto deadline = in(seconds);
  program_->write(line, deadline);
  return program_->read_line(deadline);
}

void ProcessAgent::start() {
  std::istringstream text(options_.command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  program_.emplace(words);
  const Json hello{{"type", "hello"}, {"protocol", kProtocol}};
  static_cast<void>(text_of(ask(hello.dump() + '\n', options_.start), "name", R"({"name": "…"})"));
}

void ProcessAgent::begin(Ruleset rules, Player seat, Random& random) {
  std::string ruleset;
  append_ruleset(ruleset, rules);
  const Json game{{"type", "newgame"},
                  {"ruleset", Json::parse(ruleset)},
                  {"seat", to_string(seat)},
                  {"seed", random.next()}};
  or_end([&] {
    if (!program_) start();
    program_->write(game.dump() + '\n', in(options_.time));
  });
}

Action ProcessAgent::choose(const State& s, const Legal& legal, Random& random) {
  if (!program_) begin(s.ruleset(), s.actor, random);
  return or_end([&] {
    const std::string answer = ask(move_line(s, legal, ++asked_, options_.time), options_.time);
    // The number tells an answer from a word out of turn.
    const Json json = Json::parse(answer, nullptr, false);
    if (!json.is_object() || !json.contains("id") || json["id"] != asked_) {
      fail(R"({"id": )" + std::to_string(asked_) + R"(, "action": "…"})", answer);
    }
    return legal_action(text_of(answer, "action", R"({"action": "…"})"), s, legal);
  });
}

}  // namespace carrack
