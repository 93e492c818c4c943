// Records of games with a forfeit.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/notation/forfeit_json.hpp"

namespace carrack::testing {

/// The record of a finished game with forfeits in its footer.
inline std::string forfeited(std::string record, std::span<const Forfeit> forfeits) {
  constexpr std::string_view kEnd = "}\n";
  record.resize(record.size() - kEnd.size());
  record.append(", \"forfeits\": ");
  append_forfeits(record, forfeits);
  return record.append(kEnd);
}

}  // namespace carrack::testing
