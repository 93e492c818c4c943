#include "core/error.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace carrack {
namespace {

/// A longer list helps nobody who reads one line.
constexpr std::size_t kMostListed = 16;

/// Levenshtein distance (insertions, deletions, substitutions).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text;
}

}  // namespace

InputError::InputError(std::string message) : std::runtime_error(on_one_line(std::move(message))) {}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(word.size() / 2, 1) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string join(std::span<const std::string_view> words, std::string_view separator) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::string unknown_word(std::string_view kind, std::string_view word,
                         std::span<const std::string_view> known) {
  std::string message = "unknown ";
  message.append(kind).append(" '").append(word).append("'");
  const std::string_view guess = nearest(word, known);
  if (!guess.empty()) message.append("; did you mean '").append(guess).append("'?");
  if (!known.empty() && known.size() <= kMostListed)
    message.append(" (known: ").append(join(known)).append(")");
  return message;
}

}  // namespace carrack
