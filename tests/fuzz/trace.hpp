// Any text is a position that round-trips and can be played on, or an InputError.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace_reader.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/play.hpp"

namespace carrack::testing {

/// A line with `ruleset`, `state` and optionally `legal`, as sent to external agents.
inline void fuzz_trace(std::string_view line) {
  constexpr unsigned kSteps = 40;
  const auto json = read_or_refuse([&] { return parse_json(line); });
  if (!json || !json->is_object() || !json->contains("ruleset") || !json->contains("state")) return;
  std::optional<std::vector<std::string>> legal;
  if (json->contains("legal") && (*json)["legal"].is_array()) {
    legal.emplace();
    for (const auto& word : (*json)["legal"]) {
      if (word.is_string()) legal->push_back(word.get<std::string>());
    }
  }
  Random random(1, 0);
  const auto s = read_or_refuse([&] {
    const Ruleset rules = read_ruleset((*json)["ruleset"].dump());
    return read_state(rules, (*json)["state"].dump(), legal, random);
  });
  if (!s) return;
  check(*s);
  show(*s);
  play_on(*s, kSteps, random);
}

}  // namespace carrack::testing
