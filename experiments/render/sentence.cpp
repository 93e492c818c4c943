#include "experiments/render/sentence.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/notation/notation.hpp"

namespace carrack {
namespace {

struct Phrase {
  Verb verb;
  std::string_view text;  // {1}, {2}, {3} are the words of the notation after the verb
};

constexpr auto kPhrases = std::to_array<Phrase>({
    {Verb::pass, "passes"},
    {Verb::place, "places a {1} on {2}"},
    {Verb::land, "lands in {1}"},
    {Verb::take, "takes {1}"},
    {Verb::claim, "discovers {1} without an expedition"},
    {Verb::station, "stations allies in {1}"},
    {Verb::explore, "sets out for {1}"},
    {Verb::send, "sends {1} x {2}"},
    {Verb::train, "trains a {1}"},
    {Verb::buy, "buys {1}"},
    {Verb::battle, "gives battle in {1} to {2}"},
    {Verb::war, "declares war on {1}"},
    {Verb::kill, "picks a {1} as casualty"},
    {Verb::march, "marches a soldier from {1} to {2}"},
    {Verb::migrate, "moves {3} x colonist from {1} to {2}"},
    {Verb::bid, "bids ${1}"},
    {Verb::order, "next in the player order: {1}"},
    {Verb::starter, "the bidding starts with {1}"},
    {Verb::tile, "new on show: {1}"},
    {Verb::good, "new on show: {1}"},
    {Verb::counter, "the counter shows number {1}"},
    {Verb::card, "the card is {1}"},
    {Verb::cargo, "the cargo is {1}"},
    {Verb::first, "moves to the front: {1}"},
    {Verb::nation, "plays {1}"},
    {Verb::use, "uses the power of {1}"},
    {Verb::look, "looks at {1}"},
    {Verb::return_, "puts the card back: {1}"},
    {Verb::settle, "settles in {1}"},
    {Verb::swap, "takes {2} from {1}"},
    {Verb::give, "gives {1} for it"},
    {Verb::sell, "sells {1}"},
    {Verb::edict, "names {1} for the edict, to settle {2}"},
    {Verb::lose, "loses a {1}"},
    {Verb::strike, "strikes {3} x colonist of {2} in {1} with the plague"},
    {Verb::rewrite, "rewrites the history of {1}"},
    {Verb::next, "next on the dock: {1} {2}"},
    {Verb::replace, "puts a {2} on the space for a {1}"},
    {Verb::vp, "buys {1} VP"},
    {Verb::ally, "makes an alliance with {1}"},
    {Verb::force, "has {1} make war on {2}"},
    {Verb::reserve, "will come in age III: {1}"},
    {Verb::steal, "the counter taken is number {1}"},
});

}  // namespace

std::string sentence(std::string_view actor, Action action, Board board) {
  const std::string event = to_notation(action, board);
  std::vector<std::string> words;
  for (std::size_t from = 0; from != std::string::npos;) {
    const std::size_t space = event.find(' ', from);
    words.push_back(event.substr(from, space - from));
    from = space == std::string::npos ? space : space + 1;
  }
  std::string text = event;
  for (const Phrase& phrase : kPhrases) {
    if (phrase.verb != action.verb()) continue;
    text.clear();
    for (std::size_t i = 0; i < phrase.text.size(); ++i) {
      if (phrase.text[i] != '{') {
        text += phrase.text[i];
        continue;
      }
      text += words[static_cast<std::size_t>(phrase.text[i + 1] - '0')];
      i += 2;
    }
  }
  std::ranges::replace(text, '_', ' ');
  return actor == "chance" ? text : std::string(actor) + ' ' + text;
}

}  // namespace carrack
