// Detects live runs of a ledger by file locks.
#pragma once

#include <string>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// A live run holds a lock on one byte of the file `<ledger>-runs`, at the offset of its run
/// number. The kernel releases the lock when the process or the machine ends. It does not depend on
/// process ids, so it works between containers that share the folder. The file stays empty; the
/// last run to end removes it.
class RunLock {
 public:
  /// `ledger` is the path with all links resolved. If the lock file cannot be created or locked, no
  /// lock is held: see works().
  RunLock(const std::string& ledger, i64 run);
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  ~RunLock();

  /// False on file systems without locks; other runs cannot be detected then.
  [[nodiscard]] bool works() const noexcept { return file_ >= 0; }
  /// Whether another run is alive. Precondition: works().
  [[nodiscard]] bool is_alive(i64 run) const noexcept;

 private:
  enum class Attempt : u8 { done, again, impossible };
  [[nodiscard]] Attempt hold(i64 run);
  [[nodiscard]] bool is_at_its_path() const noexcept;
  void close_file() noexcept;

  std::string path_;
  int file_ = -1;
};

}  // namespace carrack
