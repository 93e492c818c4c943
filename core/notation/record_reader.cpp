#include <algorithm>
#include <cmath>

#include "core/base/json.hpp"
#include "core/base/json_difference.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sqlite_file.hpp"
#include "core/notation/forfeit_json.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/record.hpp"
#include "core/notation/record_lines.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace.hpp"

namespace carrack {
namespace {

using namespace json_reader;

/// Reads a line as a JSON object. The error for a line that is none shows the line.
Json parse_object(const std::string& line) {
  Json json;
  try {
    json = parse_json(line);
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + ": '" + excerpt(line) + "'");
  }
  if (!json.is_object()) throw InputError("not a JSON object: '" + excerpt(line) + "'");
  check_json_keys(line);
  return json;
}

RecordHeader read_header(const std::string& line) {
  const Json json = parse_object(line);
  if (!json.contains("format") || json["format"] != "carrack-game") {
    throw InputError("expected a header with \"format\": \"carrack-game\", found '" +
                     excerpt(line) + "'");
  }
  if (const u64 version = number_of(json, "version"); version != kRecordVersion) {
    throw InputError("version " + std::to_string(version) + " of the format is not known, only " +
                     std::to_string(kRecordVersion));
  }
  const Json& rules = member(json, "ruleset");
  if (!rules.is_object()) throw InputError("\"ruleset\" is not an object");
  RecordHeader header{.rules = read_ruleset(rules.dump()),
                      .agents = {},
                      .seed = json.contains("seed") ? number_of(json, "seed") : 0,
                      .game = json.contains("game") ? number_of(json, "game") : 0,
                      .engine = json.contains("engine") ? text_of(json, "engine") : ""};
  const Json& seats = member(json, "players");
  if (!seats.is_array() || seats.size() != header.rules.players()) {
    throw InputError("\"players\" should list " + std::to_string(header.rules.players()) +
                     " seats");
  }
  for (const Json& seat : seats) {
    if (!seat.is_object() || number_of(seat, "seat") != header.agents.size() + 1) {
      throw InputError("expected seat " + std::to_string(header.agents.size() + 1) +
                       " in \"players\"");
    }
    header.agents.push_back(text_of(seat, "agent"));
  }
  return header;
}

bool is_share(const Json& value) {
  return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
}

std::vector<double> numbers_by_seat(const Json& json, const char* key, unsigned players) {
  const Json& values = member(json, key);
  if (!values.is_array() || values.size() != players) {
    throw InputError(std::string("search: \"") + key + "\" should list " + std::to_string(players) +
                     " numbers, one a seat");
  }
  std::vector<double> numbers;
  for (const Json& value : values) {
    if (!is_share(value)) {
      throw InputError(std::string("search: \"") + key + "\" is not a list of numbers from 0 to 1");
    }
    numbers.push_back(value.get<double>());
  }
  return numbers;
}

/// The options of a decision, as a note names them.
class NotedOptions {
 public:
  explicit NotedOptions(const State& before) : before_(before), legal_(legal(before)) {}

  /// Throws InputError for an option that the decision does not have, or that `named`, the options
  /// before it, have already.
  template <typename Named>
  [[nodiscard]] Action read(const std::string& option, const std::vector<Named>& named) const {
    const Action action = parse_notation(option, before_.ruleset().board());
    try {
      if (!legal_.contains(action)) static_cast<void>(parse_legal(option, before_));
    } catch (const InputError& error) {
      throw InputError(std::string("search: option ") + error.what());
    }
    if (std::ranges::find(named, action, &Named::action) == named.end()) return action;
    throw InputError("search: option '" + excerpt(option) + "' is listed twice");
  }

 private:
  const State& before_;
  Legal legal_;
};

std::vector<SearchNote::Target> read_policy_target(const Json& json, const NotedOptions& options) {
  if (!json.is_object()) throw InputError("search: \"policy_target\" is not an object");
  std::vector<SearchNote::Target> targets;
  double total = 0;
  for (const auto& [option, value] : json.items()) {
    if (!is_share(value)) {
      throw InputError("search: \"policy_target\" of '" + printable(option) +
                       "' is not a number from 0 to 1");
    }
    targets.push_back({options.read(option, targets), value.get<double>()});
    total += targets.back().probability;
  }
  constexpr double kRounding = 1e-4;  // each number has four decimals
  if (std::abs(total - 1) > kRounding * static_cast<double>(targets.size() + 1)) {
    throw InputError("search: the numbers of \"policy_target\" add up to " + std::to_string(total) +
                     ", expected 1");
  }
  return targets;
}

/// The note of the decision in `before`.
SearchNote read_search(const Json& json, const State& before) {
  if (!json.is_object()) throw InputError("\"search\" is not an object");
  const unsigned players = before.players();
  const NotedOptions known(before);
  SearchNote search;
  search.iterations = number_of(json, "iterations");
  if (json.contains("win_share")) {
    search.win_share = numbers_by_seat(json, "win_share", players);
  }
  const Json& options = member(json, "options");
  if (!options.is_array()) throw InputError("search: \"options\" is not a list");
  for (const Json& option : options) {
    if (!option.is_object()) throw InputError("search: an option is not an object");
    SearchNote::Option read{.action = known.read(text_of(option, "option"), search.options),
                            .visits = number_of(option, "visits"),
                            .value = numbers_by_seat(option, "value", players)};
    search.options.push_back(std::move(read));
  }
  if (json.contains("policy_target")) {
    search.policy_target = read_policy_target(json["policy_target"], known);
  }
  return search;
}

/// The event of a line; empty if it has none. Most lines are as this engine writes them; these need
/// no JSON parser.
std::string event_of(const std::string& line) {
  constexpr std::string_view kKey = "\"event\": \"";
  if (const std::size_t at = line.find(kKey); at != std::string::npos) {
    const std::size_t from = at + kKey.size();
    const std::size_t to = line.find_first_of("\"\\", from);
    if (to != std::string::npos && line[to] == '"') return line.substr(from, to - from);
  }
  const Json json = parse_object(line);
  return json.contains("event") ? text_of(json, "event") : std::string();
}

}  // namespace

RecordReader::RecordReader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {}

void RecordReader::fail(const std::string& what) const {
  throw InputError(file_ + ':' + std::to_string(line_number_) + ": " + what);
}

bool RecordReader::read_line() {
  std::array<char, 1U << 14> part;
  do {
    line_.clear();
    ++line_number_;
    for (bool more = true; more;) {
      in_.getline(part.data(), static_cast<std::streamsize>(part.size()));
      auto read = static_cast<std::size_t>(in_.gcount());
      if (in_.bad()) fail("cannot be read further");
      if (read == 0 && line_.empty()) {
        --line_number_;
        return false;
      }
      // gcount() counts the line end, which getline() does not store.
      more = in_.fail() && !in_.eof();
      if (!more && !in_.eof()) --read;
      line_.append(part.data(), read);
      if (more) in_.clear();
      if (line_.size() > kLongestRecordLine) {
        fail("the line is longer than " + std::to_string(kLongestRecordLine >> 20U) +
             " MiB, the limit for records");
      }
    }
    if (line_.ends_with('\r')) line_.pop_back();
  } while (line_.empty());
  return true;
}

bool RecordReader::next_game() {
  if (!read_line()) {
    if (games_ == 0) {
      line_number_ = 1;
      fail("the file is empty; expected a game record");
    }
    return false;
  }
  if (line_.starts_with(kSqliteFileStart)) {
    fail("a ledger, not a game record; carrack export LEDGER --records FILE writes its records");
  }
  try {
    header_ = read_header(line_);
  } catch (const InputError& error) {
    fail(error.what());
  }
  state_ = start(header_->rules);
  forfeits_.clear();
  ply_ = 0;
  decisions_ = 0;
  is_trace_ = false;
  return true;
}

bool RecordReader::next_event() {
  if (!read_line()) {
    fail("the game ends without a footer after " + counted(ply_, "event") + "; it is unfinished");
  }
  try {
    if (const std::string event = event_of(line_); !event.empty()) {
      play_event(event);
      return true;
    }
    check_result();
  } catch (const InputError& error) {
    fail(error.what());
  }
  ++games_;
  return false;
}

void RecordReader::play_event(const std::string& event) {
  const State before = *state_;
  search_.reset();
  action_ = parse_legal(event, before);
  actor_ = actor_name(before);
  apply(*state_, action_);
  is_trace_ =
      line_.find("\"legal\"") != std::string::npos || line_.find("\"state\"") != std::string::npos;
  std::string expected;
  append_event(expected, ply_, before, action_, is_trace_ ? &*state_ : nullptr);
  expected.pop_back();
  if (line_ != expected) check_event(before);
  if (!is_chance(before)) ++decisions_;
  ++ply_;
  ++events_;
}

/// Checks a line part by part, for lines that are not written as this engine writes them.
void RecordReader::check_event(const State& before) {
  const Json json = parse_object(line_);
  if (text_of(json, "event") != to_notation(action_, before.ruleset().board())) {
    throw InputError("the line has more than one \"event\"");
  }
  if (const u64 ply = number_of(json, "ply"); ply != ply_) {
    throw InputError("ply is " + std::to_string(ply) + ", expected " + std::to_string(ply_));
  }
  if (const std::string actor = text_of(json, "actor"); actor != actor_) {
    throw InputError("actor is " + actor + ", expected " + actor_);
  }
  static const std::array<std::string_view, 6> kKeys{"ply",   "actor", "event",
                                                     "legal", "state", "search"};
  check_keys(json, kKeys);
  if (json.contains("search")) search_ = read_search(json["search"], before);
  if (!is_trace_) return;
  std::string options;
  append_options(options, before);
  if (const auto wrong = first_difference(member(json, "legal"), parse_json(options));
      !wrong.empty()) {
    throw InputError("legal: " + wrong);
  }
  std::string state;
  append_state(state, *state_);
  if (const auto wrong = first_difference(member(json, "state"), parse_json(state));
      !wrong.empty()) {
    throw InputError("state: " + wrong);
  }
}

Result RecordReader::final_result() const {
  Result final = result(*state_);
  rank_forfeits_last(final, forfeits_, header_->rules.players());
  return final;
}

void RecordReader::check_result() {
  Json json = parse_object(line_);
  if (!json.contains("result")) {
    throw InputError("expected an event or the result, found '" + excerpt(line_) + "'");
  }
  if (!is_over(*state_)) {
    throw InputError("the result comes before the end of the game (turn " +
                     std::to_string(state_->turn) + ", " + std::string(name(state_->phase)) + ")");
  }
  const unsigned players = header_->rules.players();
  if (json.contains("forfeits")) {
    forfeits_ = read_forfeits(json["forfeits"].dump(), players, decisions_);
    json.erase("forfeits");
  }
  std::string expected;
  append_result(expected, result(*state_), players);
  const std::string wrong = first_difference(json, parse_json(expected));
  if (!wrong.empty()) throw InputError(wrong);
}

}  // namespace carrack
