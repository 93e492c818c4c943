// Aligned text tables.
#pragma once

#include <cstddef>
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
  /// The aligned rows, with a rule under the header. The texts of the last column are wrapped, if
  /// they are left-aligned, so that no line has more than `most` characters, if that leaves enough
  /// room for them.
  [[nodiscard]] std::string text(std::size_t most = kUnlimited) const;
  static constexpr std::size_t kUnlimited = ~std::size_t{0};

 private:
  [[nodiscard]] std::string text_of(const std::vector<std::vector<std::string>>& rows,
                                    const std::vector<std::size_t>& widths) const;

  std::vector<std::vector<std::string>> rows_;
  std::vector<Align> columns_;
};

/// A number with this many decimals.
[[nodiscard]] std::string fixed(double value, int decimals);
/// "0.52 ± 0.03"; only the mean if the half width is unknown.
[[nodiscard]] std::string with_error(double mean, double half, int decimals);
/// "0.98 [0.93, 1.00]"; only the mean if there is no interval.
[[nodiscard]] std::string with_interval(double mean, const Interval& interval, int decimals);
/// A p-value in three decimals, "<0.001" for a smaller one, "-" for NaN.
[[nodiscard]] std::string p_value_text(double p);
/// "[0.93, 1.00]", or "-" if unknown.
[[nodiscard]] std::string interval_text(const Interval& interval, int decimals);
/// "48,312".
[[nodiscard]] std::string grouped(double value);

}  // namespace carrack
