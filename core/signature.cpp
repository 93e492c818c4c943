#include "core/signature.hpp"

#include "core/chance.hpp"
#include "core/game.hpp"

namespace carrack {
namespace {

constexpr u64 kSeed = 2007;
constexpr unsigned kGamesEach = 32;

/// FNV-1a over 16-bit words.
class Fold {
 public:
  void add(unsigned word) noexcept { hash_ = (hash_ ^ (word & 0xFFFFU)) * 0x100000001B3U; }
  [[nodiscard]] u64 value() const noexcept { return hash_; }

 private:
  u64 hash_ = 0xCBF29CE484222325U;
};

void play(Ruleset rules, u64 seed, Fold& fold) {
  ChanceSource chance(seed);
  Random random(seed, stream(StreamFamily::agent));
  State s = start(rules);
  Legal options = legal(s);
  while (!is_over(s)) {
    fold.add(is_chance(s) ? legal(s).size() : options.size());
    const Action action = is_chance(s) ? chance.draw(s) : options[random.below(options.size())];
    fold.add(action.id());
    apply(s, action, options);
  }
  const Result r = result(s);
  for (unsigned p = 0; p < rules.players(); ++p) {
    fold.add(r.vp[p]);
    fold.add(r.rank[p]);
  }
}

}  // namespace

u64 signature() {
  Fold fold;
  for (unsigned players = 2; players <= 5; ++players) {
    const std::vector<std::string> auction{"auction"};
    for (u64 game = 0; game < kGamesEach; ++game) {
      const u64 seed = derive_seed(kSeed, stream(StreamFamily::game, players), game);
      play(Ruleset::make("aoe3", players), seed, fold);
      play(Ruleset::make("aoe3", players, auction), seed, fold);
    }
  }
  return fold.value();
}

}  // namespace carrack
