#include "experiments/studies/search_json.hpp"

#include <nlohmann/json.hpp>

#include "agents/mcts/saved_tree.hpp"
#include "core/notation/notation.hpp"

namespace carrack {

std::string search_json(const State& s, const Report& report, Action chosen, int indent) {
  const Board board = s.ruleset().board();
  const auto values = [&](const BySeat& by_seat) {
    return std::vector<float>(by_seat.begin(), by_seat.begin() + s.players());
  };
  nlohmann::ordered_json json{
      {"player", to_string(s.actor)},        {"iterations", report.iterations},
      {"seconds", report.seconds},           {"nodes", report.nodes},
      {"memory_bytes", report.memory_bytes}, {"deepest", report.deepest},
      {"mean_depth", report.mean_depth},     {"win_share", values(report.win_share)}};
  for (const char* const list : {"options", "line", "line_actors", "anytime"}) {
    json[list] = nlohmann::ordered_json::array();
  }
  for (const OptionReport& option : report.options) {
    json["options"].push_back({{"event", to_notation(option.action, board)},
                               {"visits", option.visits},
                               {"prior", option.prior},
                               {"value", values(option.value)},
                               {"standard_error", values(option.standard_error)},
                               {"win_share", values(option.win_share)}});
  }
  for (const Action action : report.principal_variation) {
    json["line"].push_back(to_notation(action, board));
  }
  for (const u8 mover : report.principal_movers) json["line_actors"].push_back(actor_text(mover));
  for (const Report::Moment& moment : report.anytime) {
    json["anytime"].push_back(
        {{"iterations", moment.iterations}, {"event", to_notation(moment.action, board)}});
  }
  json["chosen"] = to_notation(chosen, board);
  return json.dump(indent);
}

}  // namespace carrack
