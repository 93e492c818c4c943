// Positions from random games, and mutations of their bytes.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "core/notation/frozen_state.hpp"

namespace carrack::testing {

/// Every position of a random game, with its chance source at player decisions.
[[nodiscard]] inline std::vector<FrozenState> frozen_game(Ruleset rules, u64 seed) {
  std::vector<FrozenState> frozen;
  Random random(seed, rules.code());
  ChanceSource chance(seed);
  State s = start(rules);
  while (!is_over(s)) {
    if (is_chance(s)) {
      frozen.push_back(freeze(s, std::nullopt));
      apply(s, chance.draw(s));
    } else {
      frozen.push_back(freeze(s, chance));
      const Legal options = legal(s);
      apply(s, options[random.below(options.size())]);
    }
  }
  frozen.push_back(freeze(s, chance));
  return frozen;
}

/// The offset of the position in the bytes of a frozen position.
inline constexpr std::size_t kStateAt = 2 * sizeof(u64);

/// Changes the bytes of a frozen position in one of several ways; `other` is another one of them.
/// Does not correct the checksum.
inline void mutate(std::string& bytes, const std::string& other, Random& random) {
  const auto place = [&](std::size_t width) {
    return kStateAt + random.below(static_cast<unsigned>(bytes.size() - kStateAt - width + 1));
  };
  const auto any_byte = [&] { return static_cast<char>(random.below(256)); };
  switch (random.below(7)) {
    case 0: {  // one bit
      char& byte = bytes[place(1)];
      byte = static_cast<char>(byte ^ static_cast<char>(1U << random.below(8)));
      break;
    }
    case 1: bytes[place(1)] = any_byte(); break;
    case 2: {  // a small number more or less
      char& byte = bytes[place(1)];
      byte = static_cast<char>(byte + static_cast<int>(random.below(5)) - 2);
      break;
    }
    case 3: {  // swap two words
      const std::size_t a = place(8) / 8 * 8;
      const std::size_t b = place(8) / 8 * 8;
      std::array<char, 8> word;
      std::memcpy(word.data(), &bytes[a], 8);
      std::memmove(&bytes[a], &bytes[b], 8);
      std::memcpy(&bytes[b], word.data(), 8);
      break;
    }
    case 4: {  // a stretch of another position
      const std::size_t from = place(1);
      const std::size_t most = bytes.size() - from;
      const std::size_t n = 1 + random.below(static_cast<unsigned>(most));
      bytes.replace(from, n, other, from, n);
      break;
    }
    case 5: {  // a field at the end of the position, where the node and what belongs to it stands
      constexpr std::size_t kTail = 40;
      bytes[kStateAt + sizeof(State) - 1 - random.below(kTail)] =
          static_cast<char>(random.below(2) == 0 ? random.below(64) : random.below(256));
      break;
    }
    default: {  // a worker comes or goes, in hand or on a space
      constexpr std::size_t kSlotsAt = offsetof(State, dock);
      bytes[kStateAt + kSlotsAt + random.below(43)] =
          static_cast<char>(random.below(3) == 0 ? 0 : 0x40 | random.below(48));
      break;
    }
  }
}

}  // namespace carrack::testing
