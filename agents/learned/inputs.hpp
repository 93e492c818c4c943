// The inputs of a network: flags that say which level each number of an observation has reached.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/evaluation/observation.hpp"

namespace carrack {

/// Every number of an observation has an input for each of its levels: a flag has the level 1, a
/// count the levels 1 to 8, 10 and 13, an amount of $ or VP more. A number that is not 0 switches
/// one input on, that of the highest level that it reaches.
struct Input {
  std::string name;  // `self.tiles.mint`; of counts and amounts `self.money:12`, the level behind
  unsigned number = 0;  // index in the observation
  unsigned level = 0;   // the least value that reaches it
};
/// All inputs, by number and level; the same for every ruleset. Regions are named by their places
/// on the board, `region0`, so that boards share inputs.
[[nodiscard]] std::span<const Input> network_inputs();

/// A capacity for ObservedNumbers, above observation_size().
inline constexpr std::size_t kMostObserved = 3072;

/// Memory for read_inputs(), left uninitialised.
struct InputScratch {
  std::array<ObservedNumber, kMostObserved> numbers;
  std::array<u16, kMostObserved> inputs;
};

/// The inputs of the position that are on for this observer, by number. The span is into `scratch`.
/// Thread-safe; allocates nothing once network_inputs() and
/// observation_size() have been called.
[[nodiscard]] std::span<const u16> read_inputs(const State& s, Player observer,
                                               InputScratch& scratch);

/// The inputs that are on in an observation.
class InputReader {
 public:
  InputReader();

  /// The inputs of the position for this observer, by number. The span is valid until the next
  /// call. Allocates nothing.
  [[nodiscard]] std::span<const u16> read(const State& s, Player observer);

 private:
  std::unique_ptr<InputScratch> scratch_;
};

}  // namespace carrack
