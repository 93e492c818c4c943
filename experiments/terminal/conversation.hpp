// Exchanges lines with the people who play.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace carrack {

class Conversation {
 public:
  Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  virtual ~Conversation() = default;

  /// Shows text, which ends with a newline.
  virtual void say(std::string_view text) = 0;
  /// Shows a prompt, and waits for a line; returns it without its newline. Nothing at the end of
  /// the input. Throws ChoiceStopped once `stop` is raised; it may be null.
  [[nodiscard]] virtual std::optional<std::string> ask(std::string_view prompt,
                                                       const std::atomic<bool>* stop) = 0;
  /// How many characters a line has, for tables that can be wrapped.
  [[nodiscard]] virtual std::size_t line_length() const noexcept { return ~std::size_t{0}; }
};

}  // namespace carrack
