// carrack.BatchGame.
#include <memory>
#include <optional>

#include "agents/evaluation/observation.hpp"
#include "agents/short_spec.hpp"
#include "arguments.hpp"
#include "batch_game.hpp"
#include "batch_pickle.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

/// A read-only array over memory of `owner`, which is kept alive by the array.
template <typename Seen, typename T>
py::array view(const py::object& owner, const std::vector<T>& data,
               std::vector<py::ssize_t> shape) {
  py::array array(py::dtype::of<Seen>(), std::move(shape), data.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// The property `name`: a view of a member with a row or a number per game.
template <typename Seen, auto member, typename Width>
void add_view(py::class_<BatchGame>& batch, const char* name, Width width, const char* text) {
  batch.def_property_readonly(
      name,
      [width](const py::object& self) {
        const auto& games = self.cast<const BatchGame&>();
        std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(games.size())};
        if (const unsigned columns = width(games); columns != 0) shape.push_back(columns);
        return view<Seen>(self, games.*member, std::move(shape));
      },
      text);
}

/// Runs `work(stop)` without the GIL; Ctrl-C stops the opponents' choices.
template <typename Work>
void run_interruptible(Work&& work) {
  InterruptScope interrupts;
  try {
    const py::gil_scoped_release release;
    work(interrupts.stop());
  } catch (const ChoiceStopped&) {  // by a signal, which is checked below
  }
  interrupts.check();
}

std::unique_ptr<BatchGame> make_batch(Arg<"ruleset", Ruleset> ruleset, Arg<"n", std::size_t> games,
                                      Arg<"seed", u64> seed, Arg<"threads", unsigned> threads,
                                      Arg<"observations", bool> observations,
                                      const Arg<"positions", std::vector<Position>>& positions,
                                      const Arg<"opponents", std::vector<GivenSpec>>& opponents,
                                      Arg<"seat", std::optional<unsigned>> seat) {
  BatchOptions options{seed.value, threads.value, observations.value, {}, {}, seat.value};
  for (const GivenSpec& opponent : opponents.value) options.opponents.push_back(opponent.spec);
  for (const Position& position : positions.value) options.positions.push_back(position.state);
  std::unique_ptr<BatchGame> made;
  run_interruptible([&](const std::atomic<bool>& stop) {
    made = std::make_unique<BatchGame>(ruleset.value, games.value, std::move(options), stop);
  });
  return made;
}

/// The argument `where`: a flag for each game.
std::vector<std::uint8_t> flags_of_games(const BatchGame& self, const py::object& given) {
  const py::array flags = py::array::ensure(given);
  if (!flags || flags.dtype().kind() != 'b') {
    throw py::type_error("where is " + shown(given) + ", expected an array of bools");
  }
  if (flags.ndim() != 1 || flags.shape(0) != static_cast<py::ssize_t>(self.size())) {
    throw InputError("where has shape " + py::str(flags.attr("shape")).cast<std::string>() +
                     ", expected (" + std::to_string(self.size()) + ",)");
  }
  const auto bools = py::array_t<bool, py::array::c_style | py::array::forcecast>(flags);
  return {bools.data(), bools.data() + self.size()};
}

void restart(BatchGame& self, const py::object& where) {
  const std::vector<std::uint8_t> flags = flags_of_games(self, where);
  run_interruptible([&](const std::atomic<bool>& stop) { self.restart(flags, stop); });
}

void step(BatchGame& self, const py::object& given, const py::object& where) {
  const py::array actions = py::array::ensure(given);
  if (!actions) throw InputError("actions are not an array of integers");
  if (actions.dtype().kind() != 'i' && actions.dtype().kind() != 'u') {
    throw InputError("actions have dtype " + py::str(actions.dtype()).cast<std::string>() +
                     ", expected integers");
  }
  if (actions.ndim() != 1 || actions.shape(0) != static_cast<py::ssize_t>(self.size())) {
    throw InputError("actions have shape " + py::str(actions.attr("shape")).cast<std::string>() +
                     ", expected (" + std::to_string(self.size()) + ",)");
  }
  const auto given_ids =
      py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(actions);
  // A copy: without the GIL, other threads may write into the array.
  const std::vector<std::int64_t> ids(given_ids.data(), given_ids.data() + self.size());
  std::optional<std::vector<std::uint8_t>> flags;
  if (!where.is_none()) flags = flags_of_games(self, where);
  run_interruptible([&](const std::atomic<bool>& stop) { self.step(ids, flags, stop); });
}

u64 step_random(BatchGame& self, Arg<"steps", u64> steps) {
  u64 done = 0;
  run_interruptible(
      [&](const std::atomic<bool>& stop) { done = self.step_random(steps.value, stop); });
  return done;
}

std::string batch_repr(const BatchGame& self) {
  const std::string noun = self.size() == 1 ? " game" : " games";
  std::string text =
      "<carrack.BatchGame " + self.rules().to_string() + ", " + std::to_string(self.size()) + noun;
  const char* before = ", opponents ";
  for (const std::string& spec : self.opponents()) {
    text += before + short_spec(spec);
    before = ", ";
  }
  return text + '>';
}

std::unique_ptr<BatchGame> copied(const BatchGame& self) {
  const py::gil_scoped_release release;  // waits for a step of another thread
  return std::make_unique<BatchGame>(self);
}

/// The property `name`: a view of observations, or None without observations.
template <auto member>
void add_observations(py::class_<BatchGame>& batch, const char* name, const char* text) {
  batch.def_property_readonly(
      name,
      [](const py::object& self) -> py::object {
        const auto& games = self.cast<const BatchGame&>();
        if ((games.*member).empty()) return py::none();
        return view<float>(self, games.*member,
                           {static_cast<py::ssize_t>(games.size()), observation_size()});
      },
      text);
}

}  // namespace

void bind_batch(py::module_& m) {
  py::class_<BatchGame> batch(m, "BatchGame", doc("BatchGame"));
  batch
      .def(py::init(&make_batch), py::arg("ruleset"), py::arg("n"), py::arg("seed") = 1,
           py::arg("threads") = 1, py::arg("observations") = true,
           py::arg("positions") = std::vector<Position>(), py::arg("opponents") = py::list(),
           py::arg("seat") = py::none(), doc("BatchGame.__init__"))
      .def("__len__", &BatchGame::size)
      .def("__repr__", &batch_repr)
      .def_property_readonly("ruleset", &BatchGame::rules, doc("BatchGame.ruleset"))
      .def("step", &step, py::arg("actions"), py::arg("where") = py::none(), doc("BatchGame.step"))
      .def("restart", &restart, py::arg("where"), doc("BatchGame.restart"))
      .def("step_random", &step_random, py::arg("steps") = 1, doc("BatchGame.step_random"))
      .def("clone", &copied, doc("BatchGame.clone"))
      .def("__copy__", &copied)
      .def(
          "__deepcopy__", [](const BatchGame& self, const py::dict&) { return copied(self); },
          py::arg("memo"))
      .def(py::pickle(&freeze_batch, &thaw_batch))
      .def(
          "state",
          [](const BatchGame& self, Arg<"game", long long> given) {
            const auto game = static_cast<std::size_t>(given.value);
            if (given.value < 0 || game >= self.size()) {
              throw py::index_error("game is " + std::to_string(given.value) + ", expected 0 to " +
                                    std::to_string(self.size() - 1));
            }
            const py::gil_scoped_release release;  // waits for a step of another thread
            return Position(self.state(game));
          },
          py::arg("game"), doc("BatchGame.state"));
  const auto players = [](const BatchGame& games) { return games.rules().players(); };
  const auto one = [](const BatchGame&) { return 0U; };
  add_observations<&BatchGame::observations>(batch, "observations", doc("BatchGame.observations"));
  add_observations<&BatchGame::final_observations>(batch, "final_observations",
                                                   doc("BatchGame.final_observations"));
  add_view<bool, &BatchGame::masks>(
      batch, "masks", [](const BatchGame&) { return kActions; }, doc("BatchGame.masks"));
  add_view<float, &BatchGame::rewards>(batch, "rewards", players, doc("BatchGame.rewards"));
  add_view<std::int32_t, &BatchGame::scores>(batch, "scores", players, doc("BatchGame.scores"));
  add_view<std::int32_t, &BatchGame::ranks>(batch, "ranks", players, doc("BatchGame.ranks"));
  add_view<std::int32_t, &BatchGame::current_player>(batch, "current_player", one,
                                                     doc("BatchGame.current_player"));
  add_view<bool, &BatchGame::done>(batch, "done", one, doc("BatchGame.done"));
  add_view<std::int64_t, &BatchGame::finished>(batch, "finished", one, doc("BatchGame.finished"));
}

}  // namespace carrack::python
