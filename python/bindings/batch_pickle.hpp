// Batches of games as pickles.
#pragma once

#include <memory>

#include "batch_game.hpp"
#include "bindings.hpp"

namespace carrack::python {

/// What BatchGame.__getstate__ returns: the version that wrote it, seed, threads, whether there are
/// observations, the given positions as States, the board and the tweak as JSON, the position of
/// each game as bytes, and arrays with a number or a row for each game. Throws InputError as the
/// copy of a batch does.
[[nodiscard]] py::tuple freeze_batch(const BatchGame& self);
/// The inverse of freeze_batch(). Throws InputError for anything else.
[[nodiscard]] std::unique_ptr<BatchGame> thaw_batch(const py::tuple& pickled);

}  // namespace carrack::python
