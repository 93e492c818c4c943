#include "experiments/web/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/json_reader.hpp"
#include "core/notation/notation.hpp"
#include "experiments/report/game_report.hpp"
#include "experiments/report/judge.hpp"
#include "experiments/web/game_text.hpp"

namespace carrack::web {
namespace {

using namespace json_reader;

RecordedGame recorded(const GameTree& tree) {
  if (!is_over(tree.node(tree.line().back()).state)) {
    throw InputError("a report is about a finished game, and this one is not");
  }
  std::istringstream in(record_of(tree));
  RecordReader reader(in, "record");
  static_cast<void>(reader.next_game());
  return read_game(reader);
}

double decimal_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_number()) throw InputError(std::string("\"") + key + "\" is not a number");
  return value.get<double>();
}

/// Adds the judgements of a list to those of a game, by event.
void add_judgements(std::vector<std::optional<Judgement>>& all, const std::string& text,
                    const std::vector<Decision>& decisions, Board board) {
  const Json list = parse_json(text);
  if (!list.is_array()) throw InputError("judgements are a list");
  for (const Json& row : list) {
    if (!row.is_object()) throw InputError("a judgement is an object");
    const u64 ply = number_of(row, "ply");
    if (std::ranges::find(decisions, ply, &Decision::ply) == decisions.end()) {
      throw InputError("a judgement is of event " + std::to_string(ply) +
                       ", which is not a decision of the game");
    }
    all[ply] = {.best = parse_notation(text_of(row, "best"), board),
                .loss = decimal_of(row, "loss"),
                .error = decimal_of(row, "error"),
                .share = decimal_of(row, "share"),
                .iterations = number_of(row, "iterations")};
  }
}

}  // namespace

std::string judge_plies(const GameTree& tree, const std::string& agent,
                        const std::vector<u64>& plies) {
  check_seat(agent);
  const JudgePlan plan{.agent = agent};
  const RecordedGame game = recorded(tree);
  const std::vector<Decision> decisions = decisions_of(game);
  const std::atomic<bool> never = false;
  Judge judge(JudgeOptions::of(plan), judge_seed(game.header, plan.seed), never);
  Json list = Json::array();
  for (const u64 ply : plies) {
    const auto decision = std::ranges::find(decisions, ply, &Decision::ply);
    if (decision == decisions.end()) {
      throw InputError("event " + std::to_string(ply) + " is not a decision of the game");
    }
    const Judgement judgement = judge.judge(*decision).value();
    list.push_back({{"ply", ply},
                    {"best", to_notation(judgement.best, game.header.rules.board())},
                    {"loss", judgement.loss},
                    {"error", judgement.error},
                    {"share", judgement.share},
                    {"iterations", judgement.iterations}});
  }
  return list.dump();
}

std::string report_json(const GameTree& tree, const std::string& agent,
                        const std::vector<std::string>& judgements) {
  const RecordedGame game = recorded(tree);
  std::optional<JudgedGame> judged;
  if (!judgements.empty()) {
    judged = JudgedGame{{.agent = agent}, {}};
    static_cast<void>(JudgeOptions::of(judged->plan));
    judged->judgements.resize(game.events.size());
    const std::vector<Decision> decisions = decisions_of(game);
    for (const std::string& text : judgements) {
      add_judgements(judged->judgements, text, decisions, game.header.rules.board());
    }
    for (const Decision& decision : decisions) {
      if (!judged->judgements[decision.ply]) {
        throw InputError("event " + std::to_string(decision.ply) + " has no judgement");
      }
    }
  }
  const GameReport report = assemble_report(game, linear_value(), std::move(judged));
  const nlohmann::ordered_json answer{{"report", carrack::report_json(game, report)},
                                      {"page", report_page(game, report)}};
  return answer.dump(-1, ' ', /*ensure_ascii=*/false,
                     nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace carrack::web
