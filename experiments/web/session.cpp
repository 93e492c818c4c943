#include "experiments/web/session.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace.hpp"
#include "experiments/render/position_text.hpp"
#include "experiments/render/tree_svg.hpp"
#include "experiments/studies/tree_file.hpp"
#include "experiments/web/analysis.hpp"
#include "experiments/web/answers.hpp"
#include "experiments/web/game_text.hpp"
#include "experiments/web/report.hpp"

namespace carrack::web {
namespace {

using namespace json_reader;

/// An event, if it is legal here.
std::optional<Action> parsed(const std::string& event, const State& s) {
  try {
    return parse_legal(event, s);
  } catch (const InputError&) {
    return {};
  }
}

/// A number, or its digits as text: JavaScript rounds whole numbers above 2^53.
u64 seed_of(const Json& request) {
  const Json& seed = member(request, "seed");
  if (!seed.is_string()) return number_of(request, "seed");
  try {
    return parse_number<u64>(seed.get<std::string>(), 0, ~u64{0});
  } catch (const InputError& error) {
    throw InputError(std::string("\"seed\": ") + error.what());
  }
}

GameTree new_game(const Json& request) {
  GameSetup setup{read_ruleset(member(request, "ruleset").dump()), words_of(request, "seats"),
                  seed_of(request), 0};
  if (setup.seats.size() != setup.rules.players()) {
    throw InputError("\"seats\" should list " + std::to_string(setup.rules.players()) + " seats");
  }
  for (const std::string& seat : setup.seats) check_seat(seat);
  for (std::string& seat : setup.seats) {
    if (seat != kHuman) seat = make_agent(seat)->spec();
  }
  return GameTree(std::move(setup));
}

}  // namespace

struct Session::Requests {
  using Request = std::string (*)(Session&, const Json&);
  struct Row {
    std::string_view name;
    Request answer;
  };

  /// An answer with one more member.
  static std::string with_number(std::string answer, std::string_view key, u64 number) {
    answer.pop_back();
    return answer.append(", \"").append(key).append("\": " + std::to_string(number) + '}');
  }

  static std::string adopt(Session& session, GameTree&& game) {
    session.game_ = std::move(game);
    session.wanted_eyes_.reset();
    return session.view();
  }

  static std::string words(Session&, const Json&) { return words_json().dump(); }

  static std::string check(Session&, const Json& request) {
    const Ruleset rules = read_ruleset(member(request, "ruleset").dump());
    if (request.contains("seed")) static_cast<void>(seed_of(request));
    return Answer{{"name", rules.to_string()}}.dump();
  }

  static std::string start_new(Session& session, const Json& request) {
    GameTree game = new_game(request);
    game.draw();
    return adopt(session, std::move(game));
  }

  static std::string load(Session& session, const Json& request) {
    const std::string text = text_of(request, "record");
    const u64 number = request.contains("game") ? number_of(request, "game") : 1;
    GameTree game = read_record(text, number);
    game.draw();
    return with_number(adopt(session, std::move(game)), "games", count_games(text));
  }

  static std::string open(Session& session, const Json& request) {
    GameTree game = read_code(text_of(request, "code"));
    game.draw();
    return adopt(session, std::move(game));
  }

  static std::string view(Session& session, const Json& request) {
    const GameTree& game = session.game();
    if (!request.contains("eyes")) return session.view();
    const u64 seat = number_of(request, "eyes");
    if (seat >= game.setup().seats.size() || game.setup().seats[seat] != kHuman) {
      throw InputError("\"eyes\" is not a seat of a person, counted from 0");
    }
    session.wanted_eyes_ = nth<Player>(static_cast<unsigned>(seat));
    return session.view();
  }

  static std::string text(Session& session, const Json&) {
    const State& s = session.game().state();  // first, because there may be no game
    return Answer{{"text", position_text(s, session.eyes())}}.dump();
  }

  static std::string play(Session& session, const Json& request) {
    GameTree& game = session.game();
    const std::string event = text_of(request, "event");
    if (is_over(game.state())) throw InputError("the game is over");
    game.play(parse_legal(event, game.state()));
    game.draw();
    return session.view();
  }

  static std::string move(Session& session, const Json&) {
    GameTree& game = session.game();
    const State& s = game.state();
    if (is_over(s)) throw InputError("the game is over");
    const unsigned seat = index(s.actor);
    if (game.setup().seats[seat] == kHuman) {
      throw InputError(to_string(s.actor) + " is played by a person");
    }
    Random random = agent_random(game.setup(), seat, game.node(game.current()).ply);
    Agent& agent = session.agent_at(seat);
    State seen = s;
    resample(seen, s.actor, random);
    agent.begin(s.ruleset(), s.actor, random);
    game.play(agent.choose(seen, legal(seen), random));
    game.draw();
    return session.view();
  }

  static std::string go(Session& session, const Json& request) {
    GameTree& game = session.game();
    const u64 node = number_of(request, "node");
    if (node >= game.size()) {
      throw InputError("there is no node " + std::to_string(node) + ", only " +
                       std::to_string(game.size()));
    }
    game.go_to(static_cast<u32>(node));
    game.draw();
    return session.view();
  }

  static std::string undo(Session& session, const Json&) {
    GameTree& game = session.game();
    u32 at = game.current();
    while (at != 0) {
      at = game.node(at).parent;
      if (game.is_asked(at)) {
        game.go_to(at);
        return session.view();
      }
    }
    throw InputError("there is nothing to undo");
  }

  static std::string redo(Session& session, const Json&) {
    GameTree& game = session.game();
    u32 at = game.current();
    while (game.node(at).next != 0) {
      at = game.node(at).next;
      if (game.is_asked(at) || game.node(at).next == 0) {
        game.go_to(at);
        return session.view();
      }
    }
    throw InputError("there is nothing to redo");
  }

  /// The line comes from a search, which draws what is hidden anew, so a later event may be illegal
  /// here.
  static std::string branch(Session& session, const Json& request) {
    GameTree& game = session.game();
    const std::vector<std::string> events = words_of(request, "events");
    if (events.empty()) throw InputError("\"events\" is empty");
    if (is_over(game.state())) throw InputError("the game is over");
    const Action first = parse_legal(events[0], game.state());
    game.check_room(events.size());  // for all of them, or nothing is played
    game.play(first);
    game.draw();
    std::size_t played = 1;
    for (; played < events.size() && !is_over(game.state()); ++played) {
      const auto next = parsed(events[played], game.state());
      if (!next) break;
      game.play(*next);
      game.draw();
    }
    return with_number(session.view(), "played", played);
  }

  static std::string preview(Session& session, const Json& request) {
    const GameTree& game = session.game();
    if (is_over(game.state())) throw InputError("the game is over");
    const std::vector<std::string> events = words_of(request, "events");
    if (events.empty()) throw InputError("\"events\" is empty");
    static_cast<void>(parse_legal(events[0], game.state()));
    const auto names = short_names(game.setup().seats);
    std::vector<State> after = session.possible_states();
    Answer groups = groups_json(after.front(), session.eyes(), names);
    std::size_t shown = 0;
    for (; shown < events.size() && !is_over(after.front()) && !is_chance(after.front()); ++shown) {
      const auto seen = seen_after(after, events[shown], session.eyes(), names);
      if (!seen) break;
      groups = *seen;
    }
    return Answer{{"groups", groups}, {"shown", shown}}.dump();
  }

  /// Plays an event in states that look the same, and returns what they look like afterwards;
  /// nothing if they differ, because the event shows something that was hidden.
  static std::optional<Answer> seen_after(std::vector<State>& states, const std::string& event,
                                          std::optional<Player> eyes,
                                          const std::vector<std::string>& names) {
    std::optional<Answer> seen;
    for (State& s : states) {
      const auto action = parsed(event, s);
      if (!action) return {};
      apply(s, *action);
      const Answer groups = groups_json(s, eyes, names);
      if (seen && (*seen != groups || is_chance(s) != is_chance(states.front()))) return {};
      seen = groups;
    }
    return seen;
  }

  static std::string tree(Session& session, const Json&) {
    return Answer{{"nodes", tree_json(session.game(), session.eyes())}}.dump();
  }

  static std::string record(Session& session, const Json&) {
    return Answer{{"record", record_of(session.game())}}.dump();
  }

  /// The position, if a search of it shows nothing that is hidden.
  static const State& searched(Session& session) {
    const State& s = session.game().state();
    if (is_chance(s) || is_over(s)) throw InputError("nobody is to decide in this position");
    if (const auto eyes = session.eyes(); eyes && *eyes != s.actor) {
      throw InputError("a search for " + to_string(s.actor) +
                       " would show private knowledge of that player");
    }
    return s;
  }

  static std::string search(Session& session, const Json& request) {
    return "{\"report\": " +
           search_position(searched(session), text_of(request, "agent"), seed_of(request)) + '}';
  }

  static std::string tree_picture(const Session& session, u32 root) {
    return Answer{{"svg", tree_svg(*session.tree_, root)}, {"path", path_of(*session.tree_, root)}}
        .dump(-1, ' ', /*ensure_ascii=*/false, Answer::error_handler_t::replace);
  }

  static std::string tree_search(Session& session, const Json& request) {
    session.tree_ = search_tree(searched(session), text_of(request, "agent"), seed_of(request));
    return tree_picture(session, 0);
  }

  static std::string tree_load(Session& session, const Json& request) {
    const std::string text = text_of(request, "text");
    if (text.size() > kLongestTree) {
      throw InputError("the tree is longer than " + std::to_string(kLongestTree >> 20U) + " MiB");
    }
    session.tree_ = read_tree(text, "tree");
    return tree_picture(session, 0);
  }

  static std::string tree_zoom(Session& session, const Json& request) {
    if (!session.tree_) throw InputError("there is no tree yet");
    const u64 node = number_of(request, "node");
    if (node >= session.tree_->nodes.size()) throw InputError("the tree has no such node");
    return tree_picture(session, static_cast<u32>(node));
  }

  static std::string merge(Session&, const Json& request) {
    return "{\"report\": " + merge_reports(words_of(request, "reports")) + '}';
  }

  static std::string judge(Session& session, const Json& request) {
    const Json& list = member(request, "plies");
    if (!list.is_array()) throw InputError("\"plies\" is not a list");
    std::vector<u64> plies;
    for (const Json& ply : list) {
      if (!ply.is_number_unsigned()) throw InputError("\"plies\" is not a list of numbers");
      plies.push_back(ply.get<u64>());
    }
    return "{\"judgements\": " + judge_plies(session.game(), text_of(request, "agent"), plies) +
           '}';
  }

  static std::string report(Session& session, const Json& request) {
    return report_json(session.game(), text_of(request, "agent"), words_of(request, "judgements"));
  }

  static constexpr auto kRows = std::to_array<Row>(
      {{"words", words},         {"check", check},         {"new", start_new},
       {"load", load},           {"open", open},           {"view", view},
       {"play", play},           {"move", move},           {"go", go},
       {"undo", undo},           {"redo", redo},           {"preview", preview},
       {"branch", branch},       {"tree", tree},           {"record", record},
       {"search", search},       {"merge", merge},         {"tree_search", tree_search},
       {"tree_load", tree_load}, {"tree_zoom", tree_zoom}, {"judge", judge},
       {"text", text},           {"report", report}});
};

std::string Session::answer(std::string_view request) {
  try {
    const Json json = parse_json(request);
    if (!json.is_object()) throw InputError("a request is a JSON object");
    const std::string wanted = text_of(json, "do");
    const auto row = std::ranges::find(Requests::kRows, wanted, &Requests::Row::name);
    if (row == Requests::kRows.end()) {
      std::vector<std::string_view> names;
      for (const Requests::Row& known : Requests::kRows) names.push_back(known.name);
      throw InputError(unknown_word("request", wanted, names));
    }
    return row->answer(*this, json);
  } catch (const InputError& error) {
    return Answer{{"error", error.what()}}.dump();
  } catch (const ResourceError& error) {
    return Answer{{"error", error.what()}}.dump();
  }
}

GameTree& Session::game() {
  if (!game_) throw InputError("there is no game yet");
  return *game_;
}

std::optional<Player> Session::eyes() const {
  const State& s = game_->state();
  if (!has_secrets(s) || is_over(s)) return {};
  const std::vector<std::string>& seats = game_->setup().seats;
  if (wanted_eyes_) return wanted_eyes_;
  const auto first = std::ranges::find(seats, kHuman);
  if (first == seats.end()) return {};
  return nth<Player>(static_cast<unsigned>(first - seats.begin()));
}

std::vector<State> Session::possible_states() const {
  constexpr unsigned kStates = 4;
  const State& truth = game_->state();
  const std::optional<Player> player = eyes();
  if (!player) return {truth};
  std::vector<State> states(kStates, truth);
  for (unsigned i = 0; i < kStates; ++i) {
    Random random(game_->setup().seed, i);
    resample(states[i], *player, random);
  }
  return states;
}

Agent& Session::agent_at(unsigned seat) {
  const std::string& spec = game_->setup().seats[seat];
  std::unique_ptr<Agent>& agent = agents_[spec];
  if (!agent) {
    check_seat(spec);
    agent = make_agent(spec);
  }
  return *agent;
}

std::string Session::view() {
  return view_json(*game_, eyes())
      .dump(-1, ' ', /*ensure_ascii=*/false, Answer::error_handler_t::replace);
}

}  // namespace carrack::web
