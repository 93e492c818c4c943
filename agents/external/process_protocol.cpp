#include "agents/external/process_protocol.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "agents/agent_failure.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"
#include "core/game/ruleset.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/record_lines.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace.hpp"

namespace carrack {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kExcerpt = 80;
constexpr std::size_t kLongestAction = 128;  // names of regions have up to 32 bytes

/// The beginning of what a program has said, with escapes for what a terminal would not show.
std::string shown(std::string_view said) {
  return OrderedJson(said.substr(0, kExcerpt))
      .dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
}

[[noreturn]] void fail(std::string_view expected, std::string_view line) {
  throw AgentFailure(FailureKind::protocol,
                     "expected " + std::string(expected) + ", got " + shown(line));
}

/// The answer, if it is a JSON object.
std::optional<OrderedJson> object_in(std::string_view answer) {
  try {
    auto json = parse_json<OrderedJson>(answer);
    if (json.is_object()) return json;
  } catch (const InputError&) {  // no JSON
  }
  return std::nullopt;
}

/// The text that is the member `key`, or null if there is no text or one of more than `most` bytes.
const std::string* text_in(const OrderedJson& json, std::string_view key, std::size_t most) {
  const auto found = json.find(std::string(key));
  if (found == json.end() || !found->is_string()) return nullptr;
  const auto* const text = found->get_ptr<const std::string*>();
  return text->size() <= most ? text : nullptr;
}

bool has_id(const OrderedJson& json, u64 id) {
  const auto found = json.find("id");
  return found != json.end() && found->is_number_unsigned() && found->get<u64>() == id;
}

/// Every kind of tile of the ruleset, in catalogue order, with its age and its price in $.
void write_tiles(JsonWriter& json, Ruleset rules) {
  TileSet pool;
  for (const Age age : {Age::one, Age::two, Age::three}) pool = pool | tile_pool(rules, age);
  const TileSet kinds = pool.kinds();
  json.open_object();
  for (unsigned i = 0; i < kTiles; ++i) {
    if (!kinds.contains(nth<TileCopy>(i))) continue;
    const auto& row = catalogue::row(nth<Tile>(i));
    json.key(row.name).open_object().key("age").number(index(row.age) + 1);
    json.key("price").number(rules.figures().tiles[i].cost).close_object();
  }
  json.close_object();
}

/// Writes the result as in footers, the win shares, and who has forfeited.
void write_result(JsonWriter& json, const GameEnd& end) {
  json.open_object();
  write_result_members(json, end.result, end.players);
  json.key("win_share").open_list();
  for (unsigned p = 0; p < end.players; ++p) json.raw(OrderedJson(end.win_share[p]).dump());
  json.close_list().key("forfeited").open_list();
  for (unsigned p = 0; p < end.players; ++p) {
    if (has_bit(end.forfeited, p)) json.text(to_string(nth<Player>(p)));
  }
  json.close_list().close_object();
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

void SeenEvents::add(const State& before, Action action, Player seat) {
  if (!text_.empty()) text_ += ", ";
  JsonWriter json(text_);
  json.open_object().key("actor").text(actor_name(before));
  json.key("event").text(seen_notation(action, before, seat)).close_object();
}

std::string hello_line() {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("hello").key("protocol").number(kOldestProtocol);
  json.key("protocols").open_list();
  for (unsigned v = kOldestProtocol; v <= kNewestProtocol; ++v) json.number(v);
  json.close_list().close_object();
  return line + '\n';
}

std::string newgame_line(Ruleset rules, Player seat, u64 seed) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("newgame").key("ruleset").raw("");
  append_ruleset(line, rules);
  json.key("seat").text(to_string(seat)).key("seed").number(seed).key("tiles");
  write_tiles(json, rules);
  json.close_object();
  return line + '\n';
}

std::string endgame_line(const GameEnd& end, Player seat, const SeenEvents* events) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("endgame").key("seat").text(to_string(seat));
  if (events != nullptr) json.key("moves").raw('[' + events->text() + ']');
  json.key("result");
  write_result(json, end);
  json.close_object();
  return line + '\n';
}

std::string move_line(const State& s, const Legal& legal, u64 id, double seconds, unsigned protocol,
                      const SeenEvents* events) {
  std::string line;
  JsonWriter json(line);
  json.open_object().key("type").text("move").key("id").number(id);
  json.key("seat").text(to_string(s.actor));
  json.key("time").raw(OrderedJson(seconds).dump());
  json.key("legal").open_list();
  legal.for_each([&](Action a) { json.text(to_notation(a, s.ruleset().board())); });
  json.close_list();
  if (events != nullptr) json.key("moves").raw('[' + events->text() + ']');
  json.key("state").raw("");
  protocol >= 3 ? append_position(line, s, s.actor) : append_state(line, s, s.actor);
  json.close_object();
  return line + '\n';
}

Greeting greeting_in(std::string_view answer) {
  const auto json = object_in(answer);
  const std::string* const name = json ? text_in(*json, "name", kLongestName) : nullptr;
  if (name == nullptr) fail(R"({"name": "…"})", answer);
  Greeting greeting{.name = *name};
  if (const auto version = json->find("protocol"); version != json->end()) {
    if (!version->is_number_unsigned() || version->get<u64>() < kOldestProtocol ||
        version->get<u64>() > kNewestProtocol) {
      fail("\"protocol\" from " + std::to_string(kOldestProtocol) + " to " +
               std::to_string(kNewestProtocol),
           answer);
    }
    greeting.protocol = version->get<unsigned>();
  }
  return greeting;
}

Action action_in(std::string_view answer, u64 id, const State& s, const Legal& legal) {
  const auto json = object_in(answer);
  // The id tells the answer to this question from other lines.
  const bool is_answer = json && has_id(*json, id);
  const std::string* const word = is_answer ? text_in(*json, "action", kLongestAction) : nullptr;
  if (word == nullptr) fail(R"({"id": )" + digits_of(id) + R"(, "action": "…"})", answer);
  return legal_action(*word, s, legal);
}

}  // namespace carrack
