// RULES §4 A, §3.5: placement and the spaces of the boxes.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Placement, S4A_InPlayerOrderOneWorkerAtATime) {
  State s = Position(3)
                .available(p1, Worker::colonist, 2)
                .available(p2, Worker::colonist)
                .available(p3, Worker::colonist, 2)
                .begin(Phase::placement);
  for (const Player p : {p1, p2, p3, p1, p3}) {
    EXPECT_EQ(s.phase, Phase::placement);
    EXPECT_EQ(s.actor, p);
    play(s, "place colonist shipping");
  }
  EXPECT_NE(s.phase, Phase::placement);
}

TEST(Placement, S10_EveryAvailableTypeTimesEveryBoxWithAFreeSpace) {
  const State s = Position(4)
                      .available(p1, Worker::colonist)
                      .available(p1, Worker::captain)
                      .begin(Phase::placement);
  EXPECT_EQ(options(s).size(), 24U);
  for (const std::string_view box :
       {"initiative", "dock", "goods", "shipping", "buildings", "discovery", "captain", "merchant",
        "missionary", "soldier", "training", "warfare"}) {
    EXPECT_TRUE(offers(s, "place captain " + std::string(box))) << box;
  }
  EXPECT_FALSE(offers(s, "place captain builder"));
  EXPECT_FALSE(offers(s, "place captain mayflower"));
}

TEST(Placement, S3_5_OneWorkerAPlayerInInitiative) {
  State s = Position(2)
                .available(p1, Worker::colonist, 2)
                .available(p2, Worker::colonist, 2)
                .begin(Phase::placement);
  play(s, "place colonist initiative");
  EXPECT_TRUE(offers(s, "place colonist initiative"));  // p2
  play(s, "place colonist dock");
  EXPECT_FALSE(offers(s, "place colonist initiative"));  // p1 again
}

struct Capacity {
  std::string box;
  unsigned spaces;
};

class BoxCapacity : public ::testing::TestWithParam<Capacity> {};

TEST_P(BoxCapacity, R2_R3_ABoxClosesWhenItsSpacesAreTaken) {
  const auto& [box, spaces] = GetParam();
  State s = Position(3).available(p1, Worker::colonist, 12).begin(Phase::placement);
  for (unsigned i = 0; i < spaces; ++i) {
    ASSERT_TRUE(offers(s, "place colonist " + box)) << i;
    play(s, "place colonist " + box);
  }
  EXPECT_FALSE(offers(s, "place colonist " + box));
}

// Dock 2N - 1 = 5 for three players; buildings always five (R2); warfare four (R3).
INSTANTIATE_TEST_SUITE_P(Boxes, BoxCapacity,
                         ::testing::Values(Capacity{"dock", 5}, Capacity{"goods", 4},
                                           Capacity{"buildings", 5}, Capacity{"warfare", 4},
                                           Capacity{"captain", 1}, Capacity{"merchant", 1},
                                           Capacity{"missionary", 1}, Capacity{"soldier", 1},
                                           Capacity{"training", 1}),
                         [](const auto& param) { return param.param.box; });

TEST(Placement, S3_5_ShippingAndDiscoveryHaveNoLimit) {
  State s = Position(2).available(p1, Worker::colonist, 25).begin(Phase::placement);
  for (int i = 0; i < 24; ++i)
    play(s, i % 2 == 0 ? "place colonist shipping" : "place colonist discovery");
  EXPECT_TRUE(offers(s, "place colonist shipping"));
  EXPECT_TRUE(offers(s, "place colonist discovery"));
}

}  // namespace
}  // namespace carrack::testing
