#include "agents/search/root_noise.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.hpp"
#include "core/base/softmax.hpp"

namespace carrack {
namespace {

/// Uniform in (0, 1), with 52 bits: neither end is possible, so that its logarithm is finite.
double open_uniform(Random& random) {
  return (static_cast<double>(random.next64() >> 12U) + 0.5) * 0x1p-52;
}

/// From the standard normal distribution (Marsaglia & Bray, "A convenient method for generating
/// normal variables", SIAM Review 1964).
double draw_normal(Random& random) {
  for (;;) {
    const double x = 2 * open_uniform(random) - 1;
    const double y = 2 * open_uniform(random) - 1;
    const double r = x * x + y * y;
    if (r < 1) return x * std::sqrt(-2 * elementary::log(r) / r);
  }
}

/// The logarithm of a number from the gamma distribution (Marsaglia & Tsang, "A simple method for
/// generating gamma variables", TOMS 2000). As a logarithm, since a small shape gives numbers
/// that are too small for a double.
double draw_log_gamma(Random& random, double shape) {
  const double d = shape + 1 - 1.0 / 3;  // of shape + 1; the last step goes down to shape
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double log_v = elementary::log(v);
    if (elementary::log(open_uniform(random)) < 0.5 * x * x + d - d * v + d * log_v) {
      return elementary::log(d) + log_v + elementary::log(open_uniform(random)) / shape;
    }
  }
}

}  // namespace

void draw_gumbel(Random& random, double scale, std::span<double> noise) {
  for (double& number : noise) {
    number = scale * -elementary::log(-elementary::log(open_uniform(random)));
  }
}

void draw_dirichlet(Random& random, double concentration, std::span<double> shares) {
  const double shape = concentration / static_cast<double>(shares.size());
  for (double& share : shares) share = draw_log_gamma(random, shape);
  softmax(shares);
}

}  // namespace carrack
