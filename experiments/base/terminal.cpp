#include "experiments/base/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <limits>

namespace carrack {

std::size_t line_length() noexcept {
  struct winsize size {};
  const bool is_known = isatty(STDOUT_FILENO) != 0 &&
                        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? size.ws_col : std::numeric_limits<std::size_t>::max();
}

}  // namespace carrack
