// A conversation with who sits at the terminal.
#pragma once

#include <iosfwd>
#include <string>

#include "experiments/terminal/conversation.hpp"

namespace carrack {

/// Reads the standard input. Where that is not a terminal, what is read is shown too, so that the
/// output can be read as a conversation.
class TerminalConversation final : public Conversation {
 public:
  explicit TerminalConversation(std::ostream& out);

  void say(std::string_view text) override;
  /// Throws InputError where the standard input cannot be read, and for a line that is too long.
  [[nodiscard]] std::optional<std::string> ask(std::string_view prompt,
                                               const std::atomic<bool>* stop) override;
  [[nodiscard]] std::size_t line_length() const noexcept override;

 private:
  /// The next line of what has been read, if it is whole.
  [[nodiscard]] std::optional<std::string> whole_line();
  /// Waits for more input; false at its end.
  [[nodiscard]] bool read_more(const std::atomic<bool>* stop);

  std::ostream& out_;
  bool echoes_;
  std::string unread_;
};

}  // namespace carrack
