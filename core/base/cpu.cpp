#include "core/base/cpu.hpp"

#include <array>
#include <cstdlib>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace carrack::cpu {
namespace {

constexpr std::array<std::string_view, 2> kNames{"v2", "v3"};

#if defined(__x86_64__)
/// AMD's CPUs before Zen 3 and Hygon's emulate PDEP in up to 250 cycles.
bool is_pdep_slow() noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(0, &a, &b, &c, &d) == 0) return true;
  constexpr unsigned kHygon = 0x6F677948;  // "Hygo"
  constexpr unsigned kAmd = 0x68747541;    // "Auth"
  if (b == kHygon) return true;
  if (b != kAmd) return false;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return true;
  constexpr unsigned kZen3 = 0x19;
  const unsigned base = a >> 8 & 15U;
  const unsigned family = base == 15 ? base + (a >> 20 & 255U) : base;
  return family < kZen3;
}
#endif

/// The level that CARRACK_CPU leads to, and why its value was ignored if it was.
struct Request {
  Level level;
  std::optional<std::string_view> ignored;
};

Request requested() noexcept {
  const Level machine = machine_level();
  const char* const text = std::getenv("CARRACK_CPU");
  if (text == nullptr || *text == '\0') return {machine, {}};
  for (unsigned i = 0; i < kNames.size(); ++i) {
    if (text != kNames[i]) continue;
    if (i > index(machine)) return {machine, "this machine has no v3 with a fast PDEP"};
    return {nth<Level>(i), {}};
  }
  return {machine, "expected v2 or v3"};
}

const Request kRequest = requested();

}  // namespace

bool has_pdep = kRequest.level == Level::v3;

std::string model() {
  std::string text;
#if defined(__x86_64__)
  constexpr unsigned kFirst = 0x80000002;  // three leaves with 16 characters each
  constexpr unsigned kLast = 0x80000004;
  for (unsigned leaf = kFirst; leaf <= kLast; ++leaf) {
    std::array<unsigned, 4> words{};
    if (__get_cpuid(leaf, words.data(), &words[1], &words[2], &words[3]) == 0) break;
    for (const unsigned word : words) {
      for (unsigned shift = 0; shift < 32; shift += 8) {
        const auto letter = static_cast<char>(word >> shift & 0xFFU);
        if (letter >= ' ' && letter <= '~') text += letter;
      }
    }
  }
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
#endif
  return text.empty() ? "unknown" : text;
}

Level machine_level() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("avx2") && !is_pdep_slow()) {
    return Level::v3;
  }
#endif
  return Level::v2;
}

std::string_view name_of(Level level) noexcept { return kNames[index(level)]; }

Level level() noexcept { return has_pdep ? Level::v3 : Level::v2; }

std::optional<std::string_view> ignored_request() noexcept { return kRequest.ignored; }

void use(Level level) noexcept { has_pdep = level == Level::v3 && machine_level() == Level::v3; }

}  // namespace carrack::cpu
