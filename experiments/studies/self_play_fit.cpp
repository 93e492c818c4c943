#include "experiments/studies/self_play_fit.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "agents/agent.hpp"
#include "agents/scripted/scripted_agent.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/parallel.hpp"
#include "experiments/tournament/game_runner.hpp"

namespace carrack {
namespace {

/// The ruleset of the n-th game: cycles through editions and numbers of players, and in editions
/// with extensions through the modules builder and national: none, each, and both.
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

/// What the seats of a game draw. The choice of scripts, noise, sampling and the choices of agents
/// have one stream: agents/evaluation/weights.json was fitted so.
struct SharedDraws {
  Random random;
  double noise;
  bool is_sampled = false;  // the position of the last decision
};

/// A seat whose agent decides, except for some decisions at random.
class NoisySeat final : public Agent {
 public:
  NoisySeat(Agent& agent, SharedDraws& draws) : agent_(agent), draws_(draws) {}

  void begin(Ruleset rules, Player seat, Random& random) override {
    agent_.begin(rules, seat, random);
  }
  [[nodiscard]] Action choose(const State& s, const Legal& options, Random& /*random*/) override {
    constexpr unsigned kOneIn = 8;
    Random& random = draws_.random;
    const double noise = draws_.noise;
    draws_.is_sampled = s.phase >= Phase::placement && random.below(kOneIn) == 0;
    if (random.uniform() < noise) return options[random.below(options.size())];
    return agent_.choose(s, options, random);
  }
  [[nodiscard]] bool observes() const override { return agent_.observes(); }
  void observe(const State& before, Action action, const State& after) override {
    agent_.observe(before, action, after);
  }
  void end(const GameEnd& end) override { agent_.end(end); }
  [[nodiscard]] std::string spec() const override { return agent_.spec(); }

 private:
  Agent& agent_;
  SharedDraws& draws_;
};

/// Keeps the start of every turn and the sampled decisions.
class Sampler final : public GameObserver {
 public:
  explicit Sampler(const SharedDraws& draws) : draws_(draws) {}

  void event(const State& before, Action /*action*/, const State& /*after*/) override {
    if (is_chance(before)) return;
    if (draws_.is_sampled || begins_turn(before)) positions_.push_back(before);
  }
  void decision(unsigned /*seat*/, const Report& /*report*/) override {}

  [[nodiscard]] std::vector<SampledPosition> with_result(const Result& end) const {
    std::array<float, kMaxPlayers> vp{};
    std::ranges::transform(end.vp, vp.begin(),
                           [](i16 points) { return static_cast<float>(points); });
    std::vector<SampledPosition> sampled;
    sampled.reserve(positions_.size());
    for (const State& position : positions_) sampled.push_back(SampledPosition::of(position, vp));
    return sampled;
  }

 private:
  const SharedDraws& draws_;
  std::vector<State> positions_;
};

/// One strategy for each seat that a game may have.
Seats random_scripts(Random& random) {
  Seats scripts;
  for (unsigned seat = 0; seat < kMaxPlayers; ++seat) {
    const auto names = known_strategies();
    const auto name = names[random.below(static_cast<unsigned>(names.size()))];
    scripts.push_back(std::make_unique<ScriptedAgent>(*find_strategy(name)));
  }
  return scripts;
}

/// The positions of a game, or the first forfeit, which spoils its result.
struct SampledGame {
  std::vector<SampledPosition> positions;
  std::optional<Forfeit> forfeit;
};

/// Plays a game of the agents, or of scripted strategies drawn at random, with some random
/// decisions. Empty if it was stopped.
std::optional<SampledGame> play_and_sample(Ruleset rules, u64 seed, double noise,
                                           const Seats& agents, const std::atomic<bool>& stop) {
  SharedDraws draws{Random(seed, stream(StreamFamily::agent)), noise};
  const Seats scripts = random_scripts(draws.random);
  std::vector<std::unique_ptr<NoisySeat>> noisy;
  std::vector<Agent*> by_seat;
  for (unsigned seat = 0; seat < rules.players(); ++seat) {
    Agent& agent = *(agents.empty() ? scripts : agents)[seat];
    by_seat.push_back(noisy.emplace_back(std::make_unique<NoisySeat>(agent, draws)).get());
  }
  Sampler sampler(draws);
  const auto game = play_game(rules, by_seat, {.chance = seed, .agents = seed}, /*writer=*/nullptr,
                              stop, &sampler);
  if (!game) return std::nullopt;
  if (!game->forfeits.empty()) return SampledGame{{}, game->forfeits.front()};
  return SampledGame{sampler.with_result(game->result), std::nullopt};
}

/// The games of a family of seeds: one for the fit, one for the test. `visit(game)` is called in
/// order of the games, so that the result does not depend on the threads. False if interrupted.
[[nodiscard]] bool play_all(const FitPlan& plan, u64 games, u64 family, std::atomic<bool>& stop,
                            const std::function<void(const SampledGame&)>& visit,
                            const std::function<void(u64)>& progress) {
  std::vector<Seats> agents(plan.threads);
  for (Seats& seats : agents) {
    for (unsigned seat = 0; seat < kMaxPlayers && !plan.agent.empty(); ++seat) {
      seats.push_back(make_agent(plan.agent));
      seats.back()->stop_on(&stop);
    }
  }
  run_in_order<SampledGame>(
      games, plan.threads, stop,
      [&](unsigned thread, std::size_t game) -> std::optional<SampledGame> {
        if (stop.load()) return std::nullopt;
        const u64 seed = derive_seed(plan.seed, stream(StreamFamily::game, family), game);
        return play_and_sample(training_ruleset(game), seed, plan.noise, agents[thread], stop);
      },
      [&](std::size_t game, const SampledGame& sampled) {
        visit(sampled);
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

std::unique_ptr<EvaluationFit> fit_on_self_play(
    const FitPlan& plan, std::atomic<bool>& stop, const std::function<void(u64)>& progress,
    const std::function<void(const Forfeit&)>& left_out) {
  check(plan);
  auto fit = std::make_unique<EvaluationFit>();
  std::optional<Forfeit> first;
  bool has_positions = false;
  const auto add = [&](const SampledGame& game) {
    if (game.forfeit) {
      if (!first) first = game.forfeit;
      if (left_out) left_out(*game.forfeit);
    }
    for (const SampledPosition& position : game.positions) fit->add(position);
    has_positions = has_positions || !game.positions.empty();
  };
  if (!play_all(plan, plan.games, 1, stop, add, progress)) return nullptr;
  if (!has_positions && first) {
    throw InputError("agent '" + excerpt(plan.agent) + "' forfeited every game: " + first->what);
  }
  fit->solve();
  const auto test = [&](const SampledGame& game) {
    if (game.forfeit && left_out) left_out(*game.forfeit);
    for (const SampledPosition& position : game.positions) fit->test(position);
  };
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
