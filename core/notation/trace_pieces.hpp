// Workers, goods, tiles, counters and cards as a trace shows them. For use inside core only.
#pragma once

#include "core/base/json_writer.hpp"
#include "core/game/state.hpp"

namespace carrack {

/// Objects from name to number, without those of which there is none.
void write_workers(JsonWriter& json, WorkerCounts workers);
void write_goods(JsonWriter& json, Holding goods);

/// A list of names; a tile with two copies stands in it twice.
void write_tiles(JsonWriter& json, TileSet tiles);
/// A list of numbers: counters have no names.
void write_counters(JsonWriter& json, u32 counters);
/// A list of names.
void write_cards(JsonWriter& json, u32 cards);

}  // namespace carrack
