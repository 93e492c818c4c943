#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/json_writer.hpp"
#include "core/notation/forfeit_json.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/record.hpp"
#include "core/notation/record_lines.hpp"
#include "core/notation/ruleset_json.hpp"
#include "core/notation/trace.hpp"

namespace carrack {
namespace {

void append_header(std::string& out, const RecordHeader& header) {
  JsonWriter json(out);
  json.open_object();
  json.key("format").text("carrack-game");
  json.key("version").number(kRecordVersion);
  json.key("ruleset").raw("");
  append_ruleset(out, header.rules);
  json.key("players").open_list();
  for (unsigned i = 0; i < header.agents.size(); ++i) {
    json.open_object().key("seat").number(i + 1).key("agent").text(header.agents[i]);
    json.close_object();
  }
  json.close_list();
  json.key("seed").number(header.seed);
  json.key("game").number(header.game);
  json.key("engine").text(header.engine);
  json.close_object();
  out += '\n';
}

/// Writes the options in bytewise order, as readers return them.
void write_policy_target(JsonWriter& json, std::span<const SearchNote::Target> targets,
                         Board board) {
  std::vector<std::pair<std::string, double>> rows;
  for (const SearchNote::Target& target : targets) {
    rows.emplace_back(to_notation(target.action, board), target.probability);
  }
  std::ranges::sort(rows);
  json.key("policy_target").open_object();
  for (const auto& [option, probability] : rows) json.key(option).decimal(probability);
  json.close_object();
}

void write_search(JsonWriter& json, const SearchNote& search, Board board) {
  json.key("search").open_object();
  json.key("iterations").number(search.iterations);
  if (!search.win_share.empty()) {
    json.key("win_share").open_list();
    for (const double share : search.win_share) json.decimal(share);
    json.close_list();
  }
  json.key("options").open_list();
  for (const SearchNote::Option& option : search.options) {
    json.open_object();
    json.key("option").text(to_notation(option.action, board));
    json.key("visits").number(option.visits);
    json.key("value").open_list();
    for (const double value : option.value) json.decimal(value);
    json.close_list().close_object();
  }
  json.close_list();
  if (!search.policy_target.empty()) write_policy_target(json, search.policy_target, board);
  json.close_object();
}

}  // namespace

void append_event(std::string& out, u64 ply, const State& before, Action action, const State* after,
                  const SearchNote* search) {
  JsonWriter json(out);
  json.open_object();
  json.key("ply").number(ply);
  json.key("actor").text(actor_name(before));
  json.key("event").text(to_notation(action, before.ruleset().board()));
  if (after != nullptr) {
    json.key("legal").raw("");
    append_options(out, before);
    json.key("state").raw("");
    append_state(out, *after);
  }
  if (search != nullptr) write_search(json, *search, before.ruleset().board());
  json.close_object();
  out += '\n';
}

void write_result_members(JsonWriter& json, const Result& result, unsigned players) {
  json.key("vp").open_list();
  for (unsigned p = 0; p < players; ++p) json.raw(std::to_string(result.vp[p]));
  json.close_list().key("rank").open_list();
  for (unsigned p = 0; p < players; ++p) json.number(result.rank[p]);
  json.close_list().key("breakdown").open_list();
  for (unsigned p = 0; p < players; ++p) {
    const Breakdown& b = result.breakdown[p];
    json.open_object().key("colonies").number(b.colonies).key("discoveries").number(b.discoveries);
    json.key("tiles").number(b.tiles).key("economy").number(b.economy);
    json.key("bought").number(b.bought).close_object();
  }
  json.close_list();
}

void append_result(std::string& out, const Result& result, unsigned players,
                   std::span<const Forfeit> forfeits) {
  JsonWriter json(out);
  json.open_object().key("result").open_object();
  write_result_members(json, result, players);
  json.close_object();
  if (!forfeits.empty()) {
    json.key("forfeits").raw("");
    append_forfeits(out, forfeits);
  }
  json.close_object();
  out += '\n';
}

RecordWriter::RecordWriter(std::string& out, const RecordHeader& header, bool trace,
                           bool search_values)
    : out_(out), players_(header.rules.players()), trace_(trace), search_values_(search_values) {
  append_header(out_, header);
}

void RecordWriter::event(const State& before, Action action, const State& after,
                         const SearchNote* search) {
  append_event(out_, ply_++, before, action, trace_ ? &after : nullptr, search);
}

void RecordWriter::finish(const Result& result, std::span<const Forfeit> forfeits) {
  append_result(out_, result, players_, forfeits);
}

std::string record_text(const RecordHeader& header, std::span<const Action> events,
                        std::span<const std::optional<SearchNote>> search,
                        std::span<const Forfeit> forfeits, bool trace) {
  std::string text;
  RecordWriter writer(text, header, trace, !search.empty());
  State s = start(header.rules);
  for (std::size_t ply = 0; ply < events.size(); ++ply) {
    const State before = s;
    apply(s, events[ply]);
    const SearchNote* note = !search.empty() && search[ply] ? &*search[ply] : nullptr;
    writer.event(before, events[ply], s, note);
  }
  if (is_over(s)) writer.finish(result(s), forfeits);
  return text;
}

}  // namespace carrack
