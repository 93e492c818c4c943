#include "agents/learned/inputs.hpp"

#include <algorithm>

namespace carrack {
namespace {

constexpr std::array<u16, 1> kFlagLevels{1};
constexpr std::array<u16, 10> kCountLevels{1, 2, 3, 4, 5, 6, 7, 8, 10, 13};
constexpr std::array<u16, 22> kAmountLevels{1,  2,  3,  4,  5,  6,  8,  10, 12, 14,  17,
                                            20, 24, 28, 33, 40, 48, 58, 70, 85, 100, 120};

std::span<const u16> levels_of(NumberKind kind) {
  switch (kind) {
    case NumberKind::flag: return kFlagLevels;
    case NumberKind::count: return kCountLevels;
    case NumberKind::amount: break;
  }
  return kAmountLevels;
}

/// How many levels of a kind a value reaches, less one; values above the last entry reach all.
constexpr unsigned kLevelEntries = 128;
using LevelTable = std::array<u8, kLevelEntries>;
LevelTable level_table(std::span<const u16> levels) {
  LevelTable table{};
  for (unsigned value = 1; value < kLevelEntries; ++value) {
    const auto reached = std::ranges::upper_bound(levels, value) - levels.begin();
    table[value] = static_cast<u8>(reached - 1);
  }
  return table;
}

struct Layout {
  std::vector<Input> inputs;
  /// By index in the observation: the first input of the number, and its kind.
  std::vector<u16> first;
  std::vector<NumberKind> kind;
  std::array<LevelTable, 3> tables{level_table(kFlagLevels), level_table(kCountLevels),
                                   level_table(kAmountLevels)};

  Layout() {
    const std::vector<ObservationRow> rows = observation_rows(std::nullopt);
    for (unsigned number = 0; number < rows.size(); ++number) {
      const auto& [name, row_kind] = rows[number];
      first.push_back(static_cast<u16>(inputs.size()));
      kind.push_back(row_kind);
      const bool is_flag = row_kind == NumberKind::flag;
      for (const u16 level : levels_of(row_kind)) {
        inputs.push_back({is_flag ? name : name + ':' + std::to_string(level), number, level});
      }
    }
  }
};

const Layout& layout() {
  static const Layout kLayout;
  return kLayout;
}

}  // namespace

std::span<const Input> network_inputs() { return layout().inputs; }

std::span<const u16> read_inputs(const State& s, Player observer, InputScratch& scratch) {
  const Layout& known = layout();
  const std::size_t n =
      observe_nonzero(s, observer, std::span(scratch.numbers).first(observation_size() + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const auto [number, value] = scratch.numbers[i];
    const LevelTable& table = known.tables[index(known.kind[number])];
    const unsigned level = table[std::min<unsigned>(value, kLevelEntries - 1)];
    scratch.inputs[i] = static_cast<u16>(known.first[number] + level);
  }
  return std::span(scratch.inputs).first(n);
}

InputReader::InputReader() : scratch_(std::make_unique<InputScratch>()) {
  static_cast<void>(layout());
}

std::span<const u16> InputReader::read(const State& s, Player observer) {
  return read_inputs(s, observer, *scratch_);
}

}  // namespace carrack
