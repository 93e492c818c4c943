#include "experiments/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "experiments/commands/table.hpp"

namespace carrack {
namespace {

std::string clock_time(double seconds) {
  const auto whole = std::lround(seconds);
  const std::string tail = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ":" + (tail.size() < 2 ? "0" : "") + tail;
}

}  // namespace

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), redraws_(isatty(STDERR_FILENO) != 0) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

void Progress::update(std::size_t done) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (now - shown_ < (redraws_ ? Clock::duration(200ms) : Clock::duration(10s))) return;
  shown_ = now;
  const double rate = static_cast<double>(done) / seconds();
  const std::string line = std::to_string(done) + " of " + std::to_string(total_) + " " + what_ +
                           ", " + fixed(rate, rate < 10 ? 2 : 0) + " a second, " +
                           clock_time(static_cast<double>(total_ - done) / rate) + " to go";
  std::fprintf(stderr, redraws_ ? "\r\033[K%s" : "%s\n", line.c_str());
  std::fflush(stderr);
}

void Progress::finish() {
  if (redraws_) std::fputs("\r\033[K", stderr);
}

}  // namespace carrack
