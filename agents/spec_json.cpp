#include "agents/spec_json.hpp"

#include <nlohmann/json.hpp>

#include "agents/spec.hpp"
#include "core/error.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

std::string value_text(const std::string& key, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number()) return value.dump();
  if (value.is_array()) {
    std::string words;
    for (const Json& word : value) {
      if (!words.empty()) words += '+';
      words += value_text(key, word);
    }
    return words;
  }
  if (value.is_object() && key == AgentSpec::kWrapped) return spec_from_json(value.dump());
  throw InputError("agent as JSON: \"" + key + "\" should be a number, a word, true, false or a " +
                   "list of words, not " + value.dump());
}

}  // namespace

std::string spec_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    throw InputError("agent '" + std::string(text) + "' is no JSON object");
  }
  if (!json.contains("agent") || !json["agent"].is_string()) {
    throw InputError(
        "agent as JSON: expected \"agent\": a name, as in "
        R"({"agent": "mcts", "iterations": 500})");
  }
  std::string spec = json["agent"].get<std::string>();
  char separator = ':';
  const auto add = [&](const std::string& part) {
    spec += separator + part;
    separator = ',';
  };
  if (json.contains("variant")) add(value_text("variant", json["variant"]));
  for (const auto& [key, value] : json.items()) {
    if (key != "agent" && key != "variant" && key != AgentSpec::kWrapped) {
      add(key + '=' + value_text(key, value));
    }
  }
  const std::string wrapped(AgentSpec::kWrapped);  // takes the rest of a spec, so it comes last
  if (json.contains(wrapped)) add(wrapped + '=' + value_text(wrapped, json[wrapped]));
  return spec;
}

std::string spec_to_json(std::string_view text) {
  AgentSpec spec(text);
  Json json{{"agent", spec.name()}};
  if (!spec.variant().empty()) json["variant"] = spec.variant();
  for (const auto& [key, value] : spec.values()) {
    const Json number = Json::parse(value, nullptr, false);
    json[key] = number.is_number() ? number : Json(value);
  }
  return json.dump();
}

}  // namespace carrack
