// The way back from a trace: the position that a state of RULES §11 shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"

namespace carrack {

/// The position that append_position() or append_state() wrote, for all or for one player. What is
/// hidden in it ("?") is drawn at random, uniformly over all possibilities, as resample() does. The
/// position plays on as the one that was written; fields that no longer influence the game may
/// differ, and so may the hash. A position read from append_position() has the same observations as
/// the original. With buy_vp, as many VP as the scorings can have brought are taken as colony VP,
/// the rest as bought.
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

/// The same for an agent, which has to answer: if several positions of one decision look like this,
/// it returns one of them. `legal` may be a part of its options. While a defender picks casualties,
/// a trace shows neither the attacker nor the region of a war; then the first battle of `attacker`
/// is returned. In every other case it is the first position. VP of the last turn that a trace does
/// not show are computed from the position as it is.
[[nodiscard]] State read_likely_state(Ruleset rules, std::string_view text,
                                      const std::optional<std::vector<std::string>>& legal,
                                      Random& random, std::optional<Player> attacker);

}  // namespace carrack
