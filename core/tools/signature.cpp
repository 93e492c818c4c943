#include "core/tools/signature.hpp"

#include <array>
#include <bit>
#include <vector>

#include "core/game/chance.hpp"
#include "core/game/game.hpp"

namespace carrack {
namespace {

constexpr u64 kSeed = 2007;

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
    fold.add(static_cast<u16>(r.vp[p]));
    fold.add(r.rank[p]);
  }
}

/// The signature of the rulesets of an edition, either with or without the world map.
u64 signature_of(Edition edition, bool on_world_map) {
  // With extensions there are hundreds of rulesets.
  const std::vector<Ruleset> rulesets = all_rulesets();
  const u64 games_each = row_of(edition).has_extensions ? 2 : 32;
  Fold fold;
  for (unsigned players = row_of(edition).fewest_players; players <= row_of(edition).most_players;
       ++players) {
    for (u64 game = 0; game < games_each; ++game) {
      const u64 seed = derive_seed(kSeed, stream(StreamFamily::game, players), game);
      for (const Ruleset rules : rulesets) {
        if (rules.edition() == edition && rules.players() == players &&
            rules.has(Module::world) == on_world_map) {
          play(rules, seed, fold);
        }
      }
    }
  }
  return fold.value();
}

}  // namespace

u64 signature(Edition edition) { return signature_of(edition, /*on_world_map=*/false); }

u64 signature_of_world_map() { return signature_of(Edition::empires, /*on_world_map=*/true); }

u64 signature() {
  u64 all = 0;
  for (unsigned e = 0; e < kEditions; ++e) {
    all ^= std::rotl(signature(nth<Edition>(e)), static_cast<int>(e));
  }
  return all;
}

}  // namespace carrack
