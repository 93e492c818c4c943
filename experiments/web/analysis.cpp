#include "experiments/web/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/mcts/saved_tree.hpp"
#include "agents/mcts/search_agent.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "experiments/studies/search_json.hpp"
#include "experiments/web/game_text.hpp"

namespace carrack::web {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Limits of the trees from which lines are taken.
constexpr u32 kDeepestLine = 12;  // decisions
constexpr u64 kLeastVisits = 2;   // least visits of a node

/// The most visited line from every child of the root on, without the child itself: events with
/// their actors.
OrderedJson lines_of(const SavedTree& tree) {
  std::vector<u32> favourite(tree.nodes.size(), 0);  // the most visited child; 0 if there is none
  for (u32 i = 1; i < tree.nodes.size(); ++i) {
    u32& best = favourite[tree.nodes[i].parent];
    if (best == 0 || tree.nodes[i].visits > tree.nodes[best].visits) best = i;
  }
  OrderedJson lines = OrderedJson::object();
  for (u32 i = 1; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent != 0) continue;
    OrderedJson& line = lines[tree.nodes[i].event] = OrderedJson::array();
    for (u32 at = favourite[i]; at != 0; at = favourite[at]) {
      const SavedNode& node = tree.nodes[at];
      line.push_back({{"actor", actor_text(node.actor)}, {"event", node.event}});
    }
  }
  return lines;
}

bool has_values(const OrderedJson& by_seat) { return !by_seat.empty() && !by_seat[0].is_null(); }

/// Values by seat of a report, weighted and added up. Null adds nothing.
class WeightedSums {
 public:
  void add(const OrderedJson& by_seat, double weight) {
    if (!has_values(by_seat) || weight == 0) return;
    sums_.resize(by_seat.size());
    for (std::size_t p = 0; p < sums_.size(); ++p) sums_[p] += weight * by_seat[p].get<double>();
    weight_ += weight;
  }
  /// Adds the squares of `by_seat`.
  void add_squares(const OrderedJson& by_seat, double weight) {
    if (!has_values(by_seat)) return;
    OrderedJson squares = OrderedJson::array();
    for (const OrderedJson& value : by_seat)
      squares.push_back(value.get<double>() * value.get<double>());
    add(squares, weight);
  }
  [[nodiscard]] OrderedJson means(std::size_t players) const {
    OrderedJson values = OrderedJson::array();
    for (std::size_t p = 0; p < players; ++p) {
      values.push_back(sums_.empty() ? OrderedJson() : OrderedJson(sums_[p] / weight_));
    }
    return values;
  }
  [[nodiscard]] OrderedJson roots(std::size_t players, double divisor) const {
    OrderedJson values = OrderedJson::array();
    for (std::size_t p = 0; p < players; ++p) {
      values.push_back(sums_.empty() ? OrderedJson() : OrderedJson(std::sqrt(sums_[p]) / divisor));
    }
    return values;
  }

 private:
  std::vector<double> sums_;
  double weight_ = 0;
};

struct MergedOption {
  OrderedJson first;  // of the first report that has it
  u64 visits = 0;
  double judged_visits = 0;  // those in reports that have a standard error
  WeightedSums value, squares, win_share;
};

/// Throws InputError for a report of another player, or with another number of seats, than the
/// first one has.
void check_same_position(const OrderedJson& first, const OrderedJson& report) {
  const std::size_t players = first.at("win_share").size();
  bool is_same =
      report.at("player") == first.at("player") && report.at("win_share").size() == players;
  for (const OrderedJson& option : report.at("options")) {
    for (const char* const key : {"value", "standard_error", "win_share"}) {
      is_same = is_same && option.at(key).size() == players;
    }
  }
  if (!is_same) throw InputError("the reports to merge are of different positions");
}

/// The visits of an option in a report; 0 if the report does not have it.
u64 visits_of(const OrderedJson& report, const std::string& event) {
  for (const OrderedJson& option : report.at("options")) {
    if (option.at("event") == event) return option.at("visits").get<u64>();
  }
  return 0;
}

/// The line of every option, of the report that visited the option most.
OrderedJson merged_lines(const std::vector<OrderedJson>& reports) {
  OrderedJson lines = OrderedJson::object();
  std::map<std::string, u64> most;
  for (const OrderedJson& report : reports) {
    if (!report.contains("lines")) continue;  // a flat search has none
    for (const auto& [event, line] : report.at("lines").items()) {
      const u64 visits = visits_of(report, event);
      const auto [known, is_new] = most.try_emplace(event, visits);
      if (!is_new && visits <= known->second) continue;
      known->second = visits;
      lines[event] = line;
    }
  }
  return lines;
}

OrderedJson merged(const std::vector<OrderedJson>& reports) {
  OrderedJson all = reports.front();
  const std::size_t players = all.at("win_share").size();
  for (const OrderedJson& report : reports) check_same_position(all, report);
  std::vector<MergedOption> options;
  WeightedSums win_share;
  double depths = 0;
  for (const char* const key : {"iterations", "nodes", "memory_bytes"}) all[key] = 0;
  for (const OrderedJson& report : reports) {
    const auto iterations = report.at("iterations").get<u64>();
    for (const char* const key : {"iterations", "nodes", "memory_bytes"}) {
      all[key] = all[key].get<u64>() + report.at(key).get<u64>();
    }
    all["seconds"] = std::max(all["seconds"].get<double>(), report.at("seconds").get<double>());
    all["deepest"] = std::max(all["deepest"].get<u64>(), report.at("deepest").get<u64>());
    depths += report.at("mean_depth").get<double>() * static_cast<double>(iterations);
    win_share.add(report.at("win_share"), static_cast<double>(iterations));
    for (const OrderedJson& option : report.at("options")) {
      auto found = std::ranges::find(options, option.at("event"),
                                     [](const MergedOption& o) { return o.first.at("event"); });
      if (found == options.end()) {
        options.push_back({.first = option, .value = {}, .squares = {}, .win_share = {}});
        found = options.end() - 1;
      }
      const auto visits = option.at("visits").get<u64>();
      const auto weight = static_cast<double>(visits);
      found->visits += visits;
      found->value.add(option.at("value"), weight);
      found->squares.add_squares(option.at("standard_error"), weight * weight);
      if (has_values(option.at("standard_error"))) found->judged_visits += weight;
      found->win_share.add(option.at("win_share"), weight);
    }
  }
  const auto iterations = all["iterations"].get<double>();
  all["mean_depth"] = iterations == 0 ? 0 : depths / iterations;
  all["win_share"] = win_share.means(players);
  std::ranges::stable_sort(options, std::ranges::greater(), &MergedOption::visits);
  all["options"] = OrderedJson::array();
  for (const MergedOption& option : options) {
    OrderedJson row = option.first;
    row["visits"] = option.visits;
    row["value"] = option.value.means(players);
    row["standard_error"] = option.squares.roots(players, option.judged_visits);
    row["win_share"] = option.win_share.means(players);
    all["options"].push_back(std::move(row));
  }
  for (const char* const key : {"anytime", "line_actors"}) all.erase(key);
  if (options.empty()) return all;  // there was nothing to search
  const OrderedJson& best = all["options"][0]["event"];
  all["chosen"] = best;
  OrderedJson lines = merged_lines(reports);
  if (lines.empty()) return all;
  all["line"] = OrderedJson::array({best});
  // Searches that visited the option too little have no line of it.
  if (const auto found = lines.find(best.get<std::string>()); found != lines.end()) {
    for (const OrderedJson& step : *found) all["line"].push_back(step.at("event"));
  }
  all["lines"] = std::move(lines);
  return all;
}

}  // namespace

std::string search_position(const State& s, const std::string& agent, u64 seed) {
  check_seat(agent);
  const std::unique_ptr<Agent> made = make_agent(agent);
  if (!made->searches()) {
    throw InputError("agent '" + excerpt(agent) + "' does not search; expected mcts, uct or flat");
  }
  const auto [view, chosen] = choose_once(*made, s, seed);
  std::string report = search_json(view, made->report(), chosen);
  const auto* const search = dynamic_cast<const SearchAgent*>(made.get());
  if (search == nullptr) return report;
  report.pop_back();
  const SavedTree tree = save_tree(*search, view, seed, kDeepestLine, kLeastVisits);
  return report + ", \"lines\": " + lines_of(tree).dump() + '}';
}

SavedTree search_tree(const State& s, const std::string& agent, u64 seed) {
  check_seat(agent);
  const std::unique_ptr<Agent> made = make_agent(agent);
  const auto* const search = dynamic_cast<const SearchAgent*>(made.get());
  if (search == nullptr) {
    throw InputError("agent '" + excerpt(agent) + "' has no tree; expected mcts or uct");
  }
  const State view = choose_once(*made, s, seed).view;
  return save_tree(*search, view, seed, kDeepestLine, kLeastVisits);
}

std::string merge_reports(const std::vector<std::string>& reports) {
  std::vector<OrderedJson> read;
  read.reserve(reports.size());
  for (const std::string& report : reports) read.push_back(parse_json<OrderedJson>(report));
  if (read.empty()) throw InputError("there is no report to merge");
  try {
    if (read.size() == 1) return read.front().dump();
    return merged(read).dump();
  } catch (const OrderedJson::exception&) {
    throw InputError("a report to merge is not one of a search");
  }
}

}  // namespace carrack::web
