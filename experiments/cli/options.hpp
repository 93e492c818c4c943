// Command options with checked values: numbers, words, outputs.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// Maximum number of games, blocks or resamples of a command.
inline constexpr u64 kMaxGames = 1'000'000'000;
/// What completion offers for --age.
inline constexpr std::array<std::string_view, 4> kAgeWords{"I", "II", "III", "all"};
inline constexpr u64 kAnySeed = std::numeric_limits<u64>::max();

/// "a, b, c".
[[nodiscard]] inline std::string join(const std::vector<std::string>& words,
                                      std::string_view separator = ", ") {
  return join(std::vector<std::string_view>(words.begin(), words.end()), separator);
}

/// The text of unknown_word(), followed by `; help` if it neither suggests a word nor lists the
/// known ones.
[[nodiscard]] inline std::string unknown_word_of(std::string_view kind, const std::string& word,
                                                 const std::vector<std::string>& known,
                                                 const std::string& help) {
  constexpr std::size_t kMostListed = 16;  // as in unknown_word()
  const std::vector<std::string_view> views(known.begin(), known.end());
  const bool says_more = known.size() <= kMostListed || !nearest(word, views).empty();
  return unknown_word(kind, word, views) + (says_more ? "" : "; " + help);
}

/// Throws InputError for the first word that is not in `known`.
inline void expect_known(std::string_view kind, const std::vector<std::string>& words,
                         std::span<const std::string_view> known) {
  for (const std::string& word : words) {
    if (std::ranges::find(known, word) == known.end()) {
      throw InputError(unknown_word(kind, word, known));
    }
  }
}

/// `parse()`, with an InputError turned into a command-line error that names the option.
template <typename Parse>
auto parse_option(const std::string& name, Parse&& parse) {
  try {
    return parse();
  } catch (const InputError& error) {
    throw CLI::ValidationError(name, error.what());
  }
}

/// add_number() without a default. A Number must be assignable to `value`.
template <typename Number, typename Value>
CLI::Option* add_number_to(CLI::App& command, const std::string& name, Value& value, Number min,
                           Number max, const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, name, min, max](const std::string& text) {
            value = parse_option(name, [&] { return parse_number<Number>(text, min, max); });
          },
          help)
      ->type_name(std::integral<Number> ? "INT" : "NUMBER");
}

/// An option whose value is a number from `min` to `max`; `value` stays empty if not given.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<Number>& value,
                        std::type_identity_t<Number> min, std::type_identity_t<Number> max,
                        const std::string& help) {
  return add_number_to<Number>(command, name, value, min, max, help);
}

/// The same with the initial value of `value` as the default.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, Number& value,
                        std::type_identity_t<Number> min, std::type_identity_t<Number> max,
                        const std::string& help) {
  return add_number_to<Number>(command, name, value, min, max, help)->default_str(digits_of(value));
}

/// An option with several numbers.
template <typename Number>
CLI::Option* add_numbers(CLI::App& command, const std::string& name, std::vector<Number>& values,
                         std::type_identity_t<Number> min, std::type_identity_t<Number> max,
                         const std::string& help) {
  return command
      .add_option_function<std::vector<std::string>>(
          name,
          [&values, name, min, max](const std::vector<std::string>& texts) {
            values.clear();
            for (const std::string& text : texts) {
              values.push_back(
                  parse_option(name, [&] { return parse_number<Number>(text, min, max); }));
            }
          },
          help)
      ->type_name("INT");
}

/// An option whose value is a file, or with `type` a folder.
inline CLI::Option* add_file(CLI::App& command, const std::string& name, std::string& file,
                             const std::string& help, const std::string& type = "FILE") {
  return command.add_option(name, file, help)->type_name(type);
}

/// The same for several files.
inline CLI::Option* add_files(CLI::App& command, const std::string& name,
                              std::vector<std::string>& files, const std::string& help) {
  return command.add_option(name, files, help)->type_name("FILE");
}

/// An option with one value each time it is given; it may be given several times.
inline CLI::Option* add_each(CLI::App& command, const std::string& name,
                             std::vector<std::string>& values, const std::string& help) {
  return command.add_option(name, values, help + "; repeat " + name + " for each")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// An option whose value is one of `words`, which name the values of `Enum` in order.
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

/// `--force`: outputs of the command may overwrite existing files. It is refused unless one of
/// `outputs`, the options that name them, is given; a command without such options always writes a
/// file. An option that excludes --force says so itself.
inline CLI::Option* add_force_option(CLI::App& command, bool& force,
                                     const std::vector<std::string>& outputs) {
  const auto check = [&command, &force, outputs] {
    force = true;
    const auto is_given = [&](const std::string& name) { return command.count(name) > 0; };
    const auto excluded = command.get_option("--force")->get_excludes();
    if (outputs.empty() || std::any_of(outputs.begin(), outputs.end(), is_given) ||
        std::any_of(excluded.begin(), excluded.end(),
                    [](const CLI::Option* option) { return option->count() > 0; })) {
      return;
    }
    throw CLI::ValidationError("--force", "needs an output file to overwrite: " + join(outputs));
  };
  return command.add_flag_callback("--force", check, "overwrite existing output files");
}

}  // namespace carrack
