#include "experiments/commands/input_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"

namespace carrack {

std::ifstream open_input(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError("cannot read " + file + ": it is a directory");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError("cannot read " + file + ": " + std::strerror(errno));
  return in;
}

}  // namespace carrack
