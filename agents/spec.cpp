#include "agents/spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/error.hpp"

namespace carrack {
namespace {

/// The number that all of `text` is, if it is one between the two bounds.
template <typename Number>
Number read(std::string_view agent, std::string_view key, const std::string& text, Number least,
            Number most) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= least && value <= most)) {
    const auto show = [](Number n) {
      std::string digits(32, '\0');
      digits.resize(static_cast<std::size_t>(
          std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr - digits.data()));
      return digits;
    };
    throw InputError("agent '" + std::string(agent) + "': " + std::string(key) + "=" + text +
                     " should be a number from " + show(least) + " to " + show(most));
  }
  return value;
}

}  // namespace

std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

AgentSpec::AgentSpec(std::string_view text) {
  const std::size_t colon = text.find(':');
  name_ = text.substr(0, colon);
  if (colon == std::string_view::npos) return;
  std::string_view rest = text.substr(colon + 1);
  for (bool more = true; more;) {
    const bool wraps = rest.starts_with(kWrapped) && rest.substr(kWrapped.size()).starts_with('=');
    const std::size_t comma = wraps ? std::string_view::npos : rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);

    const std::size_t equals = part.find('=');
    const std::string key(part.substr(0, equals));
    if (equals == std::string_view::npos) {
      if (key.empty() || !variant_.empty() || !options_.empty()) {
        throw InputError("agent '" + std::string(text) + "': '" + key +
                         "' should be key=value, as in mcts:iterations=500");
      }
      variant_ = key;
      continue;
    }
    if (has(key)) throw InputError("agent '" + std::string(text) + "': " + key + " stands twice");
    options_.push_back({key, std::string(part.substr(equals + 1))});
  }
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

std::size_t AgentSpec::word(std::string_view key, std::span<const std::string_view> known,
                            std::size_t otherwise) {
  const std::string* text = find(key);
  if (text == nullptr) return otherwise;
  const auto found = std::ranges::find(known, *text);
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
    words.push_back(text->substr(from, plus - from));
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
    throw InputError("agent '" + name_ + "' has no variants; '" + variant_ +
                     "' should be key=value" +
                     (known.empty() ? "" : " (keys: " + join(known) + ")"));
  }
  for (const Option& option : options_) {
    if (option.asked) continue;
    const std::vector<std::string_view> known(known_keys_.begin(), known_keys_.end());
    throw InputError("agent '" + name_ + "': " + unknown_word("key", option.key, known));
  }
}

}  // namespace carrack
