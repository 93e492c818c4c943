// What callers are told when their input is wrong: what, where, what was expected.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carrack {

/// The longest message of an error, in bytes. With the program's name it makes a line of at most
/// 400 bytes.
inline constexpr std::size_t kLongestMessage = 390;

/// Wrong input: a ruleset, a notation, a record, a file, an option. The message is one printable
/// line of at most kLongestMessage bytes that names what was wrong, where, and the nearest valid
/// choice. A broken invariant is not an InputError but a std::logic_error.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string_view message);
};

/// The machine lacks something that was asked of it: memory, threads, processes, open files, space
/// on a disk. Nobody's input is wrong; the same run may succeed later or elsewhere. The message is
/// limited as that of an InputError.
class ResourceError : public std::runtime_error {
 public:
  explicit ResourceError(std::string_view message);
};

/// `text` as a terminal can show it on one line: control characters, bytes that are not UTF-8 and
/// characters that change the direction of text become '?'. What is longer than `longest` bytes is
/// cut at a character and ends with "…".
[[nodiscard]] std::string printable(std::string_view text,
                                    std::size_t longest = std::string_view::npos);

/// The beginning of a text from outside, for a message: printable, at most 60 bytes.
[[nodiscard]] std::string excerpt(std::string_view text);

/// The known word with the smallest edit distance to `word`; when none is close (more than half of
/// the letters would have to change), the one that begins alike, as `iterations` for `iters`; ""
/// when there is none or `word` is longer than 64 bytes.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

/// ``unknown <kind> '<word>'; did you mean '<nearest>'? (known: a, b, c)``.
[[nodiscard]] std::string unknown_word(std::string_view kind, std::string_view word,
                                       std::span<const std::string_view> known);

/// "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string_view> words,
                               std::string_view separator = ", ");

}  // namespace carrack
