// Options of the commands whose values are checked: numbers, words, outputs.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/numbers.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// The most games, blocks or resamples that a command accepts.
inline constexpr u64 kMostGames = 1'000'000'000;
inline constexpr u64 kAnySeed = std::numeric_limits<u64>::max();

/// `parse()`, with what is wrong as an error of the command line that names the option.
template <typename Parse>
auto parse_option(const std::string& name, Parse&& parse) {
  try {
    return parse();
  } catch (const InputError& error) {
    throw CLI::ValidationError(name, error.what());
  }
}

/// add_number() without its default. `value` can be given a Number.
template <typename Number, typename Value>
CLI::Option* add_number_to(CLI::App& command, const std::string& name, Value& value, Number least,
                           Number most, const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, name, least, most](const std::string& text) {
            value = parse_option(name, [&] { return parse_number<Number>(text, least, most); });
          },
          help)
      ->type_name(std::integral<Number> ? "INT" : "NUMBER");
}

/// An option whose value is a number from `least` to `most`; none where `value` is empty.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<Number>& value,
                        std::type_identity_t<Number> least, std::type_identity_t<Number> most,
                        const std::string& help) {
  return add_number_to<Number>(command, name, value, least, most, help);
}

/// The same where what `value` is at first is the default.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, Number& value,
                        std::type_identity_t<Number> least, std::type_identity_t<Number> most,
                        const std::string& help) {
  return add_number_to<Number>(command, name, value, least, most, help)
      ->default_str(digits_of(value));
}

/// An option with several numbers.
template <typename Number>
CLI::Option* add_numbers(CLI::App& command, const std::string& name, std::vector<Number>& values,
                         std::type_identity_t<Number> least, std::type_identity_t<Number> most,
                         const std::string& help) {
  return command
      .add_option_function<std::vector<std::string>>(
          name,
          [&values, name, least, most](const std::vector<std::string>& texts) {
            values.clear();
            for (const std::string& text : texts) {
              values.push_back(
                  parse_option(name, [&] { return parse_number<Number>(text, least, most); }));
            }
          },
          help)
      ->type_name("INT ...");
}

/// An option whose value is one of some words, which stand for the values of `Enum` in order.
template <typename Enum>
CLI::Option* add_word(CLI::App& command, const std::string& name, Enum& value,
                      std::span<const std::string_view> words, const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, name, words](const std::string& word) {
            const auto found = std::find(words.begin(), words.end(), word);
            if (found == words.end()) {
              throw CLI::ValidationError(name, unknown_word("value", word, words));
            }
            value = nth<Enum>(static_cast<unsigned>(found - words.begin()));
          },
          help)
      ->default_str(std::string(words[index(value)]))
      ->type_name("{" + join(words, ",") + "}");
}

/// `--force`: outputs of the command may replace files that exist.
inline void add_force_option(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "replace output files that exist");
}

}  // namespace carrack
