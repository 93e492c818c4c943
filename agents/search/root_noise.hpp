// Random numbers for the options of the root, the same on every machine.
#pragma once

#include <span>

#include "core/base/random.hpp"

namespace carrack {

/// Fills `noise` with independent numbers from Gumbel(0, 1), each multiplied by `scale`. The
/// options with the k largest sums of logit and noise are k options drawn from the prior without
/// replacement (Kool, van Hoof & Welling, "Stochastic beams and where to find them", ICML 2019).
void draw_gumbel(Random& random, double scale, std::span<double> noise);

/// Fills `shares` with a draw from the symmetric Dirichlet distribution: numbers of at least 0 that
/// add up to 1. `concentration` is the sum of its parameters (Wu, "Accelerating self-play learning
/// in Go", 2020: 10.83 in all, as Silver et al. 2017 have 0.03 for each of 361 points).
/// Precondition: `concentration` is above 0, and there is an option.
void draw_dirichlet(Random& random, double concentration, std::span<double> shares);

}  // namespace carrack
