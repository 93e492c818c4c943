#include "core/game/board.hpp"

#include <memory>
#include <string>
#include <vector>

#include "core/base/interner.hpp"

namespace carrack::boards {
namespace {

/// A board that was read, with its texts.
struct Stored {
  explicit Stored(const BoardRow& read) : texts(texts_of(read)), row(with_own_texts(read)) {}

  static std::string texts_of(const BoardRow& board) {
    std::string all(board.name());
    for (const RegionRow& region : board.regions()) all += region.name;
    return all;
  }

  [[nodiscard]] BoardRow with_own_texts(const BoardRow& read) const {
    std::string_view rest = texts;
    const auto next = [&](std::string_view text) {
      const std::string_view own = rest.substr(0, text.size());
      rest.remove_prefix(text.size());
      return own;
    };
    const std::string_view name = next(read.name());
    std::vector<RegionRow> regions(read.regions().begin(), read.regions().end());
    for (RegionRow& region : regions) region.name = next(region.name);
    return {name, regions, read.tokens()};
  }

  std::string texts;
  BoardRow row;
};

constexpr std::array<const BoardRow*, 2> kPrinted{&kAmericas, &kWorld};

/// By number; null for the printed ones.
constinit std::array<const BoardRow*, kBoards> table{};

Interner<BoardRow>& interner() {
  static Interner<BoardRow> boards(table, kPrinted.size(), "boards");
  return boards;
}

}  // namespace

const BoardRow& row(Board board) noexcept {
  return index(board) < kPrinted.size() ? *kPrinted[index(board)] : *table[index(board)];
}

Board add(const BoardRow& row) {
  for (unsigned printed = 0; printed < kPrinted.size(); ++printed) {
    if (*kPrinted[printed] == row) return nth<Board>(printed);
  }
  return nth<Board>(interner().number_of(row, row.digest(), [&](unsigned) {
    const auto stored = std::make_shared<const Stored>(row);
    return std::shared_ptr<const BoardRow>(stored, &stored->row);
  }));
}

void forget_added() {
  interner().forget_if([](const BoardRow&) { return true; });
}

}  // namespace carrack::boards
