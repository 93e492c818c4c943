#include "core/notation/trace_pieces.hpp"

namespace carrack {

void write_workers(JsonWriter& json, WorkerCounts workers) {
  json.open_object();
  for (unsigned t = 0; t < kWorkers; ++t) {
    const auto type = nth<Worker>(t);
    if (workers[type] != 0) json.key(name(type)).number(workers[type]);
  }
  json.close_object();
}

void write_goods(JsonWriter& json, Holding goods) {
  json.open_object();
  for (unsigned g = 0; g < kGoods; ++g) {
    const unsigned n = goods[nth<Good>(g)];
    if (n != 0) json.key(name(nth<Good>(g))).number(n);
  }
  json.close_object();
}

void write_tiles(JsonWriter& json, TileSet tiles) {
  json.open_list();
  tiles.for_each([&](TileCopy copy) { json.text(name(kind_of(copy))); });
  json.close_list();
}

void write_counters(JsonWriter& json, u32 counters) {
  json.open_list();
  for_each_bit(counters, [&](unsigned i) { json.number(i); });
  json.close_list();
}

void write_cards(JsonWriter& json, u32 cards) {
  json.open_list();
  for_each_bit(cards, [&](unsigned i) { json.text(name(nth<Card>(i))); });
  json.close_list();
}

}  // namespace carrack
