// Any file is a ledger that can be read completely, or an InputError or ResourceError.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "experiments/ledger/kept_trial.hpp"

namespace carrack::testing {

/// Reads everything in a ledger. Returns the number of games.
inline u64 read_whole_ledger(const std::string& path) {
  Ledger ledger(path, Database::Mode::read);
  u64 games = 0;
  for (const LedgerTournament& t : ledger.tournaments()) {
    games += ledger.games(t.id).size();
    static_cast<void>(ledger.open_blocks(t.id));
    for (const ExportTable& table : export_tables()) {
      ledger.export_csv(t.id, table, [](std::string_view) {});
    }
    ledger.for_each_record(t.id, [](std::string_view) {});
  }
  static_cast<void>(KeptTrial::all(ledger));  // their games were read when it was opened
  return games;
}

/// The same for bytes, which are written to `path`. Empty if they are refused as invalid or too
/// large.
inline std::optional<u64> read_ledger_bytes(std::string_view bytes, const std::string& path) {
  {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  try {
    return read_whole_ledger(path);
  } catch (const InputError&) {
  } catch (const ResourceError&) {
  }
  return std::nullopt;
}

inline void fuzz_ledger(std::string_view bytes) {
  namespace fs = std::filesystem;
  const fs::path memory = "/dev/shm";  // SQLite needs a file; this one is in memory
  const fs::path folder = fs::is_directory(memory) ? memory : fs::temp_directory_path();
  const std::string path = (folder / ("carrack-fuzz-ledger-" + std::to_string(getpid()))).string();
  static_cast<void>(read_ledger_bytes(bytes, path));
  for (const char* const end : {"", "-wal", "-shm", "-journal", "-runs"}) fs::remove(path + end);
}

}  // namespace carrack::testing
