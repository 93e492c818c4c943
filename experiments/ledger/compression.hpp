// Records as the ledger keeps them: zstd.
#pragma once

#include <string>
#include <string_view>

namespace carrack {

[[nodiscard]] std::string compress(std::string_view text);
/// Throws InputError for what is not one zstd frame that says its size, at most 256 MiB;
/// ResourceError where there is no memory for it.
[[nodiscard]] std::string decompress(std::string_view bytes);

}  // namespace carrack
