// `carrack tree`: looks into the tree of a search that `carrack analyse --tree` has written.
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/render/table.hpp"
#include "experiments/studies/tree_file.hpp"

namespace carrack {
namespace {

using Json = nlohmann::ordered_json;

struct TreeViewOptions {
  std::string file;
  std::vector<std::string> path;
  u32 depth = 1;
  u64 min_visits = 1;
  std::string against;
  u64 rows = 20;
  bool json = false;
};

constexpr std::string_view kBetweenEvents = ", ";

SavedTree read_tree_of(const std::string& file) {
  return read_tree(read_input(file, kLargestTreeFile), file);
}

std::string number(double value) { return fixed(value, 3); }

double share_of(const SavedNode& node, const SavedNode& of) {
  return of.visits == 0 ? 0 : static_cast<double>(node.visits) / static_cast<double>(of.visits);
}

std::string path_text(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& event : path) {
    if (!text.empty()) text += kBetweenEvents;
    text += event;
  }
  return text.empty() ? "(root)" : text;
}

std::vector<std::string> split_at(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

/// The events of all --path options, each of which may have several.
std::vector<std::string> events_of(const std::vector<std::string>& paths) {
  std::vector<std::string> events;
  for (const std::string& path : paths) {
    std::ranges::copy(split_at(path, kBetweenEvents), std::back_inserter(events));
  }
  return events;
}

/// The agent and the seed of a search.
std::string search_of(const SavedTree& tree) {
  return printable(short_spec(tree.agent)) + ", seed " + std::to_string(tree.seed);
}

/// The values of a spec by their keys.
std::map<std::string, std::string> values_in(const std::string& spec) {
  std::map<std::string, std::string> values;
  for (const std::string& part : split_at(spec.substr(spec.find(':') + 1), ",")) {
    const std::size_t sign = std::min(part.find('='), part.size());
    values[part.substr(0, sign)] = sign == part.size() ? "" : part.substr(sign + 1);
  }
  return values;
}

/// "iterations 100, 200; c 0.5, 1": the keys whose values differ; empty if all are the same.
std::string differing_keys(const SavedTree& first, const SavedTree& second) {
  auto values = values_in(first.agent);
  const auto others = values_in(second.agent);
  for (const auto& [key, value] : others) values.try_emplace(key, "-");
  std::string text;
  for (const auto& [key, value] : values) {
    const auto other = others.find(key);
    const std::string theirs = other == others.end() ? "-" : other->second;
    if (value == theirs) continue;
    if (!text.empty()) text += "; ";
    text.append(key).append(" ").append(value).append(kBetweenEvents).append(theirs);
  }
  return printable(text);
}

/// The shown nodes: the node and those below it, parents before children, the most visited first.
class ShownNodes {
 public:
  ShownNodes(const SavedTree& tree, u32 top, const TreeViewOptions& options)
      : tree_(tree), children_(tree), options_(options) {
    add(top, 0);
  }
  [[nodiscard]] const std::vector<u32>& nodes() const { return nodes_; }

 private:
  void add(u32 node, u32 depth) {
    nodes_.push_back(node);
    if (depth == options_.depth) return;
    for (const u32 child : children_.of(node)) {
      if (tree_.nodes[child].visits < options_.min_visits) return;
      add(child, depth + 1);
    }
  }

  const SavedTree& tree_;
  TreeChildren children_;
  const TreeViewOptions& options_;
  std::vector<u32> nodes_;
};

Json as_json(const SavedTree& tree, u32 i) {
  const SavedNode& node = tree.nodes[i];
  Json json{{"node", i}, {"parent", nullptr}, {"actor", nullptr}, {"event", nullptr}};
  if (i != 0) {
    json["parent"] = node.parent;
    json["actor"] = actor_text(node.actor);
    json["event"] = node.event;
  }
  json["visits"] = node.visits;
  json["prior"] = node.prior == 0 ? Json() : Json(node.prior);  // 0 means unknown
  json["value"] = std::vector<double>(node.value.begin(), node.value.begin() + tree.players);
  return json;
}

void show(const SavedTree& tree, const TreeViewOptions& options) {
  const u32 top = find_node(tree, events_of(options.path));
  const ShownNodes shown(tree, top, options);
  if (options.json) {
    Json json{{"agent", tree.agent},
              {"seed", tree.seed},
              {"player", to_string(tree.player)},
              {"path", path_of(tree, top)},
              {"nodes", Json::array()}};
    for (const u32 i : shown.nodes()) json["nodes"].push_back(as_json(tree, i));
    std::cout << json.dump(2) << '\n';
    return;
  }
  std::vector<std::string> header{"event", "actor", "visits", "share", "prior"};
  for (unsigned p = 0; p < tree.players; ++p) {
    header.push_back("value " + to_string(nth<Player>(p)));
  }
  Table table(header, {Align::left, Align::left});
  for (const u32 i : shown.nodes()) {
    const SavedNode& node = tree.nodes[i];
    const unsigned indent = node.depth - tree.nodes[top].depth;
    const std::string name = i == top ? path_text(path_of(tree, i)) : node.event;
    std::vector<std::string> row{std::string(2 * std::size_t{indent}, ' ') + name,
                                 node.actor == kNoActor ? "-" : actor_text(node.actor),
                                 grouped(static_cast<double>(node.visits)),
                                 i == 0 ? "-" : number(share_of(node, tree.nodes[node.parent])),
                                 node.prior == 0 ? "-" : number(node.prior)};
    for (unsigned p = 0; p < tree.players; ++p) row.push_back(number(node.value[p]));
    table.add(row);
  }
  std::cout << search_of(tree) << '\n'
            << to_string(tree.player) << " decides at the root\n\n"
            << table.text() << "share: of the visits of its parent; value: mean reward by player\n"
            << shown.nodes().size() << " of " << tree.nodes.size() << " nodes of the file\n";
}

const SavedNode* node_of(const SavedTree& tree, u32 node) {
  return node == kNoNode ? nullptr : &tree.nodes[node];
}

std::string visits_of(const SavedNode* node) {
  return node == nullptr ? "-" : grouped(static_cast<double>(node->visits));
}

/// Two trees, A and B, and what is shown of their comparison.
class ShownComparison {
 public:
  ShownComparison(const SavedTree& first, const SavedTree& second, const TreeViewOptions& options)
      : first_(first), second_(second), comparison_(compare_trees(first, second)) {
    for (const NodePair& pair : comparison_.pairs) {
      both_ += pair.first != kNoNode && pair.second != kNoNode ? 1 : 0;
      only_first_ += pair.second == kNoNode ? 1 : 0;
      choices_ += pair.choice_differs ? 1 : 0;
      const u64 visits = std::max(pair.first == kNoNode ? 0 : first.nodes[pair.first].visits,
                                  pair.second == kNoNode ? 0 : second.nodes[pair.second].visits);
      const bool is_same = pair.difference() == 0 && !pair.choice_differs;
      if (visits < options.min_visits || is_same || rows_.size() == options.rows) continue;
      rows_.push_back(&pair);
    }
  }

  void print_json() const {
    Json rows = Json::array();
    for (const NodePair* const pair : rows_) {
      const std::array nodes{node_of(first_, pair->first), node_of(second_, pair->second)};
      Json visits = Json::array();  // null in a tree without the node
      Json values = Json::array();
      for (const SavedNode* const node : nodes) {
        visits.push_back(node == nullptr ? Json() : Json(node->visits));
        values.push_back(node == nullptr ? Json() : Json(value_of(*node)));
      }
      rows.push_back({{"path", path_of(first_, second_, *pair)},
                      {"visits", visits},
                      {"share", {pair->first_share, pair->second_share}},
                      {"values", values},
                      {"choice_differs", pair->choice_differs}});
    }
    const auto search = [](const SavedTree& tree) {
      return Json{{"agent", tree.agent}, {"seed", tree.seed}};
    };
    std::cout << Json{{"first", search(first_)},
                      {"second", search(second_)},
                      {"player", to_string(first_.player)},
                      {"depth", comparison_.depth},
                      {"min_visits", comparison_.min_visits},
                      {"both", both_},
                      {"only_first", only_first_},
                      {"only_second", only_second()},
                      {"choices_that_differ", choices_},
                      {"nodes", rows}}
                     .dump(2)
              << '\n';
  }

  void print_text() const {
    std::cout << "A: " << search_of(first_) << "\nB: " << search_of(second_) << '\n';
    const std::string keys = differing_keys(first_, second_);
    if (!keys.empty()) std::cout << "keys that differ (A, B): " << keys << '\n';
    if (first_.depth != second_.depth || first_.min_visits != second_.min_visits) {
      std::cout << "A has nodes down to depth " << first_.depth << ", of at least "
                << counted(first_.min_visits, "visit") << "; B down to depth " << second_.depth
                << ", of at least " << counted(second_.min_visits, "visit")
                << ".\nCompared down to depth " << comparison_.depth << " and nodes of at least "
                << counted(comparison_.min_visits, "visit") << ".\n";
    }
    std::cout << '\n';
    if (!rows_.empty()) {
      std::cout << table() << "share: of the visits of the root; largest differences first\n";
    }
    std::cout << both_ << " nodes are in both trees, " << only_first_ << " only in A, "
              << only_second() << " only in B; the most visited child differs at " << choices_
              << '\n';
  }

 private:
  /// The value for the player who decides at the root.
  [[nodiscard]] double value_of(const SavedNode& node) const {
    return node.value[index(first_.player)];
  }
  [[nodiscard]] u64 only_second() const { return comparison_.pairs.size() - both_ - only_first_; }

  [[nodiscard]] std::string table() const {
    Table table({"path", "visits A", "visits B", "share A", "share B",
                 "value " + to_string(first_.player) + " A", "value B", "choice"});
    const auto value = [&](const SavedNode* node) {
      return node == nullptr ? "-" : number(value_of(*node));
    };
    for (const NodePair* const pair : rows_) {
      const SavedNode* const a = node_of(first_, pair->first);
      const SavedNode* const b = node_of(second_, pair->second);
      table.add({path_text(path_of(first_, second_, *pair)), visits_of(a), visits_of(b),
                 number(pair->first_share), number(pair->second_share), value(a), value(b),
                 pair->choice_differs ? "differs" : ""});
    }
    return table.text();
  }

  const SavedTree& first_;
  const SavedTree& second_;
  TreeComparison comparison_;
  std::vector<const NodePair*> rows_;
  u64 both_ = 0;
  u64 only_first_ = 0;
  u64 choices_ = 0;
};

void tree_command(const TreeViewOptions& options) {
  const SavedTree tree = read_tree_of(options.file);
  if (options.against.empty()) {
    show(tree, options);
    return;
  }
  const SavedTree other = read_tree_of(options.against);
  const ShownComparison comparison(tree, other, options);
  if (options.json) {
    comparison.print_json();
  } else {
    comparison.print_text();
  }
}

}  // namespace

void add_tree(CLI::App& app, int& /*status*/) {
  auto* const command =
      app.add_subcommand("tree", "Look into a search tree, or compare two of one position");
  command->footer(
      "Examples: carrack analyse games.jsonl --ply 40 --tree a.tree\n"
      "          carrack tree a.tree --path \"place colonist dock\" --depth 3 --min-visits 20\n"
      "          carrack tree a.tree --against b.tree");
  const auto options = std::make_shared<TreeViewOptions>();
  add_file(*command, "file", options->file, "tree, written by carrack analyse --tree")->required();
  auto* const path = add_each(*command, "--path", options->path,
                              "show the node that these events lead to from the root, e.g. \"place "
                              "colonist dock, pass\"");
  auto* const depth =
      add_number(*command, "--depth", options->depth, 0, 1000, "depth shown below the node");
  add_number(*command, "--min-visits", options->min_visits, 0, kMaxGames,
             "minimum visits of a shown node");
  auto* const against = add_file(*command, "--against", options->against,
                                 "tree to compare with, of the same position")
                            ->excludes(path)
                            ->excludes(depth);
  add_number(*command, "--rows", options->rows, 1, kMaxGames, "rows of the comparison")
      ->needs(against);
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] { tree_command(*options); });
}

}  // namespace carrack
