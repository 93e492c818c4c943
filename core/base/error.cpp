#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace carrack {
namespace {

/// Longer lists are left out: they would fill the line.
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

constexpr std::size_t kLongestExcerpt = 60;
constexpr std::size_t kLongestKnownWord = 64;

/// A character of a text: its code point, or 0 where the bytes are not UTF-8, and its bytes.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

/// Decodes the first character of a text that is not empty (RFC 3629: shortest forms only, no
/// surrogates, up to U+10FFFF).
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || is_surrogate || code > 0x10FFFF) return {};
  return {code, bytes};
}

/// Whether a terminal shows the character and does nothing else because of it. 0 stands for bytes
/// that are not UTF-8.
bool is_shown(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  const bool is_control = c < 0x20 || within(0x7F, 0x9F) || within(0x2028, 0x2029);
  const bool is_direction =
      c == 0x061C || within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069);
  return !is_control && !is_direction;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  constexpr std::string_view kCut = "…";
  std::string shown;
  std::size_t fitting = 0;  // bytes of `shown` that leave room for the mark of a cut
  while (!text.empty()) {
    const Character next = first_character(text);
    if (is_shown(next.code)) {
      shown.append(text.substr(0, next.bytes));
    } else {
      shown += '?';
    }
    if (shown.size() > longest) {
      shown.resize(fitting);
      return shown.append(longest < kCut.size() ? "" : kCut);
    }
    if (shown.size() + kCut.size() <= longest) fitting = shown.size();
    text.remove_prefix(next.bytes);
  }
  return shown;
}

std::string excerpt(std::string_view text) { return printable(text, kLongestExcerpt); }

InputError::InputError(std::string_view message)
    : std::runtime_error(printable(message, kLongestMessage)) {}
ResourceError::ResourceError(std::string_view message)
    : std::runtime_error(printable(message, kLongestMessage)) {}

namespace {

/// The word that begins most like this one: with three characters at least, and with half of it.
/// `dashes` of an option do not count.
std::string_view abbreviated(std::string_view word, std::size_t dashes,
                             std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t longest = dashes + std::max<std::size_t>(3, (word.size() - dashes + 1) / 2) - 1;
  for (const std::string_view candidate : known) {
    const auto differ = std::ranges::mismatch(word, candidate);
    const auto common = static_cast<std::size_t>(differ.in1 - word.begin());
    if (common > longest) {
      best = candidate;
      longest = common;
    }
  }
  return best;
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  if (word.size() > kLongestKnownWord) return best;
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());  // of an option
  std::size_t best_distance = std::max<std::size_t>((word.size() - dashes) / 2, 1) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best.empty() ? abbreviated(word, dashes, known) : best;
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
  message.append(kind).append(" '").append(excerpt(word)).append("'");
  const std::string_view guess = nearest(word, known);
  if (!guess.empty()) message.append("; did you mean '").append(guess).append("'?");
  if (!known.empty() && known.size() <= kMostListed)
    message.append(" (known: ").append(join(known)).append(")");
  return message;
}

}  // namespace carrack
