// What a decision cost the player who made it, estimated by search.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/mcts/options.hpp"
#include "experiments/report/recorded_game.hpp"

namespace carrack {

/// Marks of decisions by the win share that they lose.
enum class Mark : u8 { none, doubtful, inaccuracy, mistake, blunder };
inline constexpr unsigned kMarks = 5;
inline constexpr std::array<std::string_view, kMarks> kMarkNames{"none", "doubtful", "inaccuracy",
                                                                 "mistake", "blunder"};
/// The least loss of each mark.
inline constexpr std::array<double, kMarks> kMarkLoss{0, 0.02, 0.05, 0.10, 0.20};
[[nodiscard]] constexpr std::string_view name(Mark mark) noexcept {
  return kMarkNames[index(mark)];
}
/// The highest mark whose least loss is not above the lower end of the 95 % interval of the loss.
/// So no mark is given for a difference inside the error of the search.
[[nodiscard]] Mark mark_of(double loss, double error) noexcept;

struct Judgement {
  Action best;         // the choice of the search
  double loss = 0;     // win share of `best` less that of the played option; 0 if they are the same
  double error = 0;    // standard error of the loss
  double share = 0;    // estimated win share of the mover after `best`
  u64 iterations = 0;  // of all searches of this decision

  [[nodiscard]] Mark mark() const noexcept { return mark_of(loss, error); }
};

struct JudgePlan {
  std::string agent = "mcts:iterations=1000";
  u64 seed = 1;
  unsigned threads = 1;
};

/// The least `iterations=` of a JudgePlan: below it, standard errors mean little.
inline constexpr u64 kLeastIterations = 100;

/// The options of the two searches of a decision. Throws InputError unless the agent is `mcts` or
/// `uct` with a fixed number of iterations, at least kLeastIterations.
struct JudgeOptions {
  MctsOptions find;     // chooses the best option among all
  MctsOptions compare;  // half of the iterations for each of two options; maximises the win share

  [[nodiscard]] static JudgeOptions of(const JudgePlan& plan);
};

/// Judges every decision of a game; chance events have no judgement.
///
/// A first search with the options of the plan finds the best option. If another one was played, a
/// second search with random numbers of its own compares the two. It gives half of its iterations
/// to each (sequential halving of two options) and maximises the win share, so that the mean reward
/// of an option is a win share with a standard error. As the second search did not choose the best
/// option, the difference is not biased by the choice. It can be negative. The standard error
/// treats iterations as independent.
///
/// With private information (scouting, Denmark), the searches start from the position with
/// everything that the mover does not know drawn anew.
///
/// The random numbers depend on the plan's seed, the record's seed and game, and the event: the
/// result is the same for any number of threads. `progress(done, total)` is called on this thread
/// after each decision. Returns nothing if `stop` was raised.
[[nodiscard]] std::optional<std::vector<std::optional<Judgement>>> judge_decisions(
    const RecordedGame& game, const JudgePlan& plan, std::atomic<bool>& stop,
    const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace carrack
