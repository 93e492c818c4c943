// Levels of strength, in words, and their agents.
#pragma once

#include <array>
#include <string_view>

namespace carrack::web {

struct Level {
  std::string_view name;
  std::string_view spec;
  std::string_view description;
};

/// From weak to strong. Searches take little memory, so that six fit into a page.
inline constexpr auto kLevels = std::to_array<Level>({
    {"Random", "random", "plays any legal action"},
    {"Beginner", "greedy", "looks one action ahead"},
    {"Casual", "scripted:balanced", "follows a script"},
    {"Club", "policy", "a learned network, without search"},
    {"Strong", "mcts:memory=32,iterations=100", "searches 100 continuations"},
    {"Expert", "mcts:memory=32,iterations=1000", "searches 1,000 continuations"},
    {"Master", "mcts:memory=64,iterations=4000", "searches 4,000 continuations; takes its time"},
});

/// The agent of an analysis, without its number of iterations.
inline constexpr std::string_view kAnalysisAgent = "mcts:memory=64,iterations=";

/// The agent that judges decisions for a report.
inline constexpr std::string_view kJudge = "mcts:memory=32,iterations=400";

}  // namespace carrack::web
