#include "experiments/cli/terminal_conversation.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <utility>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "experiments/base/terminal.hpp"

namespace carrack {
namespace {

constexpr std::size_t kLongestEntry = 4096;  // bytes
/// A raised stop flag is seen after at most this time, in ms.
constexpr int kLookInterval = 50;

}  // namespace

TerminalConversation::TerminalConversation(std::ostream& out)
    : out_(out), echoes_(isatty(STDIN_FILENO) == 0) {}

void TerminalConversation::say(std::string_view text) { out_ << text << std::flush; }

std::optional<std::string> TerminalConversation::ask(std::string_view prompt,
                                                     const std::atomic<bool>* stop) {
  say(prompt);
  std::optional<std::string> line = whole_line();
  while (!line && read_more(stop)) line = whole_line();
  if (!line && !unread_.empty())
    line = std::exchange(unread_, {});  // the last line, without a newline
  if (!line) {
    say("\n");
  } else if (echoes_) {
    say(printable(*line) + '\n');
  }
  return line;
}

std::size_t TerminalConversation::line_length() const noexcept { return carrack::line_length(); }

std::optional<std::string> TerminalConversation::whole_line() {
  const std::size_t end = unread_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

bool TerminalConversation::read_more(const std::atomic<bool>* stop) {
  if (unread_.size() > kLongestEntry) {
    throw InputError("standard input: a line has more than " + std::to_string(kLongestEntry) +
                     " bytes, expected an option");
  }
  std::array<char, kLongestEntry> bytes{};
  for (;;) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw ChoiceStopped();
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    if (poll(&waiting, 1, kLookInterval) <= 0) continue;  // or a signal
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got > 0) {
      unread_.append(bytes.data(), static_cast<std::size_t>(got));
      return true;
    }
    if (got == 0) return false;
    if (errno != EINTR && errno != EAGAIN) {
      throw InputError("cannot read the standard input: " + std::string(std::strerror(errno)));
    }
  }
}

}  // namespace carrack
