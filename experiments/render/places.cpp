#include "experiments/render/places.hpp"

#include "core/notation/notation.hpp"
#include "experiments/render/parts.hpp"

namespace carrack {
namespace {

std::string region_place(unsigned region) {
  return region == kMaxRegions ? "supply" : "region-" + std::to_string(region);
}

std::string mat_place(unsigned seat) { return "mat-" + std::to_string(seat); }

}  // namespace

std::string picture::place_of_box(Box box) {
  switch (box) {
    case Box::captain:
    case Box::merchant:
    case Box::missionary:
    case Box::soldier:
    case Box::builder:
    case Box::training: return "space-" + std::string(name(box));
    case Box::mayflower: return {};
    case Box::initiative:
    case Box::dock:
    case Box::goods:
    case Box::shipping:
    case Box::buildings:
    case Box::discovery:
    case Box::warfare:
    case Box::india: break;
  }
  return "box-" + std::string(name(box));
}

std::string picture::place_of_tile(Tile tile) { return "tile-" + std::string(name(tile)); }

std::string place_of(Action action, const State& s) {
  const Verb verb = action.verb();
  const unsigned argument = action.argument(verb);
  switch (verb) {
    case Verb::place: return picture::place_of_box(nth<Box>(argument % kBoxes));
    case Verb::look:
    case Verb::explore:
    case Verb::land:
    case Verb::claim:
    case Verb::station:
    case Verb::settle: return region_place(argument);
    case Verb::battle: return region_place(argument / kMaxPlayers);
    case Verb::strike: return region_place(argument / (kMaxPlayers * kMostStruck));
    case Verb::march: return region_place(argument % kMaxRegions);
    case Verb::migrate: return region_place(argument / 2 % kMaxRegions);
    case Verb::take: return picture::place_of_box(Box::goods);
    case Verb::train: return picture::place_of_box(Box::training);
    case Verb::buy: return picture::place_of_tile(nth<Tile>(argument));
    case Verb::war:
    case Verb::rewrite:
    case Verb::ally:
    case Verb::order:
    case Verb::starter: return mat_place(argument);
    case Verb::swap: return mat_place(argument / kGoods);
    case Verb::edict: return mat_place(argument / 2);
    case Verb::force: return mat_place(argument % kMaxPlayers);
    case Verb::give:
    case Verb::sell: return mat_place(index(s.actor));
    case Verb::return_: return "supply";
    case Verb::pass:
    case Verb::first:
    case Verb::send:
    case Verb::kill:
    case Verb::lose:
    case Verb::bid:
    case Verb::use:
    case Verb::next:
    case Verb::replace:
    case Verb::vp:
    case Verb::nation:
    case Verb::tile:
    case Verb::good:
    case Verb::counter:
    case Verb::card:
    case Verb::cargo:
    case Verb::reserve:
    case Verb::steal: break;
  }
  return {};
}

}  // namespace carrack
