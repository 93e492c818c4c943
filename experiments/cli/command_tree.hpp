// The commands and options of the command line as data, read from CLI11: for shell completion and
// man pages.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carrack {

struct OptionText {
  std::vector<std::string> names;  // with dashes, long ones first; empty for an argument by place
  std::string value;               // the type of its value, e.g. INT; the name of an argument by
                                   // place; empty for a flag
  std::vector<std::string> words;  // values to choose from; empty: any text, or a file
  std::string help;
  std::string initial;  // the default, as text
  bool is_required = false;
  bool takes_several = false;  // takes several values each time
  bool repeats = false;        // may be given several times

  [[nodiscard]] bool is_positional() const noexcept { return names.empty(); }
  [[nodiscard]] bool is_flag() const noexcept { return value.empty(); }
};

struct CommandText {
  std::string name;
  std::string group;  // its heading in the help of the program
  std::string help;
  std::string footer;  // examples and notes
  std::vector<OptionText> options;
  bool is_python = false;  // only Python knows its options
};

struct CommandTree {
  CommandText program;  // the options of the program itself
  std::vector<CommandText> commands;
};

/// Sets the words that completion offers for the values of an option; words in the braces of its
/// type are offered anyway. It does not limit what the option accepts.
void offer(const CLI::Option* option, std::vector<std::string> words);
void offer(const CLI::Option* option, std::span<const std::string_view> words);
/// Offers the agents, and every strategy of the scripted one; with people also `human`.
void offer_agents(const CLI::Option* option, bool with_people = false);
/// Forgets all offers, before the options of another command line are made.
void forget_offers();

[[nodiscard]] CommandTree command_tree(const CLI::App& app);

}  // namespace carrack
