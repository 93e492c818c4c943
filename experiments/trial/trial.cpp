#include "experiments/trial/trial.hpp"

#include <algorithm>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack {
namespace {

/// The specs with every key, so that different specs of the same agent are equal. A spec that makes
/// no agent here, such as one with a network of another machine, stays as it is.
std::vector<std::string> whole_specs(const std::vector<std::string>& agents) {
  std::vector<std::string> specs = agents;
  for (std::string& spec : specs) {
    try {
      spec = whole_spec(spec);
    } catch (const InputError&) {  // as it is
    }
  }
  return specs;
}

/// Games are added in the order of their numbers, so that the report is bitwise reproducible.
class TrialTally {
 public:
  explicit TrialTally(const TrialPlan& plan) : report_{plan, 0, 0, {}} {
    const std::vector<std::string> agents = whole_specs(plan.agents);
    for (const Subject on : subjects_in(plan.rules, plan.on)) {
      line_of_[on.id()] = report_.lines.size();
      TrialLine& line = report_.lines.emplace_back(TrialLine{on, {}, {}});
      for (ForkTally& tally : line.by_occasion) {
        const Comparison none{.step = 1.0 / plan.continuations};
        tally.versus_other = tally.versus_nothing = tally.own_use = tally.denial = none;
        tally.of_discounts.assign(plan.discounts.size(), none);
      }
      logs_.emplace_back(plan.rules, agents);
    }
  }

  void add(u64 number, const TrialGame& game) {
    for (const Fork& fork : game.forks) {
      ForkTally& tally = report_.lines[line_of_[fork.on.id()]].by_occasion[index(fork.occasion)];
      tally.versus_other.add(fork.versus_other);
      if (fork.versus_denied) {
        tally.own_use.add(*fork.versus_denied);
        tally.denial.add(fork.versus_other - *fork.versus_denied);
      }
      for (std::size_t i = 0; i < fork.of_discounts.size(); ++i) {
        tally.of_discounts[i].add(fork.of_discounts[i]);
      }
      if (!fork.versus_nothing) continue;
      tally.versus_nothing.add(*fork.versus_nothing);
      tally.other_is_pass += fork.other.is_pass() ? 1 : 0;
    }
    for (const Choice& choice : game.choices) {
      logs_[line_of_[choice.on.id()]].add(choice, game.result, number);
    }
    report_.courses += game.courses;
    ++report_.games;
  }

  TrialReport report() {
    for (std::size_t line = 0; line < logs_.size(); ++line) {
      report_.lines[line].observed = logs_[line].observe();
    }
    return std::move(report_);
  }

 private:
  TrialReport report_;
  std::array<std::size_t, kSubjects> line_of_{};
  std::vector<ChoiceLog> logs_;
};

/// Plays games on threads; each thread has its own agents.
class TrialPlayers {
 public:
  TrialPlayers(const TrialPlan& plan, unsigned threads, std::atomic<bool>& stop)
      : plan_(plan), stop_(stop) {
    benches_.reserve(threads);
    for (unsigned t = 0; t < threads; ++t) benches_.emplace_back(plan.agents, stop);
  }

  /// Empty if stopped.
  std::optional<TrialGame> play(unsigned thread, u64 number) const {
    try {
      auto game = play_trial_game(plan_, benches_[thread], number, stop_);
      // The choice of an interrupted search is discarded.
      return stop_ ? std::nullopt : std::move(game);
    } catch (const ChoiceStopped&) {
      return std::nullopt;
    }
  }

 private:
  const TrialPlan& plan_;
  std::atomic<bool>& stop_;
  std::vector<TrialBench> benches_;
};

/// Iterates over the numbers below `games` that are not in `kept`.
class MissingGames {
 public:
  MissingGames(u64 games, std::vector<u64> kept) : games_(games), kept_(std::move(kept)) {}

  std::optional<u64> next() {
    for (; at_ < kept_.size() && kept_[at_] == number_; ++at_) ++number_;
    return number_ < games_ ? std::optional(number_++) : std::nullopt;
  }

 private:
  u64 games_;
  std::vector<u64> kept_;
  std::size_t at_ = 0;
  u64 number_ = 0;
};

/// Plays `games` games into a store; `next` returns their numbers.
void play_into(TrialStore& store, const TrialPlan& plan, u64 games, unsigned threads,
               std::atomic<bool>& stop, const std::function<std::optional<u64>()>& next,
               const std::function<void(std::size_t)>& progress) {
  if (games == 0) return;
  threads = static_cast<unsigned>(std::min<u64>(threads, games));
  const TrialPlayers players(plan, threads, stop);
  run_source_in_order<bool>([&](std::size_t) { return next(); }, threads, stop,
                            [&](unsigned thread, u64 number) -> std::optional<bool> {
                              const auto game = players.play(thread, number);
                              if (!game) return std::nullopt;
                              store.keep(number, *game);
                              return true;
                            },
                            [&](std::size_t i, bool) {
                              if (progress) progress(i + 1);
                            });
}

/// Plays the games missing from a store.
void complete(TrialStore& store, const TrialPlan& plan, unsigned threads, std::atomic<bool>& stop,
              const std::function<void(std::size_t)>& progress) {
  const std::vector<u64> kept = store.kept(plan.games);
  MissingGames missing(plan.games, kept);
  play_into(
      store, plan, plan.games - kept.size(), threads, stop, [&] { return missing.next(); },
      [&](std::size_t played) {
        if (progress) progress(kept.size() + played);
      });
}

}  // namespace

void Comparison::add(const Outcome& difference) {
  win_share.add(difference.win_share);
  rank.add(difference.rank);
  vp.add(difference.vp);
}

Interval Comparison::win_share_interval(std::size_t together) const {
  return stepped_interval(win_share.over_blocks(), step, {-1, 1}, together);
}

Interval Comparison::rank_interval(unsigned players) const {
  const double max = static_cast<double>(players) - 1;
  return stepped_interval(rank.over_blocks(), step, {-max, max});
}

Interval Comparison::vp_interval() const { return stepped_interval(vp.over_blocks(), step); }

EffectsByOccasion effects_by_occasion(std::span<const TrialReport> reports) {
  EffectsByOccasion effects{};
  for (const TrialReport& report : reports) {
    for (const TrialLine& line : report.lines) {
      for (const Occasion occasion : kBothOccasions) {
        effects[index(occasion)] += line.at(occasion).forks() > 1 ? 1 : 0;
      }
    }
  }
  return effects;
}

std::vector<u64> missing_games(const TrialPlan& plan, TrialStore& store) {
  std::vector<u64> numbers;
  MissingGames missing(plan.games, store.kept(plan.games));
  while (const auto number = missing.next()) numbers.push_back(*number);
  return numbers;
}

void play_games_of(const TrialPlan& plan, std::span<const u64> numbers, unsigned threads,
                   std::atomic<bool>& stop, TrialStore& store) {
  check_plan(plan);
  const std::vector<u64> missing = missing_games(plan, store);
  std::vector<u64> wanted;
  for (const u64 number : numbers) {
    if (number >= plan.games) {
      throw InputError("game " + std::to_string(number) + ": the trial has " +
                       std::to_string(plan.games) + " games, from 0");
    }
    if (std::ranges::binary_search(missing, number)) wanted.push_back(number);
  }
  auto at = wanted.begin();
  play_into(store, plan, wanted.size(), threads, stop,
            [&] { return at == wanted.end() ? std::nullopt : std::optional(*at++); }, {});
}

TrialReport report_of_games(
    const TrialPlan& plan,
    const std::function<void(const std::function<void(u64, const TrialGame&)>&)>& for_each) {
  TrialTally tally(plan);
  for_each([&](u64 number, const TrialGame& game) { tally.add(number, game); });
  return tally.report();
}

TrialReport run_trial(const TrialPlan& plan, unsigned threads, std::atomic<bool>& stop,
                      const std::function<void(std::size_t)>& progress, TrialStore* store) {
  check_plan(plan);
  if (store != nullptr) {
    complete(*store, plan, threads, stop, progress);
    return report_of_games(plan, [&](const auto& visit) { store->for_each(plan.games, visit); });
  }
  TrialTally tally(plan);
  threads = static_cast<unsigned>(std::min<u64>(threads, plan.games));
  const TrialPlayers players(plan, threads, stop);
  run_in_order<TrialGame>(
      plan.games, threads, stop,
      [&](unsigned thread, std::size_t number) { return players.play(thread, number); },
      [&](std::size_t number, const TrialGame& game) {
        tally.add(number, game);
        if (progress) progress(number + 1);
      });
  return tally.report();
}

}  // namespace carrack
