#include "agents/agent.hpp"

namespace carrack {

const Report& Agent::report() const {
  static const Report kEmpty;
  return kEmpty;
}

}  // namespace carrack
