#include "agents/process_protocol.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "agents/agent_failure.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/json_writer.hpp"
#include "core/notation.hpp"
#include "core/numbers.hpp"
#include "core/ruleset_json.hpp"
#include "core/trace.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kProtocol = 1;
constexpr std::size_t kExcerpt = 80;
constexpr std::size_t kLongestName = 256;
constexpr std::size_t kLongestAction = 64;

/// The beginning of what a program has said, with escapes for what a terminal would not show.
std::string shown(std::string_view said) {
  return Json(said.substr(0, kExcerpt)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

[[noreturn]] void fail(std::string_view expected, std::string_view line) {
  throw AgentFailure(FailureKind::protocol,
                     "expected " + std::string(expected) + ", got " + shown(line));
}

/// The answer, if it is a JSON object.
std::optional<Json> object_in(std::string_view answer) {
  try {
    Json json = parse_json<Json>(answer);
    if (json.is_object()) return json;
  } catch (const InputError&) {  // no JSON
  }
  return std::nullopt;
}

/// The text that is the member `key`, or null if there is no text or one of more than `most` bytes.
const std::string* text_in(const Json& json, std::string_view key, std::size_t most) {
  const auto found = json.find(std::string(key));
  if (found == json.end() || !found->is_string()) return nullptr;
  const auto* const text = found->get_ptr<const std::string*>();
  return text->size() <= most ? text : nullptr;
}

bool has_id(const Json& json, u64 id) {
  const auto found = json.find("id");
  return found != json.end() && found->is_number_unsigned() && found->get<u64>() == id;
}

/// Throws AgentFailure if the action is not legal, or none at all.
Action legal_action(const std::string& word, const State& s, const Legal& legal) {
  try {
    const Action action = parse_notation(word, s.ruleset().board());
    if (legal.contains(action)) return action;
  } catch (const InputError&) {  // no action at all
  }
  throw AgentFailure(FailureKind::illegal, shown(word) + " is not legal");
}

}  // namespace

std::string hello_line() { return Json{{"type", "hello"}, {"protocol", kProtocol}}.dump() + '\n'; }

std::string newgame_line(Ruleset rules, Player seat, u64 seed) {
  std::string ruleset;
  append_ruleset(ruleset, rules);
  const Json game{{"type", "newgame"},
                  {"ruleset", Json::parse(ruleset)},
                  {"seat", to_string(seat)},
                  {"seed", seed}};
  return game.dump() + '\n';
}

std::string move_line(const State& s, const Legal& legal, u64 id, double seconds) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("move").key("id").number(id);
  json.key("seat").text(to_string(s.actor));
  json.key("time").raw(Json(seconds).dump());
  json.key("legal").open_list();
  legal.for_each([&](Action a) { json.text(to_notation(a, s.ruleset().board())); });
  json.close_list().key("state").raw("");
  append_state(line, s, s.actor);
  json.close_object();
  return line + '\n';
}

std::string name_in(std::string_view answer) {
  const auto json = object_in(answer);
  const std::string* const name = json ? text_in(*json, "name", kLongestName) : nullptr;
  if (name == nullptr) fail(R"({"name": "…"})", answer);
  return *name;
}

Action action_in(std::string_view answer, u64 id, const State& s, const Legal& legal) {
  const auto json = object_in(answer);
  // The number tells an answer from a word out of turn.
  const bool is_answer = json && has_id(*json, id);
  const std::string* const word = is_answer ? text_in(*json, "action", kLongestAction) : nullptr;
  if (word == nullptr) fail(R"({"id": )" + digits_of(id) + R"(, "action": "…"})", answer);
  return legal_action(*word, s, legal);
}

}  // namespace carrack
