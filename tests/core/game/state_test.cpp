// Parts of a position.
#include "core/game/state.hpp"

#include <gtest/gtest.h>

#include "core/base/random.hpp"

namespace carrack {
namespace {

template <std::size_t N>
void expect_counted(Random& random) {
  std::array<Slot, N> spaces{};
  std::array<unsigned, kMaxPlayers> expected{};
  for (Slot& slot : spaces) {
    if (random.below(3) == 0) continue;
    const unsigned p = random.below(kMaxPlayers);
    slot = Slot(nth<Player>(p), nth<Worker>(random.below(kWorkers)));
    ++expected[p];
  }
  for (unsigned p = 0; p < kMaxPlayers; ++p) {
    ASSERT_EQ(Slot::count(spaces, nth<Player>(p)), expected[p]) << N << " spaces, seat " << p;
  }
}

TEST(Slot, CountsTheWorkersOfAPlayer) {
  Random random(1, 0);
  for (int i = 0; i < 2'000; ++i) {
    expect_counted<4>(random);
    expect_counted<5>(random);
    expect_counted<6>(random);
    expect_counted<8>(random);
    expect_counted<18>(random);
  }
}

}  // namespace
}  // namespace carrack
