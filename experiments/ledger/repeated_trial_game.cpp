#include "experiments/ledger/repeated_trial_game.hpp"

#include <algorithm>

#include "agents/spec.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "experiments/ledger/configuration.hpp"

namespace carrack {
namespace {

bool is_same(const Fork& a, const Fork& b) {
  return a.on == b.on && a.occasion == b.occasion && a.player == b.player && a.turn == b.turn &&
         a.with == b.with && a.other == b.other && a.versus_other == b.versus_other &&
         a.versus_nothing == b.versus_nothing && a.versus_denied == b.versus_denied &&
         a.of_discounts == b.of_discounts && a.before == b.before;
}

bool is_same(const Choice& a, const Choice& b) {
  return a.on == b.on && a.player == b.player && a.turn == b.turn && a.before == b.before;
}

/// Whether the elements are the same, in any order.
template <typename Part>
bool are_same(const std::vector<Part>& a, const std::vector<Part>& b) {
  return std::ranges::is_permutation(a, b,
                                     [](const Part& x, const Part& y) { return is_same(x, y); });
}

/// Whether the games are the same. Forks and choices may be in another order, as a ledger has them.
bool is_same(const TrialGame& a, const TrialGame& b) {
  return a.result.rank == b.result.rank && a.result.vp == b.result.vp && a.courses == b.courses &&
         are_same(a.forks, b.forks) && are_same(a.choices, b.choices);
}

/// The agent that is another program.
constexpr std::string_view kProgram = "process";
/// More than the number of nested agents that make_agent() allows.
constexpr unsigned kDeepest = 64;

bool runs_program_within(std::string_view text, unsigned depth) {
  const AgentSpec spec = parse_spec(text, depth);
  if (spec.name() == kProgram) return true;
  const auto options = spec.values();
  if (options.empty() || options.back().first != AgentSpec::kWrapped) return false;
  if (depth == kDeepest)
    throw InputError("agent '" + excerpt(text) + "' is inside too many others");
  return runs_program_within(options.back().second, depth + 1);
}

/// Throws InputError for the first agent that runs a program.
void refuse_programs(const std::string& where, const std::vector<std::string>& agents) {
  const auto program = std::ranges::find_if(agents, runs_program);
  if (program == agents.end()) return;
  throw InputError(where + ": its agent '" + excerpt(*program) +
                   "' runs a program that the ledger names; expected agents of Carrack, or "
                   "allow_programs=True where the ledger is trusted");
}

}  // namespace

bool runs_program(std::string_view spec) { return runs_program_within(spec, 0); }

std::optional<RecordedTrialGame> repeat_trial_game(Ledger& ledger, const LedgerTrial& trial,
                                                   u64 number, const std::atomic<bool>& stop,
                                                   bool allow_programs) {
  const std::string where = "trial '" + excerpt(trial.name) + "'";
  if (!allow_programs) refuse_programs(where, trial.plan.agents);
  if (trial.signature != rules_signature(trial.plan.rules)) {
    throw InputError(where + " was played with other rules; its games cannot be repeated");
  }
  const std::optional<TrialGame> stored = KeptTrial::game(ledger, trial, number);
  if (!stored) throw InputError(where + " has no game " + std::to_string(number));
  std::optional<RecordedTrialGame> again = record_trial_game(trial.plan, number, stop);
  if (again && !is_same(again->game, *stored)) {
    throw InputError(where + ": game " + std::to_string(number) +
                     " differs when it is repeated; its agents have a clock, or another version "
                     "of carrack played it (" +
                     trial.engine + ")");
  }
  return again;
}

}  // namespace carrack
