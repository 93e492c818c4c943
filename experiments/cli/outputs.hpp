// What commands print about their output files, and where.
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <string>

#include "core/base/types.hpp"

namespace carrack {

/// Whether an output file is the standard output: /dev/stdout, or what it is redirected to.
[[nodiscard]] bool is_standard_output(const std::string& file);

/// Where a command with these output files (empty: not given) prints its summary: the standard
/// output, or the standard error if one of the files is the standard output.
[[nodiscard]] std::ostream& summary_stream(std::initializer_list<std::string> files);

/// Writes a file and then prints, in this order, because a reader that goes away while this prints
/// ends the process. If writing fails, prints nevertheless and then passes on the error.
template <typename Write, typename Print>
void write_then_print(Write&& write, Print&& print) {
  try {
    write();
  } catch (...) {
    print();
    throw;
  }
  print();
}

/// "12 of 100 games", then " are in FILE" if `file` is not empty, then "; run the same command
/// again to continue" if `goes_on`.
[[nodiscard]] std::string where_games_are(const std::string& games, const std::string& file,
                                          bool goes_on);

/// A rate: two decimals below 10, "48,312" above.
[[nodiscard]] std::string rate_text(double per_second);

/// "random forfeited 2 seats; the first reason: it crashed".
[[nodiscard]] std::string forfeits_text(const std::string& name, u64 seats,
                                        const std::string& reason);

/// The shortest text that parses back to the same number; empty if there is none.
[[nodiscard]] std::string csv_number(double value);

}  // namespace carrack
