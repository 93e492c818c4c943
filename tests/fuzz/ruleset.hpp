// Any text is a ruleset that round-trips and has a start position, or an InputError.
#pragma once

#include <string>
#include <string_view>

#include "core/notation/ruleset_json.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/fuzz/play.hpp"

namespace carrack::testing {

inline void fuzz_ruleset(std::string_view text) {
  const auto rules = read_or_refuse([&] { return read_ruleset(text); });
  if (!rules) return;
  std::string written;
  append_ruleset(written, *rules);
  demand(read_ruleset(written) == *rules, "the ruleset differs");
  const State s = start(*rules);
  check(s);
  show(s);
}

}  // namespace carrack::testing
