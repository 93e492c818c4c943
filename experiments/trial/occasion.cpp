#include "experiments/trial/occasion.hpp"

#include "core/base/error.hpp"

namespace carrack {
namespace {

using Names = std::array<std::string_view, kOccasions>;
constexpr Names kOfPurchases{"offered", "bought"};
constexpr Names kOfPlacements{"open", "placed"};

const Names& names(bool is_placement) noexcept {
  return is_placement ? kOfPlacements : kOfPurchases;
}

}  // namespace

std::string_view name(Occasion occasion, bool is_placement) noexcept {
  return names(is_placement)[index(occasion)];
}

Occasion parse_occasion(std::string_view text, bool is_placement) {
  for (const Occasion occasion : kBothOccasions) {
    if (name(occasion, is_placement) == text) return occasion;
  }
  throw InputError(unknown_word(is_placement ? "occasion of placements" : "occasion of purchases",
                                text, names(is_placement)));
}

}  // namespace carrack
