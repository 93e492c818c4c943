#include "core/json_writer.hpp"
#include "core/notation.hpp"
#include "core/record.hpp"
#include "core/record_lines.hpp"
#include "core/ruleset_json.hpp"
#include "core/trace.hpp"

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
  json.close_list().close_object();
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

void append_result(std::string& out, const Result& result, unsigned players) {
  JsonWriter json(out);
  json.open_object().key("result").open_object();
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
  json.close_list().close_object().close_object();
  out += '\n';
}

RecordWriter::RecordWriter(std::string& out, const RecordHeader& header, bool trace,
                           bool search_values)
    : out_(out), trace_(trace), search_values_(search_values) {
  append_header(out_, header);
}

void RecordWriter::event(const State& before, Action action, const State& after,
                         const SearchNote* search) {
  append_event(out_, ply_++, before, action, trace_ ? &after : nullptr, search);
}

void RecordWriter::finish(const Result& result, unsigned players) {
  append_result(out_, result, players);
}

}  // namespace carrack
