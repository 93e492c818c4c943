#include "agents/spec.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

/// Errors leave out longer lists of known words.
constexpr std::size_t kMostListed = 16;

constexpr std::string_view kDigits = "0123456789";

/// The agent whose variant is a command line.
constexpr std::string_view kProgram = "process";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Advice for a number with a unit, or with marks between its digits: the form that works.
std::string_view advice(std::string_view text) {
  const bool is_number = !text.empty() && kDigits.find(text.front()) != std::string_view::npos;
  const bool has_more = text.find_first_not_of("0123456789.e-") != std::string_view::npos;
  return is_number && has_more ? "; write digits alone, as in 1000 or 1e3" : "";
}

/// parse_number() for the value of a key.
template <typename Number>
Number read(const std::string& agent, std::string_view key, const std::string& text, Number least,
            Number most) {
  try {
    return parse_number(text, least, most);
  } catch (const InputError& error) {
    throw InputError("agent '" + excerpt(agent) + "': " + excerpt(key) + '=' + excerpt(text) +
                     ": " + error.what() + std::string(advice(text)));
  }
}

double read_seconds(const std::string& agent, std::string_view key, std::string_view text,
                    double least, double most) {
  const double a_second = text.ends_with("ms") ? 1000 : 1;
  std::string_view number = text;
  if (number.ends_with('s')) number.remove_suffix(a_second == 1 ? 1 : 2);
  try {
    return parse_number(trimmed(number), least * a_second, most * a_second) / a_second;
  } catch (const InputError&) {
    throw InputError("agent '" + excerpt(agent) + "': " + excerpt(key) + '=' + excerpt(text) +
                     ": expected a number of seconds from " + digits_of(least) + " to " +
                     digits_of(most) + ", as in 0.5, 0.5s or 500ms");
  }
}

void check_text(std::string_view text) {
  if (text.size() > AgentSpec::kLongest) {
    throw InputError("agent '" + excerpt(text) + "': the spec has " + digits_of(text.size()) +
                     " bytes, expected at most " + digits_of(AgentSpec::kLongest));
  }
  if (printable(text) != text) {
    throw InputError("agent '" + excerpt(text) +
                     "': the spec has control characters or is not UTF-8, expected printable text");
  }
}

}  // namespace

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

AgentSpec::AgentSpec(std::string_view text, unsigned depth) : depth_(depth) {
  check_text(text);
  const std::size_t colon = text.find(':');
  name_ = in_small_letters(trimmed(text.substr(0, colon)));
  if (colon == std::string_view::npos) return;
  std::string_view rest = trimmed(text.substr(colon + 1));
  if (rest.empty()) {
    throw InputError("agent '" + excerpt(text) +
                     "': nothing stands after the ':', expected e.g. mcts:iterations=500 or "
                     "process:PROGRAM");
  }
  for (bool more = true; more;) {
    const std::size_t equals = rest.find('=');
    const bool wraps = equals != std::string_view::npos &&
                       in_small_letters(trimmed(rest.substr(0, equals))) == kWrapped;
    const std::size_t comma = wraps ? std::string_view::npos : rest.find(',');
    add_part(text, rest.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
}

void AgentSpec::add_part(std::string_view text, std::string_view part) {
  std::size_t equals = part.find('=');
  std::string_view word = trimmed(part.substr(0, equals));
  // A program comes first, and its arguments may have a '='; no key has a blank.
  const bool is_program = name_ == kProgram && variant_.empty() && options_.empty();
  if (is_program && word.find(' ') != std::string_view::npos) {
    equals = std::string_view::npos;
    word = trimmed(part);
  }
  if (equals == std::string_view::npos) {
    if (word.empty() || !variant_.empty() || !options_.empty()) {
      const bool is_number = word.find_first_not_of(kDigits) == std::string_view::npos;
      throw InputError("agent '" + excerpt(text) + "': '" + excerpt(word) +
                       "' should be key=value, as in mcts:iterations=500" +
                       (is_number && !word.empty() ? "; a ',' ends a number" : ""));
    }
    variant_ = word;
    return;
  }
  const std::string key = in_small_letters(word);
  if (has(key)) {
    throw InputError("agent '" + excerpt(text) + "': " + excerpt(key) + " is given twice");
  }
  options_.push_back({key, std::string(trimmed(part.substr(equals + 1)))});
}

bool AgentSpec::has(std::string_view key) const {
  return std::ranges::find(options_, key, &Option::key) != options_.end();
}

std::vector<std::pair<std::string, std::string>> AgentSpec::values() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Option& option : options_) all.emplace_back(option.key, option.value);
  return all;
}

const std::string* AgentSpec::find(std::string_view key) {
  known_keys_.emplace_back(key);
  const auto found = std::ranges::find(options_, key, &Option::key);
  if (found == options_.end()) return nullptr;
  found->asked = true;
  return &found->value;
}

std::string_view AgentSpec::variant() {
  variant_asked_ = true;
  return variant_;
}

u64 AgentSpec::whole_number(std::string_view key, u64 otherwise, u64 least, u64 most) {
  const std::string* text = find(key);
  return text == nullptr ? otherwise : read<u64>(name_, key, *text, least, most);
}

double AgentSpec::number(std::string_view key, double otherwise, double least, double most) {
  const std::string* text = find(key);
  return text == nullptr ? otherwise : read<double>(name_, key, *text, least, most);
}

double AgentSpec::seconds(std::string_view key, double otherwise, double least, double most) {
  const std::string* text = find(key);
  return text == nullptr ? otherwise : read_seconds(name_, key, *text, least, most);
}

std::size_t AgentSpec::word(std::string_view key, std::span<const std::string_view> known,
                            std::size_t otherwise) {
  const std::string* text = find(key);
  if (text == nullptr) return otherwise;
  const auto found = std::ranges::find(known, in_small_letters(*text));
  if (found == known.end()) {
    throw InputError("agent '" + name_ + "': " + unknown_word(key, *text, known));
  }
  return static_cast<std::size_t>(found - known.begin());
}

std::vector<std::string> AgentSpec::list(std::string_view key) {
  std::vector<std::string> words;
  const std::string* text = find(key);
  if (text == nullptr) return words;
  for (std::size_t from = 0; from != std::string::npos;) {
    const std::size_t plus = text->find('+', from);
    const std::string_view word = std::string_view(*text).substr(from, plus - from);
    words.push_back(in_small_letters(trimmed(word)));
    from = plus == std::string::npos ? plus : plus + 1;
  }
  return words;
}

std::string AgentSpec::text(std::string_view key) {
  const std::string* value = find(key);
  return value == nullptr ? std::string() : *value;
}

void AgentSpec::finish() const {
  if (!variant_.empty() && !variant_asked_) {
    const std::vector<std::string_view> known(known_keys_.begin(), known_keys_.end());
    throw InputError(
        "agent '" + name_ + "' has no variants; '" + excerpt(variant_) + "' should be key=value" +
        (known.empty() || known.size() > kMostListed ? "" : " (keys: " + join(known) + ")"));
  }
  for (const Option& option : options_) {
    if (option.asked) continue;
    const std::vector<std::string_view> known(known_keys_.begin(), known_keys_.end());
    throw InputError("agent '" + name_ + "': " + unknown_word("key", option.key, known));
  }
}

}  // namespace carrack
