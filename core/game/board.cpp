#include "core/game/board.hpp"

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/interner.hpp"
#include "core/game/catalogue.hpp"

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

/// Throws InputError for a board that cannot be played on.
void check_whole(const BoardRow& board) {
  for (unsigned g = 0; g < kGoods; ++g) {
    if (board.tokens()[g] <= BoardRow::kMostTokens) continue;
    throw InputError("the tokens of '" + std::string(name(nth<Good>(g))) + "' are " +
                     std::to_string(board.tokens()[g]) + ", expected up to " +
                     std::to_string(BoardRow::kMostTokens));
  }
  if (board.discovered() == 0) {
    throw InputError("no region is discovered from the start: the first colonists need one");
  }
  if (board.discovered() == board.all()) {
    throw InputError("there is nothing to discover: all regions are discovered from the start");
  }
  GoodTokens left = board.tokens();
  for (const RegionRow& region : board.regions()) {
    if (left[index(region.good)]-- == 0) {
      throw InputError("region '" + std::string(region.name) + "' holds '" +
                       std::string(name(region.good)) + "', of which the box has " +
                       std::to_string(board.tokens()[index(region.good)]));
    }
  }
}

}  // namespace

const BoardRow& row(Board board) noexcept {
  return index(board) < kPrinted.size() ? *kPrinted[index(board)] : *table[index(board)];
}

Board add(const BoardRow& row) {
  check_whole(row);
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
