#include "core/notation/forfeit_json.hpp"

#include <algorithm>
#include <array>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"

namespace carrack {

void append_forfeits(std::string& out, std::span<const Forfeit> forfeits) {
  JsonWriter json(out);
  json.open_list();
  for (const Forfeit& forfeit : forfeits) {
    json.open_object();
    json.key("seat").number(forfeit.seat + 1);
    json.key("kind").text(name(forfeit.kind));
    json.key("decision").number(forfeit.decision);
    json.key("reason").text(printable(forfeit.what));  // it may be a program's own words
    json.close_object();
  }
  json.close_list();
}

std::vector<Forfeit> read_forfeits(std::string_view text, unsigned players, u32 decisions) {
  using namespace json_reader;
  const Json json = parse_json(text);
  if (!json.is_array() || json.empty()) {
    throw InputError("\"forfeits\" should be a list of at least one forfeit");
  }
  static const std::array<std::string_view, 4> kKeys{"seat", "kind", "decision", "reason"};
  std::vector<Forfeit> forfeits;
  for (const Json& one : json) {
    if (!one.is_object()) throw InputError("forfeits: a forfeit is not an object");
    try {
      check_keys(one, kKeys);
    } catch (const InputError& error) {
      throw InputError(std::string("forfeits: ") + error.what());
    }
    const u64 seat = number_of(one, "seat");
    if (seat < 1 || seat > players) {
      throw InputError("forfeits: seat is " + std::to_string(seat) + ", expected 1 to " +
                       std::to_string(players));
    }
    if (std::ranges::find(forfeits, seat - 1, &Forfeit::seat) != forfeits.end()) {
      throw InputError("forfeits: seat " + std::to_string(seat) + " is listed twice");
    }
    const u64 decision = number_of(one, "decision");
    const u32 earliest = forfeits.empty() ? 0 : forfeits.back().decision;
    if (decision < earliest || decision >= decisions) {
      throw InputError("forfeits: decision is " + std::to_string(decision) + ", expected " +
                       std::to_string(earliest) + " to " + std::to_string(decisions - 1));
    }
    forfeits.push_back({static_cast<unsigned>(seat - 1), failure_kind(text_of(one, "kind")),
                        static_cast<u32>(decision),
                        printable(text_of(one, "reason"), kLongestMessage)});
  }
  return forfeits;
}

}  // namespace carrack
