#include "experiments/web/position_text.hpp"

#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/table.hpp"

namespace carrack::web {
namespace {

/// The tiles on show, with what they cost and do.
std::string tiles_text(const State& s) {
  Table table({"tile", "price", "effect"}, {Align::left, Align::left, Align::left});
  bool is_empty = true;
  tiles_on_show(s).for_each([&](TileCopy copy) {
    const Tile tile = kind_of(copy);
    table.add({std::string(name(tile)), price_text(s.ruleset().figures().of(tile)),
               std::string(text_of(tile).text)});
    is_empty = false;
  });
  return is_empty ? "" : '\n' + table.text();
}

/// What awaits expeditions, as far as the person knows.
std::string discoveries_text(const State& s, std::optional<Player> eyes) {
  std::string text;
  const auto regions = catalogue::regions(s.ruleset().board());
  for (unsigned r = 0; r < regions.size(); ++r) {
    if (has_bit(s.discovered, r)) continue;
    const int counter =
        eyes ? counter_known_to(s, *eyes, nth<Region>(r)) : fixed_counter(s, nth<Region>(r));
    if (counter < 0) continue;
    const auto& figures = s.ruleset().figures().counters[static_cast<unsigned>(counter)];
    text.append("expeditions to ").append(regions[r].name).append(": ");
    text.append(terms_text(figures)).append("\n");
  }
  return text.empty() ? "" : '\n' + text;
}

std::string bids_text(const State& s) {
  if (s.phase != Phase::auction) return "";
  std::string text;
  for (unsigned p = 0; p < s.players(); ++p) {
    const unsigned bid = s.player[p].bid();
    text.append(text.empty() ? "\nbids: " : ", ").append(to_string(nth<Player>(p)));
    text += bid == 0 ? " none yet" : " $" + std::to_string(bid);
  }
  return text + '\n';
}

std::string supply_line(const State& s) {
  const auto [ships, face_down, tiles] = supply_texts(s);
  return "\nsupply: " + ships + "; " + face_down + "; " + tiles + '\n';
}

}  // namespace

std::string position_text(const State& s, std::optional<Player> eyes) {
  return turn_and_board_text(s, eyes) + bids_text(s) + tiles_text(s) + discoveries_text(s, eyes) +
         supply_line(s);
}

}  // namespace carrack::web
