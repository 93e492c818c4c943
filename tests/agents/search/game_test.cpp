// What counts as a game that can be searched: functions that are misspelt are found.
#include "agents/search/game.hpp"

#include "tests/games/kuhn_poker.hpp"
#include "tests/games/late_secret.hpp"
#include "tests/games/long_line.hpp"

namespace carrack::testing {
namespace {

static_assert(CompleteGame<LateSecret> && CompleteGame<KuhnPoker> && CompleteGame<LongLine<3>>);

/// The name of resample() is wrong, so the search would know all cards.
struct WithoutResample : LateSecret {
  static void resample(State& s) = delete;
};
static_assert(Game<WithoutResample> && !GameWithSecrets<WithoutResample>);
static_assert(!CompleteGame<WithoutResample>);

/// A number of another type: seen() would not be asked.
struct WithWideNumbers : LateSecret {
  static u32 seen(const State& s, Action action, unsigned seat) {
    return LateSecret::seen(s, action, seat);
  }
};
static_assert(Game<WithWideNumbers> && !GameWithPrivateViews<WithWideNumbers>);
static_assert(!CompleteGame<WithWideNumbers>);

/// Without the number of its tokens, a draw would count as a player's decision.
struct WithoutTokens : LateSecret {
  static unsigned chance_total(State& s, int wrong) = delete;
};
static_assert(Game<WithoutTokens> && !GameOfChance<WithoutTokens>);
static_assert(!CompleteGame<WithoutTokens>);

struct WithTextAsHash : LateSecret {
  static std::string hash(const State& /*s*/) { return ""; }
};
static_assert(Game<WithTextAsHash> && !HashedGame<WithTextAsHash>);
static_assert(!CompleteGame<WithTextAsHash>);

/// More actions than a u16 can number.
struct WithTooManyActions : LateSecret {
  static constexpr std::size_t kActions = 65537;
};
static_assert(!Game<WithTooManyActions>);

}  // namespace
}  // namespace carrack::testing
