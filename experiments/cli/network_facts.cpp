#include "experiments/cli/network_facts.hpp"

#include "agents/learned/network_file.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

Json trunk_json(const TrunkData& trunk) {
  auto layers = Json::array({trunk.width});
  for (const TrunkData::Layer& layer : trunk.layers) layers.push_back(layer.outputs);
  return {{"inputs", trunk.inputs.size()}, {"layers", layers}};
}

/// "1,800 of 9,541 inputs, layers of 128, 64".
std::string trunk_text(const TrunkData& trunk) {
  std::string text = grouped(static_cast<double>(trunk.inputs.size())) + " of " +
                     grouped(static_cast<double>(network_inputs().size())) + " inputs, layers of " +
                     digits_of(trunk.width);
  for (const TrunkData::Layer& layer : trunk.layers) text += ", " + digits_of(layer.outputs);
  return text;
}

/// Adds a row for each number and text; rows of an object are named `object.key`.
void add_fact_rows(Table& table, const std::string& name, const Json& json) {
  constexpr std::size_t kLongest = 400;  // a file from elsewhere may have any text
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items()) {
      add_fact_rows(table, printable(name + '.' + key, kLongest), value);
    }
    return;
  }
  const std::string text =
      json.is_string() ? json.get<std::string>()
                       : json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
  table.add({name, printable(text, kLongest)});
}

}  // namespace

Json network_facts(const NamedNetwork& network) {
  const NetworkData& data = network.network->data();
  return {{"net", network.name},
          {"name", data.name},
          {"hash", network.network->hash()},
          {"bytes", network_file(data).size()},
          {"policy", trunk_json(data.policy)},
          {"value", trunk_json(data.value)},
          {"training", Json::parse(data.training)}};
}

std::string network_facts_text(const NamedNetwork& network, std::size_t line_length) {
  const NetworkData& data = network.network->data();
  Table table({"network", data.name}, {Align::left, Align::left});
  table.add({"hash", network.network->hash() + ", that of the numbers in the file"});
  table.add({"size", grouped(static_cast<double>(network_file(data).size())) + " bytes"});
  table.add({"policy", trunk_text(data.policy)});
  table.add({"value", trunk_text(data.value)});
  add_fact_rows(table, "training", Json::parse(data.training));
  const std::string net = printable(network.name);
  return table.text(line_length) + "agents that use it: policy:net=" + net +
         " and mcts:net=" + net + "\n";
}

}  // namespace carrack
