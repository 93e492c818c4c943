// The sinks of the walk over a position, which gets every part of it. A sink writes a part as
// numbers, lists the numbers that are not 0, or names them.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "agents/evaluation/observation.hpp"

namespace carrack::observing {

/// The floats that the bits of a byte stand for: eight flags, or two counts of four bits.
template <unsigned Width>
inline constexpr auto kUnpacked = [] {
  std::array<std::array<float, 8 / Width>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned i = 0; i < 8 / Width; ++i) {
      table[byte][i] = static_cast<float>(byte >> Width * i & low_bits(Width));
    }
  }
  return table;
}();

/// Writes the numbers. Names are not looked at. An observation is taken after every step of a
/// BatchGame, so packed words go through a table, a byte at a time.
class NumberWriter {
 public:
  explicit NumberWriter(float* out) : out_(out) {}

  template <typename Name>
  void number(Name&&, unsigned value) {
    *out_++ = static_cast<float>(value);
  }
  template <typename Name>
  void amount(Name&& name, unsigned value) {
    number(name, value);
  }
  /// `count` lanes of `Width` bits; Width is 1 or 4.
  template <unsigned Width, typename Name>
  void lanes(Name&&, u64 word, unsigned count) {
    constexpr unsigned kStride = 8 / Width;
    unsigned done = 0;
    for (; done + kStride <= count; done += kStride, word >>= 8) {
      std::memcpy(out_ + done, kUnpacked<Width>[word & 0xFF].data(), kStride * sizeof(float));
    }
    for (; done < count; ++done, word >>= Width) {
      out_[done] = static_cast<float>(word & low_bits(Width));
    }
    out_ += count;
  }
  /// 1 at `which`, 0 elsewhere; all 0 when `which` is not below `count`.
  template <typename Name>
  void one_hot(Name&&, unsigned count, unsigned which) {
    std::fill_n(out_, count, 0.0F);
    if (which < count) out_[which] = 1;
    out_ += count;
  }
  void skip(unsigned count) {
    std::fill_n(out_, count, 0.0F);
    out_ += count;
  }
  [[nodiscard]] const float* end() const { return out_; }

 private:
  float* out_;
};

/// Lists the numbers that are not 0. Names are not looked at.
class NonzeroLister {
 public:
  explicit NonzeroLister(ObservedNumber* out) : first_(out), out_(out) {}

  template <typename Name>
  void number(Name&&, unsigned value) {
    *out_ = {static_cast<u16>(next_++), static_cast<u16>(value)};
    out_ += value != 0 ? 1 : 0;
  }
  template <typename Name>
  void amount(Name&& name, unsigned value) {
    number(name, value);
  }
  template <unsigned Width, typename Name>
  void lanes(Name&&, u64 word, unsigned count) {
    word &= low_bits(Width * count);
    while (word != 0) {
      const unsigned lane = first_bit(word) / Width;
      const u64 value = Lanes<Width>::get(word, lane);
      *out_++ = {static_cast<u16>(next_ + lane), static_cast<u16>(value)};
      word ^= Lanes<Width>::word(lane, value);
    }
    next_ += count;
  }
  template <typename Name>
  void one_hot(Name&&, unsigned count, unsigned which) {
    *out_ = {static_cast<u16>(next_ + which), 1};
    out_ += which < count ? 1 : 0;
    next_ += count;
  }
  void skip(unsigned count) { next_ += count; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(out_ - first_); }

 private:
  ObservedNumber* first_;
  ObservedNumber* out_;
  unsigned next_ = 0;
};

/// Collects names and kinds. Values are not looked at.
class RowNamer {
 public:
  explicit RowNamer(std::vector<ObservationRow>& rows) : rows_(rows) {}

  template <typename Name>
  void number(Name&& name, unsigned) {
    add(NumberKind::count, name(0U));
  }
  template <typename Name>
  void amount(Name&& name, unsigned) {
    add(NumberKind::amount, name(0U));
  }
  template <unsigned Width, typename Name>
  void lanes(Name&& name, u64, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      add(Width == 1 ? NumberKind::flag : NumberKind::count, name(i));
    }
  }
  template <typename Name>
  void one_hot(Name&& name, unsigned count, unsigned) {
    lanes<1>(name, 0, count);
  }
  void begin_seat(unsigned ahead) {
    prefix_ = ahead == 0 ? "self." : "next" + std::to_string(ahead) + '.';
  }
  void end_seats() { prefix_.clear(); }

 private:
  void add(NumberKind kind, std::string_view name) {
    rows_.push_back({prefix_ + std::string(name), kind});
  }

  std::vector<ObservationRow>& rows_;
  std::string prefix_;
};

}  // namespace carrack::observing
