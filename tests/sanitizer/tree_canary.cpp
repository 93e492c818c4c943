// Two workers on one tree with plain instead of relaxed atomic counters. An active ThreadSanitizer
// that instruments the search reports it, so a clean run of parallel=tree is meaningful.
#include <cstdio>
#include <thread>

#include "agents/mcts/search_agent.hpp"
#include "agents/search/search_impl.hpp"
#include "core/game/chance.hpp"
#include "core/game/game.hpp"

int main() {
  using namespace carrack;
  ChanceSource chance(1);
  State s = start(Ruleset::make("aoe3", 2));
  Legal options = legal(s);
  while (is_chance(s)) apply(s, chance.draw(s), options);

  const MctsOptions settings = *search_options("mcts:prior=scripted,rollout=scripted");
  const ScriptedRollouts rollouts(settings.reward, settings.diversity);
  SearchTree tree(settings.search);
  tree.reset(1);
  const auto search = [&](u64 seed) {
    SearchWorker<DiscoveryGame, ScriptedRollouts> worker(settings.search, rollouts, tree);
    worker.start({s, options, 2000}, Random(seed, stream(StreamFamily::rollout)));
    for (int i = 0; i < 2000; ++i) worker.iterate<OneByOne>();
  };
  std::thread other(search, 1);
  search(2);
  other.join();
  std::printf("%u\n", tree[1].visits);
}
