#include "core/notation/ruleset_json.hpp"

#include <algorithm>
#include <limits>

#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/notation/board_json.hpp"
#include "core/notation/tweak_json.hpp"

namespace carrack {
namespace {

void write_words(JsonWriter& json, const std::vector<std::string>& words) {
  json.open_list();
  for (const std::string& word : words) json.text(word);
  json.close_list();
}

}  // namespace

void append_ruleset(std::string& out, Ruleset rules) {
  JsonWriter json(out);
  json.open_object();
  json.key("edition").text(rules.edition_name());
  json.key("players").number(rules.players());
  json.key("modules");
  write_words(json, rules.module_names());
  json.key("variants");
  write_words(json, rules.variant_names());
  if (!rules.is_on_printed_board()) {
    json.key("board").raw("");
    append_board(out, rules.board());
  }
  if (rules.is_tweaked()) {
    json.key("tweak").raw("");
    append_tweak(out, rules);
  }
  json.close_object();
}

Ruleset read_ruleset(std::string_view text) {
  using namespace json_reader;
  const Json json = parse_json(text);
  check_json_keys(text);
  if (!json.is_object()) throw InputError("a ruleset should be a JSON object");
  const u64 players =
      std::min<u64>(number_of(json, "players"), std::numeric_limits<unsigned>::max());
  Ruleset rules = Ruleset::make(text_of(json, "edition"), static_cast<unsigned>(players),
                                words_of(json, "modules"), words_of(json, "variants"));
  const auto change = [&](const char* key, auto&& with) {
    const auto found = json.find(key);
    if (found == json.end()) return;
    try {
      rules = with(found->dump());
    } catch (const InputError& error) {
      throw InputError(std::string("\"") + key + "\": " + error.what());
    }
  };
  change("board", [&](const std::string& board) { return rules.on(read_board(board)); });
  change("tweak", [&](const std::string& tweak) { return rules.tweaked(read_tweak(tweak)); });
  return rules;
}

}  // namespace carrack
