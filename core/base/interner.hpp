// Gives immutable rows numbers, and stores each distinct content once.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// Fills a table of pointers to rows. Rows with the same content get the same number. A row never
/// moves, and an element of the table is written once, before its number is returned: reading the
/// table at a number that was returned needs no lock. Thread-safe.
template <typename Row>
class Interner {
 public:
  /// `table` outlives the interner. Its elements before `first` stay null. `plural` names the rows
  /// in the error of a full table.
  Interner(std::span<const Row*> table, unsigned first, std::string_view plural)
      : table_(table), first_(first), next_(first), plural_(plural) {}

  /// The number of the row that is equal to `key`. If there is none yet, `make(number)` makes it as
  /// a std::shared_ptr<const Row>. Equal keys have equal digests. Throws InputError if at most
  /// `spare` numbers are free.
  template <typename Key, typename Make>
  [[nodiscard]] unsigned number_of(const Key& key, u64 digest, Make&& make, std::size_t spare = 0) {
    const std::scoped_lock lock(mutex_);
    const auto [first, last] = rows_.equal_range(digest);
    for (auto known = first; known != last; ++known) {
      if (*known->second.row == key) return known->second.number;
    }
    const std::size_t all = table_.size() - first_;
    if (rows_.size() + spare >= all) {
      throw InputError("more than " + std::to_string(all - spare) + ' ' + plural_ +
                       " in one process");
    }
    while (table_[next_] != nullptr) ++next_;
    const auto added = rows_.emplace(digest, Numbered{next_, make(next_)});
    table_[next_] = added->second.row.get();
    return next_;
  }

  /// Whether a number has a row. Any number can be asked about.
  [[nodiscard]] bool has(unsigned number) const {
    const std::scoped_lock lock(mutex_);
    return number < table_.size() && table_[number] != nullptr;
  }

  /// Forgets the rows for which `is_obsolete(row)`. Nobody may use their numbers any more, in any
  /// thread.
  template <typename Predicate>
  void forget_if(Predicate&& is_obsolete) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(rows_, [&](const auto& known) {
      const bool gone = is_obsolete(*known.second.row);
      if (gone) table_[known.second.number] = nullptr;
      return gone;
    });
    next_ = first_;
  }

 private:
  struct Numbered {
    unsigned number;
    std::shared_ptr<const Row> row;
  };

  mutable std::mutex mutex_;
  std::span<const Row*> table_;
  unsigned first_;
  unsigned next_;  // no element between first_ and this one is free
  std::string plural_;
  std::unordered_multimap<u64, Numbered> rows_;  // by digest
};

}  // namespace carrack
