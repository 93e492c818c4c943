// A random game from an installed Carrack, as text.
#include <carrack/base/random.hpp>
#include <carrack/game/chance.hpp>
#include <carrack/game/game.hpp>
#include <carrack/notation/notation.hpp>
#include <cstdio>

int main() {
  carrack::Random random(/*seed=*/1, /*stream=*/0);
  carrack::State s = carrack::start(carrack::Ruleset::make("aoe3", 2));
  unsigned events = 0;
  while (!carrack::is_over(s)) {
    carrack::Action action;
    if (carrack::is_chance(s)) {
      action = carrack::chance_outcome(s, random.below(carrack::chance_total(s)));
    } else {
      const carrack::Legal legal = carrack::legal(s);
      action = legal[random.below(legal.size())];
    }
    if (events++ == 0) std::puts(carrack::to_notation(action, s.ruleset().board()).c_str());
    carrack::apply(s, action);
  }
  const carrack::Result result = carrack::result(s);
  std::printf("%u events, %d and %d VP\n", events, result.vp[0], result.vp[1]);
}
