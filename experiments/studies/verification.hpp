// Verifies records line by line.
#pragma once

#include <atomic>
#include <istream>
#include <string>

#include "core/base/types.hpp"

namespace carrack {

struct VerifiedRecord {
  u64 games = 0;
  u64 events = 0;
};

/// Replays every game and checks every line: form, events, option sets, positions and results. Of a
/// search note it checks the form, and that its options are those of the decision, each once;
/// visits and values cannot be known, nor who forfeited and why. Ends after a game once `stop` is
/// raised. Throws InputError with `file:line: reason`.
[[nodiscard]] VerifiedRecord verify_record(std::istream& in, const std::string& file,
                                           const std::atomic<bool>* stop = nullptr);

}  // namespace carrack
