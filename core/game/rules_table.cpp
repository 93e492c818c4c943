#include "core/game/rules_table.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "core/base/interner.hpp"

namespace carrack {
namespace {

/// Rules with the text of their tweak's name.
struct Stored {
  explicit Stored(const Rules& read) : name(read.tweak), rules(read) { rules.tweak = name; }

  std::string name;
  Rules rules;
};

/// The copies in the bag by age: the first ones of each kind.
std::array<TileSet, 3> tiles_of(RulesetWords words, const Figures& figures) noexcept {
  std::array<TileSet, 3> bags{};
  std::array<u8, kTiles> taken{};
  for (const Age age : {Age::one, Age::two, Age::three}) {
    catalogue::copies(origins_of(words), age).for_each([&](TileCopy copy) {
      const Tile kind = kind_of(copy);
      if (taken[index(kind)]++ < figures.of(kind).copies) bags[index(age)].insert(copy);
    });
  }
  return bags;
}

u16 open_boxes_of(const Figures& figures) noexcept {
  u16 open = bit(index(Box::shipping)) | bit(index(Box::discovery));
  for (unsigned box = 0; box < kBoxes; ++box) {
    if (figures.spaces[box] != 0) open = static_cast<u16>(open | bit(box));
  }
  return open;
}

template <std::size_t N>
Rules::Overcome overcome(const std::array<Discovery, N>& met) noexcept {
  Rules::Overcome sets{};
  for (unsigned strength = 0; strength < sets.size(); ++strength) {
    for (unsigned i = 0; i < N; ++i) {
      if (met[i].natives <= strength) sets[strength] = static_cast<u16>(sets[strength] | bit(i));
    }
  }
  return sets;
}

Interner<Rules>& interner() {
  static Interner<Rules> rules(rules_table::table, index(RulesId::none) + 1, "different rulesets");
  return rules;
}

/// Whether rules have a board that was read, or a tweak. Any number of them can exist.
bool is_custom(const Rules& rules) { return rules.board > Board::world || rules.is_tweaked(); }

}  // namespace

constinit std::array<const Rules*, kRulesIds> rules_table::table{};

Rules::Rules(RulesetWords of_words, Board on_board, const Figures& with_figures,
             std::string_view name) noexcept
    : Rules(of_words, on_board, boards::row(on_board)) {
  tweak = name;
  figures = with_figures;
  tiles = tiles_of(words, figures);
  open_boxes = open_boxes_of(figures);
  for (const TileFigures& tile : figures.tiles) dearest = std::max(dearest, tile.cost);
  const Figures printed = printed_figures(words);
  has_printed_sets = figures.three_any == printed.three_any &&
                     figures.three_alike == printed.three_alike &&
                     figures.four_alike == printed.four_alike;
  counters_overcome = overcome(figures.counters);
  cards_overcome = overcome(figures.cards);
  digest_ = digest_of_all();
}

u64 Rules::digest_of_all() const noexcept {
  Digest digest;
  digest.add(words.code());
  digest.add(map->digest());
  if (is_tweaked()) {
    digest.add(tweak);
    std::array<char, sizeof(Figures)> bytes;
    std::memcpy(bytes.data(), &figures, sizeof figures);
    digest.add(std::string_view(bytes.data(), bytes.size()));
  }
  return digest.value();
}

const Rules& intern(const Rules& rules) {
  const auto store = [&](unsigned free) {
    auto stored = std::make_shared<Stored>(rules);
    stored->rules.id = nth<RulesId>(free);
    return std::shared_ptr<const Rules>(stored, &stored->rules);
  };
  const unsigned number =
      interner().number_of(rules, rules.digest(), store, is_custom(rules) ? kSpareRulesIds : 0);
  return rules_of(nth<RulesId>(number));
}

bool is_known(RulesId id) { return interner().has(index(id)); }

void forget_custom_rules() {
  interner().forget_if(is_custom);
  boards::forget_added();
}

}  // namespace carrack
