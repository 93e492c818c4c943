#include "experiments/terminal/human_agent.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/game/queries.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/board_text.hpp"
#include "experiments/render/position_text.hpp"
#include "experiments/render/table.hpp"
#include "experiments/terminal/entry.hpp"

namespace carrack {
namespace {

/// The search of a hint, as on the page.
constexpr std::string_view kAdviser = "mcts:memory=32,iterations=500";
/// The seed of hints: asking twice gives the same answer.
constexpr u64 kSeedOfHints = 1;

/// "$10, 2 VP" of a tile that can be bought, for this worker; else empty.
std::string price_of(Action action, const State& s) {
  const auto verb = action.verb();
  if (verb != Verb::buy) return "";
  const Tile tile = nth<Tile>(action.argument(verb));
  TileFigures figures = s.ruleset().figures().of(tile);
  figures.cost = static_cast<u8>(buildings::price(s, tile));
  return price_text(figures);
}

/// "   2  place colonist dock"; purchases with their prices.
std::string options_text(const State& s, const Legal& legal) {
  constexpr std::size_t kWidth = 4;
  std::string text;
  unsigned number = 0;
  legal.for_each([&](Action action) {
    const std::string digits = std::to_string(++number);
    text.append(kWidth - std::min(kWidth, digits.size()), ' ').append(digits).append(2, ' ');
    text.append(to_notation(action, s.ruleset().board()));
    const std::string price = price_of(action, s);
    text.append(price.empty() ? "" : "  ").append(price).append(1, '\n');
  });
  return text;
}

unsigned number_of(Action action, const Legal& legal) {
  unsigned number = 1;
  while (legal[number - 1] != action) ++number;
  return number;
}

}  // namespace

void HumanAgent::begin(Ruleset /*rules*/, Player seat, Random& /*random*/) {
  seat_ = seat;
  was_asked_ = false;
  events_.clear();
}

void HumanAgent::observe(const State& before, Action action, const State& /*after*/) {
  events_.append("  ").append(actor_name(before)).append(1, ' ');
  events_.append(seen_notation(action, before, seat_)).append(1, '\n');
}

std::string HumanAgent::news() {
  if (events_.empty()) return "\n";
  const std::string since = was_asked_ ? "the last decision of " + to_string(seat_) : "the start";
  return "\nsince " + since + ":\n" + std::exchange(events_, {}) + '\n';
}

std::string HumanAgent::hint(const State& s, const Legal& legal) {
  if (!adviser_) adviser_ = make_agent(kAdviser);
  adviser_->stop_on(stop_flag());
  const Action action = choose_once(*adviser_, s, kSeedOfHints).action;
  const auto& options = adviser_->report().options;
  const auto row = std::ranges::find(options, action, &OptionReport::action);
  const std::string share = row == options.end()
                                ? ""
                                : ", with an expected win share of " +
                                      fixed(static_cast<double>(row->win_share[index(s.actor)]), 3);
  return "a search of 500 iterations would choose " + to_notation(action, s.ruleset().board()) +
         " (" + std::to_string(number_of(action, legal)) + ")" + share + '\n';
}

Action HumanAgent::choose(const State& s, const Legal& legal, Random& /*random*/) {
  const Board board = s.ruleset().board();
  talk_.say(news() + turn_text(s) + '\n' + options_text(s, legal));
  was_asked_ = true;
  for (;;) {
    const auto line = talk_.ask(to_string(s.actor) + "> ", stop_flag());
    if (!line) {
      throw InputError("the input has ended before the game: expected an option, or quit");
    }
    const Entry entry = read_entry(*line, legal, board);
    if (const auto* const action = std::get_if<Action>(&entry)) return *action;
    if (const auto* const wrong = std::get_if<std::string>(&entry)) {
      talk_.say(*wrong + '\n');
      continue;
    }
    switch (std::get<PersonsCommand>(entry)) {
      case PersonsCommand::help: talk_.say(help_on_entries()); break;
      case PersonsCommand::board: talk_.say(position_text(s, s.actor, talk_.line_length())); break;
      case PersonsCommand::tiles: talk_.say(tiles_text(s, talk_.line_length())); break;
      case PersonsCommand::options: talk_.say(options_text(s, legal)); break;
      case PersonsCommand::hint: talk_.say(hint(s, legal)); break;
      case PersonsCommand::quit: throw ChoiceStopped();
    }
  }
}

void HumanAgent::end(const GameEnd& /*end*/) { talk_.say(news()); }

}  // namespace carrack
