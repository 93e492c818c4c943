#include "experiments/web/game_text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <vector>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/forfeit_json.hpp"
#include "core/notation/record.hpp"
#include "core/notation/ruleset_json.hpp"
#include "experiments/base/version.hpp"

namespace carrack::web {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// RFC 4648 §5, without padding.
std::string to_base64(std::string_view bytes) {
  std::string text;
  unsigned kept = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    kept = kept << 8U | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 6; bits -= 6) text += kDigits[kept >> (bits - 6) & 63U];
    kept &= (1U << bits) - 1;
  }
  if (bits != 0) text += kDigits[kept << (6 - bits) & 63U];
  return text;
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  unsigned kept = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) throw InputError("'" + excerpt(text) + "'");
    kept = kept << 6U | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(kept >> bits);
    kept &= (1U << bits) - 1;
  }
  return bytes;
}

/// Whether a text begins with the header of a game, as it is written.
bool starts_with_header(std::string_view text) {
  const auto skip = [&](std::string_view what) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
  };
  return skip("{") && skip("\"format\"");
}

/// The positions at which the games of a record begin. The first is 0: the reader refuses any text
/// before the first header.
std::vector<std::size_t> starts_of_games(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t line = 0; line < text.size();) {
    if (starts_with_header(text.substr(line))) starts.push_back(line);
    line = std::min(text.find('\n', line), text.size() - 1) + 1;
  }
  if (starts.empty()) starts.push_back(0);
  starts.front() = 0;
  return starts;
}

unsigned place_among(const Legal& options, Action action) {
  unsigned place = 0;
  while (options[place] != action) ++place;
  return place;
}

GameTree tree_of_code(std::string_view code) {
  using namespace json_reader;
  if (code.size() > kLongestCode) {
    throw InputError("it is longer than " + std::to_string(kLongestCode >> 10U) + " KiB");
  }
  const std::string bytes = from_base64(code);
  const std::size_t end = bytes.find('\0');
  if (end == std::string::npos) throw InputError("it is cut off");
  const Json json = parse_json(std::string_view(bytes).substr(0, end));
  if (!json.is_object()) throw InputError("no JSON object");
  GameSetup setup{read_ruleset(member(json, "ruleset").dump()), words_of(json, "seats"),
                  number_of(json, "seed"), number_of(json, "game")};
  if (setup.seats.size() != setup.rules.players()) {
    throw InputError("\"seats\" should list " + std::to_string(setup.rules.players()) + " seats");
  }
  GameTree tree(std::move(setup));
  u32 decisions = 0;
  for (const char c : std::string_view(bytes).substr(end + 1)) {
    const auto place = static_cast<unsigned char>(c);
    const Legal options = legal(tree.state());
    if (place >= options.size()) {
      throw InputError("event " + std::to_string(tree.size()) + " is not legal");
    }
    if (!is_chance(tree.state())) ++decisions;
    tree.play(options[place]);
  }
  if (json.contains("forfeits")) {
    if (!is_over(tree.state())) throw InputError("it has forfeits, but not the end of the game");
    const unsigned players = tree.setup().rules.players();
    tree.end_with(read_forfeits(json["forfeits"].dump(), players, decisions));
  }
  return tree;
}

}  // namespace

void check_seat(const std::string& spec) {
  if (spec == kHuman) return;
  constexpr std::array<std::pair<std::string_view, double>, 9> kLimits{{{"iterations=", 1e6},
                                                                        {"quick=", 1e6},
                                                                        {"extend=", 1},
                                                                        {"memory=", 512},
                                                                        {"time=", 60},
                                                                        {"game_time=", 3600},
                                                                        {"workers=", 8},
                                                                        {"leaves=", 8},
                                                                        {"batch=", 64}}};
  const std::string whole = whole_spec(spec);  // agents inside of others included
  for (const auto& [key, most] : kLimits) {
    for (std::size_t at = whole.find(key); at != std::string::npos; at = whole.find(key, at + 1)) {
      const bool is_whole_key = at == 0 || whole[at - 1] == ':' || whole[at - 1] == ',';
      if (!is_whole_key) continue;
      const std::size_t from = at + key.size();
      const std::string_view value =
          std::string_view(whole).substr(from, whole.find_first_of(",}", from) - from);
      try {
        static_cast<void>(parse_number<double>(value, 0, most));
      } catch (const InputError& error) {
        throw InputError("agent '" + excerpt(spec) + "' asks for more than a page gives: " +
                         std::string(key) + ' ' + error.what());
      }
    }
  }
}

std::string record_of(const GameTree& tree) {
  const GameSetup& setup = tree.setup();
  const std::vector<u32> line = tree.line();
  std::vector<Action> events;
  for (const u32 node : std::span(line).subspan(1)) events.push_back(tree.node(node).event);
  return record_text({setup.rules, setup.seats, setup.seed, setup.game, version::engine()}, events,
                     {}, tree.forfeits_at(line.back()));
}

u64 count_games(std::string_view text) { return starts_of_games(text).size(); }

GameTree read_record(std::string_view text, u64 number) {
  if (text.size() > kLongestRecord) {
    throw InputError("the record is longer than " + std::to_string(kLongestRecord >> 20U) + " MiB");
  }
  const std::vector<std::size_t> starts = starts_of_games(text);
  if (number < 1 || number > starts.size()) {
    throw InputError("the record has " + counted(starts.size(), "game") + "; game " +
                     std::to_string(number) + " is not among them");
  }
  const std::size_t from = starts[number - 1];
  const std::size_t to = number < starts.size() ? starts[number] : text.size();
  std::istringstream in(std::string(text.substr(from, to - from)));
  // Lines are counted from the start of the game.
  const std::string which = "game " + std::to_string(number) + " of the record";
  RecordReader reader(in, starts.size() == 1 ? "record" : which);
  static_cast<void>(reader.next_game());  // throws if there is none
  const RecordHeader& header = reader.header();
  GameTree tree({header.rules, header.agents, header.seed, header.game});
  const auto has_more = [&] {
    in >> std::ws;
    return in.good();
  };
  while (has_more() && reader.next_event()) tree.play(reader.action());
  if (is_over(tree.state())) tree.end_with(reader.forfeits());
  return tree;
}

std::string code_of(const GameTree& tree) {
  const GameSetup& setup = tree.setup();
  std::string bytes;
  JsonWriter json(bytes);
  json.open_object().key("ruleset").raw("");
  append_ruleset(bytes, setup.rules);
  json.key("seats").open_list();
  for (const std::string& seat : setup.seats) json.text(seat);
  json.close_list().key("seed").number(setup.seed).key("game").number(setup.game);
  if (const auto forfeits = tree.forfeits_at(tree.current()); !forfeits.empty()) {
    json.key("forfeits").raw("");
    append_forfeits(bytes, forfeits);
  }
  json.close_object();
  bytes += '\0';
  for (const u32 i : tree.line()) {
    const GameTree::Node& node = tree.node(i);
    if (i != 0) {
      const Legal options = legal(tree.node(node.parent).state);
      bytes += static_cast<char>(place_among(options, node.event));
    }
    if (i == tree.current()) break;
  }
  return to_base64(bytes);
}

GameTree read_code(std::string_view code) {
  try {
    return tree_of_code(code);
  } catch (const InputError& error) {
    throw InputError(std::string("the link holds no game: ") + error.what());
  }
}

}  // namespace carrack::web
