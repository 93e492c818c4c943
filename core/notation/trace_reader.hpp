// The way back from a trace: the position that a state of RULES §11 shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The position that append_position() or append_state() wrote, for all or for one player. What is
/// hidden in it ("?") is drawn at random, every possibility alike, as resample() does. The position
/// plays on as the one that was written; fields that no longer influence the game may differ, and
/// so may the hash. An observation of it is that of the original after append_position().
/// Where VP can be bought, VP count as those of colonies as far as the scorings can have brought
/// them, and the rest as bought.
///
/// A trace does not say which decision is open. `legal`, its options as notation, tells decisions
/// apart that are otherwise alike. Only decisions and ends of games can be read.
///
/// Throws InputError for text that is not such a state or has a key twice, for a position that the
/// rules do not allow, and where a trace leaves open what the game needs to go on: then the message
/// says what that is.
[[nodiscard]] State read_state(Ruleset rules, std::string_view text,
                               const std::optional<std::vector<std::string>>& legal,
                               Random& random);

/// The same for an agent that has to answer: of several positions of one decision that look like
/// this, one. `legal` may be a part of its options. While a defender picks casualties, a trace does
/// not say who attacks, nor in which region of a war: the first battle of `attacker`. In every
/// other case the first position. VP of the last turn that a trace does not show are those that the
/// position now would make.
[[nodiscard]] State read_likely_state(Ruleset rules, std::string_view text,
                                      const std::optional<std::vector<std::string>>& legal,
                                      Random& random, std::optional<Player> attacker);

}  // namespace carrack
