// `carrack tree`: looks into the tree of a search that `carrack analyse --tree` has written.
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/input_file.hpp"
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

SavedTree read(const std::string& file) {
  return read_tree(read_input(file, kLargestTreeFile), file);
}

std::string number(double value) { return fixed(value, 3); }

double share_of(const SavedNode& node, const SavedNode& of) {
  return of.visits == 0 ? 0 : static_cast<double>(node.visits) / static_cast<double>(of.visits);
}

std::string joined(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& event : path) text += (text.empty() ? "" : ", ") + event;
  return text.empty() ? "(root)" : text;
}

/// The node and those below it that are shown, in the order of the tree.
std::vector<u32> shown(const SavedTree& tree, u32 top, const TreeViewOptions& options) {
  std::vector<u32> found;
  std::vector<bool> is_below(tree.nodes.size());
  is_below[top] = true;
  for (u32 i = top; i < tree.nodes.size(); ++i) {
    const SavedNode& node = tree.nodes[i];
    if (i != top) is_below[i] = i > top && node.parent >= top && is_below[node.parent];
    if (!is_below[i] || node.depth > tree.nodes[top].depth + options.depth) continue;
    if (node.visits >= options.min_visits) found.push_back(i);
  }
  return found;
}

Json as_json(const SavedTree& tree, u32 i) {
  const SavedNode& node = tree.nodes[i];
  return {{"path", path_of(tree, i)},
          {"visits", node.visits},
          {"prior", node.prior},
          {"value", std::vector<double>(node.value.begin(), node.value.begin() + tree.players)}};
}

void show(const SavedTree& tree, const TreeViewOptions& options) {
  const u32 top = find_node(tree, options.path);
  const std::vector<u32> nodes = shown(tree, top, options);
  if (options.json) {
    Json json{{"agent", tree.agent}, {"player", to_string(tree.player)}, {"nodes", Json::array()}};
    for (const u32 i : nodes) json["nodes"].push_back(as_json(tree, i));
    std::cout << json.dump(2) << '\n';
    return;
  }
  std::vector<std::string> header{"event", "visits", "share", "prior"};
  for (unsigned p = 0; p < tree.players; ++p) {
    header.push_back("value " + to_string(nth<Player>(p)));
  }
  Table table(header);
  for (const u32 i : nodes) {
    const SavedNode& node = tree.nodes[i];
    const unsigned indent = node.depth - tree.nodes[top].depth;
    const std::string name = i == top ? joined(path_of(tree, i)) : node.event;
    std::vector<std::string> row{std::string(2 * std::size_t{indent}, ' ') + name,
                                 grouped(static_cast<double>(node.visits)),
                                 i == 0 ? "-" : number(share_of(node, tree.nodes[node.parent])),
                                 node.prior == 0 ? "-" : number(node.prior)};
    for (unsigned p = 0; p < tree.players; ++p) row.push_back(number(node.value[p]));
    table.add(row);
  }
  std::cout << tree.agent << '\n'
            << to_string(tree.player) << " decides at the root\n\n"
            << table.text() << "share: of the visits of its parent; value: mean reward by player\n"
            << nodes.size() << " of " << tree.nodes.size() << " nodes of the file\n";
}

std::string visits_of(const SavedNode* node) {
  return node == nullptr ? "-" : grouped(static_cast<double>(node->visits));
}

void compare(const SavedTree& first, const SavedTree& second, const TreeViewOptions& options) {
  const std::vector<NodePair> pairs = compare_trees(first, second);
  const unsigned me = index(first.player);
  u64 both = 0;
  u64 only_first = 0;
  u64 choices = 0;
  for (const NodePair& pair : pairs) {
    both += pair.first != nullptr && pair.second != nullptr ? 1 : 0;
    only_first += pair.second == nullptr ? 1 : 0;
    choices += pair.choice_differs ? 1 : 0;
  }
  const u64 only_second = pairs.size() - both - only_first;
  Json rows = Json::array();
  Table table({"path", "visits A", "visits B", "share A", "share B",
               "value " + to_string(first.player) + " A", "value B", "choice"});
  const auto value = [&](const SavedNode* node) {
    return node == nullptr ? "-" : number(node->value[me]);
  };
  u64 left = options.rows;
  for (const NodePair& pair : pairs) {
    const u64 visits = std::max(pair.first == nullptr ? 0 : pair.first->visits,
                                pair.second == nullptr ? 0 : pair.second->visits);
    if (visits < options.min_visits || (pair.difference() == 0 && !pair.choice_differs)) continue;
    if (left == 0) break;
    --left;
    table.add({joined(pair.path), visits_of(pair.first), visits_of(pair.second),
               number(pair.first_share), number(pair.second_share), value(pair.first),
               value(pair.second), pair.choice_differs ? "differs" : ""});
    rows.push_back({{"path", pair.path},
                    {"share", {pair.first_share, pair.second_share}},
                    {"choice_differs", pair.choice_differs}});
  }
  if (options.json) {
    std::cout << Json{{"both", both},
                      {"only_first", only_first},
                      {"only_second", only_second},
                      {"choices_that_differ", choices},
                      {"nodes", rows}}
                     .dump(2)
              << '\n';
    return;
  }
  std::cout << "A: " << first.agent << "\nB: " << second.agent << "\n\n";
  if (!rows.empty()) {
    std::cout << table.text() << "share: of the visits of the root; largest differences first\n";
  }
  std::cout << both << " nodes are in both trees, " << only_first << " only in A, " << only_second
            << " only in B; the most visited child differs at " << choices << '\n';
}

int tree_command(const TreeViewOptions& options) {
  const SavedTree tree = read(options.file);
  if (options.against.empty()) {
    show(tree, options);
  } else {
    if (!options.path.empty()) throw InputError("--path does not go with --against");
    compare(tree, read(options.against), options);
  }
  return 0;
}

}  // namespace

void add_tree(CLI::App& app, int& status) {
  auto* const command =
      app.add_subcommand("tree", "Look into a search tree, or compare two of one position");
  command->footer(
      "Examples: carrack analyse games.jsonl --ply 40 --tree a.tree\n"
      "          carrack tree a.tree --path \"place colonist dock\" --depth 3 --min-visits 20\n"
      "          carrack tree a.tree --against b.tree");
  const auto options = std::make_shared<TreeViewOptions>();
  command->add_option("file", options->file, "tree, written by carrack analyse --tree")->required();
  command->add_option("--path", options->path,
                      "show the node that these events lead to from the root; repeat for more");
  add_number(*command, "--depth", options->depth, 0, 1000, "depth shown below the node");
  add_number(*command, "--min-visits", options->min_visits, 0, kMaxGames,
             "minimum visits of a shown node");
  command->add_option("--against", options->against, "tree to compare with");
  add_number(*command, "--rows", options->rows, 1, kMaxGames, "rows of the comparison");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options, &status] { status = tree_command(*options); });
}

}  // namespace carrack
