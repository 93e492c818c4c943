#include "experiments/web/answers.hpp"

#include <algorithm>

#include "agents/short_spec.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/board_svg.hpp"
#include "experiments/render/places.hpp"
#include "experiments/render/sentence.hpp"
#include "experiments/render/symbols.hpp"
#include "experiments/web/game_text.hpp"
#include "experiments/web/levels.hpp"

namespace carrack::web {
namespace {

Board board_of(const State& s) { return s.ruleset().board(); }

/// A text in which numbers sort by their size: bids of $2 before those of $10.
std::string sortable(const std::string& text) {
  constexpr std::size_t kDigits = 4;
  std::string padded;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", i), text.size());
    if (end - i < kDigits && end != i) padded.append(kDigits - (end - i), '0');
    padded.append(text, i, std::max(end - i, std::size_t{1}));
    i = std::max(end, i + 1);
  }
  return padded;
}

}  // namespace

Answer event_json(const State& before, Action action, std::optional<Player> eyes) {
  Answer json{{"actor", actor_name(before)}, {"turn", before.turn}, {"phase", name(before.phase)}};
  if (is_private_look(before) && eyes && *eyes != before.actor) {
    json["event"] = "?";
    json["text"] = to_string(before.actor) + " sees it";
  } else {
    json["event"] = to_notation(action, board_of(before));
    json["text"] = sentence(actor_name(before), action, board_of(before));
  }
  return json;
}

Answer options_json(const State& s) {
  std::vector<std::pair<std::string, Action>> options;
  legal(s).for_each(
      [&](Action action) { options.emplace_back(to_notation(action, board_of(s)), action); });
  std::ranges::sort(options, {}, [](const auto& option) { return sortable(option.first); });
  Answer list = Answer::array();
  for (const auto& [event, action] : options) {
    Answer& option = list.emplace_back();
    option["event"] = event;
    option["text"] = sentence(to_string(s.actor), action, board_of(s));
    if (std::string place = place_of(action, s); !place.empty()) option["place"] = place;
  }
  return list;
}

Answer groups_json(const State& s, std::optional<Player> eyes,
                   const std::vector<std::string>& names) {
  Answer groups = Answer::object();
  for (BoardGroup& group : board_groups(s, eyes, names)) groups[group.id] = group.content;
  return groups;
}

Answer result_json(const State& s, std::span<const Forfeit> forfeits) {
  Result now = result(s);
  rank_forfeits_last(now, forfeits, s.players());
  Answer seats = Answer::array();
  for (unsigned p = 0; p < s.players(); ++p) {
    const Breakdown& b = now.breakdown[p];
    seats.push_back({{"vp", now.vp[p]},
                     {"rank", now.rank[p]},
                     {"colonies", b.colonies},
                     {"discoveries", b.discoveries},
                     {"tiles", b.tiles},
                     {"economy", b.economy},
                     {"bought", b.bought}});
  }
  for (const Forfeit& forfeit : forfeits) seats[forfeit.seat]["forfeit"] = name(forfeit.kind);
  return seats;
}

Answer words_json() {
  Answer words{{"editions", known_editions()},
               {"modules", known_modules()},
               {"variants", known_variants()},
               {"levels", Answer::array()},
               {"analysis", kAnalysisAgent},
               {"judge", kJudge},
               {"colours", Answer::array()},
               {"tiles", Answer::object()},
               {"limits", {{"record", kLongestRecord}, {"tree", kLongestTree}}}};
  for (const Level& level : kLevels) {
    words["levels"].push_back(
        {{"name", level.name}, {"spec", level.spec}, {"description", level.description}});
  }
  for (unsigned p = 0; p < kMaxPlayers; ++p) {
    const picture::PlayerLook& look = picture::look_of(nth<Player>(p));
    words["colours"].push_back({{"fill", look.fill}, {"ink", look.ink}});
  }
  for (const TileEntry& tile : list_tiles()) words["tiles"][std::string(tile.name)] = tile.text;
  return words;
}

Answer view_json(const GameTree& tree, std::optional<Player> eyes) {
  const State& s = tree.state();
  const GameSetup& setup = tree.setup();
  const std::vector<std::string> names = short_names(setup.seats);
  Answer view{{"node", tree.current()},
              {"ruleset", setup.rules.to_string()},
              {"seats", setup.seats},
              {"names", names},
              {"seed", std::to_string(setup.seed)},
              {"actor", actor_name(s)},
              {"turn", s.turn},
              {"phase", name(s.phase)},
              {"over", is_over(s)},
              {"human", !is_over(s) && setup.seats[index(s.actor)] == kHuman},
              {"asked", tree.is_asked(tree.current())},
              {"secrets", has_secrets(s) && !is_over(s)},
              {"eyes", eyes ? Answer(index(*eyes)) : Answer()},
              {"result", result_json(s, tree.forfeits_at(tree.current()))},
              {"code", code_of(tree)}};
  const bool shows_options = !is_over(s) && (!eyes || *eyes == s.actor);
  view["options"] = shows_options ? options_json(s) : Answer::array();
  view["svg"] = board_svg(s, {.eyes = eyes, .agents = names});
  view["groups"] = groups_json(s, eyes, names);
  Answer& line = view["line"] = Answer::array();
  for (const u32 i : tree.line()) {
    if (i == 0) continue;
    const GameTree::Node& node = tree.node(i);
    const GameTree::Node& parent = tree.node(node.parent);
    Answer& row = line.emplace_back(event_json(parent.state, node.event, eyes));
    row["node"] = i;
    row["asked"] = tree.is_asked(node.parent);
    row["alternatives"] = parent.children.size() - 1;
  }
  return view;
}

Answer tree_json(const GameTree& tree, std::optional<Player> eyes) {
  Answer nodes = Answer::array();
  for (u32 i = 1; i < tree.size(); ++i) {
    const GameTree::Node& node = tree.node(i);
    Answer& row = nodes.emplace_back(event_json(tree.node(node.parent).state, node.event, eyes));
    row["node"] = i;
    row["parent"] = node.parent;
  }
  return nodes;
}

}  // namespace carrack::web
