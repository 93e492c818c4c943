// A conversation with the person at the terminal.
#pragma once

#include <iosfwd>
#include <string>

#include "experiments/terminal/conversation.hpp"

namespace carrack {

/// Reads the standard input. If that is not a terminal, shows the input too, so that the output
/// reads as a conversation.
class TerminalConversation final : public Conversation {
 public:
  explicit TerminalConversation(std::ostream& out);

  void say(std::string_view text) override;
  /// Throws InputError if the standard input cannot be read, and for a line that is too long.
  [[nodiscard]] std::optional<std::string> ask(std::string_view prompt,
                                               const std::atomic<bool>* stop) override;
  [[nodiscard]] std::size_t line_length() const noexcept override;

 private:
  /// The next whole line of the input read so far.
  [[nodiscard]] std::optional<std::string> whole_line();
  /// Waits for more input; false at its end.
  [[nodiscard]] bool read_more(const std::atomic<bool>* stop);

  std::ostream& out_;
  bool echoes_;
  std::string unread_;
};

}  // namespace carrack
