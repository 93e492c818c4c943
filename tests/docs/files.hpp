// Files of the source tree.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace carrack::testing {

inline const std::filesystem::path kRoot = std::filesystem::path(CARRACK_TESTS).parent_path();

inline std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace carrack::testing
