#include "core/notation/notation.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/game/knowledge.hpp"

namespace carrack {
namespace {

/// What an argument word stands for. An action's number is mixed from its words' numbers, the
/// first word being the most significant.
enum class Word : u8 {
  region,
  place_or_deck,
  player,
  worker,
  box,
  space,
  good,
  tile,
  counter,
  card,
  nation,
  casualty,
  one_two,
  one_to_three,
  count,
  from_one,
  edict,
  power,
  deck_end
};

constexpr std::array<std::string_view, 5> kCasualtyWords{"colonist", "missionary", "soldier",
                                                         "builder", "militia"};
constexpr std::array<std::string_view, 4> kFirstBoxWords{"dock", "goods", "buildings", "warfare"};
constexpr std::array<std::string_view, 2> kEdictWords{"first", "second"};
constexpr std::array<std::string_view, 3> kPowerWords{"england", "france", "holland"};
constexpr std::array<std::string_view, 2> kDeckEnds{"top", "bottom"};

/// How many values a word has in the id space.
constexpr unsigned size_of(Word word) noexcept {
  switch (word) {
    case Word::region: return kMaxRegions;
    case Word::place_or_deck: return kPlacesWithDeck;
    case Word::player: return kMaxPlayers;
    case Word::worker:
    case Word::space: return kWorkers;
    case Word::box: return kBoxes;
    case Word::good: return kGoods;
    case Word::tile: return kTiles;
    case Word::counter: return kCounters;
    case Word::card: return kCards;
    case Word::nation: return kNations;
    case Word::casualty: return kCasualties;
    case Word::count: return kSendSizes;
    case Word::from_one: return 255;
    case Word::one_to_three:
    case Word::power: return 3;
    case Word::one_two:
    case Word::edict:
    case Word::deck_end: return 2;
  }
  return 0;
}

/// The argument words of each verb in the order of the id's digits. `send 2 captain` is written in
/// another order, see is_swapped().
struct Pattern {
  std::array<Word, 3> words;
  unsigned count;
};

constexpr Pattern pattern(Verb verb) noexcept {
  switch (verb) {
    case Verb::place: return {{Word::worker, Word::box}, 2};
    case Verb::look:
    case Verb::explore: return {{Word::place_or_deck}, 1};
    case Verb::land:
    case Verb::claim:
    case Verb::station:
    case Verb::settle: return {{Word::region}, 1};
    case Verb::take:
    case Verb::give:
    case Verb::sell:
    case Verb::good:
    case Verb::cargo: return {{Word::good}, 1};
    case Verb::send: return {{Word::worker, Word::count}, 2};
    case Verb::train:
    case Verb::lose: return {{Word::worker}, 1};
    case Verb::buy:
    case Verb::tile:
    case Verb::reserve: return {{Word::tile}, 1};
    case Verb::battle: return {{Word::region, Word::player}, 2};
    case Verb::strike: return {{Word::region, Word::player, Word::one_to_three}, 3};
    case Verb::war:
    case Verb::rewrite:
    case Verb::ally:
    case Verb::order:
    case Verb::starter: return {{Word::player}, 1};
    case Verb::kill: return {{Word::casualty}, 1};
    case Verb::march: return {{Word::region, Word::region}, 2};
    case Verb::migrate: return {{Word::region, Word::region, Word::one_two}, 3};
    case Verb::swap: return {{Word::player, Word::good}, 2};
    case Verb::edict: return {{Word::player, Word::edict}, 2};
    case Verb::bid:
    case Verb::vp: return {{Word::from_one}, 1};
    case Verb::use: return {{Word::power}, 1};
    case Verb::next: return {{Word::player, Word::worker}, 2};
    case Verb::replace: return {{Word::space, Word::worker}, 2};
    case Verb::return_: return {{Word::deck_end}, 1};
    case Verb::force: return {{Word::player, Word::player}, 2};
    case Verb::nation: return {{Word::nation}, 1};
    case Verb::counter:
    case Verb::steal: return {{Word::counter}, 1};
    case Verb::card: return {{Word::card}, 1};
    case Verb::pass:
    case Verb::first: break;  // has a grammar of its own
  }
  return {{}, 0};
}

/// The notation writes `send 2 captain`, the id counts captains first.
constexpr bool is_swapped(Verb verb) noexcept { return verb == Verb::send; }

std::string_view word_name(Word word, unsigned value, Board board) {
  switch (word) {
    case Word::region:
    case Word::place_or_deck:
      return value == kMaxRegions ? "deck" : region_name(nth<Region>(value), board);
    case Word::worker: return name(nth<Worker>(value));
    case Word::box: return name(nth<Box>(value));
    case Word::space: return name(nth<Box>(index(Box::captain) + value));
    case Word::good: return name(nth<Good>(value));
    case Word::tile: return name(nth<Tile>(value));
    case Word::card: return name(nth<Card>(value));
    case Word::nation: return name(nth<Nation>(value));
    case Word::casualty: return kCasualtyWords[value];
    case Word::edict: return kEdictWords[value];
    case Word::power: return kPowerWords[value];
    case Word::deck_end: return kDeckEnds[value];
    case Word::player:
    case Word::counter:
    case Word::one_two:
    case Word::one_to_three:
    case Word::count:
    case Word::from_one: break;  // numbers, and players by their own text
  }
  return {};
}

/// The first number a numeric word is written with, or -1 for words that are names.
constexpr int first_number(Word word) noexcept {
  switch (word) {
    case Word::counter:
    case Word::count: return 0;
    case Word::one_two:
    case Word::one_to_three:
    case Word::from_one: return 1;
    case Word::region:
    case Word::place_or_deck:
    case Word::player:
    case Word::worker:
    case Word::box:
    case Word::space:
    case Word::good:
    case Word::tile:
    case Word::card:
    case Word::nation:
    case Word::casualty:
    case Word::edict:
    case Word::power:
    case Word::deck_end: break;
  }
  return -1;
}

std::string write_word(Word word, unsigned value, Board board) {
  if (word == Word::player) return to_string(nth<Player>(value));
  const int first = first_number(word);
  if (first >= 0) return std::to_string(value + static_cast<unsigned>(first));
  return std::string(word_name(word, value, board));
}

/// The number after any prefix, e.g. 3 of "p3"; nothing unless all of `digits` is one.
std::optional<unsigned> read_number(std::string_view digits) {
  unsigned n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  const bool is_plain = error == std::errc() && end == digits.data() + digits.size() &&
                        (digits.size() == 1 || digits.front() != '0');
  return is_plain ? std::optional(n) : std::nullopt;
}

unsigned read_word(Word word, std::string_view text, Board board) {
  const unsigned size = size_of(word);
  if (word == Word::player) {
    const auto n = text.starts_with('p') ? read_number(text.substr(1)) : std::nullopt;
    if (n && *n >= 1 && *n <= size) return *n - 1;
    throw InputError("there is no player '" + excerpt(text) + "' (known: p1 to p6)");
  }
  if (const int first = first_number(word); first >= 0) {
    const auto low = static_cast<unsigned>(first);
    const auto n = read_number(text);
    if (n && *n >= low && *n - low < size) return *n - low;
    throw InputError("'" + excerpt(text) + "' is not a number from " + std::to_string(low) +
                     " to " + std::to_string(low + size - 1));
  }
  std::vector<std::string_view> known;
  for (unsigned value = 0; value < size; ++value) {
    const std::string_view candidate = word_name(word, value, board);
    if (candidate.empty()) continue;
    if (candidate == text) return value;
    known.push_back(candidate);
  }
  throw InputError(unknown_word("word", text, known));
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t from = 0;
  for (;;) {
    const std::size_t space = text.find(' ', from);
    words.push_back(text.substr(from, space - from));
    if (space == std::string_view::npos) return words;
    from = space + 1;
  }
}

std::string write_first(unsigned argument) {
  if (argument == kFirstInitiative) return "first initiative";
  if (argument == kFirstOrder) return "first order";
  return "first " + std::string(kFirstBoxWords[argument / kWorkers]) + ' ' +
         std::string(name(nth<Worker>(argument % kWorkers)));
}

Action read_first(const std::vector<std::string_view>& words, Board board) {
  if (words.size() == 2 && words[1] == "initiative") return {Verb::first, kFirstInitiative};
  if (words.size() == 2 && words[1] == "order") return {Verb::first, kFirstOrder};
  const auto box =
      words.size() == 3 ? std::ranges::find(kFirstBoxWords, words[1]) : kFirstBoxWords.end();
  if (box == kFirstBoxWords.end()) {
    throw InputError(
        "'first' needs 'initiative', 'order', or a box (dock, goods, buildings, warfare) and a "
        "worker");
  }
  const auto place = static_cast<unsigned>(box - kFirstBoxWords.begin());
  return {Verb::first, place * kWorkers + read_word(Word::worker, words[2], board)};
}

}  // namespace

std::string to_string(Player p) { return "p" + std::to_string(index(p) + 1); }

std::string_view region_name(Region r, Board board) {
  const auto regions = catalogue::regions(board);
  return index(r) < regions.size() ? regions[index(r)].name : std::string_view();
}

std::string to_notation(Action action, Board board) {
  const Verb verb = action.verb();
  unsigned argument = action.argument(verb);
  if (verb == Verb::first) return write_first(argument);

  const Pattern shape = pattern(verb);
  std::array<std::string, 3> words;
  for (unsigned i = shape.count; i-- > 0;) {
    const unsigned size = size_of(shape.words[i]);
    words[i] = write_word(shape.words[i], argument % size, board);
    argument /= size;
  }
  if (is_swapped(verb)) std::swap(words[0], words[1]);
  std::string text(kVerbRows[index(verb)].name);
  for (unsigned i = 0; i < shape.count; ++i) text.append(1, ' ').append(words[i]);
  return text;
}

std::string seen_notation(Action action, const State& before, Player viewer) {
  std::string event = to_notation(action, before.ruleset().board());
  if (is_private_look(before) && before.actor != viewer) {
    event.replace(event.find(' ') + 1, std::string::npos, "?");
  }
  return event;
}

Action parse_notation(std::string_view text, Board board) {
  std::vector<std::string_view> words = split(text);
  const auto row = std::ranges::find(kVerbRows, words.front(), &VerbRow::name);
  if (row == kVerbRows.end()) {
    std::vector<std::string_view> verbs;
    verbs.reserve(kVerbRows.size());
    for (const VerbRow& known : kVerbRows) verbs.push_back(known.name);
    throw InputError(unknown_word("event", words.front(), verbs));
  }
  const auto verb = nth<Verb>(static_cast<unsigned>(row - kVerbRows.begin()));
  if (verb == Verb::first) return read_first(words, board);

  const Pattern shape = pattern(verb);
  if (words.size() != shape.count + 1) {
    throw InputError("'" + std::string(row->name) + "' needs " + counted(shape.count, "word") +
                     " after it, not " + std::to_string(words.size() - 1));
  }
  if (is_swapped(verb)) std::swap(words[1], words[2]);
  unsigned argument = 0;
  for (unsigned i = 0; i < shape.count; ++i) {
    argument = argument * size_of(shape.words[i]) + read_word(shape.words[i], words[i + 1], board);
  }
  if (argument >= row->count) {
    throw InputError("'" + excerpt(text) + "' is out of range: '" + std::string(row->name) +
                     "' goes up to " + std::to_string(row->count));
  }
  return {verb, argument};
}

std::vector<std::string> sorted_options(const State& s) {
  std::vector<std::string> options;
  legal(s).for_each([&](Action a) { options.push_back(to_notation(a, s.ruleset().board())); });
  std::ranges::sort(options);
  return options;
}

Legal legal_among(const State& s, std::span<const std::string> given) {
  const Legal all = legal(s);
  Legal among = all;
  all.for_each([&](Action action) {
    const std::string text = to_notation(action, s.ruleset().board());
    if (std::ranges::find(given, text) == given.end()) among.remove(action);
  });
  return among;
}

Action parse_legal(std::string_view text, const State& s) {
  const Action action = parse_notation(text, s.ruleset().board());
  if (is_over(s)) {
    throw InputError("'" + excerpt(text) + "' comes after the end of the game");
  }
  if (legal(s).contains(action)) return action;
  constexpr std::size_t kMostListed = 12;
  const std::vector<std::string> options = sorted_options(s);
  std::vector<std::string_view> views(options.begin(), options.end());
  const std::string_view guess = nearest(text, views);
  std::string message = "'" + excerpt(text) + "' is not legal here";
  if (!guess.empty()) message.append("; did you mean '").append(guess).append("'?");
  const std::size_t more = views.size() - std::min(views.size(), kMostListed);
  views.resize(views.size() - more);
  message += " (expected: " + join(views);
  if (more != 0) message += " or " + std::to_string(more) + " more";
  throw InputError(message + ')');
}

}  // namespace carrack
