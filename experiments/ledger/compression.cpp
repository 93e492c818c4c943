#include "experiments/ledger/compression.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "core/base/error.hpp"

namespace carrack {
namespace {

constexpr const char* kNoMemory = "no memory to compress or decompress a record";
constexpr int kLevel = 3;  // zstd's default
/// Maximum size of a record; traces have a few megabytes.
constexpr unsigned long long kMaxBytes = 256ULL << 20;

/// Throws InputError if the frame does not state its size, or the size is too large for a record.
std::size_t size_of(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    throw InputError("a record of the ledger is not a zstd frame with its size");
  }
  if (size > kMaxBytes) {
    throw InputError("a record of the ledger claims to have " + std::to_string(size) +
                     " bytes, expected at most " + std::to_string(kMaxBytes));
  }
  return static_cast<std::size_t>(size);
}

/// Throws ResourceError if there is not enough memory.
std::string room(std::size_t bytes) {
  try {
    std::string text(bytes, '\0');
    return text;
  } catch (const std::bad_alloc&) {
    throw ResourceError("no memory for a record of " + std::to_string(bytes) + " bytes");
  }
}

}  // namespace

std::string compress(std::string_view text) {
  std::string out = room(ZSTD_compressBound(text.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size) != 0U)
    throw ResourceError(kNoMemory);  // the output buffer is large enough
  out.resize(size);
  return out;
}

std::string decompress(std::string_view bytes) {
  const std::size_t size = size_of(bytes);
  std::string out = room(size);
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation) throw ResourceError(kNoMemory);
  if (ZSTD_isError(got) != 0U || got != size) {
    throw InputError("a record of the ledger does not decompress: " +
                     std::string(ZSTD_isError(got) != 0U ? ZSTD_getErrorName(got) : "cut off"));
  }
  return out;
}

}  // namespace carrack
