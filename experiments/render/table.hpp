// Aligned text tables.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/interval.hpp"

namespace carrack {

enum class Align : unsigned char { left, right };

class Table {
 public:
  /// By default the first column is left-aligned, all others right-aligned; columns after the end
  /// of a given list are right-aligned.
  explicit Table(std::vector<std::string> header, std::vector<Align> columns = {});
  /// Precondition: as many cells as the header has.
  /// Cells may hold untrusted text; they are passed through printable().
  void add(std::vector<std::string> row);
  /// The aligned rows, with a rule under the header.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<Align> columns_;
};

/// A number with this many decimals.
[[nodiscard]] std::string fixed(double value, int decimals);
/// "0.52 ± 0.03"; only the mean if the half width is unknown.
[[nodiscard]] std::string with_error(double mean, double half, int decimals);
/// "0.98 [0.93, 1.00]"; only the mean if there is no interval.
[[nodiscard]] std::string with_interval(double mean, const Interval& interval, int decimals);
/// "[0.93, 1.00]", or "-" if unknown.
[[nodiscard]] std::string interval_text(const Interval& interval, int decimals);
/// "48,312".
[[nodiscard]] std::string grouped(double value);

}  // namespace carrack
