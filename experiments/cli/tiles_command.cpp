// `carrack tiles`: costs and effects of the building tiles.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/game/ruleset.hpp"
#include "core/game/tile_texts.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/terminal.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

struct TilesOptions {
  std::optional<std::string> edition;  // empty: both
  std::string age = "all";
  std::vector<std::string> names;  // empty: all
  bool json = false;
};

/// The tiles of these names. Throws InputError for a name that is not among them.
std::vector<TileEntry> named(std::vector<TileEntry> tiles, const std::vector<std::string>& names) {
  if (names.empty()) return tiles;
  std::vector<std::string_view> known;
  for (const TileEntry& tile : tiles) known.push_back(tile.name);
  expect_known("tile", names, known);
  std::erase_if(tiles, [&](const TileEntry& tile) {
    return std::ranges::find(names, tile.name) == names.end();
  });
  return tiles;
}

nlohmann::ordered_json tiles_json(const std::vector<TileEntry>& tiles) {
  auto json = nlohmann::ordered_json::array();
  for (const TileEntry& tile : tiles) {
    nlohmann::ordered_json row{
        {"name", tile.name},     {"age", index(tile.age) + 1}, {"cost", tile.cost},
        {"vp", tile.vp},         {"copies", tile.copies},      {"editions", tile.editions},
        {"module", tile.module}, {"kind", tile.kind},          {"text", tile.text}};
    if (tile.module.empty()) row["module"] = nullptr;
    json.push_back(std::move(row));
  }
  return json;
}

void print_tiles(const std::vector<TileEntry>& tiles) {
  Table table({"tile", "age", "edition", "$", "VP", "kind", "effect"},
              {Align::left, Align::left, Align::left, Align::right, Align::right, Align::left,
               Align::left});
  for (const TileEntry& tile : tiles) {
    const std::string copies = tile.copies > 1 ? " (" + std::to_string(tile.copies) + ")" : "";
    std::string editions = join(tile.editions);
    if (!tile.module.empty()) editions.append(" + ").append(tile.module);
    table.add({std::string(tile.name) + copies, std::string(index(tile.age) + 1, 'I'), editions,
               std::to_string(tile.cost), std::to_string(tile.vp), std::string(tile.kind),
               std::string(tile.text)});
  }
  std::cout << table.text(line_length())
            << "turn and income: every turn from the one of the purchase on. VP: printed on the "
               "tile.\n";
}

}  // namespace

void add_tiles(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("tiles", "List the costs and effects of the building tiles");
  command->footer("Full rules of the tiles: docs/RULES.md, section 5");
  const auto options = std::make_shared<TilesOptions>();
  std::vector<std::string> known;
  for (const TileEntry& tile : list_tiles()) known.emplace_back(tile.name);
  offer(command->add_option("tile", options->names, "only these tiles; default: all"), known);
  offer(command->add_option("--edition", options->edition,
                            "aoe3 or empires, including the tiles of its modules; default: both"),
        known_editions());
  offer(
      command->add_option("--age", options->age, "1 to 3, I to III, or all")->capture_default_str(),
      kAgeWords);
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] {
    const auto age = parse_option("--age", [&] { return parse_age(options->age); });
    const auto of_edition =
        parse_option("--edition", [&] { return list_tiles(options->edition, age); });
    const auto tiles = parse_option("tile", [&] { return named(of_edition, options->names); });
    if (options->json) {
      std::cout << tiles_json(tiles).dump(2) << '\n';
    } else {
      print_tiles(tiles);
    }
  });
}

}  // namespace carrack
