#include "experiments/base/temporary_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace carrack {
namespace {

constexpr std::size_t kSlots = 64;

/// A signal handler may read only entries that are `named`.
enum class Use : unsigned char { free, taken, named };

struct Entry {
  std::atomic<Use> use{Use::free};
  std::array<char, 4096> path{};
};
static_assert(std::atomic<Use>::is_always_lock_free);  // required in a signal handler

std::array<Entry, kSlots> slots;

}  // namespace

TemporaryFile::TemporaryFile(const std::string& path) noexcept : slot_(kSlots) {
  if (path.size() >= slots.front().path.size()) return;
  for (slot_ = 0; slot_ < kSlots; ++slot_) {
    Use expected = Use::free;
    if (slots[slot_].use.compare_exchange_strong(expected, Use::taken)) break;
  }
  if (slot_ == kSlots) return;
  std::ranges::copy(path, slots[slot_].path.begin());
  slots[slot_].path[path.size()] = '\0';
  slots[slot_].use = Use::named;
}

TemporaryFile::~TemporaryFile() {
  if (slot_ != kSlots) slots[slot_].use = Use::free;
}

void remove_temporary_files() noexcept {
  for (Entry& slot : slots) {
    if (slot.use == Use::named) unlink(slot.path.data());
  }
}

}  // namespace carrack
