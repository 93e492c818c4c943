// Checks that the nodes of the setup and those of the turns share.
#pragma once

#include "core/rules/checks.hpp"

namespace carrack::checks {

void at_cursor(const State& s, unsigned cursor);
void at_step(const State& s, unsigned step);
/// The decision belongs to this seat.
void at_seat(const State& s, unsigned seat);
void order_is_settled(const State& s);
/// The seats in the first `places` places have a nation, the others have none.
void nations_are_dealt(const State& s, unsigned places);
/// Restocking, of the setup or a refresh: the step is the one whose draw is open.
void restock(const State& s);

/// The nodes of the setup and of the auctions before it.
void setup_node(const State& s);
void auction_node(const State& s);

}  // namespace carrack::checks
