// carrack.Network, and the numbers of a network as arrays.
#include "agents/evaluation/evaluation.hpp"
#include "agents/learned/inputs.hpp"
#include "agents/learned/named_network.hpp"
#include "agents/learned/network_file.hpp"
#include "agents/learned/network_path.hpp"
#include "agents/learned/policy_evaluator.hpp"
#include "agents/learned/value_evaluator.hpp"
#include "agents/scripted/scripted_choice.hpp"
#include "arrays.hpp"
#include "batch_game.hpp"
#include "docs.hpp"
#include "interrupt_scope.hpp"

namespace carrack::python {

/// carrack.Network. Threads may share it: each call evaluates on its own.
struct LoadedNetwork {
  NamedNetwork named;

  [[nodiscard]] const NetworkData& data() const { return named.network->data(); }
};

namespace {

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

/// Inputs, rows, bias of the first layer, dense layers.
using TrunkArrays = std::tuple<std::vector<std::string>, Array<i16>, Array<i16>,
                               std::vector<std::pair<Array<i8>, Array<i32>>>>;

TrunkData trunk_of(const TrunkArrays& arrays) {
  const auto& [inputs, rows, bias, layers] = arrays;
  TrunkData trunk;
  trunk.inputs = inputs;
  trunk.width = static_cast<unsigned>(bias.size());
  trunk.rows = numbers_of(rows);
  trunk.bias = numbers_of(bias);
  unsigned width = trunk.width;
  for (const auto& [weights, layer_bias] : layers) {
    const auto outputs = static_cast<unsigned>(layer_bias.size());
    trunk.layers.push_back({width, outputs, numbers_of(weights), numbers_of(layer_bias)});
    width = outputs;
  }
  return trunk;
}

TrunkArrays arrays_of(const TrunkData& trunk) {
  const auto shaped = [](auto numbers, std::size_t rows, std::size_t columns) {
    return taken(std::move(numbers),
                 {static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  };
  std::vector<std::pair<Array<i8>, Array<i32>>> layers;
  for (const TrunkData::Layer& layer : trunk.layers) {
    layers.emplace_back(shaped(layer.weights, layer.outputs, layer.inputs),
                        taken(std::vector(layer.bias)));
  }
  return {trunk.inputs, shaped(trunk.rows, trunk.inputs.size(), trunk.width),
          taken(std::vector(trunk.bias)), std::move(layers)};
}

template <typename T>
std::vector<T> numbers_in(const py::dict& arrays, const char* key) {
  if (!arrays.contains(key)) {
    throw InputError(std::string("the arrays of a network have no '") + key + "'");
  }
  return numbers_of(arrays[key].cast<Array<T>>());
}

py::bytes network_bytes(const std::string& name, const std::string& training,
                        const TrunkArrays& policy, const TrunkArrays& value,
                        const py::dict& heads) {
  NetworkData data;
  data.name = name;
  data.training = training;
  data.policy = trunk_of(policy);
  data.action_weights = numbers_in<i8>(heads, "action_weights");
  data.action_bias = numbers_in<i32>(heads, "action_bias");
  const std::vector<float> logit_scale = numbers_in<float>(heads, "logit_scale");
  require_size("the scale of the logits", logit_scale.size(), 1);
  data.logit_scale = logit_scale.front();
  data.script_weight = numbers_in<float>(heads, "script_weight");
  data.script_best = numbers_in<float>(heads, "script_best");
  data.value = trunk_of(value);
  data.win_weights = numbers_in<i8>(heads, "win_weights");
  data.win_bias = numbers_in<i32>(heads, "win_bias");
  data.evaluation_weight = numbers_in<float>(heads, "evaluation_weight");
  data.vp_weights = numbers_in<i8>(heads, "vp_weights");
  data.vp_bias = numbers_in<i32>(heads, "vp_bias");
  const std::vector<float> scales = numbers_in<float>(heads, "scales");
  require_size("the table of scales", scales.size(),
               kEstimateScaleParts.size() * kTurns * (kMaxPlayers - 1));
  auto number = scales.begin();
  for (auto& row : data.scales) {
    for (EstimateScale& scale : row) {
      for (const auto part : kEstimateScaleParts) scale.*part = *number++;
    }
  }
  data.rollout_turn = numbers_in<i16>(heads, "rollout_turn");
  data.rollout_edition = numbers_in<i16>(heads, "rollout_edition");
  data.rollout_players = numbers_in<i16>(heads, "rollout_players");
  const std::string file = network_file(Network(std::move(data)).data());
  static_cast<void>(read_network_file(file));  // raises InputError for numbers that no reader takes
  return py::bytes(file);
}

py::array_t<u8> action_verbs() {
  std::vector<u8> verbs(NetworkData::kChoices);
  for (unsigned id = 0; id < verbs.size(); ++id) verbs[id] = static_cast<u8>(index(kVerbOfId[id]));
  return taken(std::move(verbs));
}

/// Throws Python's error for a missing file unless there is one of this name, with or without a
/// hash.
void check_exists(const std::string& name) {
  const std::string file = name.substr(0, name.rfind('@'));
  if (file == "default" || exists_at(name) || exists_at(file)) return;
  py::module_::import("carrack._arguments").attr("input_file")("file", name);
}

LoadedNetwork load_network(const py::object& file) {
  const bool is_path = py::isinstance<py::str>(file) || py::hasattr(file, "__fspath__");
  const py::object path = is_path ? py::module_::import("os").attr("fspath")(file) : file;
  if (!py::isinstance<py::str>(path)) {
    throw py::type_error("file is " + shown(file) + ", expected a path as text, or 'default'");
  }
  const std::string name = text_of(path);
  check_exists(name);
  return {named_network(name)};
}

/// The trunks and heads of a network, in the form that network_bytes() takes.
py::tuple network_arrays(const LoadedNetwork& network) {
  const NetworkData& data = network.data();
  const auto table = [](auto numbers, std::size_t rows) {
    const std::size_t columns = numbers.size() / rows;
    return taken(std::move(numbers),
                 {static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  };
  py::dict heads;
  heads["action_weights"] = table(data.action_weights, NetworkData::kChoices);
  heads["action_bias"] = taken(std::vector(data.action_bias));
  heads["logit_scale"] = taken(std::vector{data.logit_scale});
  heads["script_weight"] = taken(std::vector(data.script_weight));
  heads["script_best"] = taken(std::vector(data.script_best));
  heads["win_weights"] = table(data.win_weights, kMaxPlayers);
  heads["win_bias"] = taken(std::vector(data.win_bias));
  heads["evaluation_weight"] = taken(std::vector(data.evaluation_weight));
  heads["vp_weights"] = table(data.vp_weights, kMaxPlayers);
  heads["vp_bias"] = taken(std::vector(data.vp_bias));
  std::vector<float> scales;
  for (const auto& row : data.scales) {
    for (const EstimateScale& scale : row) {
      for (const auto part : kEstimateScaleParts) scales.push_back(scale.*part);
    }
  }
  heads["scales"] =
      taken(std::move(scales),
            {kMaxPlayers - 1, kTurns, static_cast<py::ssize_t>(kEstimateScaleParts.size())});
  heads["rollout_turn"] = table(data.rollout_turn, kTurns);
  heads["rollout_edition"] = table(data.rollout_edition, kEditions);
  heads["rollout_players"] = table(data.rollout_players, kMaxPlayers - 1);
  return py::make_tuple(arrays_of(data.policy), arrays_of(data.value), heads);
}

/// Throws InputError if the game is over in `s`, which is the position number `i` of the argument;
/// with `decides`, also if no player decides.
void expect_open(const State& s, std::size_t i, bool decides) {
  if (is_over(s) || (decides && is_chance(s))) {
    throw InputError("position " + std::to_string(i) +
                     (decides ? ": nobody is to decide there" : ": the game is over"));
  }
}

/// Copies of the positions of a BatchGame, of States, or of one State. With `decides`, a player
/// decides in each.
std::vector<Position> positions_of(const py::object& from, bool decides) {
  std::vector<Position> positions;
  const auto add = [&](const Position& position) {
    expect_open(position.state, positions.size(), decides);
    positions.push_back(position);
  };
  if (py::isinstance<BatchGame>(from)) {
    const auto& batch = from.cast<const BatchGame&>();
    const py::gil_scoped_release release;  // waits for a step of another thread
    for (std::size_t i = 0; i < batch.size(); ++i) add(Position(batch.state(i)));
    return positions;
  }
  constexpr std::string_view kExpected = ", expected a State, a list of States or a BatchGame";
  if (py::isinstance<Position>(from)) {
    add(from.cast<const Position&>());
    return positions;
  }
  if (!py::isinstance<py::iterable>(from)) {
    throw py::type_error("positions is " + shown(from) + std::string(kExpected));
  }
  for (const py::handle item : from) {
    if (!py::isinstance<Position>(item)) {
      throw py::type_error("positions has an item that is " + shown(item) + std::string(kExpected));
    }
    add(item.cast<const Position&>());
  }
  return positions;
}

constexpr py::ssize_t kSeatColumns = kMaxPlayers;

/// The logits of all actions, -inf where they are not legal.
py::array_t<float> policy_logits(const LoadedNetwork& network,
                                 const std::vector<Position>& positions) {
  std::vector<float> logits(positions.size() * kActions, -std::numeric_limits<float>::infinity());
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    PolicyEvaluator evaluator(network.named.network);
    std::vector<Action> actions;
    std::vector<float> script;
    std::vector<float> of_actions;
    for (std::size_t i = 0; i < positions.size() && !interrupts.stop(); ++i) {
      const State& hidden = positions[i].state;
      const State s = has_secrets(hidden) ? seen_by(hidden, hidden.actor) : hidden;
      actions.clear();
      script.clear();
      of_actions.clear();
      positions[i].options.for_each([&](Action action) { actions.push_back(action); });
      script_values(s, actions, script);
      evaluator.logits(hidden, actions, script, of_actions);  // reads only what the decider knows
      for (std::size_t a = 0; a < actions.size(); ++a) {
        logits[i * kActions + actions[a].id()] = of_actions[a];
      }
    }
  }
  interrupts.check();
  return taken(std::move(logits),
               {static_cast<py::ssize_t>(positions.size()), static_cast<py::ssize_t>(kActions)});
}

/// The expected win shares and final VP of all seats.
py::tuple values_of(const LoadedNetwork& network, const std::vector<Position>& positions) {
  std::vector<float> shares;
  std::vector<float> vp;
  InterruptScope interrupts;
  {
    const py::gil_scoped_release release;
    ValueEvaluator evaluator(network.named.network);
    for (const Position& position : positions) {
      if (interrupts.stop()) break;
      const NetworkValue value = evaluator.evaluate(position.state);
      shares.insert(shares.end(), value.win_shares.begin(), value.win_shares.end());
      vp.insert(vp.end(), value.vp.begin(), value.vp.end());
    }
  }
  interrupts.check();
  const auto n = static_cast<py::ssize_t>(positions.size());
  return py::make_tuple(taken(std::move(shares), {n, kSeatColumns}),
                        taken(std::move(vp), {n, kSeatColumns}));
}

py::tuple position_values(const LoadedNetwork& network, const py::object& from) {
  return values_of(network, positions_of(from, false));
}

py::tuple evaluate(const LoadedNetwork& network, const py::object& from) {
  const std::vector<Position> positions = positions_of(from, true);
  return py::make_tuple(policy_logits(network, positions),
                        values_of(network, positions)[py::int_(0)]);
}

}  // namespace

void bind_networks(py::module_& m) {
  py::class_<LoadedNetwork>(m, "Network", doc("Network"))
      .def(py::init(&load_network), py::arg("file") = "default", doc("Network.__init__"))
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
          "inputs", [](const LoadedNetwork& self) { return self.data().policy.inputs; },
          doc("Network.inputs"))
      .def("evaluate", &evaluate, py::arg("positions"), doc("Network.evaluate"))
      .def("values", &position_values, py::arg("positions"), doc("Network.values"))
      .def(
          "__eq__",
          [](const LoadedNetwork& self, const LoadedNetwork& other) {
            return self.named.network->hash() == other.named.network->hash();
          },
          py::is_operator())
      .def("__hash__",
           [](const LoadedNetwork& self) { return py::hash(py::str(self.named.network->hash())); })
      .def("__repr__", [](const LoadedNetwork& self) {
        return "<carrack.Network " + self.data().name + ": " +
               std::to_string(self.data().policy.inputs.size()) + " inputs, " +
               std::to_string(self.data().policy.width) + " wide>";
      });
  m.def("network_inputs", &inputs_of_networks, doc("network_inputs"));
  m.def("action_verbs", &action_verbs, doc("action_verbs"));
  m.def("network_bytes", &network_bytes, py::arg("name"), py::arg("training"), py::arg("policy"),
        py::arg("value"), py::arg("heads"), doc("network_bytes"));
  m.def("network_arrays", &network_arrays, py::arg("network"), doc("network_arrays"));
}

}  // namespace carrack::python
