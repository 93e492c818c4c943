#include "experiments/web/position_text.hpp"

#include <nlohmann/json.hpp>

#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/table.hpp"

namespace carrack::web {
namespace {

using BoxJson = nlohmann::ordered_json;

/// The workers of a box: "p1 colonist, p2 soldier", or by player: "p1: 2 colonist, 1 soldier".
std::string box_text(const BoxJson& box) {
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

/// The boxes with workers in them; empty if there are none.
std::string boxes_text(const State& s) {
  std::string trace;
  append_state(trace, s);
  const BoxJson boxes = BoxJson::parse(trace).at("boxes");
  Table table({"box", "workers"}, {Align::left, Align::left});
  bool is_empty = true;
  const auto add = [&](const std::string& name, const BoxJson& box) {
    const std::string workers = box_text(box);
    if (workers.empty()) return;
    table.add({name, workers});
    is_empty = false;
  };
  for (const auto& [name, box] : boxes.items()) {
    if (name != "specialists") {
      add(name, box);
      continue;
    }
    for (const auto& [specialist, worker] : box.items()) add(specialist, worker);
  }
  return is_empty ? "" : '\n' + table.text();
}

}  // namespace

std::string position_text(const State& s, std::optional<Player> eyes) {
  std::string text = "turn " + std::to_string(s.turn) + ", " + std::string(name(s.phase)) + "; ";
  text += is_over(s) ? "the game is over" : actor_name(s) + " to move";
  return text + "\n\n" + board_text(s, eyes) + boxes_text(s);
}

}  // namespace carrack::web
