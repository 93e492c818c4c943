#include "experiments/base/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/base/error.hpp"
#include "experiments/base/database_file.hpp"

namespace carrack {

std::ifstream open_input(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError("cannot read " + file + ": it is a directory");
  }
  // This process may have the ledger open, and would lose its locks.
  if (is_database(file)) {
    throw InputError("cannot read " + file +
                     ": it is a ledger; carrack export LEDGER --records FILE writes its records");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError("cannot read " + file + ": " + std::strerror(errno));
  return in;
}

std::string read_input(const std::string& file, std::size_t max) {
  std::ifstream in = open_input(file);
  std::string text;
  while (in && text.size() <= max) {
    constexpr std::size_t kChunk = 1 << 16;
    const std::size_t before = text.size();
    text.resize(before + std::min(kChunk, max + 1 - before));
    in.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
    text.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError("cannot read " + file + ": " + std::strerror(errno));
  if (text.size() > max) {
    throw InputError(file + " has more than " + std::to_string(max) + " bytes");
  }
  return text;
}

}  // namespace carrack
