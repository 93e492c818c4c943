// How SQLite files begin. Ledgers are such files: readers of other formats say so of them.
#pragma once

#include <string_view>

namespace carrack {

inline constexpr std::string_view kSqliteFileStart("SQLite format 3\0", 16);

}  // namespace carrack
