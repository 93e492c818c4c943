#include "experiments/cli/command_tree.hpp"

#include <map>
#include <utility>

#include "agents/agent.hpp"
#include "agents/scripted/strategy.hpp"

namespace carrack {
namespace {

using OfferedWords = std::map<const CLI::Option*, std::vector<std::string>>;

/// The words that completion offers, by option: CLI11's options have no room for them.
OfferedWords& offered_words() {
  static OfferedWords words;
  return words;
}

/// The words in "{a,b,c}".
std::vector<std::string> words_in_braces(const std::string& type) {
  if (!type.starts_with('{') || !type.ends_with('}')) return {};
  return CLI::detail::split(type.substr(1, type.size() - 2), ',');
}

std::vector<std::string> words_of(const CLI::Option& option) {
  const auto offered = offered_words().find(&option);
  if (offered != offered_words().end()) return offered->second;
  return words_in_braces(option.get_type_name());
}

OptionText option_text(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  text.takes_several = option.get_items_expected_max() > 1;
  text.repeats =
      text.takes_several || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (text.is_positional()) {
    text.value = option.get_single_name();
  } else if (option.get_items_expected_max() > 0) {
    text.value = option.get_type_name();
  }
  text.words = words_of(option);
  text.help = option.get_description();
  text.initial = option.get_default_str();
  text.is_required = option.get_required();
  return text;
}

CommandText command_text(const CLI::App& command) {
  CommandText text{.name = command.get_name(),
                   .group = command.get_group(),
                   .help = command.get_description(),
                   .footer = command.get_footer(),
                   .options = {},
                   .is_python = command.get_prefix_command()};
  for (const CLI::Option* const option : command.get_options()) {
    text.options.push_back(option_text(*option));
  }
  return text;
}

}  // namespace

void offer(const CLI::Option* option, std::vector<std::string> words) {
  offered_words()[option] = std::move(words);
}

void offer(const CLI::Option* option, std::span<const std::string_view> words) {
  offer(option, std::vector<std::string>(words.begin(), words.end()));
}

void offer_agents(const CLI::Option* option, bool with_people) {
  std::vector<std::string> words;
  if (with_people) words.emplace_back(kHuman);
  for (const AgentHelp& agent : agent_help()) words.emplace_back(agent.name);
  for (const std::string_view strategy : known_strategies()) {
    words.push_back("scripted:" + std::string(strategy));
  }
  offer(option, std::move(words));
}

void forget_offers() { offered_words().clear(); }

CommandTree command_tree(const CLI::App& app) {
  CommandTree tree{.program = command_text(app), .commands = {}};
  for (const CLI::App* const command : app.get_subcommands({})) {
    tree.commands.push_back(command_text(*command));
  }
  return tree;
}

}  // namespace carrack
