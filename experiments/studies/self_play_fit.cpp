#include "experiments/studies/self_play_fit.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "agents/agent.hpp"
#include "agents/scripted/scripted.hpp"
#include "core/base/numbers.hpp"
#include "core/game/chance.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack {
namespace {

/// The ruleset of the n-th game: cycles through editions and numbers of players, and through the
/// modules of editions that have them.
Ruleset training_ruleset(std::size_t game) {
  static const std::vector<std::vector<std::string>> kModules{
      {}, {"builder"}, {"national"}, {"builder", "national"}};
  static const std::vector<std::pair<const EditionRow*, unsigned>> kTables = [] {
    std::vector<std::pair<const EditionRow*, unsigned>> tables;
    for (const EditionRow& edition : kEditionRows) {
      for (unsigned n = edition.fewest_players; n <= edition.most_players; ++n) {
        tables.emplace_back(&edition, n);
      }
    }
    return tables;
  }();
  const auto [edition, players] = kTables[game % kTables.size()];
  if (!edition->has_extensions) return Ruleset::make(edition->name, players);
  return Ruleset::make(edition->name, players, kModules[game / kTables.size() % kModules.size()]);
}

/// An agent for each seat, or none.
using Seats = std::vector<std::unique_ptr<Agent>>;

/// Plays a game of the agents, or of scripted strategies drawn at random, with some random
/// decisions; samples the start of every turn and one decision in eight.
std::vector<SampledPosition> play_and_sample(Ruleset rules, u64 seed, double noise,
                                             const Seats& agents) {
  constexpr unsigned kOneIn = 8;
  ChanceSource chance(seed);
  Random random(seed, stream(StreamFamily::agent));
  std::array<const Weights*, kMaxPlayers> strategies{};
  for (const Weights*& strategy : strategies) {
    const auto names = known_strategies();
    strategy = find_strategy(names[random.below(static_cast<unsigned>(names.size()))]);
  }
  const auto choice = [&](const State& s, const Legal& options) {
    if (random.uniform() < noise) return options[random.below(options.size())];
    if (!agents.empty()) return agents[index(s.actor)]->choose(s, options, random);
    return scripted_choice(s, options, *strategies[index(s.actor)], random);
  };
  for (unsigned seat = 0; seat < rules.players() && !agents.empty(); ++seat) {
    Random first(seed, stream(StreamFamily::agent, seat));  // its draws are none of the game
    agents[seat]->begin(rules, nth<Player>(seat), first);
  }
  std::vector<State> sampled;
  State s = start(rules);
  Legal options = legal(s);
  while (!is_over(s)) {
    if (is_chance(s)) {
      apply(s, chance.draw(s), options);
      continue;
    }
    const bool is_sampled = s.phase >= Phase::placement && random.below(kOneIn) == 0;
    if (is_sampled || begins_turn(s)) sampled.push_back(s);
    apply(s, choice(s, options), options);
  }
  const Result end = result(s);
  std::array<float, kMaxPlayers> vp{};
  for (unsigned p = 0; p < rules.players(); ++p) vp[p] = static_cast<float>(end.vp[p]);
  std::vector<SampledPosition> positions;
  positions.reserve(sampled.size());
  for (const State& position : sampled) positions.push_back(SampledPosition::of(position, vp));
  return positions;
}

/// The games of a family of seeds: one for the fit, one for the test. `visit(position)` is called
/// in order of the games, so that the result does not depend on the threads. False if interrupted.
[[nodiscard]] bool play_all(const FitPlan& plan, u64 games, u64 family, std::atomic<bool>& stop,
                            const std::function<void(const SampledPosition&)>& visit,
                            const std::function<void(u64)>& progress) {
  std::vector<Seats> agents(plan.threads);
  for (Seats& seats : agents) {
    for (unsigned seat = 0; seat < kMaxPlayers && !plan.agent.empty(); ++seat) {
      seats.push_back(make_agent(plan.agent));
      seats.back()->stop_on(&stop);
    }
  }
  using Positions = std::vector<SampledPosition>;
  run_in_order<Positions>(
      games, plan.threads, stop,
      [&](unsigned thread, std::size_t game) -> std::optional<Positions> {
        if (stop.load()) return std::nullopt;
        const u64 seed = derive_seed(plan.seed, stream(StreamFamily::game, family), game);
        try {
          auto positions =
              play_and_sample(training_ruleset(game), seed, plan.noise, agents[thread]);
          // The choice of an interrupted search is discarded.
          if (!stop.load()) return positions;
        } catch (const ChoiceStopped&) {  // drop the whole game
        }
        return std::nullopt;
      },
      [&](std::size_t game, const Positions& positions) {
        for (const SampledPosition& position : positions) visit(position);
        if (progress) progress(game + 1);
      });
  return !stop.load();
}

void check(const FitPlan& plan) {
  check_threads(plan.threads);
  if (plan.games == 0) throw InputError("games is 0, expected 1 or more");
  if (plan.noise >= 0 && plan.noise <= 1) return;
  throw InputError("noise is " + digits_of(plan.noise) + ", expected 0 to 1");
}

}  // namespace

u64 FitPlan::tests() const { return std::max<u64>(games / 10, 1); }

std::unique_ptr<EvaluationFit> fit_on_self_play(const FitPlan& plan, std::atomic<bool>& stop,
                                                const std::function<void(u64)>& progress) {
  check(plan);
  auto fit = std::make_unique<EvaluationFit>();
  const auto add = [&](const SampledPosition& position) { fit->add(position); };
  if (!play_all(plan, plan.games, 1, stop, add, progress)) return nullptr;
  fit->solve();
  const auto test = [&](const SampledPosition& position) { fit->test(position); };
  const auto after = [&](u64 games) {
    if (progress) progress(plan.games + games);
  };
  if (!play_all(plan, plan.tests(), 2, stop, test, after)) return nullptr;
  return fit;
}

std::vector<PositionKind> fitted_kinds() {
  std::vector<PositionKind> kinds;
  std::ranges::copy_if(position_kinds(), std::back_inserter(kinds),
                       [](const PositionKind& kind) { return kind.turn == 1; });
  return kinds;
}

double positions_of_all_turns(const EvaluationFit& fit, PositionKind kind) {
  double positions = 0;
  for (kind.turn = 1; kind.turn <= kTurns; ++kind.turn) positions += fit.positions(kind);
  return positions;
}

}  // namespace carrack
