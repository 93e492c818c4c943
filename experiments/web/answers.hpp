// Parts of the answers to a page, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game.hpp"
#include "experiments/web/game_tree.hpp"

namespace carrack::web {

using Answer = nlohmann::ordered_json;

/// An event as a viewer may know it: `event`, and `text`, a sentence.
[[nodiscard]] Answer event_json(const State& before, Action action, std::optional<Player> eyes);
/// The options: `event`, `text` and, if it has one, its `place` in the picture. Sorted by event.
[[nodiscard]] Answer options_json(const State& s);
/// The groups of the picture by id.
[[nodiscard]] Answer groups_json(const State& s, std::optional<Player> eyes,
                                 const std::vector<std::string>& names);
/// What a page shows of the current position: `node`, `ruleset`, `seats` (specs) and their short
/// `names`, `seed` as digits, `actor`, `turn`, `phase`; `over`; whether it is a person's (`human`)
/// or anybody's `asked` decision; whether players know different things (`secrets`), and the seat
/// of the person who sees it, from 0 (`eyes`, or null); `result` so far, `code` for a link,
/// `options` if they may be seen, the picture (`svg`, `groups`), and the events of the current
/// `line`.
[[nodiscard]] Answer view_json(const GameTree& tree, std::optional<Player> eyes);
/// Points and ranks by seat, if the game ended now, with these forfeits: `forfeit` is their kind.
[[nodiscard]] Answer result_json(const State& s, std::span<const Forfeit> forfeits);
/// Editions, modules, variants, levels, colours and texts: everything that never changes.
[[nodiscard]] Answer words_json();
/// The nodes of all variations but the root, each with its parent and its event.
[[nodiscard]] Answer tree_json(const GameTree& tree, std::optional<Player> eyes);

}  // namespace carrack::web
