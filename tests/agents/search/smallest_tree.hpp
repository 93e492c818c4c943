// Options of a search tree of one MiB.
#pragma once

#include "agents/search/options.hpp"

namespace carrack {

inline SearchOptions smallest_tree() {
  SearchOptions options;
  options.tree.memory = 1;
  return options;
}

}  // namespace carrack
