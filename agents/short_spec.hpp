// Specs as people read them: without the keys that are at their defaults.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carrack {

/// What make_agent(spec)->spec() returns, every key at its value, without the memory that a search
/// takes. Throws InputError as make_agent() does.
[[nodiscard]] std::string whole_spec(std::string_view spec);

/// A whole spec without the keys that are at their defaults: it makes the same agent. Any other
/// text stays as it is, as the defaults may have been others when it was written.
[[nodiscard]] std::string short_spec(std::string_view spec);

/// The names of entrants or the specs of agents as tables print them: short_spec() of each, also
/// before ` #2`. Names that would then read alike stay as they are.
[[nodiscard]] std::vector<std::string> short_names(const std::vector<std::string>& names);

/// The agents at the seats of a game in a few words: `scripted at every seat`, or their short
/// names.
[[nodiscard]] std::string seated_names(const std::vector<std::string>& specs);

/// Whether an agent uses a network, which has no input for the figures of a tweak. False for
/// programs, of which nothing is known.
[[nodiscard]] bool uses_network(std::string_view spec);

/// The index in `names` that `wanted` means: of the same text, or else of the first name with the
/// same whole spec. names.size() if there is none.
[[nodiscard]] std::size_t find_agent(const std::vector<std::string>& names,
                                     const std::string& wanted);

}  // namespace carrack
