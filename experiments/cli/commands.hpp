// The commands of the `carrack` binary. Each function adds its command to the application; the
// command writes the exit status of the process to `status`.
#pragma once

#include <CLI/CLI.hpp>

namespace carrack {

void add_play(CLI::App& app, int& status);
void add_tournament(CLI::App& app, int& status);
void add_ledger(CLI::App& app, int& status);
void add_export(CLI::App& app, int& status);
void add_trial(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_web(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_perft(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_agents(CLI::App& app, int& status);
void add_agent(CLI::App& app, int& status);
void add_tiles(CLI::App& app, int& status);
void add_figures(CLI::App& app, int& status);
void add_analyse(CLI::App& app, int& status);
void add_tree(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_fit(CLI::App& app, int& status);
void add_calibrate(CLI::App& app, int& status);
void add_rate(CLI::App& app, int& status);
void add_match(CLI::App& app, int& status);
void add_tune(CLI::App& app, int& status);
void add_ablate(CLI::App& app, int& status);
void add_learn(CLI::App& app, int& status);
void add_balance(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);
void add_manual(CLI::App& app, int& status);

}  // namespace carrack
