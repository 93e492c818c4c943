// The inputs of a network: flags that say which level each number of an observation has reached.
#pragma once

#include <array>
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
  unsigned number = 0;  // of the observation
  unsigned level = 0;   // the least value
};
/// All inputs, by number and level; the same for every ruleset. Regions are named by their places
/// on the board, `region0`, so that boards share inputs.
[[nodiscard]] std::span<const Input> network_inputs();

/// The inputs that are on in an observation.
class InputReader {
 public:
  InputReader();

  /// The inputs of the position for this observer, by number. The span is valid until the next
  /// call. Allocates nothing.
  [[nodiscard]] std::span<const u16> read(const State& s, Player observer);

 private:
  std::vector<ObservedNumber> numbers_;
  std::vector<u16> inputs_;
};

}  // namespace carrack
