// What callers are told when their input is wrong: what, where, what was expected.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carrack {

/// Wrong input: a ruleset, a notation, a record, a file, an option. The message is one line that
/// names what was wrong, where, and the nearest valid choice; control characters that the input
/// brought along show as '?'. A broken invariant is no InputError but std::logic_error.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string message);
};

/// The known word with the smallest edit distance to `word`, or "" when none is close (more than
/// half of the letters would have to change).
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> known);

/// `unknown <kind> '<word>'; did you mean '<nearest>'? (known: a, b, c)`.
[[nodiscard]] std::string unknown_word(std::string_view kind, std::string_view word,
                                       std::span<const std::string_view> known);

/// "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string_view> words,
                               std::string_view separator = ", ");

}  // namespace carrack
