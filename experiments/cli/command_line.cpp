#include "experiments/cli/command_line.hpp"

#include <sys/resource.h>

#include <cstdlib>
#include <iostream>
#include <new>

#include "agents/agent.hpp"
#include "core/base/cpu.hpp"
#include "core/base/error.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/version.hpp"
#include "experiments/cli/commands.hpp"

namespace carrack {
namespace {

constexpr int kWrongInput = 1;  // or a resource is exhausted
constexpr int kWrongUsage = 2;
constexpr int kInternalError = 3;

/// The long options of a command, for suggestions.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// An option with too many values or without one.
std::string explain_values(const CLI::App& command, const CLI::ParseError& error) {
  for (const CLI::Option* option : command.get_options()) {
    const bool takes_one = option->get_items_expected_max() == 1 &&
                           option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    if (takes_one && option->count() > 1) {
      return option->get_name() + " is given " + std::to_string(option->count()) +
             " times, expected once";
    }
  }
  const std::string text = error.what();
  if (!text.ends_with(" missing")) return text;
  return text.substr(0, text.find(':')) + ": expected a value";
}

/// A word that no option or argument takes.
std::string explain_unexpected(const CLI::App& command, const std::string& word, int argc,
                               char** argv) {
  const std::string text = "unexpected '" + excerpt(word) + "'";
  for (int i = 2; i < argc; ++i) {
    if (word != argv[i]) continue;
    const CLI::Option* const before = command.get_option_no_throw(argv[i - 1]);
    if (before == nullptr || before->get_items_expected_max() != 0) break;
    const std::string flag = argv[i - 1];
    return text + " after " + flag + ", which takes no value" +
           (before->get_description().starts_with("print ")
                ? " and prints to the standard output: " + flag + " > " + excerpt(word)
                : "");
  }
  return text;
}

/// A one-line error message for the command line.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> known = option_names(command);
  if (chosen.empty()) {
    for (const CLI::App* sub : app.get_subcommands({})) known.push_back(sub->get_name());
  }
  const auto is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  // Other arguments are checked even with --help.
  if (is(CLI::ExitCodes::Success) || is(CLI::ExitCodes::ExtrasError) ||
      is(CLI::ExitCodes::RequiredError)) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    for (int i = chosen.empty() ? 1 : 2; i < argc; ++i) {
      const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
      const bool is_name = chosen.empty() || word.starts_with("--");
      if (!is_name || std::ranges::find(known, word) != known.end()) continue;
      return unknown_word(chosen.empty() ? "command" : "option", word, views);
    }
    if (chosen.empty()) {
      std::erase_if(known, [](const std::string& name) { return name.starts_with("--"); });
      return "expected a command: " +
             join(std::vector<std::string_view>(known.begin(), known.end())) +
             "; see carrack --help";
    }
  }
  if (is(CLI::ExitCodes::ArgumentMismatch)) return explain_values(command, error);
  const std::vector<std::string> unexpected = app.remaining(/*recurse=*/true);
  const bool is_unexpected = is(CLI::ExitCodes::Success) || is(CLI::ExitCodes::ExtrasError);
  if (is_unexpected && !unexpected.empty()) {
    return explain_unexpected(command, unexpected.front(), argc, argv);
  }
  return error.what();
}

/// Whether a command line with --help has unknown words. Commands written in Python check their
/// own.
bool has_unknown_words(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  if (!chosen.empty() && chosen.front()->get_prefix_command()) return false;
  return !app.remaining(/*recurse=*/true).empty();
}

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

int run(int argc, char** argv) {
  if (const auto reason = cpu::ignored_request()) {
    say("CARRACK_CPU=" + excerpt(std::getenv("CARRACK_CPU")) + ": " + std::string(*reason));
    return kWrongUsage;
  }
  CLI::App app("Monte Carlo tree search research toolkit for Age of Discovery", "carrack");
  app.set_version_flag("--version", version::engine() + ", " + std::string(version::compiler) +
                                        ", " + std::string(version::build_type));
  app.require_subcommand(1);
  int status = 0;
  add_play(app, status);
  add_tournament(app, status);
  add_ledger(app, status);
  add_export(app, status);
  add_trial(app, status);
  add_replay(app, status);
  add_report(app, status);
  add_web(app, status);
  add_verify(app, status);
  add_perft(app, status);
  add_bench(app, status);
  add_agents(app, status);
  add_agent(app, status);
  add_tiles(app, status);
  add_figures(app, status);
  add_analyse(app, status);
  add_tree(app, status);
  add_solve(app, status);
  add_fit(app, status);
  add_calibrate(app, status);
  add_rate(app, status);
  add_match(app, status);
  add_tune(app, status);
  add_ablate(app, status);
  add_learn(app, status);
  add_balance(app, status);
  add_completion(app, status);
  add_manual(app, status);
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
    std::cout.flush();
    if (!std::cout) throw ResourceError("cannot write to the standard output");
  } catch (const CLI::Success& asked) {  // --help, --version
    if (!has_unknown_words(app)) return app.exit(asked);
    say(explain(app, asked, argc, argv));
    return kWrongUsage;
  } catch (const CLI::ParseError& error) {
    say(explain(app, error, argc, argv));
    return kWrongUsage;
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
  return status;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  handle_signals();
  try {
    return run(argc, argv);
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
