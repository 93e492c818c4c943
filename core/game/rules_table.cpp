#include "core/game/rules_table.hpp"

#include <memory>

#include "core/base/interner.hpp"

namespace carrack {
namespace {

Interner<Rules>& interner() {
  static Interner<Rules> rules(rules_table::table, index(RulesId::none) + 1, "different rulesets");
  return rules;
}

}  // namespace

constinit std::array<const Rules*, kRulesIds> rules_table::table{};

u64 Rules::digest() const noexcept {
  Digest digest;
  digest.add(words.code());
  digest.add(map->digest());
  return digest.value();
}

const Rules& intern(const Rules& rules) {
  const unsigned number = interner().number_of(rules, rules.digest(), [&](unsigned free) {
    auto added = std::make_shared<Rules>(rules);
    added->id = nth<RulesId>(free);
    return added;
  });
  return rules_of(nth<RulesId>(number));
}

bool is_known(RulesId id) { return interner().has(index(id)); }

void forget_own_boards() {
  interner().forget_if([](const Rules& rules) { return rules.board > Board::world; });
  boards::forget_added();
}

}  // namespace carrack
