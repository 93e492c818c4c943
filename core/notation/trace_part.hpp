// A value of a trace with its place in it, so that an error can say where it was wrong. For use
// inside core only.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/game/catalogue.hpp"

namespace carrack {

class TracePart {
 public:
  using Json = nlohmann::json;

  TracePart(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

  [[noreturn]] void fail(std::string_view expected) const {
    throw InputError(excerpt(path_) + " is " + excerpt(json_.dump()) + ", expected " +
                     std::string(expected));
  }

  /// A member of an object that has to be there.
  [[nodiscard]] TracePart operator[](const std::string& key) const {
    if (const auto found = find(key)) return *found;
    throw InputError(excerpt(below(key)) + " is missing");
  }
  [[nodiscard]] std::optional<TracePart> find(const std::string& key) const {
    if (!json_.is_object()) fail("an object");
    const auto found = json_.find(key);
    if (found == json_.end()) return std::nullopt;
    return TracePart(*found, below(key));
  }

  [[nodiscard]] bool is_null() const { return json_.is_null(); }
  [[nodiscard]] bool is_text() const { return json_.is_string(); }
  [[nodiscard]] unsigned number(unsigned most, unsigned least = 0) const {
    if (!json_.is_number_unsigned() || json_.get<u64>() < least || json_.get<u64>() > most) {
      fail("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return json_.get<unsigned>();
  }
  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) fail("a text");
    return json_.get<std::string>();
  }
  [[nodiscard]] bool flag() const {
    if (!json_.is_boolean()) fail("true or false");
    return json_.get<bool>();
  }

  /// Calls `visit(part)` for each element of a list of at most `most`.
  template <typename Visit>
  void each(std::size_t most, Visit&& visit) const {
    if (!json_.is_array() || json_.size() > most) {
      fail("a list of at most " + std::to_string(most));
    }
    for (std::size_t i = 0; i < json_.size(); ++i) {
      visit(TracePart(json_[i], below(std::to_string(i))));
    }
  }
  /// Calls `visit(key, part)` for each member of an object.
  template <typename Visit>
  void each_member(Visit&& visit) const {
    if (!json_.is_object()) fail("an object");
    for (const auto& [key, value] : json_.items()) visit(key, TracePart(value, below(key)));
  }

  /// The thing of a kind that has this name, e.g. `part.named<Good>("good", kGoods)`.
  template <typename Thing>
  [[nodiscard]] Thing named(std::string_view kind, unsigned count) const {
    return thing_named<Thing>(kind, count, text());
  }
  /// The same for a name from elsewhere, as a key of this part.
  template <typename Thing>
  [[nodiscard]] Thing thing_named(std::string_view kind, unsigned count,
                                  std::string_view word) const {
    std::vector<std::string_view> words;
    for (unsigned i = 0; i < count; ++i) words.push_back(name(nth<Thing>(i)));
    return nth<Thing>(place_of(kind, word, words));
  }
  /// The place of a word, of this part or a key of it, among those that it can be.
  [[nodiscard]] unsigned place_of(std::string_view kind, std::string_view word,
                                  std::span<const std::string_view> known) const {
    const auto found = std::ranges::find(known, word);
    if (found == known.end()) {
      throw InputError(excerpt(path_) + ": " + unknown_word(kind, word, known));
    }
    return static_cast<unsigned>(found - known.begin());
  }

 private:
  [[nodiscard]] std::string below(const std::string& key) const {
    return path_.empty() ? key : path_ + '/' + key;
  }

  const Json& json_;
  std::string path_;
};

}  // namespace carrack
