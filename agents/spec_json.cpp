#include "agents/spec_json.hpp"

#include <nlohmann/json.hpp>

#include "agents/spec.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

/// Keys of a spec that are not options.
constexpr const char* kAgent = "agent";
constexpr const char* kVariant = "variant";

std::string spec_of(const Json& json);

/// A word of a spec, which ends at the next comma.
std::string word_of(const std::string& key, const std::string& word) {
  if (key == AgentSpec::kWrapped || word.find(',') == std::string::npos) return word;
  throw InputError("agent as JSON: \"" + excerpt(key) + "\" is '" + excerpt(word) +
                   "', expected a word without a comma");
}

/// A name or a key of a spec, which ends at the next of these characters.
void check_word(const std::string& what, const std::string& word) {
  if (word.find_first_of(":=,") == std::string::npos) return;
  throw InputError("agent as JSON: " + what + " is '" + excerpt(word) +
                   "', expected a word without ':', '=' and ','");
}

/// Whole numbers without a fraction, however JSON has them: 1e3 as well as 1000.
std::string number_text(const Json& value) {
  std::string text = value.dump();
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string value_text(const std::string& key, const Json& value) {
  if (value.is_string()) return word_of(key, value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number()) return number_text(value);
  if (value.is_array()) {
    std::string words;
    for (const Json& word : value) {
      if (!words.empty()) words += '+';
      words += value_text(key, word);
    }
    return words;
  }
  if (value.is_object() && key == AgentSpec::kWrapped) return spec_of(value);
  throw InputError("agent as JSON: \"" + excerpt(key) +
                   "\" should be a number, a word, true, false or a list of words, not " +
                   excerpt(value.dump()));
}

/// `json` is nested no deeper than parse_json() lets it be.
std::string spec_of(const Json& json) {
  const auto name = json.find(kAgent);
  if (name == json.end() || !name->is_string()) {
    throw InputError(
        "agent as JSON: expected \"agent\": a name, as in "
        R"({"agent": "mcts", "iterations": 500})");
  }
  std::string spec = name->get<std::string>();
  check_word("the name of the agent", spec);
  char separator = ':';
  const auto add = [&](const std::string& part) {
    spec += separator + part;
    separator = ',';
  };
  if (json.contains(kVariant)) {
    const std::string variant = value_text(kVariant, json[kVariant]);
    // Commands may contain the characters that separate keys.
    if (in_small_letters(spec) != "process") check_word("\"variant\"", variant);
    add(variant);
  }
  for (const auto& [key, value] : json.items()) {
    check_word("a key", key);
    if (key != kAgent && key != kVariant && key != AgentSpec::kWrapped) {
      add(key + '=' + value_text(key, value));
    }
  }
  const std::string wrapped(AgentSpec::kWrapped);  // takes the rest of a spec, so it comes last
  if (json.contains(wrapped)) add(wrapped + '=' + value_text(wrapped, json[wrapped]));
  return spec;
}

Json parse(std::string_view text) {
  if (text.size() > AgentSpec::kLongest) {
    throw InputError("agent as JSON: the text has " + std::to_string(text.size()) +
                     " bytes, expected at most " + std::to_string(AgentSpec::kLongest));
  }
  try {
    auto json = parse_json<Json>(text);
    check_json_keys(text);
    return json;
  } catch (const InputError& error) {
    throw InputError(std::string("agent as JSON: ") + error.what());
  }
}

/// The value in JSON: a number if JSON writes that number the same way, else a word, such as a file
/// `1e3`.
Json number_or_word(const std::string& value) {
  try {
    const Json json = parse_json<Json>(value);
    if (json.is_number() && number_text(json) == value) return json;
  } catch (const InputError&) {  // a word
  }
  return value;
}

}  // namespace

std::string spec_from_json(std::string_view text) {
  const Json json = parse(text);
  if (!json.is_object()) {
    throw InputError("agent '" + excerpt(text) + "' is not a JSON object");
  }
  return spec_of(json);
}

AgentSpec parse_spec(std::string_view text, unsigned depth) {
  return AgentSpec(is_json_spec(text) ? spec_from_json(text) : std::string(text), depth);
}

std::string spec_to_json(std::string_view text) {
  AgentSpec spec(text);
  for (const std::string_view key : {kAgent, kVariant}) {
    if (!spec.has(key)) continue;
    throw InputError("agent '" + excerpt(text) + "': " + std::string(key) +
                     " cannot be a key: it means something else in JSON");
  }
  Json json{{kAgent, spec.name()}};
  if (!spec.variant().empty()) json[kVariant] = spec.variant();
  for (const auto& [key, value] : spec.values()) json[key] = number_or_word(value);
  return json.dump();
}

}  // namespace carrack
