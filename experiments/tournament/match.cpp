#include "experiments/tournament/match.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <span>

#include "core/base/error.hpp"
#include "experiments/base/parallel.hpp"

namespace carrack {
namespace {

/// The agents of one thread, created lazily: for each entrant as many as the seats it has in a
/// game.
class EntrantBench {
 public:
  EntrantBench(const MatchOptions& options, const std::atomic<bool>& stop)
      : options_(options), stop_(stop) {}

  /// Valid until the next call.
  [[nodiscard]] std::span<Agent* const> seat(const Seating& seating) {
    if (seating == seated_) return seats_;  // as in all games of `carrack play`
    seats_.clear();
    seated_.clear();  // stays empty until all agents exist
    for (std::size_t i = 0; i < seating.size(); ++i) {
      const auto here = seating.begin() + static_cast<std::ptrdiff_t>(i);
      const auto copy = std::count(seating.begin(), here, seating[i]);
      std::unique_ptr<Agent>& agent = agents_[{seating[i], copy}];
      if (!agent) {
        agent = options_.make(options_.entrants[seating[i]]);
        agent->stop_on(&stop_);
      }
      seats_.push_back(agent.get());
    }
    seated_ = seating;
    return seats_;
  }

 private:
  const MatchOptions& options_;
  const std::atomic<bool>& stop_;
  std::map<std::pair<unsigned, std::ptrdiff_t>, std::unique_ptr<Agent>> agents_;
  Seating seated_;             // of the last game
  std::vector<Agent*> seats_;  // its agents
};

/// "; the games are in FILE", for an error; "" without a file.
std::string kept_in(const std::string& file) {
  return file.empty() ? file : "; the finished games are in " + file;
}

/// Throws the exception that is being handled, with `more` at its end if it is an error of a file.
[[noreturn]] void fail_with(const std::string& more) {
  if (more.empty()) throw;
  try {
    throw;
  } catch (const ResourceError& error) {
    throw ResourceError(error.what() + more);
  } catch (const InputError& error) {
    throw InputError(error.what() + more);
  }
}

}  // namespace

DeliveredRecords::DeliveredRecords(const std::string& path, const OutputRule& rule) {
  if (!path.empty()) file_.emplace(path, rule);
}

void DeliveredRecords::add(std::string_view record) {
  if (!file_) return;
  is_whole_ = false;
  file_->write(record);
  file_->flush();
  is_whole_ = true;
  size_ += record.size();
}

bool DeliveredRecords::publish() {
  if (!is_whole_) {
    if (!file_->cut(size_)) return false;
  } else {
    file_->close();
  }
  file_->publish();
  return true;
}

void DeliveredRecords::complete() {
  if (!file_ || size_ == 0) return;
  try {
    publish();
  } catch (const std::exception&) {
    fail_with(kept_in(file_->keep_temporary()));
  }
}

void DeliveredRecords::complete_after_failure() {
  if (!file_ || size_ == 0) throw;
  std::string where;
  try {
    if (!publish()) {
      where = kept_in(file_->keep_temporary());
    } else if (!is_whole_) {
      where = "; it has the games that were written before";
    }
  } catch (const std::exception&) {  // the first exception is the one that is passed on
    where = kept_in(file_->keep_temporary());
  }
  fail_with(where);
}

std::size_t play_match(const MatchOptions& options, std::size_t games,
                       const std::function<std::optional<Fixture>(std::size_t)>& fixture,
                       const std::function<void(const Fixture&, const PlayedGame&)>& deliver,
                       std::atomic<bool>& stop) {
  const auto threads = static_cast<unsigned>(
      std::min<std::size_t>(options.threads, std::max<std::size_t>(games, 1)));
  std::vector<EntrantBench> benches;
  for (unsigned t = 0; t < threads; ++t) benches.emplace_back(options, stop);
  DeliveredRecords records(options.record, options.record_rule);

  const auto source = [&](std::size_t i) {
    return i < games && !stop ? fixture(i) : std::optional<Fixture>();
  };
  const auto play = [&](unsigned thread, const Fixture& next) -> std::optional<FinishedGame> {
    FinishedGame finished;
    finished.fixture = next;
    const std::span<Agent* const> by_seat = benches[thread].seat(next.seating);
    std::optional<RecordWriter> writer;
    std::optional<GameLogger> logger;
    if (records.has_file() || options.keep) {
      writer.emplace(finished.record,
                     record_header(options.rules, by_seat, options.seed, next.number),
                     options.trace, options.search_values);
    }
    if (options.keep) logger.emplace(finished.log);
    auto game = play_game(options.rules, by_seat, next.seeds, writer ? &*writer : nullptr, stop,
                          logger ? &*logger : nullptr);
    if (!game) return std::nullopt;
    finished.game = std::move(*game);
    if (options.keep) {
      options.keep(finished);
      finished.log = {};
      if (!records.has_file()) finished.record = {};
    }
    return finished;
  };
  std::size_t done = 0;
  records.keep([&] {
    done = run_source_in_order<FinishedGame>(source, threads, stop, play,
                                             [&](std::size_t, const FinishedGame& finished) {
                                               records.add(finished.record);
                                               deliver(finished.fixture, finished.game);
                                             });
  });
  return done;
}

}  // namespace carrack
