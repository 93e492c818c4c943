#include "experiments/base/parallel.hpp"

#include <string>

#include "core/base/error.hpp"

namespace carrack {

void check_threads(unsigned threads) {
  if (threads == 0 || threads > kMaxThreads) {
    throw InputError("threads is " + std::to_string(threads) + ", expected 1 to " +
                     std::to_string(kMaxThreads));
  }
}

}  // namespace carrack
