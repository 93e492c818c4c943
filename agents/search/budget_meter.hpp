// When a search ends: Baier, Winands, "Time management for Monte Carlo tree search", IEEE TCIAIG
// 2016, whose STOP and CLOSE these are.
#pragma once

#include <algorithm>

#include "agents/search/options.hpp"

namespace carrack {

/// The budget of a search whose options set no number of iterations.
inline constexpr u64 kMaxIterations = 1'000'000'000;

/// Visits of the two most visited options of the root.
struct Leaders {
  u64 first = 0;
  u64 second = 0;

  /// Whether the second one has more than half of the visits of the first.
  [[nodiscard]] bool are_close() const { return 2 * second > first; }
};

/// The budget of one search, which stop= may end early and extend= lengthen.
class BudgetMeter {
 public:
  /// `together`: playouts that each descent adds.
  explicit BudgetMeter(const BudgetOptions& options, u64 together = 1)
      : options_(options),
        together_(together),
        iterations_(options.iterations == 0 ? kMaxIterations : options.iterations),
        seconds_(options.seconds) {}

  /// Iterations that may be begun before is_over() is asked again.
  [[nodiscard]] u64 iterations() const { return iterations_; }

  /// Whether the search ends after `done` iterations that took `spent` seconds. `leaders` is a
  /// function; it is called only if its answer matters. If the result is false, the budget may have
  /// been extended.
  template <typename Look>
  [[nodiscard]] bool is_over(u64 done, double spent, Look&& leaders) {
    const bool has_time = seconds_ > 0;
    if (done >= iterations_ || (has_time && spent >= seconds_)) {
      return !can_be_extended() || !leaders().are_close() || !extend();
    }
    if (!options_.stop) return false;
    u64 left = iterations_ - done;
    if (has_time && spent > 0) {  // at the rate so far
      const double more = static_cast<double>(done) * (seconds_ - spent) / spent;
      left = std::min(left, static_cast<u64>(std::min(more, 1e15)) + 1);
    }
    left = (left + together_ - 1) / together_ * together_;
    const Leaders now = leaders();
    return now.first > now.second + left;
  }

 private:
  static constexpr unsigned kSteps = 4;  // of the whole extension

  [[nodiscard]] bool can_be_extended() const { return options_.extend > 0 && steps_ < kSteps; }
  /// Extends the budget by one step. Returns true, so that it can stand in a condition.
  bool extend() {
    ++steps_;
    const double share = options_.extend * steps_ / kSteps;
    if (options_.iterations > 0) {
      const auto more = static_cast<u64>(static_cast<double>(options_.iterations) * share);
      iterations_ = std::max(iterations_ + 1, options_.iterations + more);
    }
    if (options_.seconds > 0) seconds_ = options_.seconds * (1 + share);
    return true;
  }

  BudgetOptions options_;
  u64 together_;
  u64 iterations_;
  double seconds_;
  unsigned steps_ = 0;  // of the extension that have been added
};

}  // namespace carrack
