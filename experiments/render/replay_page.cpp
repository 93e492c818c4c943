#include "experiments/render/replay_page.hpp"

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/notation/notation.hpp"
#include "experiments/render/board_svg.hpp"
#include "experiments/render/sentence.hpp"
#include "experiments/render/share_chart.hpp"
#include "experiments/render/svg.hpp"
#include "experiments/render/viewer_files.hpp"
#include "experiments/render/vp_curve.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

/// The page's data. `frames` has a list of changes for each step (0 for the start), as pairs of
/// group and piece indices. Pieces (markup) are stored once.
class Film {
 public:
  explicit Film(std::span<const std::string> agents) : agents_(agents) {}
  void add(const State& s) {
    const std::vector<BoardGroup> groups = board_groups(s, std::nullopt, agents_);
    shown_.resize(groups.size(), kNothing);
    Json changes = Json::array();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto [piece, is_new] = number_.try_emplace(groups[g].content, number_.size());
      if (is_new) pieces_.push_back(groups[g].content);
      if (shown_[g] == piece->second) continue;
      shown_[g] = piece->second;
      changes.push_back(g);
      changes.push_back(piece->second);
    }
    frames_.push_back(std::move(changes));
  }
  void write(Json& data) {
    data["pieces"] = std::move(pieces_);
    data["frames"] = std::move(frames_);
  }

 private:
  static constexpr std::size_t kNothing = ~std::size_t{0};
  std::span<const std::string> agents_;
  std::unordered_map<std::string, std::size_t> number_;
  std::vector<std::size_t> shown_;  // by group
  Json pieces_ = Json::array();
  Json frames_ = Json::array();
};

Json event_json(const RecordReader& reader, const State& before) {
  const Board board = before.ruleset().board();
  Json json{{"actor", reader.actor()},
            {"event", to_notation(reader.action(), board)},
            {"text", sentence(reader.actor(), reader.action(), board)},
            {"turn", before.turn},
            {"phase", name(before.phase)}};
  if (!reader.search()) return json;
  Json options = Json::array();
  for (const SearchNote::Option& option : reader.search()->options) {
    options.push_back({{"option", to_notation(option.action, board)},
                       {"visits", option.visits},
                       {"value", option.value}});
  }
  json["search"] = {{"iterations", reader.search()->iterations}, {"options", std::move(options)}};
  return json;
}

Json result_json(const RecordReader& reader, unsigned players) {
  const Result result = reader.final_result();
  Json lines = Json::array();
  for (unsigned p = 0; p < players; ++p) {
    const Breakdown& b = result.breakdown[p];
    lines.push_back({{"rank", result.rank[p]},
                     {"vp", result.vp[p]},
                     {"colonies", b.colonies},
                     {"discoveries", b.discoveries},
                     {"tiles", b.tiles},
                     {"economy", b.economy},
                     {"bought", b.bought}});
  }
  for (const Forfeit& forfeit : reader.forfeits()) {
    lines[forfeit.seat]["forfeit"] = {{"kind", name(forfeit.kind)}, {"reason", forfeit.what}};
  }
  return lines;
}

Json report_json(const PageReport& report) {
  Json moments = Json::array();
  for (const PageReport::Moment& moment : report.moments) {
    moments.push_back({{"step", moment.step}, {"text", moment.text}});
  }
  return {{"shares", report.shares}, {"columns", report.columns}, {"rows", report.rows},
          {"note", report.note},     {"moments", moments},        {"marks", report.marks}};
}

/// The chart of win shares, the strip of key moments below it and a note.
std::string chart_markup(const PageReport& report, const std::vector<std::size_t>& turns) {
  picture::Svg note;
  note.raw("<div id=\"flags\"></div>\n<p id=\"share-note\">").escaped(report.share_note);
  return picture::share_chart(report.shares, turns) + note.raw("</p>\n").take();
}

/// JSON that is safe inside a script element: it cannot close the element.
std::string script_text(const Json& json) {
  const std::string text =
      json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size() + text.size() / 16);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (text[i] != '<') {
      safe += text[i];
    } else if (next == '/') {
      safe += "<\\";  // the slash follows
    } else if (next == '!' || next == 's' || next == 'S') {
      safe += "\\u003c";
    } else {
      safe += '<';
    }
  }
  return safe;
}

/// The template with each `{{name}}` replaced in one pass; replacements are not expanded again.
std::string fill(std::string_view page,
                 const std::unordered_map<std::string_view, std::string>& parts) {
  std::string out;
  for (std::size_t at = page.find("{{"); at != std::string_view::npos; at = page.find("{{")) {
    const std::size_t end = page.find("}}", at);
    out += page.substr(0, at);
    out += parts.at(page.substr(at + 2, end - at - 2));
    page.remove_prefix(end + 2);
  }
  return out.append(page);
}

}  // namespace

std::string replay_page(RecordReader& reader, const PageReport* report) {
  const RecordHeader header = reader.header();
  const State first = reader.state();
  const u64 number = report != nullptr ? report->game : reader.games() + 1;
  const unsigned players = header.rules.players();
  const std::vector<std::string> names = short_names(header.agents);
  Film film(names);
  picture::VpCurve curve(players);
  film.add(first);
  curve.add(first);
  Json events = Json::array();
  State before = first;
  while (reader.next_event()) {
    events.push_back(event_json(reader, before));
    before = reader.state();
    film.add(before);
    curve.add(before);
  }
  const std::string rules = header.rules.to_string();
  const std::string title =
      "Game " + std::to_string(number) + ", seed " + std::to_string(header.seed);
  Json groups = Json::array();
  for (const BoardGroup& group : board_groups(first)) groups.push_back(group.id);
  Json data{{"title", title},
            {"rules", rules},
            {"engine", header.engine},
            {"agents", header.agents},
            {"names", names},
            {"result", result_json(reader, players)},
            {"vp", curve.vp()},
            {"groups", std::move(groups)},
            {"events", std::move(events)}};
  film.write(data);
  std::string css(picture::kPaletteCss);
  css += picture::kCss;
  std::string js(picture::kJs);
  if (report != nullptr) {
    data["report"] = report_json(*report);
    css += picture::kReportCss;
    js += picture::kReportJs;
  }
  return fill(picture::kHtml,
              {{"title", title + ", " + rules},
               {"css", css},
               {"js", js},
               {"chart", report != nullptr ? chart_markup(*report, curve.turns()) : ""},
               {"report", std::string(report != nullptr ? picture::kReportHtml : "")},
               {"board", board_svg(first, {.eyes = std::nullopt, .agents = header.agents})},
               {"curve", curve.svg()},
               {"data", script_text(data)}});
}

std::string replay_svg(RecordReader& reader, u64 step) {
  const std::vector<std::string> agents = reader.header().agents;
  State before = reader.state();
  if (step == 0) return board_svg(before, {.eyes = std::nullopt, .agents = agents});
  u64 at = 0;
  while (reader.next_event()) {
    if (++at == step) {
      return board_svg(reader.state(), {.eyes = std::nullopt, .before = &before, .agents = agents});
    }
    before = reader.state();
  }
  throw InputError("--ply " + std::to_string(step) + " is beyond the end of the game, which has " +
                   counted(at, "event"));
}

}  // namespace carrack
