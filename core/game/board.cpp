#include "core/game/board.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace carrack::boards {
namespace {

/// A board that was read, with its texts.
struct Stored {
  explicit Stored(const BoardRow& read) : row(with_own_texts(read)) {}

  BoardRow with_own_texts(const BoardRow& other) {
    std::vector<RegionRow> regions(other.regions().begin(), other.regions().end());
    for (RegionRow& region : regions) region.name = texts.emplace_back(region.name);
    return {texts.emplace_back(other.name()), regions, other.tokens()};
  }

  std::deque<std::string> texts;
  BoardRow row;
};

constexpr unsigned kPrinted = index(Board::world) + 1;

std::mutex adding;
unsigned known = kPrinted;

/// Never moves what it holds.
std::deque<Stored>& stored() {
  static std::deque<Stored> boards;
  return boards;
}

}  // namespace

constinit std::array<const BoardRow*, kMost> table{&kAmericas, &kWorld};

Board add(const BoardRow& row) {
  const std::scoped_lock lock(adding);
  const auto end = table.begin() + known;
  const auto found =
      std::find_if(table.begin(), end, [&](const BoardRow* other) { return *other == row; });
  if (found != end) return nth<Board>(static_cast<unsigned>(found - table.begin()));
  if (known == kMost) {
    throw InputError("more than " + std::to_string(kMost) + " boards in one run");
  }
  table[known] = &stored().emplace_back(row).row;
  return nth<Board>(known++);
}

void forget_added() noexcept {
  const std::scoped_lock lock(adding);
  std::fill(table.begin() + kPrinted, table.end(), nullptr);
  known = kPrinted;
  stored().clear();
}

}  // namespace carrack::boards
