#include "agents/process_agent.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "agents/spec.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "core/notation.hpp"
#include "core/trace.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kProtocol = 1;
constexpr std::size_t kExcerpt = 80;

[[noreturn]] void fail(const std::string& expected, const std::string& line) {
  // Json::dump escapes what a terminal would not show.
  throw AgentFailure(
      FailureKind::protocol,
      "expected " + expected + ", got " +
          Json(line.substr(0, kExcerpt)).dump(-1, ' ', true, Json::error_handler_t::replace));
}

ChildProcess::Clock::time_point in(double seconds) {
  return ChildProcess::Clock::now() + std::chrono::duration_cast<ChildProcess::Clock::duration>(
                                          std::chrono::duration<double>(seconds));
}

std::string shortest(double value) { return Json(value).dump(); }

/// The member of an answer, which must be text.
std::string text_of(const std::string& line, const std::string& key, const std::string& expected) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains(key) || !json[key].is_string()) fail(expected, line);
  return json[key].get<std::string>();
}

std::string move_line(const State& s, const Legal& legal, u64 id, double seconds) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("move").key("id").number(id);
  json.key("seat").text(to_string(s.actor));
  json.key("time").raw(shortest(seconds));
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
  return "process:" + options_.command + ",time=" + shortest(options_.time) +
         ",start=" + shortest(options_.start);
}

std::string ProcessAgent::ask(const std::string& line, double seconds) {
  try {
    const auto deadline = in(seconds);
    program_->write(line, deadline);
    return program_->read_line(deadline);
  } catch (const AgentFailure&) {
    program_.reset();
    throw;
  }
}

void ProcessAgent::start() {
  std::istringstream text(options_.command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  program_.emplace(words);
  const Json hello{{"type", "hello"}, {"protocol", kProtocol}};
  const std::string answer = ask(hello.dump() + '\n', options_.start);
  try {
    static_cast<void>(text_of(answer, "name", R"({"name": "…"})"));
  } catch (const AgentFailure&) {
    program_.reset();
    throw;
  }
}

void ProcessAgent::begin(Ruleset rules, Player seat, Random& random) {
  if (!program_) start();
  const Json game{{"type", "newgame"},
                  {"ruleset",
                   {{"edition", rules.edition_name()},
                    {"players", rules.players()},
                    {"modules", rules.module_names()},
                    {"variants", rules.variant_names()}}},
                  {"seat", to_string(seat)},
                  {"seed", random.next()}};
  try {
    program_->write(game.dump() + '\n', in(options_.time));
  } catch (const AgentFailure&) {
    program_.reset();
    throw;
  }
}

Action ProcessAgent::choose(const State& s, const Legal& legal, Random& random) {
  if (!program_) begin(s.ruleset(), s.actor, random);
  const std::string answer = ask(move_line(s, legal, ++asked_, options_.time), options_.time);
  try {
    // The number tells an answer from a word out of turn.
    const Json json = Json::parse(answer, nullptr, false);
    if (!json.is_object() || !json.contains("id") || json["id"] != asked_) {
      fail(R"({"id": )" + std::to_string(asked_) + R"(, "action": "…"})", answer);
    }
    const std::string word = text_of(answer, "action", R"({"action": "…"})");
    try {
      const Action action = parse_notation(word, s.ruleset().board());
      if (legal.contains(action)) return action;
    } catch (const InputError&) {  // no action at all
    }
    throw AgentFailure(
        FailureKind::illegal,
        Json(word.substr(0, kExcerpt)).dump(-1, ' ', true, Json::error_handler_t::replace) +
            " is not legal");
  } catch (const AgentFailure&) {
    program_.reset();
    throw;
  }
}

}  // namespace carrack
