#include "experiments/statistics/conditional_logit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "experiments/statistics/regular_matrix.hpp"

namespace carrack {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd probabilities(const MatrixXd& x, const VectorXd& b) {
  VectorXd utility = x * b;
  utility.array() -= utility.maxCoeff();
  const VectorXd weight = utility.array().exp();
  return weight / weight.sum();
}

/// The log-likelihood and its derivatives at one point.
struct Derivatives {
  double value = 0;
  VectorXd gradient;
  MatrixXd information;
};

double log_likelihood(std::span<const ChoiceSet> sets, const VectorXd& b) {
  double value = 0;
  for (const ChoiceSet& set : sets) {
    const VectorXd utility = set.x * b;
    const double max = utility.maxCoeff();
    value += set.share.dot(utility) - max - std::log((utility.array() - max).exp().sum());
  }
  return value;
}

Derivatives derivatives(std::span<const ChoiceSet> sets, const VectorXd& b) {
  const Index n = b.size();
  Derivatives d{log_likelihood(sets, b), VectorXd::Zero(n), MatrixXd::Zero(n, n)};
  for (const ChoiceSet& set : sets) {
    const VectorXd p = probabilities(set.x, b);
    d.gradient += set.x.transpose() * (set.share - p);
    const MatrixXd centred = set.x.rowwise() - (set.x.transpose() * p).transpose();
    d.information += centred.transpose() * p.asDiagonal() * centred;
  }
  return d;
}

MatrixXd inverse(const MatrixXd& m) {
  return m.ldlt().solve(MatrixXd::Identity(m.rows(), m.cols()));
}

/// sum over clusters of g g', times C / (C - K); the coefficients have been fitted to the scores.
MatrixXd clustered_scores(std::span<const ChoiceSet> sets, const VectorXd& b,
                          std::size_t& clusters) {
  std::vector<std::size_t> order(sets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sets[i].cluster; });
  MatrixXd sum = MatrixXd::Zero(b.size(), b.size());
  clusters = 0;
  for (std::size_t at = 0; at < order.size(); ++clusters) {
    VectorXd score = VectorXd::Zero(b.size());
    const u64 cluster = sets[order[at]].cluster;
    for (; at < order.size() && sets[order[at]].cluster == cluster; ++at) {
      const ChoiceSet& set = sets[order[at]];
      score += set.x.transpose() * (set.share - probabilities(set.x, b));
    }
    sum += score * score.transpose();
  }
  if (clusters <= static_cast<std::size_t>(b.size())) {
    return MatrixXd::Constant(b.size(), b.size(), std::numeric_limits<double>::quiet_NaN());
  }
  const auto c = static_cast<double>(clusters);
  return sum * (c / (c - static_cast<double>(b.size())));
}

/// The covariates that are not within-set linear combinations of earlier ones, found one by one
/// from their residual variance.
std::vector<Index> independent(const MatrixXd& information) {
  constexpr double kTolerance = 1e-9;
  std::vector<Index> kept;
  for (Index c = 0; c < information.cols(); ++c) {
    const double variance = information(c, c);
    double left = variance;
    if (!kept.empty()) {
      const VectorXd shared = information(kept, c);
      left -= shared.dot(MatrixXd(information(kept, kept)).ldlt().solve(shared));
    }
    if (left > kTolerance * variance) kept.push_back(c);
  }
  return kept;
}

/// Precondition: no covariate is a linear combination of others.
std::optional<LogitFit> fit_independent(std::span<const ChoiceSet> sets, Index covariates) {
  constexpr unsigned kMaxIterations = 100;
  constexpr double kConverged = 1e-10;  // of the Newton decrement before the last step
  // If the covariates separate the choices, the likelihood has no maximum and the variance
  // diverges; with a maximum the variance stays within a few times that at zero effect.
  constexpr double kMaxGrowth = 1e4;

  LogitFit fit;
  fit.coefficients = VectorXd::Zero(covariates);
  Derivatives here = derivatives(sets, fit.coefficients);
  const VectorXd variance_of_none = inverse(here.information).diagonal();
  for (;;) {
    const VectorXd step = here.information.ldlt().solve(here.gradient);
    const double decrement = here.gradient.dot(step);
    if (!std::isfinite(decrement) || ++fit.iterations > kMaxIterations) return std::nullopt;
    const bool is_last = decrement < kConverged;  // rounding would mislead the line search
    double length = 1;
    while (!is_last && log_likelihood(sets, fit.coefficients + length * step) < here.value &&
           length > 1e-6) {
      length /= 2;
    }
    fit.coefficients += length * step;
    here = derivatives(sets, fit.coefficients);
    if (is_last) break;
  }
  if (!is_regular(here.information)) return std::nullopt;
  fit.model_covariance = inverse(here.information);
  if ((fit.model_covariance.diagonal().array() > kMaxGrowth * variance_of_none.array()).any()) {
    return std::nullopt;
  }
  fit.covariance = fit.model_covariance * clustered_scores(sets, fit.coefficients, fit.clusters) *
                   fit.model_covariance;
  fit.log_likelihood = here.value;
  fit.covariates = static_cast<std::size_t>(covariates);
  return fit;
}

}  // namespace

std::optional<LogitFit> fit_conditional_logit(std::span<const ChoiceSet> sets) {
  if (sets.empty()) return std::nullopt;
  const Index all = sets.front().x.cols();
  const std::vector<Index> kept = independent(derivatives(sets, VectorXd::Zero(all)).information);
  const auto n = static_cast<Index>(kept.size());
  if (n == 0) return std::nullopt;
  if (n == all) return fit_independent(sets, all);

  std::vector<ChoiceSet> reduced(sets.begin(), sets.end());
  for (ChoiceSet& set : reduced) set.x = MatrixXd(set.x(Eigen::all, kept));
  std::optional<LogitFit> fit = fit_independent(reduced, n);
  if (!fit) return std::nullopt;
  const auto widen = [&](const MatrixXd& narrow) {
    MatrixXd wide = MatrixXd::Zero(all, all);
    wide(kept, kept) = narrow;
    return wide;
  };
  VectorXd coefficients = VectorXd::Zero(all);
  coefficients(kept) = fit->coefficients;
  fit->coefficients = coefficients;
  fit->covariance = widen(fit->covariance);
  fit->model_covariance = widen(fit->model_covariance);
  return fit;
}

MarginalEffect marginal_effect(const LogitFit& fit, std::span<const ChoiceSet> sets,
                               Index covariate) {
  const auto probability = [&](const MatrixXd& x, Index i, VectorXd& gradient, double sign) {
    const VectorXd p = probabilities(x, fit.coefficients);
    gradient += sign * p(i) * (x.row(i) - p.transpose() * x).transpose();
    return p(i);
  };
  double sum = 0;
  double alternatives = 0;
  VectorXd gradient = VectorXd::Zero(fit.coefficients.size());
  for (const ChoiceSet& set : sets) {
    for (Index i = 0; i < set.x.rows(); ++i) {
      if (set.x(i, covariate) != 1) continue;
      MatrixXd without = set.x;
      without(i, covariate) = 0;
      sum += probability(set.x, i, gradient, 1) - probability(without, i, gradient, -1);
      ++alternatives;
    }
  }
  if (alternatives == 0) return {};
  gradient /= alternatives;
  return {sum / alternatives, std::sqrt(gradient.dot(fit.covariance * gradient)),
          fit.clusters - std::min(fit.clusters, fit.covariates)};
}

}  // namespace carrack
