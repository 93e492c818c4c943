#include "core/notation/frozen_state.hpp"

#include <cstring>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/notation/board_json.hpp"
#include "core/notation/tweak_json.hpp"

namespace carrack {
namespace {

/// The layout of the bytes.
struct Image {
  u64 layout;
  u64 checksum;
  State state;          // portable()
  ChanceSource chance;  // of seed 0 if there is none
  u64 has_chance;       // 0 or 1
};
static_assert(std::is_trivially_copyable_v<Image>);
static_assert(std::has_unique_object_representations_v<Image>);

constexpr u64 kVersion = 3;
constexpr u64 kLayout =
    kVersion << 48 | u64{sizeof(State)} << 32 | u64{kActions} << 8 | u64{sizeof(ChanceSource)};

/// Adds the words of a part of the image to a checksum. It takes any bytes, unlike hash() of a
/// position.
template <typename Part>
u64 add_part(u64 sum, const Part& part) {
  std::array<u64, sizeof(Part) / sizeof(u64)> words;
  static_assert(sizeof words == sizeof(Part));
  std::memcpy(words.data(), &part, sizeof words);
  for (const u64 word : words) sum = derive_seed(sum, word, 1);
  return sum;
}

u64 checksum_of(const Image& image, std::string_view board, std::string_view tweak) {
  u64 sum = add_part(add_part(image.has_chance, image.state), image.chance);
  for (const char letter : board) sum = derive_seed(sum, static_cast<unsigned char>(letter), 2);
  for (const char letter : tweak) sum = derive_seed(sum, static_cast<unsigned char>(letter), 3);
  return sum;
}

Ruleset printed_rules(RulesetWords words) try {
  return Ruleset(words);
} catch (const InputError& error) {
  throw InputError(std::string("the position is damaged: ") + error.what());
}

/// The position of portable bytes, on its board and with its figures.
State position_of(State portable, std::string_view board, std::string_view tweak) {
  Ruleset rules = printed_rules(RulesetWords(static_cast<u16>(portable.rules)));
  if (portable.seats != index(rules.board())) {
    throw InputError("the position is damaged: its board is not the printed one of its ruleset");
  }
  State s = portable;
  if (!board.empty()) rules = rules.on(read_board(board));
  if (!tweak.empty()) rules = rules.tweaked(read_tweak(tweak));
  s.rules = rules.id();
  s.seats = static_cast<u8>(rules.players());
  return s;
}

void check_chance(const Image& image) {
  if (image.has_chance > 1) throw InputError("the position's source of draws is damaged");
  const bool is_whole = image.has_chance == 0
                            ? image.chance == ChanceSource(0)
                            : image.chance.fits(image.state.turn) && !is_chance(image.state);
  if (!is_whole) throw InputError("the position's source of draws does not fit its turn");
}

}  // namespace

FrozenState freeze(const State& s, const std::optional<ChanceSource>& chance) {
  Image image{kLayout, 0, portable(s), chance.value_or(ChanceSource(0)), chance ? 1U : 0U};
  FrozenState frozen;
  const Ruleset rules = s.ruleset();
  if (!rules.is_on_printed_board()) append_board(frozen.board, rules.board());
  if (rules.is_tweaked()) append_tweak(frozen.tweak, rules);
  image.checksum = checksum_of(image, frozen.board, frozen.tweak);
  frozen.bytes.assign(reinterpret_cast<const char*>(&image), sizeof image);
  return frozen;
}

ThawedState thaw(std::string_view bytes, std::string_view board, std::string_view tweak) {
  Image image{0, 0, {}, ChanceSource(0), 0};
  if (bytes.size() != sizeof image) {
    throw InputError("the position has " + std::to_string(bytes.size()) + " bytes, expected " +
                     std::to_string(sizeof image));
  }
  std::memcpy(&image, bytes.data(), sizeof image);
  if (image.layout != kLayout)
    throw InputError("the position was saved by a version with another layout");
  if (image.checksum != checksum_of(image, board, tweak))
    throw InputError("the position is damaged");
  ThawedState thawed{position_of(image.state, board, tweak), std::nullopt};
  try {
    check(thawed.state);
  } catch (const std::logic_error& error) {
    throw InputError(std::string("the position is damaged: ") + error.what());
  }
  check_chance(image);
  if (image.has_chance != 0) thawed.chance = image.chance;
  return thawed;
}

void seal(std::string& bytes, std::string_view board, std::string_view tweak) {
  Image image{0, 0, {}, ChanceSource(0), 0};
  if (bytes.size() < sizeof image) return;
  std::memcpy(&image, bytes.data(), sizeof image);
  image.layout = kLayout;
  image.checksum = checksum_of(image, board, tweak);
  std::memcpy(bytes.data(), &image, sizeof image);
}

}  // namespace carrack
