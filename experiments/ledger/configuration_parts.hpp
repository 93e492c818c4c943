// Common parts of the configurations of tournaments and trials. Not for headers, which pass JSON as
// text.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/game/ruleset.hpp"

namespace carrack::configuration {

using Json = nlohmann::ordered_json;

/// Full specs of the agents. Throws InputError.
[[nodiscard]] std::vector<std::string> full_specs(const std::vector<std::string>& agents);
[[nodiscard]] Json ruleset_as_json(Ruleset rules);
/// A configuration on one line. Throws InputError for a spec that is not UTF-8.
[[nodiscard]] std::string text_of(const Json& json);

// Each reads the member of its name. They throw InputError and JSON exceptions.
[[nodiscard]] Ruleset ruleset_in(const Json& json);
[[nodiscard]] std::vector<std::string> agents_in(const Json& json);
[[nodiscard]] u64 seed_in(const Json& json);

}  // namespace carrack::configuration
