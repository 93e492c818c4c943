// The `carrack` binary.
#include <iostream>

#include "agents/agent_failure.hpp"
#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/version.hpp"

namespace carrack {
namespace {

constexpr int kWrongInput = 1;
constexpr int kWrongUsage = 2;

/// The long options of a command, for suggestions.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// One line about what is wrong with the command line.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> known = option_names(command);
  if (chosen.empty()) {
    for (const CLI::App* sub : app.get_subcommands({})) known.push_back(sub->get_name());
  }
  if (error.get_name() == "ExtrasError" || error.get_name() == "RequiredError") {
    const std::vector<std::string_view> views(known.begin(), known.end());
    for (int i = chosen.empty() ? 1 : 2; i < argc; ++i) {
      const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
      const bool is_name = chosen.empty() || word.starts_with("--");
      if (!is_name || std::ranges::find(known, word) != known.end()) continue;
      return unknown_word(chosen.empty() ? "command" : "option", word, views);
    }
  }
  std::string line = error.what();
  std::ranges::replace(line, '\n', ' ');
  return line;
}

int run(int argc, char** argv) {
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
  add_verify(app, status);
  add_perft(app, status);
  add_bench(app, status);
  add_agents(app, status);
  add_analyse(app, status);
  add_fit(app, status);
  add_rate(app, status);
  add_match(app, status);
  add_tune(app, status);
  try {
    app.parse(argc, argv);
    std::cout.flush();
    if (!std::cout) throw InputError("cannot write to the standard output");
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    std::cerr << "carrack: " << explain(app, error, argc, argv) << '\n';
    return kWrongUsage;
  } catch (const InputError& error) {
    std::cerr << "carrack: " << error.what() << '\n';
    return kWrongInput;
  } catch (const AgentFailure& failure) {  // where there is no game to forfeit
    std::cerr << "carrack: an agent failed (" << name(failure.kind()) << "): " << failure.what()
              << '\n';
    return kWrongInput;
  }
  return status;
}

}  // namespace
}  // namespace carrack

int main(int argc, char** argv) {
  try {
    return carrack::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "carrack: internal error: " << error.what() << '\n';
    return 3;
  }
}
