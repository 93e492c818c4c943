#include "experiments/cli/command_line.hpp"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <iostream>
#include <new>
#include <string_view>
#include <vector>

#include "agents/agent.hpp"
#include "core/base/cpu.hpp"
#include "core/base/error.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/version.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/usage_error.hpp"

namespace carrack {
namespace {

constexpr int kWrongInput = 1;  // also if a resource is exhausted
constexpr int kWrongUsage = 2;
constexpr int kInternalError = 3;

void say(const std::string& line) {
  std::cerr << "carrack: " << printable(line, kLongestMessage) << '\n';
}

/// Peak memory of this process, in MiB.
long peak_memory() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;  // KiB
}

/// No option accepts an empty value.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator not_empty(
      [](std::string& value) {
        return std::string(value.empty() ? "expected a value, not an empty text" : "");
      },
      "");
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() > 0) option->check(not_empty);
    }
  }
}

/// Throws ResourceError if the output could not be written.
void finish_output() {
  std::cout.flush();
  if (!std::cout) throw ResourceError("cannot write to the standard output");
}

/// Parses the command line and runs its command; returns the `status` that the command has set.
int parse_and_run(CLI::App& app, int argc, char** argv, const int& status) {
  try {
    if (const std::string text = missing_value(app, argc, argv); !text.empty()) {
      say(text);
      return kWrongUsage;
    }
    app.parse(argc, argv);
    finish_output();
    return status;
  } catch (const CLI::Success& asked) {  // --help, --version
    if (!has_unknown_words(app)) {
      const int shown = app.exit(asked);
      finish_output();
      return shown;
    }
    say(explain(app, asked, argc, argv));
  } catch (const CLI::ParseError& error) {
    say(explain(app, error, argc, argv));
  }
  return kWrongUsage;
}

/// Adds the commands in the order of the help, in groups.
void add_commands(CLI::App& app, int& status) {
  using Add = void (*)(CLI::App&, int&);
  const auto group = [&](const char* title, std::initializer_list<Add> commands) {
    for (const Add add : commands) {
      add(app, status);
      app.get_subcommands({}).back()->group(title);
    }
  };
  group("Play", {add_play, add_tournament, add_match, add_web, add_agent});
  group("Results", {add_ledger, add_rate, add_export});
  group("Recorded games",
        {add_replay, add_report, add_analyse, add_tree, add_solve, add_verify, add_calibrate});
  group("Studies", {add_trial, add_balance, add_ablate});
  group("Agents", {add_agents, add_tune, add_learn, add_fit});
  group("Rules", {add_tiles, add_figures});
  group("Speed and checks", {add_bench, add_perft});
  group("Shell", {add_completion, add_manual});
}

int run(int argc, char** argv) {
  if (const auto reason = cpu::ignored_request()) {
    say("CARRACK_CPU=" + excerpt(std::getenv("CARRACK_CPU")) + ": " + std::string(*reason));
    return kWrongUsage;
  }
  CLI::App app("Monte Carlo tree search research toolkit for Age of Discovery", "carrack");
  app.set_version_flag("--version", version::engine() + ", " + std::string(version::compiler) +
                                        ", " + std::string(version::build_type));
  app.require_subcommand(1);
  app.footer("`carrack help COMMAND` describes a command, as does `carrack COMMAND --help`.");
  forget_offers();
  int status = 0;
  add_commands(app, status);
  refuse_empty_values(app);
  try {
    return parse_and_run(app, argc, argv, status);
  } catch (const InputError& error) {
    say(error.what());
    return kWrongInput;
  } catch (const ResourceError& error) {
    say(error.what());
    return kWrongInput;
  } catch (const AgentFailure& failure) {  // outside a game, so nothing to forfeit
    say("an agent failed (" + std::string(name(failure.kind())) + "): " + failure.what());
    return kWrongInput;
  } catch (const ChoiceStopped&) {  // the signal handler has printed its line
    return interrupted_status();
  }
}

/// The words of a command; `help COMMAND` is `COMMAND --help`.
std::vector<char*> words_of(int argc, char** argv) {
  static std::array<char, 7> option{"--help"};
  std::vector<char*> words(argv, argv + argc);
  if (argc < 2 || std::string_view(argv[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.push_back(option.data());
  return words;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  handle_signals();
  try {
    std::vector<char*> words = words_of(argc, argv);
    return run(static_cast<int>(words.size()), words.data());
  } catch (const std::bad_alloc&) {
    const std::string command = argc > 1 ? argv[1] : "carrack";
    say("out of memory: '" + command + "' has " + std::to_string(peak_memory()) +
        " MiB and needs more than the machine or its limits allow");
    return kWrongInput;
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
    return kInternalError;
  }
}

}  // namespace carrack
