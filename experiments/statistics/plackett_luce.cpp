#include "experiments/statistics/plackett_luce.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/error.hpp"
#include "experiments/statistics/regular_matrix.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Prior of log delta: wide, keeps it finite when nearly all groups are ties.
constexpr double kTiePriorSd = 10;
constexpr unsigned kSizes = kMaxPlayers + 1;
/// Parameters involved in one game: eta of each seat, log delta of each order.
constexpr unsigned kLocal = 2 * kMaxPlayers - 1;
using LocalVector = Eigen::Matrix<double, kLocal, 1>;
using LocalMatrix = Eigen::Matrix<double, kLocal, kLocal>;

/// The likelihood of games as a function of all parameters: strengths, seats, ties.
class Model {
 public:
  Model(std::span<const GameOutcome> games, std::size_t entrants,
        const PlackettLuceOptions& options)
      : games_(games), entrants_(static_cast<Index>(entrants)) {
    unsigned seats = 0;
    std::array<bool, kSizes> seen{};
    for (const GameOutcome& game : games) {
      seats = std::max(seats, game.players);
      std::array<unsigned, kSizes> at_rank{};
      for (const SeatOutcome& s : game.seats()) ++at_rank[s.rank];
      for (const unsigned n : at_rank) seen[n] = true;
    }
    seats_ = options.seat_effects ? static_cast<Index>(seats) : 0;
    tie_index_.fill(-1);
    for (unsigned order = 2; order < kSizes; ++order) {
      if (!seen[order]) continue;
      tie_index_[order] = static_cast<int>(tie_orders_.size());
      tie_orders_.push_back(order);
    }
    for (unsigned size = 2; size < kSizes; ++size) {
      for (unsigned set = 1; set < 1U << size; ++set) {
        const auto order = static_cast<unsigned>(std::popcount(set));
        if (order == 1 || tie_index_[order] >= 0) choices_[size].push_back(set);
      }
    }
    precision_ = VectorXd::Zero(parameters());
    if (std::isfinite(options.prior_sd)) {
      precision_.setConstant(1 / (options.prior_sd * options.prior_sd));
      precision_.tail(ties()).setConstant(1 / (kTiePriorSd * kTiePriorSd));
    }
  }

  [[nodiscard]] Index entrants() const { return entrants_; }
  [[nodiscard]] Index seats() const { return seats_; }
  [[nodiscard]] Index ties() const { return static_cast<Index>(tie_orders_.size()); }
  [[nodiscard]] Index parameters() const { return entrants_ + seats_ + ties(); }
  [[nodiscard]] const std::vector<unsigned>& tie_orders() const { return tie_orders_; }
  [[nodiscard]] const VectorXd& prior_precision() const { return precision_; }

  struct Evaluation {
    double log_likelihood = 0;
    double log_posterior = 0;
    VectorXd gradient;     // of the log-posterior
    MatrixXd information;  // minus its Hessian, and the gauge: positive definite
  };

  [[nodiscard]] Evaluation evaluate(const VectorXd& x) const {
    Evaluation e = likelihood(x);
    e.log_posterior = e.log_likelihood - 0.5 * x.cwiseAbs2().dot(precision_);
    e.gradient -= precision_.cwiseProduct(x);
    e.information.diagonal() += precision_;
    fix_gauge(x, 0, entrants_, e);
    if (seats_ > 0) fix_gauge(x, entrants_, seats_, e);
    return e;
  }

  /// The information of the games, without prior and gauge.
  [[nodiscard]] MatrixXd likelihood_information(const VectorXd& x) const {
    return likelihood(x).information;
  }

  /// Adds the scores of a game to `score`.
  void add_score(const GameOutcome& game, const VectorXd& x, VectorXd& score) const {
    const Local local = local_terms(game, x);
    const std::array<Targets, kLocal> to = targets(game);
    for (unsigned i = 0; i < kLocal; ++i) {
      for (const Index a : to[i]) {
        if (a >= 0) score[a] += local.score[i];
      }
    }
  }

 private:
  struct Local {
    double log_likelihood = 0;
    LocalVector score = LocalVector::Zero();
    LocalMatrix information = LocalMatrix::Zero();
  };
  /// The global parameters behind one local parameter, -1 for none.
  using Targets = std::array<Index, 2>;

  /// The sums over the games; the log-posterior stays 0.
  [[nodiscard]] Evaluation likelihood(const VectorXd& x) const {
    Evaluation e{0, 0, VectorXd::Zero(parameters()), MatrixXd::Zero(parameters(), parameters())};
    for (const GameOutcome& game : games_) {
      const Local local = local_terms(game, x);
      e.log_likelihood += local.log_likelihood;
      const std::array<Targets, kLocal> to = targets(game);
      for (unsigned i = 0; i < kLocal; ++i) {
        for (const Index a : to[i]) {
          if (a < 0) continue;
          e.gradient[a] += local.score[i];
          for (unsigned j = 0; j < kLocal; ++j) {
            for (const Index b : to[j]) {
              if (b >= 0) e.information(a, b) += local.information(i, j);
            }
          }
        }
      }
    }
    return e;
  }

  /// Adding a constant to all strengths (or all seats) changes nothing; a penalty on their sum
  /// selects one of the equivalent solutions without changing differences.
  static void fix_gauge(const VectorXd& x, Index first, Index count, Evaluation& e) {
    const double sum = x.segment(first, count).sum();
    e.log_posterior -= 0.5 * sum * sum;
    e.gradient.segment(first, count).array() -= sum;
    e.information.block(first, first, count, count).array() += 1;
  }

  [[nodiscard]] std::array<Targets, kLocal> targets(const GameOutcome& game) const {
    std::array<Targets, kLocal> to;
    to.fill({-1, -1});
    for (unsigned i = 0; i < game.players; ++i) {
      const SeatOutcome& s = game.by_seat[i];
      to[i] = {static_cast<Index>(s.entrant),
               seats_ > 0 ? entrants_ + static_cast<Index>(s.seat) : -1};
    }
    for (const unsigned order : tie_orders_) {
      to[kMaxPlayers + order - 2] = {entrants_ + seats_ + tie_index_[order], -1};
    }
    return to;
  }

  /// Log-likelihood, score and information of one game in its local parameters.
  [[nodiscard]] Local local_terms(const GameOutcome& game, const VectorXd& x) const {
    Local local;
    std::array<double, kMaxPlayers> eta{};
    std::array<unsigned, kMaxPlayers> by_rank{};
    for (unsigned i = 0; i < game.players; ++i) {
      const SeatOutcome& s = game.by_seat[i];
      eta[i] = x[static_cast<Index>(s.entrant)];
      if (seats_ > 0) eta[i] += x[entrants_ + static_cast<Index>(s.seat)];
      by_rank[i] = i;
    }
    std::stable_sort(by_rank.begin(), by_rank.begin() + game.players, [&](unsigned a, unsigned b) {
      return game.by_seat[a].rank < game.by_seat[b].rank;
    });
    for (unsigned first = 0; first + 1 < game.players;) {
      const u8 rank = game.by_seat[by_rank[first]].rank;
      unsigned behind = first;
      while (behind < game.players && game.by_seat[by_rank[behind]].rank == rank) ++behind;
      add_choice({by_rank.data() + first, game.players - first}, behind - first, eta, x, local);
      first = behind;
    }
    return local;
  }

  /// One choice: the first `chosen` of `alternatives` (seats) are chosen among all.
  void add_choice(std::span<const unsigned> alternatives, unsigned chosen,
                  const std::array<double, kMaxPlayers>& eta, const VectorXd& x,
                  Local& local) const {
    const auto size = static_cast<unsigned>(alternatives.size());
    double max = eta[alternatives[0]];
    for (const unsigned i : alternatives) max = std::max(max, eta[i]);

    // Sums of f(S), of f(S) phi(S) and of f(S) phi(S) phi(S)', where phi is the gradient of log f.
    double total = 0;
    LocalVector mean = LocalVector::Zero();
    LocalMatrix second = LocalMatrix::Zero();
    double log_chosen = 0;
    for (const unsigned set : choices_[size]) {
      const auto order = static_cast<unsigned>(std::popcount(set));
      const double share = 1.0 / order;
      std::array<int, kMaxPlayers + 1> touched{};
      unsigned count = 0;
      double log_f = 0;
      for (unsigned i = 0; i < size; ++i) {
        if ((set >> i & 1U) == 0) continue;
        log_f += share * (eta[alternatives[i]] - max);
        touched[count++] = static_cast<int>(alternatives[i]);
      }
      if (order > 1) {
        log_f += x[entrants_ + seats_ + tie_index_[order]];
        touched[count++] = static_cast<int>(kMaxPlayers + order - 2);
      }
      const double f = std::exp(log_f);
      const auto phi = [&](unsigned t) { return t < order ? share : 1.0; };
      total += f;
      for (unsigned a = 0; a < count; ++a) {
        mean[touched[a]] += f * phi(a);
        for (unsigned b = 0; b < count; ++b) {
          second(touched[a], touched[b]) += f * phi(a) * phi(b);
        }
      }
      if (set == (1U << chosen) - 1) {
        log_chosen = log_f;
        for (unsigned a = 0; a < count; ++a) local.score[touched[a]] += phi(a);
      }
    }
    mean /= total;
    local.log_likelihood += log_chosen - std::log(total);
    local.score -= mean;
    local.information += second / total - mean * mean.transpose();
  }

  std::span<const GameOutcome> games_;
  Index entrants_;
  Index seats_ = 0;
  std::vector<unsigned> tie_orders_;
  std::array<int, kSizes> tie_index_{};
  std::array<std::vector<unsigned>, kSizes> choices_;  // by number of alternatives, as sets of them
  VectorXd precision_;
};

/// Removes the component of a covariance along the sum of a group of parameters.
void centre(MatrixXd& covariance, Index first, Index count) {
  if (count == 0) return;
  MatrixXd projection = MatrixXd::Identity(covariance.rows(), covariance.rows());
  projection.block(first, first, count, count).array() -= 1.0 / static_cast<double>(count);
  covariance = projection * covariance * projection;
}

/// The sum over blocks of g g' of their scores g, scaled by B / (B - 1). The prior counts as one
/// more observation with its stated variance, and so does one game with the mean information of
/// all: block scores may cancel out, and then their sum alone would be 0.
MatrixXd score_variance(const Model& model, std::span<const GameOutcome> games,
                        const BlockOrder& order, const VectorXd& x) {
  MatrixXd sum = MatrixXd::Zero(model.parameters(), model.parameters());
  VectorXd score(model.parameters());
  for (std::size_t b = 0; b < order.size(); ++b) {
    score.setZero();
    for (const std::size_t i : order.block(b)) model.add_score(games[i], x, score);
    sum.selfadjointView<Eigen::Lower>().rankUpdate(score);
  }
  const auto blocks = static_cast<double>(order.size());
  if (order.size() > 1) sum *= blocks / (blocks - 1);
  sum += model.likelihood_information(x) / static_cast<double>(games.size());
  sum.diagonal() += model.prior_precision();
  return sum.selfadjointView<Eigen::Lower>();
}

[[noreturn]] void no_maximum(const std::string& cause) {
  throw InputError("the likelihood of the ratings has no maximum: " + cause + "; use a prior");
}

[[noreturn]] void no_bound() {
  no_maximum(
      "an effect of an entrant, a seat or ties has no bound, e.g. of a seat that always won");
}

/// Throws InputError for faults of the data that can be found before a fit without a prior.
/// `information` is that of equal entrants.
void check_games(std::span<const GameOutcome> games, bool connected, const MatrixXd& information) {
  if (!connected) no_maximum("some entrants never lost to, or never met, the others");
  const bool has_winner = std::ranges::any_of(games, [](const GameOutcome& game) {
    return std::ranges::any_of(game.seats(), [](const SeatOutcome& s) { return s.rank != 1; });
  });
  if (!has_winner) no_maximum("all games are ties");
  if (!is_regular(information)) {
    throw InputError(
        "the games do not tell entrants from seats: some entrants never change seats; use a prior, "
        "or no seat effects");
  }
}

}  // namespace

bool PlackettLuceFit::uses_sandwich() const noexcept {
  return connected && blocks > static_cast<std::size_t>(sandwich_covariance.rows());
}

std::string_view elo_interval_kind(const PlackettLuceFit& fit) {
  return fit.uses_sandwich() ? "sandwich" : "wider";
}

PlackettLuceFit fit_plackett_luce(std::span<const GameOutcome> games, std::size_t entrants,
                                  const PlackettLuceOptions& options) {
  if (games.empty()) throw InputError("no games to rate");
  PlackettLuceFit fit;
  fit.connected = wins_connect(games, entrants);
  const bool has_prior = std::isfinite(options.prior_sd);

  const Model model(games, entrants, options);
  VectorXd x = VectorXd::Zero(model.parameters());
  Model::Evaluation at = model.evaluate(x);
  if (!has_prior) check_games(games, fit.connected, at.information);
  Eigen::LDLT<MatrixXd> factor(at.information);
  constexpr unsigned kMaxIterations = 100;
  constexpr double kSmallStep = 1e-9;  // units of strength; Newton's method converges quadratically
  for (;;) {
    if (++fit.iterations > kMaxIterations) no_bound();
    VectorXd step = factor.solve(at.gradient);
    if (!step.allFinite()) no_bound();
    Model::Evaluation next = model.evaluate(x + step);
    const double slack = 1e-12 * std::abs(at.log_posterior);  // for rounding of the sums
    while (next.log_posterior < at.log_posterior - slack &&
           step.cwiseAbs().maxCoeff() > kSmallStep) {
      step /= 2;
      next = model.evaluate(x + step);
    }
    x += step;
    at = std::move(next);
    factor.compute(at.information);
    if (step.cwiseAbs().maxCoeff() <= kSmallStep) break;
  }
  // Far out the likelihood is flat, and Newton's method ends there.
  if (!has_prior && !is_regular(at.information)) no_bound();

  const Index k = model.entrants();
  const Index seats = model.seats();
  fit.strengths = x.head(k);
  fit.seats = x.segment(k, seats);
  fit.tie_orders = model.tie_orders();
  fit.log_tie = x.tail(model.ties());
  fit.log_likelihood = at.log_likelihood;

  const BlockOrder order = by_block(games);
  fit.blocks = order.size();
  const MatrixXd inverse = factor.solve(MatrixXd::Identity(model.parameters(), model.parameters()));
  fit.hessian_covariance = inverse;
  fit.sandwich_covariance = inverse * score_variance(model, games, order, x) * inverse;
  for (MatrixXd* covariance : {&fit.hessian_covariance, &fit.sandwich_covariance}) {
    centre(*covariance, 0, k);
    centre(*covariance, k, seats);
  }
  return fit;
}

namespace {

/// The interval to show: none if the value cannot vary, because it is the mean of all.
double shown_interval(const PlackettLuceFit& fit, Index values, double hessian, double sandwich) {
  if (fit.blocks < 2 || values < 2) return std::numeric_limits<double>::quiet_NaN();
  return fit.uses_sandwich() ? sandwich : std::max(hessian, sandwich);
}

/// The contrasts of `values` against one of them or their mean, with their intervals.
std::vector<Rating> contrasts(const PlackettLuceFit& fit, const VectorXd& values, Index first,
                              std::size_t anchor) {
  const double t = fit.blocks > 1 ? student_t(fit.blocks - 1) : kNormal95;
  std::vector<Rating> ratings;
  for (Index i = 0; i < values.size(); ++i) {
    const auto a = static_cast<Index>(anchor);
    const auto deviation = [&](const MatrixXd& covariance) {
      const double own = covariance(first + i, first + i);
      if (anchor == kMeanOfAll) return std::sqrt(own);
      return std::sqrt(std::max(
          0.0, own + covariance(first + a, first + a) - 2 * covariance(first + i, first + a)));
    };
    const double origin = anchor == kMeanOfAll ? 0 : values[a];
    const double hessian = kEloPerUnit * kNormal95 * deviation(fit.hessian_covariance);
    const double sandwich = kEloPerUnit * t * deviation(fit.sandwich_covariance);
    ratings.push_back({kEloPerUnit * (values[i] - origin), hessian, sandwich,
                       shown_interval(fit, values.size(), hessian, sandwich)});
  }
  return ratings;
}

}  // namespace

std::vector<Rating> elo_ratings(const PlackettLuceFit& fit, std::size_t anchor) {
  return contrasts(fit, fit.strengths, 0, anchor);
}

std::vector<Rating> elo_seats(const PlackettLuceFit& fit) {
  return contrasts(fit, fit.seats, fit.strengths.size(), kMeanOfAll);
}

}  // namespace carrack
