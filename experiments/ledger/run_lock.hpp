// Which runs of a ledger are alive, as the kernel knows it.
#pragma once

#include <string>

#include "experiments/ledger/database.hpp"

namespace carrack {

/// A run's sign of life: a lock on one byte of the file `<ledger>-runs`, at the offset that is the
/// run's number. The kernel releases it when the process ends in any way, or the machine does. It
/// needs no process numbers, so it holds between containers that share the folder, too. The file
/// stays empty; the last run that ends removes it.
class RunLock {
 public:
  /// `ledger` is the ledger's file, behind all links. Where the file of locks cannot be made or
  /// locked, nothing is held: see works().
  RunLock(const std::string& ledger, i64 run);
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  ~RunLock();

  /// False on file systems without locks: then nothing is known about other runs.
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
