#include "agents/external/error_output.hpp"

#include <algorithm>
#include <iostream>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr std::size_t kLongestLine = 4096;  // a longer one is shown in parts
constexpr std::size_t kLongestLastLine = 160;

}  // namespace

void ErrorOutput::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::size_t room = kLongestLine - line_.size();
    const std::size_t taken = std::min({end, room, bytes.size()});
    line_.append(bytes.substr(0, taken));
    const bool is_whole = taken == end;
    bytes.remove_prefix(is_whole ? taken + 1 : taken);
    if (is_whole || line_.size() == kLongestLine) finish_line();
  }
}

void ErrorOutput::end() {
  if (!line_.empty()) finish_line();
}

void ErrorOutput::finish_line() {
  if (line_.ends_with('\r')) line_.pop_back();
  std::ranges::replace(line_, '\t', ' ');
  if (line_.find_first_not_of(' ') != std::string::npos) {
    last_line_ = printable(line_, kLongestLastLine);
  }
  if (shown_ < kMostShown) {
    shown_ += line_.size() + 1;
    // The line is written in one piece, as other threads write lines too.
    std::string text = printable(line_) + '\n';
    if (shown_ >= kMostShown) {
      text += "carrack: " + printable(name_, 60) + " has written " +
              std::to_string(kMostShown / 1024) +
              " KiB to its standard error; nothing more of it is shown\n";
    }
    std::cerr << text;
  }
  line_.clear();
}

}  // namespace carrack
