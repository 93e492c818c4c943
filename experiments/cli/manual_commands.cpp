// `carrack completion` and `carrack manual`: both describe the command line itself.
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/man_page.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};

void print_completion(const CommandTree& tree, const std::string& shell) {
  if (shell == "bash") {
    std::cout << bash_completion(tree);
  } else if (shell == "zsh") {
    std::cout << zsh_completion(tree);
  } else if (shell == "fish") {
    std::cout << fish_completion(tree);
  } else {
    throw CLI::ValidationError("shell", unknown_word("shell", shell, kShells));
  }
}

struct ManualOptions {
  std::string command;
  std::string out;
  bool force = false;
};

/// The page of a command; that of the program for an empty name.
std::string page_of(const CommandTree& tree, const std::string& name) {
  if (name.empty()) return program_page(tree);
  std::vector<std::string> known;
  for (const CommandText& command : tree.commands) {
    if (command.name == name) return command_page(command);
    known.push_back(command.name);
  }
  throw CLI::ValidationError("command",
                             unknown_word_of("command", name, known, "see carrack --help"));
}

void write_pages(const CommandTree& tree, const ManualOptions& options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (!fs::is_directory(options.out)) {
    throw InputError(excerpt(options.out) + ": expected a folder, or a name for a new one");
  }
  const auto write = [&](const std::string& name, const std::string& page) {
    OutputFile file((fs::path(options.out) / (name + ".1")).string(),
                    OutputRule{.replace = options.force, .inputs = {}});
    file.write(page);
    file.finish();
  };
  write("carrack", program_page(tree));
  for (const CommandText& command : tree.commands) {
    write("carrack-" + command.name, command_page(command));
  }
}

}  // namespace

void add_completion(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "completion", "Print a script that completes commands and options in a shell");
  command->footer(
      "Examples:\n"
      "  source <(carrack completion bash)\n"
      "  carrack completion zsh > ~/.zfunc/_carrack\n"
      "  carrack completion fish > ~/.config/fish/completions/carrack.fish");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->type_name("{bash,zsh,fish}");
  command->callback([&app, shell] { print_completion(command_tree(app), *shell); });
}

void add_manual(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("manual", "Print the man page of the program or of a command");
  command->footer(
      "Examples:\n  carrack manual play | man -l -\n  carrack manual --output share/man/man1");
  const auto options = std::make_shared<ManualOptions>();
  auto* const page =
      command->add_option("command", options->command, "the command; without it the program");
  std::vector<std::string> commands;  // this one is the last
  for (const CLI::App* const other : app.get_subcommands({})) commands.push_back(other->get_name());
  offer(page, std::move(commands));
  add_file(*command, "--output,--out", options->out, "write all pages to this folder instead",
           "DIR");
  add_force_option(*command, options->force, {"--output"});
  command->callback([&app, options] {
    const CommandTree tree = command_tree(app);
    if (options->out.empty()) {
      std::cout << page_of(tree, options->command);
    } else if (options->command.empty()) {
      write_pages(tree, *options);
    } else {
      throw CLI::ValidationError("--output",
                                 "writes all pages; leave out '" + excerpt(options->command) + "'");
    }
  });
}

}  // namespace carrack
