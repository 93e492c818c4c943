#include "experiments/terminal/entry.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "agents/spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

struct CommandWord {
  std::string_view word;
  PersonsCommand command;
};
constexpr auto kCommandWords = std::to_array<CommandWord>({
    {"?", PersonsCommand::help},
    {"help", PersonsCommand::help},
    {"board", PersonsCommand::board},
    {"tiles", PersonsCommand::tiles},
    {"options", PersonsCommand::options},
    {"hint", PersonsCommand::hint},
    {"quit", PersonsCommand::quit},
});

using Words = std::vector<std::string>;

Words words_in(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Whether each of `beginnings` begins the word at its place in `words`.
bool begin(const Words& beginnings, const Words& words) {
  if (beginnings.size() > words.size()) return false;
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    if (!words[i].starts_with(beginnings[i])) return false;
  }
  return true;
}

/// "place colonist dock (2)".
std::string with_number(const std::string& option, std::size_t place) {
  return option + " (" + std::to_string(place + 1) + ')';
}

/// Compares an entry with the options.
class Reading {
 public:
  Reading(const Words& entered, const Legal& legal, Board board)
      : legal_(legal), entered_(entered) {
    legal.for_each([&](Action action) { options_.push_back(to_notation(action, board)); });
    for (const std::string& word : entered) text_ += (text_.empty() ? "" : " ") + word;
  }

  [[nodiscard]] Entry entry() const {
    if (entered_.empty()) return "enter " + advice();
    if (const auto* found = find_command(); found != nullptr) return found->command;
    if (text_.find_first_not_of("0123456789") == std::string::npos) return numbered();
    if (const auto same = std::ranges::find(options_, text_); same != options_.end()) {
      return option(static_cast<std::size_t>(same - options_.begin()));
    }
    std::vector<std::size_t> begun;
    for (std::size_t i = 0; i < options_.size(); ++i) {
      if (begin(entered_, words_in(options_[i]))) begun.push_back(i);
    }
    if (begun.size() == 1) return option(begun.front());
    return begun.empty() ? unknown() : ambiguous(begun);
  }

 private:
  [[nodiscard]] Action option(std::size_t place) const {
    return legal_[static_cast<unsigned>(place)];
  }

  [[nodiscard]] const CommandWord* find_command() const {
    const auto found = std::ranges::find(kCommandWords, text_, &CommandWord::word);
    return found == kCommandWords.end() ? nullptr : &*found;
  }

  [[nodiscard]] Entry numbered() const {
    try {
      return option(parse_number<std::size_t>(text_, 1, options_.size()) - 1);
    } catch (const InputError&) {
      return "there is no option " + excerpt(text_) + "; enter " + advice();
    }
  }

  [[nodiscard]] std::string ambiguous(const std::vector<std::size_t>& begun) const {
    constexpr std::size_t kMostListed = 6;
    std::string message =
        "'" + excerpt(text_) + "' begins " + counted(begun.size(), "option") + ": ";
    for (std::size_t i = 0; i < std::min(begun.size(), kMostListed); ++i) {
      message += (i == 0 ? "" : ", ") + with_number(options_[begun[i]], begun[i]);
    }
    return message + (begun.size() > kMostListed ? " …" : "");
  }

  [[nodiscard]] std::string unknown() const {
    std::vector<std::string_view> known(options_.begin(), options_.end());
    for (const CommandWord& row : kCommandWords) known.push_back(row.word);
    const std::string guess(nearest(text_, known));
    const std::string message = "'" + excerpt(text_) + "' is not an option here; ";
    if (guess.empty()) return message + "enter " + advice();
    const auto place = std::ranges::find(options_, guess);
    if (place == options_.end()) return message + "did you mean the command " + guess + "?";
    const auto number = static_cast<std::size_t>(place - options_.begin());
    return message + "did you mean " + with_number(guess, number) + "?";
  }

  [[nodiscard]] std::string advice() const {
    return "a number from 1 to " + std::to_string(options_.size()) +
           ", an option or the beginnings of its words, or ? for the commands";
  }

  const Legal& legal_;
  Words entered_;
  std::string text_;  // the words with a space between them
  std::vector<std::string> options_;
};

}  // namespace

Entry read_entry(std::string_view line, const Legal& legal, Board board) {
  return Reading(words_in(in_small_letters(line)), legal, board).entry();
}

std::string_view help_on_entries() {
  return "  12              the option with this number\n"
         "  place colonist dock, pl col do\n"
         "                  an option, or the beginnings of its words\n"
         "  options         lists the options again\n"
         "  board           shows the board; 4+1m+2s in a region: 4 civilians, 1 missionary,\n"
         "                  2 soldiers (b: builders)\n"
         "  tiles           what the tiles on show and those of the players cost and do\n"
         "  hint            what a short search would choose\n"
         "  quit            ends the game, which is not kept\n"
         "  help, ?         shows these lines\n";
}

}  // namespace carrack
