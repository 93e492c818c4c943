#include "agents/scripted/presence.hpp"

#include <algorithm>

#include "core/base/elementary.hpp"

namespace carrack::valuation {

Presence::Presence() {
  for (unsigned stage = 0; stage < kScorings.size(); ++stage) {
    for (unsigned workers = 0; workers <= 3; ++workers) {
      ready_[stage][workers] = kScorings[stage] * std::min(1.0, static_cast<double>(workers) / 3);
    }
  }
  for (unsigned i = 0; i < places_.size(); ++i) {
    const double lead = static_cast<double>(i) - kEven;
    const double first = 1 / (1 + elementary::exp(-1.6 * (lead - 0.4)));
    places_[i] = 6 * first + 1.0 * (1 - first);
  }
}

const Presence& Presence::table() {
  static const Presence kTable;
  return kTable;
}

}  // namespace carrack::valuation
