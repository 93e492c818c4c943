#include "experiments/studies/rating_report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <limits>
#include <span>
#include <string_view>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/base/system_error.hpp"
#include "experiments/studies/ledger_results.hpp"
#include "experiments/studies/recorded_results.hpp"

namespace carrack {
namespace {

std::string_view name_of(std::string_view spec) { return spec.substr(0, spec.find(':')); }

/// The first agent whose name, the part before ':', is nearest to that of `wanted`. Empty if none
/// is near.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> specs) {
  std::vector<std::string_view> names;
  for (const std::string_view spec : specs) names.push_back(name_of(spec));
  const std::string_view name = nearest(name_of(wanted), names);
  if (name.empty()) return name;
  return specs[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
}

std::size_t anchor_number(const std::string& anchor, const std::vector<std::string>& entrants) {
  if (anchor.empty()) return kMeanOfAll;
  const std::size_t found = find_agent(entrants, anchor);
  if (found < entrants.size()) return found;
  const std::vector<std::string> names = short_names(entrants);
  const std::vector<std::string_view> known(names.begin(), names.end());
  // Keys make a spec so long that no other is near: `mcts` for `mcts:iterations=500`.
  const std::string_view guess =
      nearest(anchor, known).empty() ? nearest_name(anchor, known) : std::string_view();
  if (guess.empty()) throw InputError(unknown_word("agent", anchor, known));
  throw InputError("unknown agent '" + excerpt(anchor) + "'; did you mean '" + std::string(guess) +
                   "'?");
}

/// Throws InputError if the file is missing or may not be read. It is not opened: a pipe can be
/// read only once, and this process may be playing into a ledger, which would lose its locks
/// (base/database_file.hpp).
void check_readable(const std::string& file) {
  const std::string cannot = "cannot read " + file;
  const auto status = status_of(file);
  if (!status) fail_with_errno(cannot, errno);
  if (S_ISDIR(status->st_mode)) throw InputError(cannot + ": it is a directory");
  if (faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS) != 0) fail_with_errno(cannot, errno);
}

/// The games, and the signature of rules that are not the present ones.
struct RatedGames {
  RecordedResults recorded;
  std::string other_signature;
};

RatedGames read_results(const RatingOptions& options) {
  if (options.files.empty()) throw InputError("no files to rate, expected a ledger or records");
  for (const std::string& file : options.files) check_readable(file);
  const auto ledger = std::ranges::find_if(options.files, is_ledger);
  if (ledger == options.files.end()) {
    if (!options.tournaments.empty()) {
      throw InputError("--name needs a ledger; " + options.files.front() + " has records");
    }
    return {read_recorded_results(options.files, options.luck), ""};
  }
  const auto records = std::ranges::find_if_not(options.files, is_ledger);
  if (records != options.files.end()) {
    throw InputError("ledgers and records cannot be rated together; " + *ledger + " is a ledger, " +
                     *records + " is not");
  }
  if (options.luck && options.files.size() > 1) {
    throw InputError("--luck needs one ledger or records, got " +
                     std::to_string(options.files.size()) + " ledgers");
  }
  if (options.luck && options.tournaments.size() > 1) {
    throw InputError("--luck needs one tournament, got " +
                     std::to_string(options.tournaments.size()) + " names");
  }
  const std::string name = options.tournaments.empty() ? "" : options.tournaments.front();
  PooledResults read = options.luck ? read_ledger_results_and_luck(*ledger, name)
                                    : read_ledger_results(options.files, options.tournaments);
  return {{std::move(read.results), std::move(read.luck)}, std::move(read.other_signature)};
}

void check(const RatingOptions& options) {
  const bool has_prior = options.prior_sd >= kMinPriorSd && options.prior_sd <= kMaxPriorSd;
  if (!has_prior && options.prior_sd != std::numeric_limits<double>::infinity()) {
    throw InputError("prior_sd is " + digits_of(options.prior_sd) + ", expected " +
                     digits_of(kMinPriorSd) + " to " + digits_of(kMaxPriorSd) + ", or infinity");
  }
  const bool is_enough = options.bootstrap >= kMinResamples && options.bootstrap <= kMaxResamples;
  if (options.bootstrap == 0 || is_enough) return;
  throw InputError("bootstrap is " + std::to_string(options.bootstrap) + ", expected 0, or " +
                   std::to_string(kMinResamples) + " to " + std::to_string(kMaxResamples) +
                   " resamples");
}

}  // namespace

RatingReport rate(const RatingOptions& options) {
  check(options);
  auto [recorded, other_signature] = read_results(options);
  RatingReport report = rate(std::move(recorded), options);
  report.other_signature = std::move(other_signature);
  return report;
}

RatingReport rate(RecordedResults games, const RatingOptions& options) {
  check(options);
  if (games.results.games.empty()) throw InputError("no games to rate");
  RatingReport report;
  report.results = std::move(games.results);
  const auto is_stopped = [&] { return options.stop != nullptr && *options.stop; };
  if (is_stopped()) return report;
  const Results& results = report.results;
  const std::size_t entrants = results.entrants.size();
  const std::size_t anchor = anchor_number(options.anchor, results.entrants);
  report.fit = fit_plackett_luce(
      results.games, entrants,
      {.prior_sd = options.prior_sd / kEloPerUnit, .seat_effects = options.seat_effects});
  report.ratings = elo_ratings(report.fit, anchor);
  report.seats = elo_seats(report.fit);
  report.performances = performances(results, options.bootstrap, 1, options.stop);
  if (is_stopped()) return report;
  if (options.alpha_rank) report.alpha_rank = alpha_rank_of_games(results.games, entrants);
  if (options.luck) report.luck_adjusted = luck_adjusted_win_shares(results, games.luck);
  for (std::size_t e = 0; e < entrants; ++e) report.order.push_back(e);
  std::ranges::stable_sort(report.order, std::greater{},
                           [&](std::size_t e) { return report.ratings[e].elo; });
  return report;
}

}  // namespace carrack
