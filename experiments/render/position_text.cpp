#include "experiments/render/position_text.hpp"

#include <utility>
#include <vector>

#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_text.hpp"

namespace carrack {
namespace {

/// Rows of "navigator", "$10" and the effect.
class TileRows {
 public:
  /// `where`: a first column for the place of a tile.
  explicit TileRows(const State& s, bool where) : s_(s), where_(where), table_(header(where)) {}

  void add(TileSet tiles, const std::string& place) {
    tiles.for_each([&](TileCopy copy) {
      const Tile tile = kind_of(copy);
      std::vector<std::string> row{std::string(name(tile)),
                                   price_text(s_.ruleset().figures().of(tile)),
                                   std::string(text_of(tile).text)};
      if (where_) row.insert(row.begin(), place);
      table_.add(std::move(row));
      is_empty_ = false;
    });
  }
  /// Empty without tiles.
  [[nodiscard]] std::string text(std::size_t line) const {
    return is_empty_ ? "" : table_.text(line);
  }

 private:
  static Table header(bool where) {
    std::vector<std::string> columns{"tile", "price", "effect"};
    if (where) columns.insert(columns.begin(), "where");
    const std::vector<Align> left(columns.size(), Align::left);
    return Table(std::move(columns), left);
  }

  const State& s_;
  bool where_;
  Table table_;
  bool is_empty_ = true;
};

std::string offer_text(const State& s, std::size_t line) {
  TileRows rows(s, /*where=*/false);
  rows.add(tiles_on_show(s), "");
  const std::string text = rows.text(line);
  return text.empty() ? "" : '\n' + text;
}

/// What awaits expeditions, as far as the viewer knows.
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

std::string position_text(const State& s, std::optional<Player> eyes, std::size_t line) {
  return turn_and_board_text(s, eyes) + bids_text(s) + offer_text(s, line) +
         discoveries_text(s, eyes) + supply_line(s);
}

std::string tiles_text(const State& s, std::size_t line) {
  TileRows rows(s, /*where=*/true);
  rows.add(tiles_on_show(s), "on show");
  for (unsigned p = 0; p < s.players(); ++p) {
    const auto player = nth<Player>(p);
    rows.add(s.tiles_of(player), to_string(player));
  }
  const std::string text = rows.text(line);
  return text.empty() ? "no tile is on show, and nobody has one\n" : text;
}

}  // namespace carrack
