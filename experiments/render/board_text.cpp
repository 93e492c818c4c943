#include "experiments/render/board_text.hpp"

#include <array>

#include "core/base/numbers.hpp"
#include "core/game/bags.hpp"
#include "core/game/knowledge.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/boxes_text.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

std::string workers_text(WorkerCounts workers) {
  std::string text;
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto type = nth<Worker>(t);
    if (workers[type] == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(workers[type]) + ' ' + std::string(name(type));
  }
  return text.empty() ? "-" : text;
}

std::string goods_text(const PlayerState& p) {
  std::string text;
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned n = p.good(nth<Good>(g));
    if (n == 0) continue;
    if (!text.empty()) text += ", ";
    text += (n > 1 ? std::to_string(n) + ' ' : "") + std::string(name(nth<Good>(g)));
  }
  return text.empty() ? "-" : text;
}

std::string tiles_text(TileSet tiles) {
  std::string text;
  tiles.for_each([&](TileCopy copy) {
    if (!text.empty()) text += ", ";
    text += name(kind_of(copy));
  });
  return text.empty() ? "-" : text;
}

/// "4" or "4+1s": civilians, then missionaries (m), soldiers (s) and builders (b).
std::string garrison(const PlayerState& p, Region r) {
  std::string text;
  const auto add = [&](unsigned n, std::string_view letter) {
    if (n == 0) return;
    if (!text.empty()) text += '+';
    text.append(std::to_string(n)).append(letter);
  };
  add(p.civilians_in(r), "");
  add(p.missionaries_in(r), "m");
  add(p.soldiers_in(r), "s");
  add(p.builders_in(r), "b");
  return text.empty() ? "." : text;
}

/// The strength of the natives if the viewer, or everybody, knows it; "-" if the region is
/// discovered.
std::string natives_text(const State& s, Region r, std::optional<Player> eyes) {
  if (has_bit(s.discovered, index(r))) return "-";
  const int counter = eyes ? counter_known_to(s, *eyes, r) : public_counter(s, r);
  if (counter < 0) return "?";
  return std::to_string(s.ruleset().figures().counters[static_cast<unsigned>(counter)].natives);
}

std::string regions_text(const State& s, std::optional<Player> eyes) {
  std::vector<std::string> header{"region", "good", "natives"};
  for (unsigned p = 0; p < s.players(); ++p) header.push_back(to_string(nth<Player>(p)));
  Table table(header);
  const Board board = s.ruleset().board();
  const auto rows = catalogue::regions(board);
  for (unsigned r = 0; r < rows.size(); ++r) {
    std::vector<std::string> row{std::string(rows[r].name)};
    const bool token = has_bit(s.region_tokens, r);
    row.push_back(token ? std::string(name(rows[r].good)) : "taken");
    row.push_back(natives_text(s, nth<Region>(r), eyes));
    for (unsigned p = 0; p < s.players(); ++p) {
      row.push_back(garrison(s.player[p], nth<Region>(r)));
    }
    table.add(row);
  }
  return table.text();
}

std::string players_text(const State& s) {
  const bool national = s.ruleset().has(Module::national);
  Table table(
      {"player", "money", "VP if it ended now", "ships", "goods", "available workers", "tiles"});
  const Result now = result(s);
  u32 unplaced = s.unplaced();
  for (unsigned place = 0; place < s.players(); ++place) {
    Player p = s.in_place(place);
    if (index(p) >= s.players()) {  // not settled yet: by seat
      p = nth<Player>(first_bit(unplaced));
      unplaced &= unplaced - 1;
    }
    const PlayerState& mine = s.of(p);
    const std::string nation =
        national && mine.has_nation() ? " (" + std::string(name(mine.nation())) + ")" : "";
    table.add({to_string(p) + nation, "$" + std::to_string(mine.money()),
               std::to_string(now.vp[index(p)]), std::to_string(mine.ships()), goods_text(mine),
               workers_text(mine.available()), tiles_text(s.tiles_of(p))});
  }
  return table.text();
}

}  // namespace

std::string turn_text(const State& s) {
  const std::string turn = "turn " + std::to_string(s.turn) + ", ";
  if (is_over(s)) return turn + "the game is over";
  return turn + std::string(name(s.phase)) + ", " +
         (is_chance(s) ? "chance to draw" : to_string(s.actor) + " to decide");
}

std::string board_text(const State& s, std::optional<Player> eyes) {
  std::string goods;
  for (const Good good : s.goods_on_show) {
    goods += (goods.empty() ? "" : ", ") + std::string(name(good));
  }
  const std::string boxes = boxes_text(s);
  return regions_text(s, eyes) + '\n' + players_text(s) + (boxes.empty() ? "" : '\n' + boxes) +
         "\non show: " + tiles_text(tiles_on_show(s)) + "; " +
         (goods.empty() ? "no goods" : goods) + (s.ship_on_show != 0 ? "; a ship" : "; no ship") +
         '\n';
}

std::string turn_and_board_text(const State& s, std::optional<Player> eyes) {
  return turn_text(s) + "\n\n" + board_text(s, eyes);
}

std::string terms_text(const Discovery& discovery) {
  return std::to_string(discovery.natives) +
         (discovery.natives == 1 ? " native, $" : " natives, $") +
         std::to_string(discovery.plunder) + " + " + std::to_string(discovery.per_soldier) +
         " a soldier, " + std::to_string(discovery.vp) + " VP";
}

std::array<std::string, 3> supply_texts(const State& s) {
  std::string tiles;
  for (unsigned age = index(s.era()); age < 3; ++age) {
    tiles.append(tiles.empty() ? "" : ", ").append(age + 1, 'I').append(1, ' ');
    tiles += std::to_string(unseen_tiles(s, nth<Age>(age)).size());
  }
  return {counted(s.supply.ships(), "ship"),
          "face down: " + counted(count_bits(counter_bag(s)), "counter") + ", " +
              counted(count_bits(card_bag(s)), "card"),
          "tiles to come: " + tiles};
}

std::string price_text(const TileFigures& tile) {
  const std::string price = tile.cost == 0 ? "free" : "$" + std::to_string(tile.cost);
  return tile.vp == 0 ? price : price + ", " + std::to_string(tile.vp) + " VP";
}

std::string result_text(const Result& result, unsigned players,
                        const std::vector<std::string>& agents) {
  Table table(
      {"player", "agent", "rank", "VP", "colonies", "discoveries", "tiles", "economy", "bought"});
  for (unsigned p = 0; p < players; ++p) {
    const Breakdown& b = result.breakdown[p];
    table.add({to_string(nth<Player>(p)), agents[p], std::to_string(result.rank[p]),
               std::to_string(result.vp[p]), std::to_string(b.colonies),
               std::to_string(b.discoveries), std::to_string(b.tiles), std::to_string(b.economy),
               std::to_string(b.bought)});
  }
  return table.text();
}

}  // namespace carrack
