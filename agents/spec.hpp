// Agent specs: `name`, `name:variant`, `name:key=value,key=value`. The value of the key `of` is a
// spec itself and takes the rest of the text: `restricted:ban=navy,of=mcts:iterations=500,c=1`.
// Names, keys and words may be in capitals, and spaces may stand around each part.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace carrack {

/// A spec taken apart. Keys are read one by one with the functions below; finish() then refuses
/// what nobody has asked for.
class AgentSpec {
 public:
  /// The key of an agent inside an agent.
  static constexpr std::string_view kWrapped = "of";
  /// The most bytes of a spec.
  static constexpr std::size_t kLongest = 64 * 1024;

  /// Throws InputError if the text is not a spec: too long, not printable, a key without a value or
  /// given twice, two variants. `depth` is how many other specs this one is inside of.
  explicit AgentSpec(std::string_view text, unsigned depth = 0);

  /// The name in small letters.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] unsigned depth() const { return depth_; }
  /// The word without `=`, e.g. `balanced` of `scripted:balanced`; empty if there is none.
  [[nodiscard]] std::string_view variant();

  /// The value of a key, or `otherwise` if it is not given. Throws InputError, naming the key, for
  /// text that is not a number, and for a number out of range.
  [[nodiscard]] u64 whole_number(std::string_view key, u64 otherwise, u64 least, u64 most);
  [[nodiscard]] double number(std::string_view key, double otherwise, double least, double most);
  /// A number of seconds: 0.5, 0.5s or 500ms. `least` and `most` are in seconds.
  [[nodiscard]] double seconds(std::string_view key, double otherwise, double least, double most);
  /// The index in `known`, all in small letters, of the value of a key; `otherwise` if it is not
  /// given.
  [[nodiscard]] std::size_t word(std::string_view key, std::span<const std::string_view> known,
                                 std::size_t otherwise = 0);
  /// The words of a key's value, joined by `+`, in small letters; none if it is not given.
  [[nodiscard]] std::vector<std::string> list(std::string_view key);
  /// The value of a key as it stands; empty if it is not given.
  [[nodiscard]] std::string text(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const;
  /// Every key with its value, in the order of the text.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> values() const;

  /// Throws InputError for a key or variant that has not been asked for, with the nearest one.
  void finish() const;

 private:
  void add_part(std::string_view text, std::string_view part);
  struct Option {
    std::string key;
    std::string value;
    bool asked = false;
  };
  /// The value of a key, or null.
  const std::string* find(std::string_view key);

  unsigned depth_;
  std::string name_;
  std::string variant_;
  bool variant_asked_ = false;
  std::vector<Option> options_;
  std::vector<std::string> known_keys_;
};

/// `text` in small letters (ASCII).
[[nodiscard]] std::string in_small_letters(std::string_view text);

}  // namespace carrack
