// The first bytes of every SQLite file. Readers of other formats recognise ledgers by them.
#pragma once

#include <string_view>

namespace carrack {

inline constexpr std::string_view kSqliteFileStart("SQLite format 3\0", 16);

}  // namespace carrack
