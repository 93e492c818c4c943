// Records as the ledger keeps them: zstd.
#pragma once

#include <string>
#include <string_view>

namespace carrack {

[[nodiscard]] std::string compress(std::string_view text);
/// Throws InputError for what is not one zstd frame that says its size.
[[nodiscard]] std::string decompress(std::string_view bytes);

}  // namespace carrack
