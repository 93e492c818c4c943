#include "agents/evaluation/estimate_scale.hpp"

#include "agents/evaluation/fitted_scales.hpp"

namespace carrack {

const EstimateScale& fitted_scale(unsigned players, unsigned turn) noexcept {
  return kFittedScales[players - 2][turn - 1];
}

}  // namespace carrack
