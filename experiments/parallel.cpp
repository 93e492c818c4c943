#include "experiments/parallel.hpp"

#include <string>

#include "core/error.hpp"

namespace carrack {

void check_threads(unsigned threads) {
  constexpr unsigned kMost = 1024;
  if (threads == 0 || threads > kMost) {
    throw InputError("threads is " + std::to_string(threads) + ", expected 1 to " +
                     std::to_string(kMost));
  }
}

}  // namespace carrack
