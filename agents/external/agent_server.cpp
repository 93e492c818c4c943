#include "agents/external/agent_server.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "agents/external/process_protocol.hpp"
#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace_reader.hpp"

namespace carrack {
namespace {

using json_reader::Json;

/// The newest version among those offered that this side speaks.
unsigned version_for(const Json& hello) {
  unsigned newest = kOldestProtocol;
  const auto offered = hello.find("protocols");
  if (offered == hello.end() || !offered->is_array()) return newest;
  for (const Json& version : *offered) {
    if (!version.is_number_unsigned()) continue;
    const auto number = version.get<u64>();
    if (number <= kNewestProtocol) newest = std::max(newest, static_cast<unsigned>(number));
  }
  return newest;
}

/// The player that a member of a message names.
Player player_in(const Json& object, const char* key, unsigned players) {
  const std::string word = json_reader::text_of(object, key);
  for (unsigned p = 0; p < players; ++p) {
    if (word == to_string(nth<Player>(p))) return nth<Player>(p);
  }
  throw InputError("\"" + std::string(key) + "\" is '" + excerpt(word) + "', expected p1 to " +
                   to_string(nth<Player>(players - 1)));
}

/// The player who declared the last battle or war among the events of a question; nothing if there
/// is none.
std::optional<Player> attacker_in(const Json& question, unsigned players) {
  std::optional<Player> attacker;
  const auto moves = question.find("moves");
  if (moves == question.end() || !moves->is_array()) return attacker;
  for (const Json& move : *moves) {
    const std::string event = json_reader::text_of(move, "event");
    if (!event.starts_with("battle ") && !event.starts_with("war ")) continue;
    attacker = player_in(move, "actor", players);
  }
  return attacker;
}

class ServedSpec final : public ServedPlayer {
 public:
  explicit ServedSpec(const std::string& spec) : spec_(make_agent(spec)->spec()) {}

  [[nodiscard]] std::string name() const override { return short_spec(spec_); }

  void begin(Ruleset rules, Player seat, u64 seed) override {
    agent_.reset();  // before the next one: memory= may not have room for two search trees
    agent_ = make_agent(spec_);
    random_ = Random(seed, stream(StreamFamily::agent, index(seat)));
    agent_->begin(rules, seat, random_);
  }

  [[nodiscard]] std::string choose(const State& s, const Legal& options) override {
    return to_notation(agent_->choose(s, options, random_), s.ruleset().board());
  }

 private:
  std::string spec_;  // with every key
  std::unique_ptr<Agent> agent_;
  Random random_{0, 0};
};

}  // namespace

AgentServer::AgentServer(std::unique_ptr<ServedPlayer> player) : player_(std::move(player)) {}

AgentServer::AgentServer(const std::string& spec)
    : AgentServer(std::make_unique<ServedSpec>(spec)) {}

std::optional<std::string> AgentServer::answer(std::string_view line) {
  const Json message = parse_json<Json>(line);
  if (!message.is_object()) throw InputError("a message is not a JSON object");
  const std::string type = json_reader::text_of(message, "type");
  std::string reply;
  JsonWriter json(reply);
  if (type == "hello") {
    json.open_object().key("name").text(printable(player_->name(), kLongestName));
    json.key("protocol").number(version_for(message)).close_object();
    return reply;
  }
  if (type == "newgame") {
    const Ruleset rules = read_ruleset(json_reader::member(message, "ruleset").dump());
    const Player seat = player_in(message, "seat", rules.players());
    const u64 seed = json_reader::number_of(message, "seed");
    game_.reset();
    player_->begin(rules, seat, seed);
    game_ = Game{rules, seat, Random(seed, stream(StreamFamily::chance, index(seat)))};
  } else if (type == "move") {
    if (!game_) throw InputError("a \"move\" before any \"newgame\"");
    const u64 id = json_reader::number_of(message, "id");
    if (const auto attacker = attacker_in(message, game_->rules.players())) {
      game_->attacker = attacker;
    }
    const std::vector<std::string> given = json_reader::words_of(message, "legal");
    const State s = read_likely_state(game_->rules, json_reader::member(message, "state").dump(),
                                      given, game_->hidden, game_->attacker);
    if (is_chance(s) || is_over(s) || s.actor != game_->seat) {
      throw InputError("the \"state\" of move " + std::to_string(id) + " is not a decision of " +
                       to_string(game_->seat));
    }
    json.open_object().key("id").number(id);
    json.key("action").text(player_->choose(s, legal_among(s, given))).close_object();
    return reply;
  } else if (type == "endgame") {
    game_.reset();
  }
  return std::nullopt;  // or a type of a later version, which is to be ignored
}

}  // namespace carrack
