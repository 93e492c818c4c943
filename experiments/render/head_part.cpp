// The head of the page: turn, phase, mover, pending decision, player order; and the marker next to
// the current box.
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/layout.hpp"
#include "experiments/render/parts.hpp"
#include "experiments/render/symbols.hpp"

namespace carrack::picture {
namespace {

constexpr std::array<std::string_view, 3> kAges{"I", "II", "III"};

std::string mover(const State& s) {
  if (is_over(s)) return "The game is over";
  return is_chance(s) ? "Chance draws" : to_string(s.actor) + " to move";
}

void draw_turn(Svg& svg, const State& s) {
  svg.text("Turn " + std::to_string(s.turn) + " of " + std::to_string(kTurns) + ", age " +
               std::string(kAges[index(s.age())]) + ": " + title_case(name(s.phase)),
           kTurn.x, kTurn.y + 24, kTurn.w, {.size = 24, .bold = true});
  std::string line = mover(s);
  const std::vector<std::string> pending = pending_events(s);
  for (std::size_t i = 0; i < pending.size(); ++i)
    line += (i == 0 ? "; so far: " : ", ") + pending[i];
  svg.text(line, kTurn.x, kTurn.y + 48, kTurn.w, {.size = 17, .fill = kMuted});
}

void draw_order(Svg& svg, const State& s) {
  svg.text("Player order", kOrder.x, kOrder.y + 33, 120, {.size = 16, .bold = true});
  double x = kOrder.x + 150;
  for (unsigned place = 0; place < s.players(); ++place) {
    const Player p = s.in_place(place);
    if (index(p) >= s.players()) {
      svg.rect({x - 13, kOrder.y + 14, 26, 26}, 5, "fill='none' stroke='#8d877b'");
    } else {
      svg.use(to_string(p), x, kOrder.y + 27, to_string(p));
    }
    x += 36;
  }
}

/// The box of a phase, or null.
const Rect* box_of(Phase phase) {
  switch (phase) {
    case Phase::initiative: return &kInitiativeBox;
    case Phase::dock: return &kDockBox;
    case Phase::goods: return &kGoodsBox;
    case Phase::shipping: return &kShippingBox;
    case Phase::buildings: return &kBuildingsBox;
    case Phase::discovery: return &kDiscoveryBox;
    case Phase::specialists: return &kSpecialistsBox;
    case Phase::warfare: return &kWarfareBox;
    case Phase::setup:
    case Phase::auction:
    case Phase::placement:
    case Phase::income:
    case Phase::benefits:
    case Phase::refresh:
    case Phase::scoring:
    case Phase::end: break;
  }
  return nullptr;
}

}  // namespace

void add_head(std::vector<BoardGroup>& groups, const State& s) {
  Svg turn;
  draw_turn(turn, s);
  groups.push_back({"turn", turn.take()});
  Svg order;
  draw_order(order, s);
  groups.push_back({"order", order.take()});
}

void add_phase(std::vector<BoardGroup>& groups, const State& s) {
  Svg phase;
  if (const Rect* const box = box_of(s.phase)) {
    phase.rect({box->x, box->y + 6, 5, box->h - 12}, 2.5, "fill='#1b1b1b'");
  }
  groups.push_back({"phase", phase.take()});
}

}  // namespace carrack::picture
