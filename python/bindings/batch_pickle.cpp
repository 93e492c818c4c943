#include "batch_pickle.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "core/base/error.hpp"
#include "core/notation/frozen_state.hpp"
#include "experiments/base/version.hpp"

namespace carrack::python {
namespace {

template <typename T>
std::vector<T> vector_of(py::handle array) {
  const auto values = array.cast<Array<T>>();
  return {values.data(), values.data() + values.size()};
}

constexpr std::size_t kParts = 14;

BatchSnapshot thawed(const py::tuple& pickled) {
  const auto text = [&](std::size_t part) { return text_of(pickled[part]); };
  BatchSnapshot snapshot{};
  snapshot.options.seed = pickled[1].cast<u64>();
  snapshot.options.threads = pickled[2].cast<unsigned>();
  snapshot.options.observations = pickled[3].cast<bool>();
  for (const py::handle position : pickled[4].cast<py::list>()) {
    snapshot.options.positions.push_back(position.cast<const Position&>().state);
  }
  const std::string board = text(5);
  const std::string tweak = text(6);
  const auto numbers = vector_of<u64>(pickled[8]);
  const auto drawn = vector_of<u64>(pickled[9]);
  const auto frozen = pickled[7].cast<py::list>();
  if (numbers.size() != frozen.size() || drawn.size() != frozen.size()) {
    throw InputError("its parts have different numbers of games");
  }
  for (std::size_t i = 0; i < frozen.size(); ++i) {
    const ThawedState game = carrack::thaw(frozen[i].cast<std::string_view>(), board, tweak);
    if (!game.chance) throw InputError("game " + std::to_string(i) + " has no source of chance");
    snapshot.slots.push_back({game.state, *game.chance, numbers[i], drawn[i]});
  }
  snapshot.rewards = vector_of<float>(pickled[10]);
  const auto results = vector_of<std::int32_t>(pickled[11]);
  const auto half = results.begin() + static_cast<std::ptrdiff_t>(results.size() / 2);
  snapshot.scores.assign(results.begin(), half);
  snapshot.ranks.assign(half, results.end());
  snapshot.done = vector_of<std::uint8_t>(pickled[12]);
  snapshot.finished = vector_of<std::int64_t>(pickled[13]);
  return snapshot;
}

}  // namespace

py::tuple freeze_batch(const BatchGame& self) {
  BatchSnapshot snapshot = [&] {
    const py::gil_scoped_release release;  // waits for a step of another thread
    return self.snapshot();
  }();
  py::list positions;
  for (const State& state : snapshot.options.positions) positions.append(Position(state));
  py::list games;
  std::vector<u64> numbers;
  std::vector<u64> drawn;
  FrozenState frozen;
  for (const BatchSnapshot::Slot& slot : snapshot.slots) {
    frozen = freeze(slot.state, slot.chance);
    games.append(py::bytes(frozen.bytes));
    numbers.push_back(slot.number);
    drawn.push_back(slot.drawn);
  }
  std::vector<std::int32_t> results = std::move(snapshot.scores);
  results.insert(results.end(), snapshot.ranks.begin(), snapshot.ranks.end());
  return py::make_tuple(std::string(version::number), snapshot.options.seed,
                        snapshot.options.threads, snapshot.options.observations, positions,
                        frozen.board, frozen.tweak, games, taken(std::move(numbers)),
                        taken(std::move(drawn)), taken(std::move(snapshot.rewards)),
                        taken(std::move(results)), taken(std::move(snapshot.done)),
                        taken(std::move(snapshot.finished)));
}

std::unique_ptr<BatchGame> thaw_batch(const py::tuple& pickled) {
  if (pickled.size() != kParts || !py::isinstance<py::str>(pickled[0])) {
    throw InputError("this is not a pickled carrack.BatchGame");
  }
  const auto fail = [&](const std::string& why) {
    throw InputError("carrack " + std::string(version::number) +
                     " cannot read a BatchGame that was pickled by carrack " +
                     excerpt(text_of(pickled[0])) + ": " + why);
  };
  try {
    return std::make_unique<BatchGame>(thawed(pickled));
  } catch (const py::cast_error&) {
    fail("a part has another type");
  } catch (const py::error_already_set&) {
    fail("a part has another type");
  } catch (const InputError& error) {
    fail(error.what());
  }
  return nullptr;
}

}  // namespace carrack::python
