#include "experiments/cli/usage_error.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {
namespace {

/// The option of "--name", "--name=value" or "-h"; null if the command has none of this name.
const CLI::Option* option_of(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  for (const CLI::Option* const option : command.get_options()) {
    if (name.starts_with("--") && option->check_lname(name.substr(2))) return option;
    if (name.size() == 2 && name[0] == '-' && option->check_sname(name.substr(1))) return option;
  }
  return nullptr;
}

/// The long options of a command, for suggestions.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

/// The command that was chosen, or the program.
const CLI::App& command_of(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

/// "carrack match --help".
std::string help_of(const CLI::App& app) {
  const CLI::App& command = command_of(app);
  return "carrack " + (&command == &app ? "" : command.get_name() + ' ') + "--help";
}

/// A word that is not an option of the command or, if no command was chosen, not a command; empty
/// if there is none. "--" ends the options.
std::string unknown_name(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App& command = command_of(app);
  const bool is_program = &command == &app;
  const std::vector<std::string> commands = command_names(app);
  for (const std::string& word : words) {
    if (word == "--") break;
    const bool is_option = word.starts_with(is_program ? "-" : "--");
    if (is_option ? option_of(command, word) != nullptr
                  : !is_program || std::ranges::find(commands, word) != commands.end()) {
      continue;
    }
    const std::string name = is_option ? word.substr(0, word.find('=')) : word;
    return unknown_word_of(is_option ? "option" : "command", name,
                           is_option ? option_names(command) : commands, "see " + help_of(app));
  }
  return {};
}

/// Explains an option with too many values or without one.
std::string explain_values(const CLI::App& command, const CLI::ParseError& error) {
  for (const CLI::Option* option : command.get_options()) {
    const bool takes_one = option->get_items_expected_max() == 1 &&
                           option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    if (takes_one && option->count() > 1) {
      return option->get_name() + " is given " + std::to_string(option->count()) +
             " times, expected once";
    }
  }
  std::string text = error.what();
  if (!text.ends_with(" missing")) return text;
  return text.substr(0, text.find(':')) + ": expected a value";
}

/// Explains a word that no option or argument takes.
std::string explain_unexpected(const CLI::App& command, const std::string& word,
                               const std::vector<std::string>& words) {
  std::string text = "unexpected '" + excerpt(word) + "'";
  const auto found = std::ranges::find(words, word);
  if (found == words.begin() || found == words.end()) return text;
  const std::string& flag = *std::prev(found);
  const CLI::Option* const before = option_of(command, flag);
  if (before == nullptr && found - words.begin() > 1) {  // a second value
    const CLI::Option* const option = option_of(command, *(found - 2));
    const bool is_each =
        option != nullptr && option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    if (is_each) {
      return text + ": " + option->get_name() +
             " is given once for each value: " + option->get_name() + ' ' + excerpt(flag) + ' ' +
             option->get_name() + ' ' + excerpt(word);
    }
  }
  if (before == nullptr || before->get_items_expected_max() != 0) return text;
  return text + " after " + flag + ", which takes no value" +
         (before->get_description().starts_with("print ")
              ? " and prints to the standard output: " + flag + " > " + excerpt(word)
              : "");
}

/// "--json: takes no value, not 'xyz'".
std::string explain_conversion(const CLI::App& command, const std::vector<std::string>& words,
                               const CLI::ParseError& error) {
  for (const std::string& word : words) {
    const std::size_t sign = word.find('=');
    const CLI::Option* const option = option_of(command, word);
    if (sign == std::string::npos || option == nullptr || option->get_items_expected_max() != 0) {
      continue;
    }
    return word.substr(0, sign) + ": takes no value, not '" + excerpt(word.substr(sign + 1)) + "'";
  }
  return error.what();
}

/// "expected a FILE: ledgers, or records of play; see carrack rate --help".
std::string explain_required(const CLI::App& app, const CLI::ParseError& error) {
  for (const CLI::Option* const option : command_of(app).get_options()) {
    if (!option->get_required() || option->count() != 0) continue;
    std::string what = option->get_name();
    if (option->get_positional()) {
      std::ranges::transform(what, what.begin(),
                             [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      what = "a " + what;
    }
    const std::string& help = option->get_description();
    return "expected " + what + ": " + help.substr(0, help.find(';')) + "; see " + help_of(app);
  }
  return error.what();
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const CLI::App& command = command_of(app);
  const bool is_program = &command == &app;
  std::vector<std::string> words;
  for (int i = is_program ? 1 : 2; i < argc; ++i) words.emplace_back(argv[i]);
  const auto is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  // Other arguments are checked even with --help.
  const bool is_unexpected = is(CLI::ExitCodes::Success) || is(CLI::ExitCodes::ExtrasError);
  if (is_unexpected || is(CLI::ExitCodes::RequiredError)) {
    if (std::string text = unknown_name(app, words); !text.empty()) return text;
    if (is_program) {
      return "expected a command: " + join(command_names(app)) + "; see carrack --help";
    }
  }
  if (is(CLI::ExitCodes::ArgumentMismatch)) return explain_values(command, error);
  if (is(CLI::ExitCodes::ConversionError)) return explain_conversion(command, words, error);
  if (is(CLI::ExitCodes::RequiredError)) return explain_required(app, error);
  const std::vector<std::string> unexpected = app.remaining(/*recurse=*/true);
  if (is_unexpected && !unexpected.empty()) {
    const bool is_mark = unexpected.front() == "--" && unexpected.size() > 1;
    return explain_unexpected(command, unexpected[is_mark ? 1 : 0], words);
  }
  return error.what();
}

bool has_unknown_words(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  if (!chosen.empty() && chosen.front()->get_prefix_command()) return false;
  return !app.remaining(/*recurse=*/true).empty();
}

std::string missing_value(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return {};
  const auto named =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == argv[1]; });
  if (named.empty() || named.front()->get_prefix_command()) return {};
  const CLI::App* const command = named.front();
  for (int i = 2; i + 1 < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    const CLI::Option* const option = option_of(*command, word);
    if (option == nullptr || option->get_items_expected_max() == 0 ||
        word.find('=') != std::string::npos) {
      continue;
    }
    const std::string next = argv[i + 1];
    if (option_of(*command, next) == nullptr) {
      ++i;  // its value
      continue;
    }
    return word + ": expected a value before " + next.substr(0, next.find('='));
  }
  return {};
}

}  // namespace carrack
