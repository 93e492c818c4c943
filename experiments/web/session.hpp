// The requests of a page to the engine, as JSON text in and out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "agents/agent.hpp"
#include "agents/mcts/saved_tree.hpp"
#include "experiments/web/game_tree.hpp"

namespace carrack::web {

/// A game in progress and the requests about it. A request is an object with `do`, the name of the
/// request, and its arguments; the answer is an object. A wrong request is answered with
/// `{"error": "what was wrong"}` and changes nothing.
///
/// The table has the members of the answers. Where it says *view*, they are those of view_json()
/// (answers.hpp). A `seed` is a number or, because JavaScript rounds those above 2^53, its digits
/// as text; in answers always text. An `event` is text in the notation of records. A `node` is the
/// number of a position, in the order in which they were added.
///
/// | do | arguments | answer |
/// |---|---|---|
/// | `words` | | editions, modules, variants, agent levels, players' colours, texts of tiles,
/// limits of files |
/// | `check` | `ruleset`; `seed`, optional | `name` of the ruleset |
/// | `new` | `ruleset`, `seats`, `seed` | *view* of the first decision |
/// | `load` | `record`, `game`: which of its games, from 1; optional | *view* of the end of the
/// game; `games`: how many the record has |
/// | `open` | `code` | *view* of the position |
/// | `view` | `eyes`: a seat, from 0; optional | *view*, from now on as that person sees it |
/// | `text` | | `text` of the position, as that person sees it |
/// | `play` | `event` | *view* after it and the draws that follow |
/// | `move` | | the same, for the choice of the seat's agent |
/// | `go` | `node` | *view* of a node |
/// | `undo`, `redo` | | *view* of the last, or next, decision that was asked in the current line |
/// | `preview` | `events` | `groups` of the picture after a line of events, of which the first is
/// legal; `shown`: how many of them, up to a draw or an event that is not legal |
/// | `branch` | `events` | *view* after these and the draws between; `played`: how many of them, up
/// to one that is not legal after the draws |
/// | `tree` | | `nodes` of all variations |
/// | `record` | | `record` of the current line |
/// | `search` | `agent`, `seed` | `report` of a search of the position |
/// | `merge` | `reports` | `report` |
/// | `tree_search` | `agent`, `seed` | `svg` of the tree of a search of the position, and an empty
/// `path` |
/// | `tree_load` | `text` | the same, of a tree that `carrack analyse --tree` has written |
/// | `tree_zoom` | `node`: of that tree | `svg` of the part below a node, and the `path` to it: its
/// events |
/// | `judge` | `agent`, `plies` | `judgements` of decisions of a finished game |
/// | `report` | `agent`, `judgements` | `report` of the game, and its `page` |
class Session {
 public:
  [[nodiscard]] std::string answer(std::string_view request);

 private:
  struct Requests;  // the functions above
  /// The current game. Throws InputError if there is none.
  [[nodiscard]] GameTree& game();
  /// The player as whom the position is shown; nothing if everything may be seen.
  [[nodiscard]] std::optional<Player> eyes() const;
  /// A few positions that the viewer cannot tell from the current one: what the viewer does not
  /// know is drawn anew. Only the current one if everything may be seen.
  [[nodiscard]] std::vector<State> possible_states() const;
  [[nodiscard]] std::string view();
  [[nodiscard]] Agent& agent_at(unsigned seat);

  std::optional<GameTree> game_;
  std::optional<Player> wanted_eyes_;
  std::unordered_map<std::string, std::unique_ptr<Agent>> agents_;  // by spec
  std::optional<SavedTree> tree_;                                   // the tree that is shown
};

}  // namespace carrack::web
