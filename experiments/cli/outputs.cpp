#include "experiments/cli/outputs.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/render/table.hpp"

namespace carrack {

bool is_standard_output(const std::string& file) {
  constexpr std::array<std::string_view, 3> kNames{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  if (std::ranges::find(kNames, file) != kNames.end()) return true;
  struct stat own {};
  if (file.empty() || fstat(STDOUT_FILENO, &own) != 0 || S_ISCHR(own.st_mode)) return false;
  const auto status = status_of(file);
  return status && is_same(own, *status);
}

std::ostream& summary_stream(std::initializer_list<std::string> files) {
  return std::ranges::any_of(files, is_standard_output) ? std::cerr : std::cout;
}

std::string where_games_are(const std::string& games, const std::string& file, bool goes_on) {
  if (file.empty()) return games;
  return games + " are in " + printable(file) +
         (goes_on ? "; run the same command again to continue" : "");
}

std::string rate_text(double per_second) {
  return per_second < 10 ? fixed(per_second, 2) : grouped(per_second);
}

std::string forfeits_text(const std::string& name, u64 seats, const std::string& reason) {
  return printable(name) + " forfeited " + counted(seats, "seat") +
         (seats == 1 ? ": " : "; the first reason: ") + printable(reason);
}

std::string csv_number(double value) {
  return std::isnan(value) ? std::string() : nlohmann::json(value).dump();
}

}  // namespace carrack
