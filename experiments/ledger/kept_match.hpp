// The blocks of a sequential match in a file, so that a match that was stopped goes on.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/sequential_match.hpp"

namespace carrack {

/// A file of JSON Lines: a header that identifies the match, then a line for each block from 0 on:
///
///   {"format": "carrack-match", "version": 1, "ruleset": {…}, "agents": […], "seed": 1,
///    "signature": "…"}
///   {"block": 0, "share": 0.5, "forfeits": [0, 0], "reasons": ["", ""]}
///
/// The file does not have the options of the test (Elo differences, error rates, the most blocks),
/// so the same blocks can be tested in another way. If the file system has locks, only one process
/// writes at a time.
class KeptMatch {
 public:
  /// Opens the file, or creates it. A last line that is not complete is removed. Throws InputError
  /// if it cannot be read or written (ResourceError for a lack of open files and the like), is used
  /// by another process, is not such a file, or is of a match of another ruleset, other agents,
  /// another seed or other rules.
  KeptMatch(std::string path, Ruleset rules, const std::vector<std::string>& agents, u64 seed);
  KeptMatch(const KeptMatch&) = delete;
  KeptMatch& operator=(const KeptMatch&) = delete;
  ~KeptMatch();

  /// The blocks that the file had when it was opened.
  [[nodiscard]] const std::vector<MatchBlock>& blocks() const noexcept { return blocks_; }

  /// Appends the next block and flushes it to disk. Throws ResourceError or InputError if the file
  /// cannot be written, and InputError if it was deleted or replaced since it was opened: the block
  /// would be lost.
  void keep(const MatchBlock& block);

 private:
  void open();
  void read(const std::string& header, unsigned players);
  void write(const std::string& line);
  void check_in_place() const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  int file_ = -1;
  std::vector<MatchBlock> blocks_;
  u64 next_ = 0;
};

}  // namespace carrack
