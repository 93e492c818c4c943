#include "core/notation/trace_boxes.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "core/notation/notation.hpp"
#include "core/notation/trace_pieces.hpp"
#include "core/rules/tiles.hpp"

namespace carrack {
namespace {

std::string slot_text(Slot slot) {
  return to_string(slot.player()) + ' ' + std::string(name(slot.worker()));
}

template <typename Spaces>
void write_spaces(JsonWriter& json, const Spaces& spaces) {
  json.open_list();
  for (const Slot slot : spaces) {
    if (!slot.empty()) json.text(slot_text(slot));
  }
  json.close_list();
}

void write_letter(JsonWriter& json, Slot slot) {
  if (slot.empty()) {
    json.null();
  } else {
    json.text(to_string(slot.player()));
  }
}

/// A box without limit: worker counts by player.
template <typename Counts>
void write_crowd(JsonWriter& json, const State& s, Counts&& counts) {
  json.open_object();
  for (unsigned i = 0; i < s.players(); ++i) {
    const WorkerCounts workers = counts(s.player[i]);
    if (workers.empty()) continue;
    json.key(to_string(nth<Player>(i)));
    write_workers(json, workers);
  }
  json.close_object();
}

/// The spaces of the box that resolves, where workers leave one after the other.
std::span<const Slot> resolving_spaces(const State& s) {
  if (s.phase == Phase::goods) return s.goods_box;
  if (s.phase == Phase::buildings) return s.buildings_box;
  if (s.phase == Phase::warfare) return s.warfare_box;
  if (s.phase != Phase::dock) return {};
  const std::span<const Slot> all(s.dock);
  return (s.flags & kDockReordered) != 0 ? all : all.first(dock::kX);
}

}  // namespace

void write_boxes(JsonWriter& json, const State& s) {
  const std::span<const Slot> dock_spaces(s.dock);
  // England's new order is one list: no letters, no ships.
  const bool one_list = (s.flags & kDockReordered) != 0;
  const auto letter = [&](unsigned space) { return one_list ? Slot() : s.dock[space]; };
  json.open_object();
  json.key("initiative");
  write_spaces(json, s.initiative_box);
  json.key("dock");
  write_spaces(json, one_list ? dock_spaces : dock_spaces.first(dock::kX));
  json.key("x");
  write_letter(json, letter(dock::kX));
  json.key("y");
  write_letter(json, letter(dock::kY));
  json.key("mayflower");
  write_spaces(json, one_list ? std::span<const Slot>() : dock_spaces.subspan(dock::kFirstShip));
  json.key("goods");
  write_spaces(json, s.goods_box);
  json.key("shipping");
  write_crowd(json, s, [](const PlayerState& p) { return p.shipping(); });
  json.key("buildings");
  write_spaces(json, s.buildings_box);
  json.key("discovery");
  write_crowd(json, s, [](const PlayerState& p) { return p.discovery(); });
  json.key("specialists").open_object();
  for (unsigned i = 0; i < s.specialist_box.size(); ++i) {
    if (s.specialist_box[i].empty()) continue;
    json.key(name(nth<Box>(index(Box::captain) + i))).text(slot_text(s.specialist_box[i]));
  }
  json.close_object();
  json.key("warfare");
  write_spaces(json, s.warfare_box);
  if (s.ruleset().has(Module::world)) {
    const unsigned owner = tiles::owner_of_india(s);
    json.key("india");
    write_crowd(json, s, [&](const PlayerState& p) {
      return owner < kMaxPlayers && &p == &s.player[owner] ? s.india() : WorkerCounts();
    });
  }
  json.close_object();
}

unsigned emptied_spaces(const State& s) {
  const std::span<const Slot> spaces = resolving_spaces(s);
  const auto worker = std::ranges::find_if(spaces, [](Slot slot) { return !slot.empty(); });
  return worker == spaces.end() ? 0 : static_cast<unsigned>(worker - spaces.begin());
}

}  // namespace carrack
