#include "experiments/render/boxes_text.hpp"

#include <nlohmann/json.hpp>

#include "core/notation/trace.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

using BoxJson = nlohmann::ordered_json;

/// The workers of a box, as a trace has them.
std::string workers_in_box(const BoxJson& box) {
  std::string text;
  const auto add = [&](const std::string& part, std::string_view separator) {
    text.append(text.empty() ? "" : separator).append(part);
  };
  if (box.is_string()) return box.get<std::string>();
  if (box.is_array()) {
    for (const BoxJson& worker : box) add(worker.get<std::string>(), ", ");
  } else if (box.is_object()) {
    for (const auto& [player, counts] : box.items()) {
      std::string workers;
      for (const auto& [worker, n] : counts.items()) {
        workers.append(workers.empty() ? ": " : ", ").append(n.dump() + ' ' + worker);
      }
      add(player + workers, "; ");
    }
  }
  return text;
}

/// The spaces X and Y belong to the dock.
std::string title_of_box(const std::string& name) {
  return name == "x" || name == "y" ? "dock, space " + name : name;
}

}  // namespace

std::string boxes_text(const State& s) {
  std::string trace;
  append_state(trace, s);
  const BoxJson boxes = BoxJson::parse(trace).at("boxes");
  Table table({"box", "workers"}, {Align::left, Align::left});
  bool is_empty = true;
  const auto add = [&](const std::string& name, const BoxJson& box) {
    const std::string workers = workers_in_box(box);
    if (workers.empty()) return;
    table.add({title_of_box(name), workers});
    is_empty = false;
  };
  for (const auto& [name, box] : boxes.items()) {
    if (name != "specialists") {
      add(name, box);
      continue;
    }
    for (const auto& [specialist, worker] : box.items()) add(specialist, worker);
  }
  return is_empty ? "" : table.text();
}

}  // namespace carrack
