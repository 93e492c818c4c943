// Tables for people: columns as wide as they need, numbers to the right.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/interval.hpp"

namespace carrack {

enum class Align : unsigned char { left, right };

class Table {
 public:
  /// Without `columns` the first one stands to the left, all others to the right.
  explicit Table(std::vector<std::string> header, std::vector<Align> columns = {});
  /// Precondition: as many cells as the header.
  /// Cells may have text from outside: they are shown as printable() has them.
  void add(std::vector<std::string> row);
  /// The rows, aligned; a rule under the header.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<Align> columns_;
};

/// A number with so many decimals.
[[nodiscard]] std::string fixed(double value, int decimals);
/// "0.52 ± 0.03"; without the half width where there is none.
[[nodiscard]] std::string with_error(double mean, double half, int decimals);
/// "0.98 [0.93, 1.00]", or the mean alone where there is no interval.
[[nodiscard]] std::string with_interval(double mean, const Interval& interval, int decimals);
/// "[0.93, 1.00]", or "-" where there is none.
[[nodiscard]] std::string interval_text(const Interval& interval, int decimals);
/// "48,312".
[[nodiscard]] std::string grouped(double value);

}  // namespace carrack
