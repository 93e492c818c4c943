// Learning: examples from ledgers, and networks.
#include "agents/learned/inputs.hpp"
#include "agents/learned/named_network.hpp"
#include "agents/learned/network_evaluator.hpp"
#include "agents/learned/network_file.hpp"
#include "arguments.hpp"
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
                        const Array<float>& evaluation_weight) {
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
  return py::bytes(network_file(Network(std::move(data)).data()));
}

py::array_t<u8> action_verbs() {
  std::vector<u8> verbs(NetworkData::kChoices);
  for (unsigned id = 0; id < verbs.size(); ++id) verbs[id] = static_cast<u8>(index(kVerbOfId[id]));
  return taken(std::move(verbs));
}

}  // namespace

void bind_learning(py::module_& m) {
  m.def("learning_examples", &learning_examples, py::arg("path"), py::arg("tournaments"),
        py::arg("least_iterations"), doc("learning_examples"));
  m.def("network_inputs", &inputs_of_networks, doc("network_inputs"));
  m.def("action_verbs", &action_verbs, doc("action_verbs"));
  m.def("network_bytes", &network_bytes, py::arg("name"), py::arg("training"), py::arg("inputs"),
        py::arg("rows"), py::arg("bias"), py::arg("layers"), py::arg("action_weights"),
        py::arg("action_bias"), py::arg("script_weight"), py::arg("script_best"),
        py::arg("seat_weights"), py::arg("seat_bias"), py::arg("evaluation_weight"),
        doc("network_bytes"));
}

}  // namespace carrack::python
