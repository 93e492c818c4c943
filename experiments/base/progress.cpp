#include "experiments/base/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace carrack {
namespace {

/// "3:05"; "2:03:05" for an hour or more.
std::string clock_time(double seconds) {
  const long whole = std::lround(seconds);
  std::array<char, 32> text{};
  if (whole >= 3600) {
    std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
  }
  return text.data();
}

}  // namespace

std::string progress_text(const std::string& what, std::size_t done, std::size_t total,
                          std::size_t before, double seconds) {
  if (done <= before) return {};
  const double rate = static_cast<double>(done - before) / seconds;
  const std::size_t left = std::max(total, done) - done;
  std::array<char, 160> line{};
  std::snprintf(line.data(), line.size(), "%zu of %zu %s, %.*f per second, %s to go", done, total,
                what.c_str(), rate < 10 ? 2 : 0, rate,
                clock_time(static_cast<double>(left) / rate).c_str());
  return line.data();
}

std::optional<std::string> ProgressMeter::update(std::size_t done,
                                                 const std::function<std::string()>& note) {
  const auto now = Clock::now();
  if (done <= before_ || now - shown_ < interval_) return std::nullopt;
  shown_ = now;
  return line(done, note);
}

std::string ProgressMeter::line(std::size_t done, const std::function<std::string()>& note) const {
  std::string text = progress_text(what_, done, total_, before_, seconds());
  const std::string more = note ? note() : std::string();
  if (!more.empty()) text += "; " + more;
  return text;
}

double ProgressMeter::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

Progress::Progress(std::string what, std::size_t total, std::size_t before)
    : redraws_(isatty(STDERR_FILENO) != 0),
      meter_(std::move(what), total, before,
             redraws_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10)) {}

void Progress::update(std::size_t done, const std::function<std::string()>& note) {
  const std::optional<std::string> line = meter_.update(done, note);
  if (!line) return;
  std::fprintf(stderr, redraws_ ? "\r\033[K%s" : "%s\n", line->c_str());
  std::fflush(stderr);
}

void Progress::finish() {
  if (redraws_) std::fputs("\r\033[K", stderr);
}

}  // namespace carrack
