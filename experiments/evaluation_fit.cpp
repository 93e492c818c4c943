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

/// Of one turn, or its start, of one edition with one number of players.
struct EvaluationFit::Sums {
  Moments moments;
  Vector weights = Vector::Zero();
  double tested = 0;
  double squares = 0;  // of leads
  double errors = 0;   // squared
};

SampledPosition SampledPosition::of(const State& s,
                                    const std::array<float, kMaxPlayers>& final_vp) {
  return {index(s.ruleset().edition()), s.players(),    s.turn - 1U,
          carrack::begins_turn(s),      features_of(s), final_vp};
}

EvaluationFit::EvaluationFit()
    : sums_(std::size_t{2} * kTableSizes * kTurnParts * kTurns),
      weights_(std::make_unique<EvaluationWeights>()) {}

EvaluationFit::~EvaluationFit() = default;

std::size_t EvaluationFit::cell(unsigned edition, unsigned players, bool begins_turn,
                                unsigned turn) {
  const std::size_t table = std::size_t{edition} * kTableSizes + players - 2;
  return (table * kTurnParts + (begins_turn ? 0U : 1U)) * kTurns + turn;
}

void EvaluationFit::add(const SampledPosition& at) {
  Moments& moments = sums_[cell(at.edition, at.players, at.begins_turn, at.turn)].moments;
  for (unsigned p = 0; p < at.players; ++p) {
    moments.add(vector_of(at.features[p]), static_cast<double>(at.vp[p]));
  }
}

/// All positions of a turn give its weights; those of its start are drawn to them, being few.
void EvaluationFit::solve() {
  constexpr double kRidge = 10;
  constexpr double kStartPrior = 300;
  for (unsigned edition = 0; edition < 2; ++edition) {
    for (unsigned players = 2; players <= kMaxPlayers; ++players) {
      for (unsigned turn = 0; turn < kTurns; ++turn) {
        Sums& start = sums_[cell(edition, players, true, turn)];
        Sums& within = sums_[cell(edition, players, false, turn)];
        Moments all = within.moments;
        all.add(start.moments);
        within.weights = all.solve(Vector::Zero(), kRidge);
        start.weights = start.moments.solve(within.weights, kStartPrior);
        for (const bool begins : {true, false}) {
          const Vector& solved = begins ? start.weights : within.weights;
          Features& out = (*weights_)[edition][players - 2][begins ? 0 : 1][turn];
          for (unsigned f = 0; f < kFeatures; ++f) out[f] = static_cast<float>(solved[f]);
        }
      }
    }
  }
}

void EvaluationFit::test(const SampledPosition& at) {
  Sums& here = sums_[cell(at.edition, at.players, at.begins_turn, at.turn)];
  std::array<double, kMaxPlayers> expected{};
  std::array<double, kMaxPlayers> found{};
  for (unsigned p = 0; p < at.players; ++p) {
    expected[p] = here.weights.dot(vector_of(at.features[p]));
    found[p] = static_cast<double>(at.vp[p]);
  }
  const auto expected_leads = leads(expected, at.players);
  const auto found_leads = leads(found, at.players);
  for (unsigned p = 0; p < at.players; ++p) {
    const double error = found_leads[p] - expected_leads[p];
    ++here.tested;
    here.squares += found_leads[p] * found_leads[p];
    here.errors += error * error;
  }
}

double EvaluationFit::positions(unsigned edition, unsigned players, bool begins_turn) const {
  double rows = 0;
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    rows += sums_[cell(edition, players, begins_turn, turn)].moments.rows;
  }
  return rows / players;
}

double EvaluationFit::r_squared(unsigned edition, unsigned players, bool begins_turn,
                                unsigned turn) const {
  const Sums& here = sums_[cell(edition, players, begins_turn, turn)];
  if (here.tested == 0 || here.squares == 0) return std::numeric_limits<double>::quiet_NaN();
  return 1 - here.errors / here.squares;
}

}  // namespace carrack
