// Learning: examples from ledgers, and networks.
#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/inputs.hpp"
#include "agents/learned/named_network.hpp"
#include "agents/learned/network_evaluator.hpp"
#include "agents/learned/network_file.hpp"
#include "agents/scripted/scripted.hpp"
#include "arguments.hpp"
#include "batch_game.hpp"
#include "docs.hpp"
#include "experiments/learning/examples.hpp"
#include "experiments/ledger/ledger.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {
namespace {

template <typename T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// An array that takes over the numbers.
template <typename T>
py::array_t<T> taken(std::vector<T>&& numbers, std::vector<py::ssize_t> shape) {
  auto* const held = new std::vector<T>(std::move(numbers));
  const py::capsule owner(held, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(std::move(shape), held->data(), owner);
}
template <typename T>
py::array_t<T> taken(std::vector<T>&& numbers) {
  const auto n = static_cast<py::ssize_t>(numbers.size());
  return taken(std::move(numbers), {n});
}

py::dict learning_examples(const std::string& path, const std::vector<std::string>& tournaments,
                           Arg<"least_iterations", u64> least_iterations) {
  ExampleCollector collector(least_iterations.value);
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    Ledger ledger(path, Database::Mode::read);
    for (const std::string& name : tournaments) {
      ledger.for_each_record(ledger.tournament(name).id, [&](std::string_view text) {
        if (interrupts.stop()) return;
        std::istringstream in{std::string(text)};
        RecordReader reader(in, path);
        while (reader.next_game()) collector.add_game(reader);
      });
    }
  }
  interrupts.check();
  Examples e = collector.take();
  const auto n = static_cast<py::ssize_t>(e.size());
  constexpr py::ssize_t kSeats = kMaxPlayers;
  py::dict arrays;
  arrays["input_start"] = taken(std::move(e.input_start));
  arrays["inputs"] = taken(std::move(e.inputs));
  arrays["option_start"] = taken(std::move(e.option_start));
  arrays["actions"] = taken(std::move(e.actions));
  arrays["visits"] = taken(std::move(e.visits));
  arrays["script"] = taken(std::move(e.script));
  arrays["game"] = taken(std::move(e.game));
  arrays["turn"] = taken(std::move(e.turn));
  arrays["players"] = taken(std::move(e.players));
  arrays["edition"] = taken(std::move(e.edition));
  arrays["win_share"] = taken(std::move(e.win_share), {n, kSeats});
  arrays["vp"] = taken(std::move(e.vp), {n, kSeats});
  arrays["expected_vp"] = taken(std::move(e.expected_vp), {n, kSeats});
  arrays["search_win_share"] = taken(std::move(e.search_win_share), {n, kSeats});
  return arrays;
}

py::tuple inputs_of_networks() {
  py::list names;
  py::list numbers;
  for (const Input& input : network_inputs()) {
    names.append(input.name);
    numbers.append(input.number);
  }
  return py::make_tuple(names, numbers);
}

template <typename T>
std::vector<T> numbers_of(const Array<T>& array) {
  return {array.data(), array.data() + array.size()};
}

py::bytes network_bytes(const std::string& name, const std::string& training,
                        const std::vector<std::string>& inputs, const Array<i16>& rows,
                        const Array<i16>& bias,
                        const std::vector<std::pair<Array<i8>, Array<i32>>>& layers,
                        const Array<i8>& action_weights, const Array<i32>& action_bias,
                        const Array<float>& script_weight, const Array<float>& script_best,
                        const Array<i8>& seat_weights, const Array<i32>& seat_bias,
                        const Array<float>& evaluation_weight, const Array<i16>& rollout_turn,
                        const Array<i16>& rollout_edition, const Array<i16>& rollout_players) {
  NetworkData data;
  data.name = name;
  data.training = training;
  data.inputs = inputs;
  data.width = static_cast<unsigned>(bias.size());
  data.rows = numbers_of(rows);
  data.bias = numbers_of(bias);
  unsigned width = data.width;
  for (const auto& [weights, layer_bias] : layers) {
    const auto outputs = static_cast<unsigned>(layer_bias.size());
    data.layers.push_back({width, outputs, numbers_of(weights), numbers_of(layer_bias)});
    width = outputs;
  }
  data.action_weights = numbers_of(action_weights);
  data.action_bias = numbers_of(action_bias);
  data.script_weight = numbers_of(script_weight);
  data.script_best = numbers_of(script_best);
  data.seat_weights = numbers_of(seat_weights);
  data.seat_bias = numbers_of(seat_bias);
  data.evaluation_weight = numbers_of(evaluation_weight);
  data.rollout_turn = numbers_of(rollout_turn);
  data.rollout_edition = numbers_of(rollout_edition);
  data.rollout_players = numbers_of(rollout_players);
  return py::bytes(network_file(Network(std::move(data)).data()));
}

py::array_t<u8> action_verbs() {
  std::vector<u8> verbs(NetworkData::kChoices);
  for (unsigned id = 0; id < verbs.size(); ++id) verbs[id] = static_cast<u8>(index(kVerbOfId[id]));
  return taken(std::move(verbs));
}

/// carrack.Network. Threads may share it: each call evaluates on its own.
struct LoadedNetwork {
  NamedNetwork named;

  [[nodiscard]] const NetworkData& data() const { return named.network->data(); }
};

LoadedNetwork load_network(const py::object& file) {
  const py::object path = py::module_::import("os").attr("fspath")(file);
  if (!py::isinstance<py::str>(path)) {
    throw py::type_error("file is " + shown(file) + ", expected a path as text");
  }
  return {named_network(text_of(path))};
}

/// Copies of the positions of a BatchGame, or of States.
std::vector<State> positions_of(const py::object& from) {
  std::vector<State> positions;
  if (py::isinstance<BatchGame>(from)) {
    const auto& batch = from.cast<const BatchGame&>();
    for (std::size_t i = 0; i < batch.size(); ++i) positions.push_back(batch.state(i));
    return positions;
  }
  for (const py::handle item : from) {
    if (!py::isinstance<Position>(item)) {
      throw py::type_error("positions has " + shown(item) + ", expected States or a BatchGame");
    }
    const State& s = item.cast<const Position&>().state;
    if (is_over(s) || is_chance(s)) {
      throw InputError("position " + std::to_string(positions.size()) +
                       ": nobody is to decide there");
    }
    positions.push_back(s);
  }
  return positions;
}

/// The logits of all actions, -inf where they are not legal, and the win shares of all seats.
py::tuple evaluate(const LoadedNetwork& network, const py::object& from) {
  const std::vector<State> positions = positions_of(from);
  const auto n = static_cast<py::ssize_t>(positions.size());
  std::vector<float> logits(positions.size() * kActions, -std::numeric_limits<float>::infinity());
  std::vector<float> shares(positions.size() * kMaxPlayers);
  {
    const py::gil_scoped_release release;
    NetworkEvaluator evaluator(network.named.network);
    std::vector<Action> actions;
    std::vector<float> script;
    std::vector<float> of_actions;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const State& hidden = positions[i];
      const State s = has_secrets(hidden) ? seen_by(hidden, hidden.actor) : hidden;
      actions.clear();
      script.clear();
      of_actions.clear();
      legal(s).for_each([&](Action action) { actions.push_back(action); });
      script_values(s, actions, script);
      evaluator.go_to(s, s.actor);
      evaluator.logits(actions, script, of_actions);
      for (std::size_t a = 0; a < actions.size(); ++a) {
        logits[i * kActions + actions[a].id()] = of_actions[a];
      }
      std::ranges::copy(evaluator.win_shares(expected_vp(s)),
                        shares.begin() + static_cast<std::ptrdiff_t>(i * kMaxPlayers));
    }
  }
  constexpr auto kWidth = static_cast<py::ssize_t>(kActions);
  constexpr py::ssize_t kSeats = kMaxPlayers;
  return py::make_tuple(taken(std::move(logits), {n, kWidth}),
                        taken(std::move(shares), {n, kSeats}));
}

}  // namespace

void bind_learning(py::module_& m) {
  py::class_<LoadedNetwork>(m, "Network", doc("Network"))
      .def(py::init(&load_network), py::arg("file"))
      .def_property_readonly(
          "name", [](const LoadedNetwork& self) { return self.data().name; }, doc("Network.name"))
      .def_property_readonly(
          "hash", [](const LoadedNetwork& self) { return self.named.network->hash(); },
          doc("Network.hash"))
      .def_property_readonly(
          "spec", [](const LoadedNetwork& self) { return self.named.name; }, doc("Network.spec"))
      .def_property_readonly(
          "training",
          [](const LoadedNetwork& self) {
            return py::module_::import("json").attr("loads")(self.data().training);
          },
          doc("Network.training"))
      .def_property_readonly(
          "inputs", [](const LoadedNetwork& self) { return self.data().inputs; },
          doc("Network.inputs"))
      .def("evaluate", &evaluate, py::arg("positions"), doc("Network.evaluate"))
      .def("__repr__", [](const LoadedNetwork& self) {
        return "<carrack.Network " + self.data().name + ": " +
               std::to_string(self.data().inputs.size()) + " inputs, " +
               std::to_string(self.data().width) + " wide>";
      });
  m.def("learning_examples", &learning_examples, py::arg("path"), py::arg("tournaments"),
        py::arg("least_iterations"), doc("learning_examples"));
  m.def("network_inputs", &inputs_of_networks, doc("network_inputs"));
  m.def("action_verbs", &action_verbs, doc("action_verbs"));
  m.def("network_bytes", &network_bytes, py::arg("name"), py::arg("training"), py::arg("inputs"),
        py::arg("rows"), py::arg("bias"), py::arg("layers"), py::arg("action_weights"),
        py::arg("action_bias"), py::arg("script_weight"), py::arg("script_best"),
        py::arg("seat_weights"), py::arg("seat_bias"), py::arg("evaluation_weight"),
        py::arg("rollout_turn"), py::arg("rollout_edition"), py::arg("rollout_players"),
        doc("network_bytes"));
}

}  // namespace carrack::python
