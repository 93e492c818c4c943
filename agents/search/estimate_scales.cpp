#include "agents/search/estimate_scale.hpp"

namespace carrack {

const EstimateScale& fitted_scale(unsigned /*players*/, unsigned /*turn*/) noexcept {
  static constexpr EstimateScale kScale{};
  return kScale;
}

}  // namespace carrack
