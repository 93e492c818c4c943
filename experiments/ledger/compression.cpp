#include "experiments/ledger/compression.hpp"

#include <zstd.h>

#include "core/error.hpp"

namespace carrack {
namespace {

constexpr int kLevel = 3;                              // zstd's default
constexpr unsigned long long kMostBytes = 1ULL << 30;  // of a record; traces have some megabytes

}  // namespace

std::string compress(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size) != 0U) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

std::string decompress(std::string_view bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size > kMostBytes) throw InputError("a record of the ledger is no zstd frame of its size");
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) != 0U || got != size) {
    throw InputError("a record of the ledger does not decompress: " +
                     std::string(ZSTD_isError(got) != 0U ? ZSTD_getErrorName(got) : "cut off"));
  }
  return out;
}

}  // namespace carrack
