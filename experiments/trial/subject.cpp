#include "experiments/trial/subject.hpp"

#include <algorithm>
#include <array>

#include "agents/tile_list.hpp"
#include "core/base/error.hpp"
#include "core/game/pieces.hpp"

namespace carrack {
namespace {

constexpr std::array<std::string_view, 2> kVerbNames{"buy", "place"};

Box box_named(std::string_view word) {
  const auto* const found = std::ranges::find(catalogue::kBoxNames, word);
  if (found == catalogue::kBoxNames.end()) {
    throw InputError(unknown_word("box", word, catalogue::kBoxNames));
  }
  return nth<Box>(static_cast<unsigned>(found - catalogue::kBoxNames.begin()));
}

template <typename Kind>
std::vector<Subject> all_of(unsigned count) {
  std::vector<Subject> all;
  for (unsigned i = 0; i < count; ++i) all.emplace_back(nth<Kind>(i));
  return all;
}

bool has_tile(Ruleset rules, Tile tile) {
  return std::ranges::binary_search(purchases_in(rules, std::nullopt), Subject(tile));
}

/// RULES §4 A and §9: some boxes need a module, or are open only to the owner of a tile.
bool has_box(Ruleset rules, Box box) {
  if (box == Box::builder) return rules.has(Module::builder);
  if (box == Box::mayflower) return has_tile(rules, Tile::mayflower);
  return box != Box::india || has_tile(rules, Tile::colony_in_india);
}

std::string numeral(Age age) { return std::string(index(age) + 1, 'I'); }

bool exists(Ruleset rules, Subject subject, std::optional<Age> age) {
  return !subjects_in(rules, {&subject, 1}, age).empty();
}

}  // namespace

bool Subject::is_done_by(Action action) const noexcept {
  if (!is_placement()) return action == Action(Verb::buy, index(tile()));
  return action.is(Verb::place) && action.argument(Verb::place) % kBoxes == index(box());
}

std::string_view name(Subject subject) noexcept {
  return subject.is_placement() ? name(subject.box()) : name(subject.tile());
}

std::string to_string(Subject subject) {
  return std::string(kVerbNames[subject.is_placement() ? 1 : 0]) + ':' + std::string(name(subject));
}

std::vector<Subject> parse_subjects(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view verb = text.substr(0, colon);
  if (std::ranges::find(kVerbNames, verb) == kVerbNames.end()) {
    throw InputError("'" + excerpt(text) + "': " + unknown_word("action", verb, kVerbNames) +
                     ", as in place:discovery or buy:navy");
  }
  const bool is_placement = verb == kVerbNames[1];
  if (colon == std::string_view::npos) {
    return is_placement ? all_of<Box>(kBoxes) : all_of<Tile>(kTiles);
  }
  const std::string_view word = text.substr(colon + 1);
  if (is_placement) return {Subject(box_named(word))};
  return {Subject(tile_named(word))};
}

Subject parse_subject(std::string_view text) {
  const std::vector<Subject> subjects = parse_subjects(text);
  if (subjects.size() == 1) return subjects.front();
  throw InputError("'" + excerpt(text) +
                   "' stands for several, expected one, as in place:discovery");
}

std::vector<Subject> purchases_in(Ruleset rules, std::optional<Age> age) {
  std::vector<Subject> tiles;
  for (const Age each : {Age::one, Age::two, Age::three}) {
    if (age.value_or(each) != each) continue;
    tile_pool(rules, each).kinds().for_each([&](TileCopy kind) {
      tiles.emplace_back(nth<Tile>(index(kind)));
    });
  }
  std::ranges::sort(tiles);
  return tiles;
}

std::vector<Subject> placements_in(Ruleset rules) {
  std::vector<Subject> boxes = all_of<Box>(kBoxes);
  std::erase_if(boxes, [&](Subject subject) { return !has_box(rules, subject.box()); });
  return boxes;
}

std::string ages_text(std::span<const Subject> tiles) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (const Subject tile : tiles.first(std::min(tiles.size(), kMost))) {
    if (!text.empty()) text += ", ";
    text += std::string(name(tile)) + " is of age " + numeral(catalogue::row(tile.tile()).age);
  }
  return text + (tiles.size() > kMost ? " …" : "");
}

std::vector<Subject> subjects_in(Ruleset rules, std::span<const Subject> asked,
                                 std::optional<Age> age) {
  std::vector<Subject> known = purchases_in(rules, age);
  std::ranges::copy(placements_in(rules), std::back_inserter(known));
  std::erase_if(known, [&](Subject s) { return std::ranges::find(asked, s) == asked.end(); });
  return known;
}

void check_named_subjects(std::span<const Subject> named, std::span<const Ruleset> rulesets,
                          std::optional<Age> age, std::optional<unsigned> turn) {
  const std::optional<Age> of_turn = turn ? std::optional(age_of_turn(*turn)) : std::nullopt;
  for (const Subject subject : named) {
    const auto is_possible = [&](Ruleset rules) {
      return exists(rules, subject, age) && exists(rules, subject, of_turn);
    };
    if (std::ranges::any_of(rulesets, is_possible)) continue;
    std::string where;
    for (const Ruleset rules : rulesets) where += (where.empty() ? "" : ", ") + rules.to_string();
    if (subject.is_placement()) {
      std::vector<std::string_view> known;
      for (const Subject box : placements_in(rulesets.front())) known.push_back(name(box));
      throw InputError(std::string(name(subject)) + " is not a box of " + where +
                       " (known: " + join(known) + ")");
    }
    if (age) where += ", age " + numeral(*age);
    if (turn) where += ", turn " + std::to_string(*turn);
    const bool is_of_another_age = std::ranges::any_of(
        rulesets, [&](Ruleset rules) { return exists(rules, subject, std::nullopt); });
    throw InputError(std::string(name(subject)) + " cannot be bought in " + where +
                     (is_of_another_age ? ": " + ages_text({&subject, 1}) : std::string()));
  }
}

std::vector<Subject> some_subjects_in(Ruleset rules, std::span<const Subject> asked,
                                      std::optional<Age> age) {
  std::vector<Subject> subjects = subjects_in(rules, asked, age);
  if (!subjects.empty()) return subjects;
  const std::string ruleset = rules.to_string();
  if (std::ranges::none_of(asked, &Subject::is_placement)) {
    if (const auto of_other_ages = subjects_in(rules, asked); !of_other_ages.empty()) {
      throw InputError("none of the tiles of this trial is of age " + numeral(*age) + ": " +
                       ages_text(of_other_ages));
    }
    const std::string tiles = asked.size() == 1 ? to_string(asked.front()) + " cannot"
                                                : "none of the tiles of this trial can";
    throw InputError(tiles + " be bought in " + ruleset);
  }
  std::vector<std::string_view> known;
  for (const Subject box : placements_in(rules)) known.push_back(name(box));
  throw InputError("none of the boxes of this trial is in " + ruleset + " (known: " + join(known) +
                   ")");
}

}  // namespace carrack
