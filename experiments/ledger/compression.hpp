// zstd compression of records in the ledger.
#pragma once

#include <string>
#include <string_view>

namespace carrack {

[[nodiscard]] std::string compress(std::string_view text);
/// Throws InputError unless the data is one zstd frame that states its size, at most 256 MiB;
/// ResourceError if there is not enough memory.
[[nodiscard]] std::string decompress(std::string_view bytes);

}  // namespace carrack
