#include "experiments/base/csv.hpp"

namespace carrack {

std::string csv_field(std::string_view value) {
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(value);
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    line += csv_field(field) + ',';
  }
  if (!line.empty()) line.pop_back();
  return line + '\n';
}

}  // namespace carrack
