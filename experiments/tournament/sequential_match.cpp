#include "experiments/tournament/sequential_match.hpp"

#include <optional>

#include "core/game/win_shares.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/tournament/line_ups.hpp"
#include "experiments/tournament/match.hpp"

namespace carrack {
namespace {

/// The agents of one thread: both agents for each seat.
using MatchBench = std::vector<std::array<std::unique_ptr<Agent>, 2>>;

MatchBench make_bench(const SequentialMatchPlan& plan, const std::atomic<bool>& stop) {
  MatchBench bench;
  for (unsigned seat = 0; seat < plan.rules.players(); ++seat) {
    bench.push_back({plan.make(0), plan.make(1)});
    for (const auto& agent : bench.back()) agent->stop_on(&stop);
  }
  return bench;
}

std::optional<MatchBlock> play_block(const SequentialMatchPlan& plan, const LineUpPair& pair,
                                     const MatchBench& bench, std::size_t b,
                                     const std::atomic<bool>& stop) {
  const unsigned players = plan.rules.players();
  MatchBlock block;
  for (std::size_t variant = 0; variant < pair.size(); ++variant) {
    std::vector<Agent*> by_seat;
    for (unsigned seat = 0; seat < players; ++seat) {
      by_seat.push_back(bench[seat][pair[variant][seat]].get());
    }
    const u64 number = b * pair.size() + variant;
    std::optional<RecordWriter> writer;
    if (!plan.record.empty()) {
      writer.emplace(block.record, record_header(plan.rules, by_seat, plan.seed, number),
                     /*trace=*/false);
    }
    const auto game = play_game(plan.rules, by_seat, game_seeds(plan.seed, b, variant),
                                writer ? &*writer : nullptr, stop,
                                plan.observer_of ? plan.observer_of(number) : nullptr);
    if (!game) return std::nullopt;
    const auto shares = win_shares(game->result.rank, players);
    for (unsigned seat = 0; seat < players; ++seat) {
      if (pair[variant][seat] == 0) block.share += 0.5 * shares[seat];
    }
    for (const Forfeit& forfeit : game->forfeits) {
      const unsigned agent = pair[variant][forfeit.seat];
      if (block.forfeits[agent]++ == 0) block.reasons[agent] = forfeit.what;
    }
  }
  return block;
}

}  // namespace

void SequentialMatchResult::add(const MatchBlock& block) {
  test.add(block.share);
  for (std::size_t agent = 0; agent < 2; ++agent) {
    if (forfeits[agent] == 0) reasons[agent] = block.reasons[agent];
    forfeits[agent] += block.forfeits[agent];
  }
}

std::vector<MatchBlock> play_match_blocks(const SequentialMatchPlan& plan, u64 first, u64 count,
                                          const std::atomic<bool>& stop) {
  const std::vector<LineUpPair> pairs = line_up_pairs(plan.rules.players());
  const MatchBench bench = make_bench(plan, stop);
  std::vector<MatchBlock> blocks;
  for (u64 b = first; b < first + count; ++b) {
    auto block = play_block(plan, pairs[b % pairs.size()], bench, b, stop);
    if (!block) break;
    blocks.push_back(std::move(*block));
  }
  return blocks;
}

SequentialMatchResult play_sequential_match(const SequentialMatchPlan& plan,
                                            std::atomic<bool>& stop,
                                            const std::function<void(const Sprt&)>& progress) {
  check_threads(plan.threads);
  SprtOptions options = plan.test;
  options.players = plan.rules.players();
  SequentialMatchResult result{.test = Sprt(options), .reasons = {}};
  Sprt& test = result.test;
  for (const MatchBlock& block : plan.played) {
    if (result.is_decided() || test.blocks() == plan.max_blocks) break;
    result.add(block);
  }
  if (progress && test.blocks() != 0) progress(test);
  const std::size_t first = test.blocks();
  if (result.is_decided() || first == plan.max_blocks) return result;
  const std::vector<LineUpPair> pairs = line_up_pairs(plan.rules.players());
  std::vector<MatchBench> benches;
  for (unsigned t = 0; t < plan.threads; ++t) benches.push_back(make_bench(plan, stop));
  DeliveredRecords records(plan.record, plan.record_rule);
  // Blocks count in order up to the verdict; further blocks are ignored, so that the result does
  // not depend on the number of threads.
  records.keep([&] {
    run_in_order<MatchBlock>(
        plan.max_blocks - first, plan.threads, stop,
        [&](unsigned thread, std::size_t i) {
          const std::size_t b = first + i;
          return play_block(plan, pairs[b % pairs.size()], benches[thread], b, stop);
        },
        [&](std::size_t, const MatchBlock& block) {
          if (result.is_decided()) return;
          result.add(block);
          if (plan.keep) plan.keep(block);
          records.add(block.record);
          if (progress) progress(test);
          if (result.is_decided()) stop = true;
        });
  });
  result.interrupted = !result.is_decided() && test.blocks() < plan.max_blocks;
  return result;
}

}  // namespace carrack
