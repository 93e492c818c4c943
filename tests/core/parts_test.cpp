// The small parts: bits, lanes, worker counts, tile sets, masks, the catalogue, random numbers.
#include "tests/core/position.hpp"

namespace carrack::testing {
namespace {

TEST(Bits, NthBitPicksInOrder) {
  constexpr u64 kWord = bit(0) | bit(5) | bit(63);
  EXPECT_EQ(nth_bit(kWord, 0), 0U);
  EXPECT_EQ(nth_bit(kWord, 1), 5U);
  EXPECT_EQ(nth_bit(kWord, 2), 63U);
}

TEST(Bits, LanesDoNotTouchTheirNeighbours) {
  using Five = Lanes<5, 3>;
  u64 word = ~u64{0};
  Five::set(word, 4, 0);
  EXPECT_EQ(Five::get(word, 3), 31U);
  EXPECT_EQ(Five::get(word, 4), 0U);
  EXPECT_EQ(Five::get(word, 5), 31U);
  Five::add(word, 4, 7);
  Five::sub(word, 4, 2);
  EXPECT_EQ(Five::get(word, 4), 5U);
  EXPECT_EQ(word | low_bits(5) << 23, ~u64{0});
}

TEST(WorkerCounts, HoldsAllPiecesOfEveryTypeAtOnce) {
  WorkerCounts counts;
  unsigned total = 0;
  for (unsigned t = 0; t < kWorkers; ++t) {
    EXPECT_EQ(counts.types(), low_bits(t));
    counts.add(nth<Worker>(t), kPieces[t]);
    total += kPieces[t];
  }
  for (unsigned t = 0; t < kWorkers; ++t) EXPECT_EQ(counts[nth<Worker>(t)], kPieces[t]);
  EXPECT_EQ(counts.total(), total);
  EXPECT_EQ(WorkerCounts(counts.bits()), counts);
  counts.sub(Worker::merchant, 5);
  EXPECT_EQ(counts.types(), 0b111011U);
  EXPECT_FALSE(counts.only_colonists());
  EXPECT_TRUE(WorkerCounts(29).only_colonists());
  EXPECT_FALSE(WorkerCounts().only_colonists());
}

TEST(TileSet, WorksAcrossTheWordBorder) {
  TileSet set;
  for (const unsigned i : {0U, 1U, 63U, 64U, 70U}) set.insert(nth<TileCopy>(i));
  EXPECT_EQ(set.size(), 5U);
  EXPECT_EQ(index(set.nth_copy(3)), 64U);
  EXPECT_EQ(set.from(2).size(), 3U);
  EXPECT_EQ(index(set.from(64).first()), 64U);
  EXPECT_EQ(index(set.from(65).first()), 70U);
  EXPECT_EQ(set.kinds().size(), 4U);  // both settlers are one kind
  EXPECT_EQ(kind_of(nth<TileCopy>(1)), Tile::settlers);
  EXPECT_EQ(set.copy_of(Tile::settlers), nth<TileCopy>(0));
  EXPECT_EQ(set.copy_of(Tile::independence), nth<TileCopy>(70));
}

TEST(TileSet, EveryHolderKeepsWhatItWasGiven) {
  State s = start(Ruleset::make("aoe3", 5));
  for (unsigned i = 0; i < kTileCopies; ++i) s.assign(nth<TileCopy>(i), i % 8);
  for (unsigned holder = 0; holder < 8; ++holder) {
    for (unsigned i = 0; i < kTileCopies; ++i) {
      EXPECT_EQ(s.tiles_of(holder).contains(nth<TileCopy>(i)), i % 8 == holder);
    }
  }
}

TEST(Legal, KeepsItsSizeAndOrderAcrossWordBorders) {
  Legal legal;
  legal.reset(Verb::migrate);
  legal.add_pass();
  for (const unsigned argument : {0U, 62U, 63U, 64U, 127U, 199U})
    legal.add(Verb::migrate, argument);
  legal.add_set(Verb::migrate, 0b101, 125);
  EXPECT_EQ(legal.size(), 9U - 0U);
  std::vector<unsigned> arguments;
  legal.for_each([&](Action a) {
    if (!a.is_pass()) arguments.push_back(a.argument(Verb::migrate));
  });
  EXPECT_EQ(arguments, (std::vector<unsigned>{0, 62, 63, 64, 125, 127, 199}));
  EXPECT_TRUE(legal[0].is_pass());
  legal.remove(Action(Verb::migrate, 63));
  legal.remove(kPass);
  EXPECT_EQ(legal[1], Action(Verb::migrate, 62));
  EXPECT_FALSE(legal.contains(Action(Verb::migrate, 63)));
  EXPECT_FALSE(legal.contains(kPass));
  EXPECT_FALSE(legal.contains(Action(Verb::place, 3)));
  EXPECT_FALSE(legal.contains(Action(Verb::steal, 3)));
}

TEST(Catalogue, S1_ThirtyFourTilesIn2007) {
  const Ruleset rules = Ruleset::make("aoe3", 4);
  EXPECT_EQ(tile_pool(rules, Age::one).size(), 11U);
  EXPECT_EQ(tile_pool(rules, Age::two).size(), 13U);
  EXPECT_EQ(tile_pool(rules, Age::three).size(), 10U);
}

TEST(Catalogue, BordersGoBothWays) {
  for (const Board board : {Board::americas, Board::world}) {
    const auto rows = catalogue::regions(board);
    for (unsigned a = 0; a < rows.size(); ++a) {
      EXPECT_FALSE(has_bit(rows[a].adjacent, a));
      EXPECT_NE(rows[a].adjacent, 0);
      for (unsigned b = 0; b < rows.size(); ++b) {
        EXPECT_EQ(has_bit(rows[a].adjacent, b), has_bit(rows[b].adjacent, a));
      }
    }
  }
}

TEST(Catalogue, CountersByNativesAndTokensByGood) {
  std::array<unsigned, 6> natives{};
  for (const Discovery& counter : catalogue::kCounterRows) ++natives[counter.natives];
  EXPECT_EQ(natives, (std::array<unsigned, 6>{0, 2, 3, 6, 3, 2}));
  unsigned tokens = 0;
  for (const u8 n : catalogue::kGoodTokens[0]) tokens += n;
  EXPECT_EQ(tokens, 46U);
}

// The known answers that the authors of Philox publish with their code, for 2x64 in ten rounds.
TEST(Random, PhiloxGivesTheKnownAnswers) {
  using Block = std::array<u64, 2>;
  EXPECT_EQ(philox(0, 0, 0), (Block{0xca00a0459843d731U, 0x66c24222c9a845b5U}));
  EXPECT_EQ(philox(~u64{0}, ~u64{0}, ~u64{0}), (Block{0x65b021d60cd8310fU, 0x4d02f3222f86df20U}));
  EXPECT_EQ(philox(0xa4093822299f31d0U, 0x13198a2e03707344U, 0x243f6a8885a308d3U),
            (Block{0x0a5e742c2997341cU, 0xb0f883d38000de5dU}));
}

TEST(Random, BelowIsUniform) {
  // Chi-square with 12 degrees of freedom stays below 32.9 in 999 of 1,000 seeds; this is one seed.
  constexpr unsigned kSides = 13;
  constexpr unsigned kDraws = 130'000;
  Random random(3, 4);
  std::array<unsigned, kSides> counts{};
  for (unsigned i = 0; i < kDraws; ++i) ++counts.at(random.below(kSides));
  double chi_square = 0;
  for (const unsigned n : counts) {
    const double expected = static_cast<double>(kDraws) / kSides;
    chi_square += (n - expected) * (n - expected) / expected;
  }
  EXPECT_LT(chi_square, 32.9);
}

TEST(Random, StreamsOfOneSeedDiffer) {
  Random one(1, stream(StreamFamily::agent, 0));
  Random other(1, stream(StreamFamily::agent, 1));
  Random again(1, stream(StreamFamily::agent, 0));
  unsigned same = 0;
  for (int i = 0; i < 100; ++i) {
    const u32 first = one.next();
    same += first == other.next();
    EXPECT_EQ(first, again.next());
  }
  EXPECT_LT(same, 3U);
  EXPECT_NE(stream(StreamFamily::agent, 0), stream(StreamFamily::chance, 0));
}

}  // namespace
}  // namespace carrack::testing
