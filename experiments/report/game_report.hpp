// The report of a recorded game: parts of the result, accuracy, key moments.
#pragma once

#include "experiments/report/accuracy.hpp"
#include "experiments/report/decomposition.hpp"
#include "experiments/report/key_moments.hpp"

namespace carrack {

/// The accuracy of a seat in all its decisions, and in those of each phase.
struct SeatAccuracy {
  Accuracy all;
  std::array<Accuracy, kPhases> by_phase;
};

struct GameReport {
  std::string value;       // PositionValue::name
  std::string value_note;  // PositionValue::note
  std::string agent;       // full spec of the searches; empty without
  u64 seed = 0;            // of the searches
  Decomposition parts;
  std::vector<std::optional<Judgement>> judgements;  // by event; empty without searches
  std::vector<SeatAccuracy> accuracy;                // by seat; empty without searches
  std::vector<KeyMoment> moments;

  /// The judgement of an event; nothing for chance and without searches.
  [[nodiscard]] std::optional<Judgement> judgement(std::size_t ply) const {
    return judgements.empty() ? std::nullopt : judgements[ply];
  }
};

/// The judgements of all decisions of a game, and the plan of the searches behind them.
struct JudgedGame {
  JudgePlan plan;
  std::vector<std::optional<Judgement>> judgements;  // by event; nothing for chance
};

/// The report of a game, from the judgements of its decisions, or without searches.
[[nodiscard]] GameReport assemble_report(const RecordedGame& game, const PositionValue& value,
                                         std::optional<JudgedGame> judged = std::nullopt);

/// The report of a game. Without a plan, decisions are not searched: the report has no judgements
/// and no accuracy, and takes some milliseconds. Returns nothing if `stop` was raised. Throws
/// InputError as judge_decisions() does.
[[nodiscard]] std::optional<GameReport> make_report(
    const RecordedGame& game, const PositionValue& value, const std::optional<JudgePlan>& plan,
    std::atomic<bool>& stop, const std::function<void(std::size_t, std::size_t)>& progress = {});

/// The report as JSON: one object, documented in report/README.md.
[[nodiscard]] std::string report_json(const RecordedGame& game, const GameReport& report);

/// The report as tables with an explanation below. Names of agents are printable.
[[nodiscard]] std::string report_text(const RecordedGame& game, const GameReport& report);

/// The page of replay_page() with the value chart, the tables and the key moments.
[[nodiscard]] std::string report_page(const RecordedGame& game, const GameReport& report);

}  // namespace carrack
