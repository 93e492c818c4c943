#include "experiments/studies/evaluation_fit.hpp"

#include <Eigen/Cholesky>
#include <limits>

namespace carrack {
namespace {

using Vector = Eigen::Matrix<double, kFeatures, 1>;
using Matrix = Eigen::Matrix<double, kFeatures, kFeatures>;
using FeaturesOfTable = Eigen::Matrix<double, kFeatures, Eigen::Dynamic, 0, kFeatures, kMaxPlayers>;
using VpOfTable = Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, kMaxPlayers>;

/// The features of every player of a position, one column per player.
FeaturesOfTable features_of_table(const SampledPosition& at) {
  return Eigen::Map<const Eigen::Matrix<float, kFeatures, Eigen::Dynamic>>(
             at.features.front().data(), kFeatures, at.kind.players)
      .cast<double>();
}

VpOfTable vp_of_table(const SampledPosition& at) {
  return Eigen::Map<const Eigen::RowVectorXf>(at.vp.data(), at.kind.players).cast<double>();
}

/// One column per player, minus the mean of the game.
template <typename Columns>
auto leads(const Columns& of_players) {
  return (of_players.colwise() - of_players.rowwise().mean()).eval();
}

/// Sufficient statistics of the regression. Leads are regressed on leads: values common to all
/// players of a game carry no information and only shift the constant.
struct Moments {
  Matrix products = Matrix::Zero();  // of leads, the lower half
  Vector targets = Vector::Zero();   // of leads
  Vector features = Vector::Zero();  // their sums
  double vp = 0;                     // its sum
  double rows = 0;

  void add(const FeaturesOfTable& x, const VpOfTable& y) {
    const FeaturesOfTable lead = leads(x);
    products.selfadjointView<Eigen::Lower>().rankUpdate(lead);
    targets += lead * leads(y).transpose();
    features += x.rowwise().sum();
    vp += y.sum();
    rows += static_cast<double>(x.cols());
  }
  void add(const Moments& other) {
    products += other.products;
    targets += other.targets;
    features += other.features;
    vp += other.vp;
    rows += other.rows;
  }
  /// Ridge regression towards `prior`, whose strength is given as a number of additional rows; the
  /// constant matches the mean.
  [[nodiscard]] Vector solve(const Vector& prior, const Vector& prior_rows) const {
    constexpr double kNeverSeen = 1e-6;  // a feature that is always 0 keeps its prior
    if (rows == 0) return prior;
    const Vector pull =
        products.diagonal().cwiseProduct(prior_rows) / rows + Vector::Constant(kNeverSeen);
    Matrix regular = products.selfadjointView<Eigen::Lower>();
    regular.diagonal() += pull;
    Vector weights = regular.ldlt().solve(targets + pull.cwiseProduct(prior));
    weights[kConstantFeature] = 0;
    weights[kConstantFeature] = (vp - weights.dot(features)) / rows;
    return weights;
  }
};

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
  sums_[at.kind.number()].moments.add(features_of_table(at), vp_of_table(at));
}

/// All positions of a turn give its weights; the weights of its start, with few positions, are
/// shrunk towards them. The common value of the tiles of an age goes to their count, so it also
/// applies to tiles missing from the games.
void EvaluationFit::solve() {
  constexpr double kRidge = 10;
  constexpr double kTileRidge = 100;
  Vector ridge = Vector::Constant(kRidge);
  ridge.tail<kTiles>().setConstant(kTileRidge);
  const Vector start_prior = Vector::Constant(300);
  for (unsigned e = 0; e < kEditions; ++e) {
    const auto edition = nth<Edition>(e);
    for (unsigned players = 2; players <= kMaxPlayers; ++players) {
      for (unsigned turn = 1; turn <= kTurns; ++turn) {
        Sums& start = sums_[PositionKind{edition, players, true, turn}.number()];
        Sums& other = sums_[PositionKind{edition, players, false, turn}.number()];
        Moments all = other.moments;
        all.add(start.moments);
        other.weights = all.solve(Vector::Zero(), ridge);
        start.weights = start.moments.solve(other.weights, start_prior);
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
  const VpOfTable expected = here.weights.transpose() * features_of_table(at);
  const VpOfTable found = leads(vp_of_table(at));
  here.tested += at.kind.players;
  here.squares += found.squaredNorm();
  here.errors += (found - leads(expected)).squaredNorm();
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
