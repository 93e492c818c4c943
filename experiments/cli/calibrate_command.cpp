// `carrack calibrate`: predictions of evaluations and searches against the outcomes of recorded
// games.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/record.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/calibration.hpp"

namespace carrack {
namespace {

struct CalibrateOptions {
  std::vector<std::string> files;
  std::string output;
  bool by_players = false;
  bool force = false;
  bool json = false;
};

struct Column {
  std::string_view header;
  std::string_view key;
  const ClusterSlope CalibrationSlopes::*slope;
};
constexpr std::array kColumns{
    Column{"win share, constant", "constant_win_share", &CalibrationSlopes::constant_win_share},
    Column{"win share, fitted", "win_share", &CalibrationSlopes::win_share},
    Column{"reward, constant", "constant_reward", &CalibrationSlopes::constant_reward},
    Column{"reward, fitted", "reward", &CalibrationSlopes::reward},
    Column{"search: reward", "searched_reward", &CalibrationSlopes::searched_reward},
    Column{"search: win share", "searched_win_share", &CalibrationSlopes::searched_win_share}};

/// Calls `visit(players, turn, slopes)` for each line; 0 players means all.
template <typename Visit>
void for_each_line(const Calibration& calibration, bool by_players, Visit&& visit) {
  for (unsigned turn = 1; turn <= kTurns; ++turn) visit(0U, turn, calibration.slopes(turn));
  if (!by_players) return;
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    for (unsigned turn = 1; turn <= kTurns; ++turn) {
      const CalibrationSlopes& slopes = calibration.slopes(players, turn);
      if (slopes.games != 0) visit(players, turn, slopes);
    }
  }
}

std::string slope_text(const ClusterSlope& slope) {
  if (std::isnan(slope.slope())) return "-";
  return with_error(slope.slope(), slope.interval(kOutcomeStep), 2);
}

std::string text_of(const Calibration& calibration, bool by_players) {
  std::vector<std::string> header{"players", "turn", "games"};
  for (const Column& column : kColumns) header.emplace_back(column.header);
  Table table(header);
  for_each_line(calibration, by_players,
                [&](unsigned players, unsigned turn, const CalibrationSlopes& slopes) {
                  std::vector<std::string> row{players == 0 ? "all" : std::to_string(players),
                                               std::to_string(turn), std::to_string(slopes.games)};
                  for (const Column& column : kColumns) {
                    row.push_back(slope_text(slopes.*column.slope));
                  }
                  table.add(row);
                });
  const std::string copies =
      calibration.copies() == 0
          ? ""
          : "duplicates, counted once: " + counted(calibration.copies(), "game") + '\n';
  const std::string forfeited =
      calibration.forfeited() == 0
          ? ""
          : "left out because of a forfeit: " + counted(calibration.forfeited(), "game") + '\n';
  return table.text() + copies + forfeited + counted(calibration.games(), "game") + " in " +
         counted(calibration.blocks(), "block") +
         "; slopes of outcomes on predictions, ± the 95 % interval over blocks; 1 is "
         "calibrated,\nbelow 1 predicted differences were too large; the evaluation at the "
         "beginning of "
         "turns, searches at their decisions\n";
}

std::string json_of(const Calibration& calibration, bool by_players) {
  nlohmann::ordered_json json{{"games", calibration.games()},
                              {"blocks", calibration.blocks()},
                              {"duplicates", calibration.copies()},
                              {"games_left_out", calibration.forfeited()}};
  for_each_line(calibration, by_players,
                [&](unsigned players, unsigned turn, const CalibrationSlopes& slopes) {
                  nlohmann::ordered_json line{{"players", players}, {"turn", turn}};
                  if (players == 0) line["players"] = nullptr;
                  line["games"] = slopes.games;
                  for (const Column& column : kColumns) {
                    const ClusterSlope& slope = slopes.*column.slope;
                    const double half = slope.interval(kOutcomeStep);
                    line[std::string(column.key)] = {{"slope", slope.slope()},
                                                     {"half_width", half},
                                                     {"low", slope.slope() - half},
                                                     {"high", slope.slope() + half}};
                  }
                  json["lines"].push_back(std::move(line));
                });
  return json.dump(2) + '\n';
}

/// "2, 5 and 6 players".
std::string players_text(const std::vector<unsigned>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text + " players";
}

/// The scales, with the numbers of players that have none of their own. Throws InputError if none
/// has.
std::string header_text(const Calibration& calibration, const std::set<std::string>& agents) {
  const Calibration::FittedScales fitted = calibration.fit_scales();
  const std::string blocks = std::to_string(Calibration::kMinBlocks) + " blocks";
  if (fitted.players.empty()) {
    throw InputError("--output: no number of players has the " + blocks +
                     " that scales are fitted on; expected more games, there are " +
                     counted(calibration.blocks(), "block"));
  }
  std::vector<unsigned> others;
  for (unsigned players = 2; players <= kMaxPlayers; ++players) {
    if (std::ranges::find(fitted.players, players) == fitted.players.end()) {
      others.push_back(players);
    }
  }
  std::string text = "// Written by `carrack calibrate --output`; not to be edited by hand. From " +
                     grouped(static_cast<double>(calibration.games())) +
                     " games of:\n// clang-format off\n";
  for (const std::string& agent : agents) text += "//   " + agent + '\n';
  if (!others.empty()) {
    text += "// Not fitted, with fewer than " + blocks + ": " + players_text(others) +
            ". They have the scales of\n// one player fewer; 2 players those of the program.\n";
  }
  text +=
      "#pragma once\n\n#include <array>\n\n#include \"agents/evaluation/estimate_scale.hpp\"\n"
      "#include \"core/base/types.hpp\"\n\nnamespace carrack {\n\n"
      "/// By players - 2, turn - 1.\n"
      "inline constexpr std::array<std::array<EstimateScale, kTurns>, kMaxPlayers - 1> "
      "kFittedScales{{\n";
  for (const auto& turns : fitted.table) {
    text += "  {{\n";
    for (const EstimateScale& scale : turns) {
      const auto number = [](float value) { return fixed(static_cast<double>(value), 2) + "F"; };
      text += "    {.win = " + number(scale.win) + ", .rank = " + number(scale.rank) +
              ", .margin_spread = " + number(scale.margin_spread) +
              ", .margin_shift = " + number(scale.margin_shift) + "},\n";
    }
    text += "  }},\n";
  }
  return text + "}};\n// clang-format on\n\n}  // namespace carrack\n";
}

int calibrate(const CalibrateOptions& options) {
  std::optional<OutputFile> file;  // fail before the games are read, not after
  if (!options.output.empty()) {
    file.emplace(options.output, OutputRule{.replace = options.force, .inputs = options.files});
  }
  const CatchInterrupts interrupts;
  Calibration calibration(file.has_value());
  std::set<std::string> agents;
  for (const std::string& name : options.files) {
    std::ifstream in = open_input(name);
    RecordReader reader(in, name);
    while (reader.next_game()) {
      agents.insert(reader.header().agents.begin(), reader.header().agents.end());
      calibration.add_game(reader);
      if (was_interrupted()) return interrupted_status();
    }
  }
  if (calibration.games() == 0) {
    throw InputError(
        (calibration.forfeited() == 0 ? "no game in " : "no game without a forfeit in ") +
        options.files.front());
  }
  write_then_print(
      [&] {
        if (!file) return;
        file->write(header_text(calibration, agents));
        file->finish();
      },
      [&] {
        summary_stream({options.output})
            << (options.json ? json_of(calibration, options.by_players)
                             : text_of(calibration, options.by_players));
      });
  return 0;
}

}  // namespace

void add_calibrate(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "calibrate",
      "Compare predictions of evaluations and searches with the outcomes of recorded games");
  command->footer(
      "Example: carrack play --agent mcts:iterations=250 --games 400 --search-values --record "
      "games.jsonl\n         carrack calibrate games.jsonl");
  const auto options = std::make_shared<CalibrateOptions>();
  add_files(*command, "file", options->files,
            "records; those made with --search-values include search predictions")
      ->required();
  command->add_flag("--by-players", options->by_players, "add lines for each number of players");
  add_file(
      *command, "--output", options->output,
      "write evaluation scales fitted on these games to this C++ header; player counts with fewer "
      "than 50 blocks are listed as not fitted");
  add_force_option(*command, options->force, {"--output"});
  command->add_flag("--json", options->json, "print the table as JSON");
  command->callback([options, &status] { status = calibrate(*options); });
}

}  // namespace carrack
