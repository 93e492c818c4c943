#include "experiments/evaluation_fit.hpp"

#include <Eigen/Cholesky>
#include <limits>

namespace carrack {
namespace {

using Vector = Eigen::Matrix<double, kFeatures, 1>;
using Matrix = Eigen::Matrix<double, kFeatures, kFeatures>;

Vector vector_of(const Features& features) {
  return Eigen::Map<const Eigen::Matrix<float, kFeatures, 1>>(features.data()).cast<double>();
}

/// What a regression needs of its positions.
struct Moments {
  Matrix products = Matrix::Zero();  // the lower half
  Vector targets = Vector::Zero();
  double rows = 0;

  void add(const Vector& x, double y) {
    products.selfadjointView<Eigen::Lower>().rankUpdate(x);
    targets += y * x;
    ++rows;
  }
  void add(const Moments& other) {
    products += other.products;
    targets += other.targets;
    rows += other.rows;
  }
  /// The weights of least squares, drawn to `prior` as by so many rows more of the same features
  /// that agree with it.
  [[nodiscard]] Vector solve(const Vector& prior, double prior_rows) const {
    constexpr double kNeverSeen = 1e-6;  // a feature that is always 0 keeps its prior
    if (rows == 0) return prior;
    const Vector pull = products.diagonal() * (prior_rows / rows) + Vector::Constant(kNeverSeen);
    Matrix regular = products.selfadjointView<Eigen::Lower>();
    regular.diagonal() += pull;
    return regular.ldlt().solve(targets + pull.cwiseProduct(prior));
  }
};

/// Of every value, less their mean.
std::array<double, kMaxPlayers> leads(const std::array<double, kMaxPlayers>& vp, unsigned players) {
  double mean = 0;
  for (unsigned p = 0; p < players; ++p) mean += vp[p] / players;
  std::array<double, kMaxPlayers> lead{};
  for (unsigned p = 0; p < players; ++p) lead[p] = vp[p] - mean;
  return lead;
}

}  // namespace

struct EvaluationFit::Sums {
  Moments moments;
  Vector weights = Vector::Zero();
  double tested = 0;
  double squares = 0;  // of leads
  double errors = 0;   // squared
};

SampledPosition SampledPosition::of(const State& s,
                                    const std::array<float, kMaxPlayers>& final_vp) {
  return {PositionKind::of(s), features_of(s), final_vp};
}

EvaluationFit::EvaluationFit()
    : sums_(PositionKind::kCount), weights_(std::make_unique<EvaluationWeights>()) {}

EvaluationFit::~EvaluationFit() = default;

void EvaluationFit::add(const SampledPosition& at) {
  Moments& moments = sums_[at.kind.number()].moments;
  for (unsigned p = 0; p < at.kind.players; ++p) {
    moments.add(vector_of(at.features[p]), static_cast<double>(at.vp[p]));
  }
}

/// All positions of a turn give its weights; those of its start are drawn to them, being few.
void EvaluationFit::solve() {
  constexpr double kRidge = 10;
  constexpr double kStartPrior = 300;
  for (const Edition edition : {Edition::aoe3, Edition::empires}) {
    for (unsigned players = 2; players <= kMaxPlayers; ++players) {
      for (unsigned turn = 1; turn <= kTurns; ++turn) {
        Sums& start = sums_[PositionKind{edition, players, true, turn}.number()];
        Sums& other = sums_[PositionKind{edition, players, false, turn}.number()];
        Moments all = other.moments;
        all.add(start.moments);
        other.weights = all.solve(Vector::Zero(), kRidge);
        start.weights = start.moments.solve(other.weights, kStartPrior);
      }
    }
  }
  for (unsigned kind = 0; kind < PositionKind::kCount; ++kind) {
    Eigen::Map<Eigen::Matrix<float, kFeatures, 1>>((*weights_)[kind].data()) =
        sums_[kind].weights.cast<float>();
  }
}

void EvaluationFit::test(const SampledPosition& at) {
  Sums& here = sums_[at.kind.number()];
  std::array<double, kMaxPlayers> expected{};
  std::array<double, kMaxPlayers> found{};
  for (unsigned p = 0; p < at.kind.players; ++p) {
    expected[p] = here.weights.dot(vector_of(at.features[p]));
    found[p] = static_cast<double>(at.vp[p]);
  }
  const auto expected_leads = leads(expected, at.kind.players);
  const auto found_leads = leads(found, at.kind.players);
  for (unsigned p = 0; p < at.kind.players; ++p) {
    const double error = found_leads[p] - expected_leads[p];
    ++here.tested;
    here.squares += found_leads[p] * found_leads[p];
    here.errors += error * error;
  }
}

double EvaluationFit::positions(const PositionKind& kind) const {
  return sums_[kind.number()].moments.rows / kind.players;
}

double EvaluationFit::r_squared(const PositionKind& kind) const {
  const Sums& here = sums_[kind.number()];
  if (here.tested == 0 || here.squares == 0) return std::numeric_limits<double>::quiet_NaN();
  return 1 - here.errors / here.squares;
}

}  // namespace carrack
