// carrack.mean_interval, carrack.holm, carrack.conditional_logit.
#include <algorithm>
#include <cmath>

#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/statistics/conditional_logit.hpp"
#include "experiments/statistics/sample.hpp"
#include "experiments/statistics/simultaneous.hpp"

namespace carrack::python {
namespace {

using Doubles = std::vector<double>;
using Bounds = std::optional<std::pair<double, double>>;

void check_finite(const char* what, const Doubles& values) {
  const auto wrong = std::ranges::find_if_not(values, [](double v) { return std::isfinite(v); });
  if (wrong == values.end()) return;
  throw InputError(std::string(what) + "[" + std::to_string(wrong - values.begin()) +
                   "] is not a finite number");
}

/// Blocks with these sums and numbers of observations.
MeanOverBlocks over_blocks(const Doubles& sums, const Doubles& counts) {
  if (sums.size() != counts.size()) {
    throw InputError("counts has " + std::to_string(counts.size()) + " numbers, expected " +
                     std::to_string(sums.size()) + ", one per value");
  }
  check_finite("values", sums);
  check_finite("counts", counts);
  BlockMean mean;
  for (std::size_t b = 0; b < sums.size(); ++b) {
    if (!(counts[b] > 0)) {
      throw InputError("counts[" + std::to_string(b) + "] is not above 0");
    }
    mean.add(sums[b], counts[b]);
  }
  return mean.over_blocks();
}

void check_range(const Range& range, double mean) {
  if (!(range.low < range.high) || !std::isfinite(range.high - range.low)) {
    throw InputError("the range should be two finite numbers, the lower one first");
  }
  constexpr double kRounding = 1e-9;
  if (mean < range.low - kRounding || mean > range.high + kRounding) {
    throw InputError("the mean of the values, " + std::to_string(mean) + ", is outside the range");
  }
}

py::tuple mean_interval(const Doubles& sums, const Doubles& counts, const Bounds& bounds,
                        double step, std::size_t together) {
  if (together == 0) throw InputError("together is 0, expected 1 or more");
  if (!(step >= 0) || !std::isfinite(step)) throw InputError("step should be 0 or more");
  const MeanOverBlocks mean = over_blocks(sums, counts);
  Interval interval;
  if (bounds && mean.blocks > 0) {
    const Range range{bounds->first, bounds->second};
    check_range(range, mean.mean);
    interval = bounded_interval(mean, range, together);
  } else {
    interval = stepped_interval(mean, step, kNoRange, together);
  }
  return py::make_tuple(mean.mean, interval.low, interval.high);
}

double mean_p_value(const Doubles& sums, const Doubles& counts, const Bounds& bounds, double step,
                    double expected) {
  const MeanOverBlocks mean = over_blocks(sums, counts);
  if (!bounds) return stepped_p_value(mean, step, expected);
  const Range range{bounds->first, bounds->second};
  if (mean.blocks > 0) check_range(range, mean.mean);
  if (!(range.low < expected && expected < range.high)) {
    throw InputError("expected should be inside the range");
  }
  return bounded_p_value(mean, range, expected);
}

using Matrix = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A set of `x` [alternatives, covariates] and `share` [alternatives]; `i` for messages.
ChoiceSet choice_set(const Matrix& x, const Matrix& share, u64 cluster, std::size_t i,
                     py::ssize_t covariates) {
  const std::string where = "set " + std::to_string(i) + ": ";
  if (x.ndim() != 2 || x.shape(0) == 0 || x.shape(1) == 0) {
    throw InputError(where + "x should be [alternatives, covariates]");
  }
  if (x.shape(1) != covariates) {
    throw InputError(where + "x has " + std::to_string(x.shape(1)) + " covariates, expected " +
                     std::to_string(covariates) + " as in the first set");
  }
  if (share.ndim() != 1 || share.shape(0) != x.shape(0)) {
    throw InputError(where + "share should have a number for each of the " +
                     std::to_string(x.shape(0)) + " alternatives");
  }
  ChoiceSet set{Eigen::MatrixXd(x.shape(0), x.shape(1)), Eigen::VectorXd(x.shape(0)), cluster};
  for (py::ssize_t row = 0; row < x.shape(0); ++row) {
    for (py::ssize_t column = 0; column < covariates; ++column) {
      set.x(row, column) = x.at(row, column);
    }
    set.share(row) = share.at(row);
  }
  if (!set.x.allFinite()) throw InputError(where + "x has a number that is not finite");
  constexpr double kRounding = 1e-6;
  if (!(set.share.minCoeff() >= 0) || !(std::abs(set.share.sum() - 1) < kRounding)) {
    throw InputError(where + "share should be 0 or more, and sum to 1");
  }
  return set;
}

py::array_t<double> as_array(const Eigen::VectorXd& vector) {
  py::array_t<double> array(vector.size());
  for (Eigen::Index i = 0; i < vector.size(); ++i) array.mutable_at(i) = vector(i);
  return array;
}

py::array_t<double> as_array(const Eigen::MatrixXd& matrix) {
  py::array_t<double> array({matrix.rows(), matrix.cols()});
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) array.mutable_at(i, j) = matrix(i, j);
  }
  return array;
}

py::object conditional_logit(const std::vector<Matrix>& x, const std::vector<Matrix>& share,
                             const std::vector<u64>& cluster) {
  if (share.size() != x.size() || cluster.size() != x.size()) {
    throw InputError("x has " + std::to_string(x.size()) + " sets, share " +
                     std::to_string(share.size()) + ", cluster " + std::to_string(cluster.size()) +
                     "; expected the same number");
  }
  std::vector<std::size_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return cluster[i]; });
  std::vector<ChoiceSet> sets;
  for (const std::size_t i : order) {
    const py::ssize_t covariates = x.front().ndim() == 2 ? x.front().shape(1) : 0;
    sets.push_back(choice_set(x[i], share[i], cluster[i], i, covariates));
  }
  std::optional<LogitFit> fit;
  {
    const py::gil_scoped_release release;
    fit = fit_conditional_logit(sets);
  }
  if (!fit) return py::none();
  return py::make_tuple(as_array(fit->coefficients), as_array(fit->covariance),
                        as_array(fit->model_covariance), fit->log_likelihood, fit->clusters);
}

}  // namespace

void bind_statistics(py::module_& m) {
  m.def("mean_interval", &mean_interval, py::arg("sums"), py::arg("counts"), py::arg("bounds"),
        py::arg("step"), py::arg("together"), doc("mean_interval"));
  m.def("mean_p_value", &mean_p_value, py::arg("sums"), py::arg("counts"), py::arg("bounds"),
        py::arg("step"), py::arg("expected"), doc("mean_p_value"));
  m.def(
      "holm", [](const Doubles& p_values) { return holm(p_values); }, py::arg("p_values"),
      doc("holm"));
  m.def("conditional_logit", &conditional_logit, py::arg("x"), py::arg("share"), py::arg("cluster"),
        doc("conditional_logit"));
}

}  // namespace carrack::python
