#include "experiments/studies/tree_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "core/base/digest.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sqlite_file.hpp"
#include "core/notation/notation.hpp"

namespace carrack {
namespace {

using json_reader::Json;

constexpr std::string_view kFormat = "carrack-tree";
constexpr u64 kVersion = 1;
constexpr u64 kMaxDepth = 1000;

u64 digest_of(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.value();
}

u64 hex_of(const Json& object, const char* key) {
  const std::string text = json_reader::text_of(object, key);
  u64 value = 0;
  bool is_hex = text.size() == 16;
  for (const char c : text) {
    const auto digit = std::string_view("0123456789abcdef").find(c);
    is_hex = is_hex && digit != std::string_view::npos;
    value = value << 4 | (digit & 15U);
  }
  if (!is_hex) throw InputError(std::string("\"") + key + "\" is no 16 hexadecimal digits");
  return value;
}

/// Whole and within a range.
u64 number_in(const Json& object, const char* key, u64 min, u64 max) {
  const u64 value = json_reader::number_of(object, key);
  if (value < min || value > max) {
    throw InputError(std::string("\"") + key + "\" is " + std::to_string(value) + ", expected " +
                     std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

double real_of(const Json& value, const char* key) {
  if (!value.is_number()) throw InputError(std::string("\"") + key + "\" is not a number");
  const auto number = value.get<double>();
  // Rewards and priors are shares; rounding leaves them a little outside.
  if (!(number >= -0.001 && number <= 1.001)) {
    throw InputError(std::string("\"") + key + "\" is " + value.dump() + ", expected 0 to 1");
  }
  return number;
}

u8 actor_of(const Json& line, unsigned players) {
  const std::string text = json_reader::text_of(line, "actor");
  if (const std::optional<u8> actor = actor_named(text, players)) return *actor;
  throw InputError("\"actor\" is '" + excerpt(text) + "', expected p1 to p" +
                   std::to_string(players) + " or chance");
}

void write_header(JsonWriter& json, const SavedTree& tree) {
  json.open_object();
  json.key("format").text(kFormat).key("version").number(kVersion);
  json.key("agent").text(tree.agent);
  json.key("players").number(tree.players);
  json.key("player").number(index(tree.player) + 1);
  json.key("position").text(hexadecimal(tree.position));
  json.key("seed").number(tree.seed);
  json.key("depth").number(tree.depth);
  json.key("min_visits").number(tree.min_visits);
  json.close_object();
}

void write_node(JsonWriter& json, const SavedTree& tree, u32 i) {
  const SavedNode& node = tree.nodes[i];
  json.open_object();
  json.key("node").number(i);
  if (i > 0) {
    json.key("parent").number(node.parent);
    json.key("actor").text(actor_text(node.actor));
    json.key("event").text(node.event);
  }
  json.key("visits").number(node.visits);
  if (node.prior != 0) json.key("prior").raw(digits_of(node.prior));
  json.key("value").open_list();
  for (unsigned p = 0; p < tree.players; ++p) json.raw(digits_of(node.value[p]));
  json.close_list();
  json.close_object();
}

SavedTree header_of(const Json& line) {
  if (!line.is_object() || line.value("format", Json()) != kFormat) {
    throw InputError("no tree of a search; expected a file of carrack analyse --tree");
  }
  if (const u64 version = json_reader::number_of(line, "version"); version != kVersion) {
    throw InputError("version " + std::to_string(version) + " of the format, expected " +
                     std::to_string(kVersion));
  }
  SavedTree tree;
  tree.agent = json_reader::text_of(line, "agent");
  tree.players = static_cast<unsigned>(number_in(line, "players", 2, kMaxPlayers));
  tree.player = nth<Player>(static_cast<unsigned>(number_in(line, "player", 1, tree.players)) - 1);
  tree.position = hex_of(line, "position");
  tree.seed = json_reader::number_of(line, "seed");
  tree.depth = static_cast<u32>(number_in(line, "depth", 0, kMaxDepth));
  tree.min_visits = json_reader::number_of(line, "min_visits");
  return tree;
}

void check_footer(const SavedTree& tree, const Json& line, std::string_view before) {
  if (const u64 nodes = json_reader::number_of(line, "nodes"); nodes != tree.nodes.size()) {
    throw InputError("the footer counts " + std::to_string(nodes) + " nodes, the file has " +
                     std::to_string(tree.nodes.size()));
  }
  if (hex_of(line, "hash") != digest_of(before)) {
    throw InputError("the file is damaged: its hash is that of another text");
  }
  if (tree.nodes.empty()) throw InputError("the tree has no root");
}

/// A tree that is read line by line.
class TreeReading {
 public:
  /// `before`: the text before the line.
  void add_line(std::string_view line, std::string_view before) {
    ++number_;
    if (has_footer_) throw InputError("text behind the footer");
    if (number_ == 1 && line.starts_with(kSqliteFileStart)) {
      throw InputError(
          "an SQLite file, such as a ledger, which carrack ledger shows; expected a file of "
          "carrack analyse --tree");
    }
    if (line.size() > kLongestTreeLine) {
      throw InputError("the line is longer than " + std::to_string(kLongestTreeLine >> 10U) +
                       " KiB");
    }
    const Json json = parse_json(line);
    if (number_ == 1) {
      tree_ = header_of(json);
      shares_children_ = tree_.agent.find("transpositions=on") != std::string::npos;
    } else if (json.is_object() && json.contains("nodes")) {
      check_footer(tree_, json, before);
      has_footer_ = true;
    } else {
      add_node(json);
    }
  }
  [[nodiscard]] SavedTree finish() {
    if (number_ == 0) throw InputError("the file is empty; expected carrack analyse --tree");
    if (!has_footer_) throw InputError("the file ends without a footer");
    if (const u32 node = repeated_event(); node != 0) {
      number_ = u64{node} + 2;  // behind the header
      throw InputError("node " + std::to_string(tree_.nodes[node].parent) +
                       " has two children with the event '" + excerpt(tree_.nodes[node].event) +
                       "'");
    }
    return std::move(tree_);
  }
  /// The line that was read last, or that an error of finish() is about.
  [[nodiscard]] u64 line() const { return std::max<u64>(number_, 1); }

 private:
  void add_node(const Json& line) {
    const auto here = static_cast<u32>(tree_.nodes.size());
    if (!line.is_object()) throw InputError("no object");
    if (here == kMaxTreeNodes) {
      throw InputError("more than " + std::to_string(kMaxTreeNodes) + " nodes");
    }
    if (const u64 number = json_reader::number_of(line, "node"); number != here) {
      throw InputError("node " + std::to_string(number) + ", expected " + std::to_string(here));
    }
    SavedNode node;
    if (here > 0) {
      node.parent = static_cast<u32>(number_in(line, "parent", 0, here - 1));
      node.depth = tree_.nodes[node.parent].depth + 1;
      node.actor = actor_of(line, tree_.players);
      node.event = json_reader::text_of(line, "event");
      if (node.depth > tree_.depth) throw InputError("deeper than the header says");
    }
    node.visits = json_reader::number_of(line, "visits");
    if (here > 0 && !shares_children_) count_visits(node);
    if (line.contains("prior")) node.prior = real_of(line["prior"], "prior");
    const Json& value = json_reader::member(line, "value");
    if (!value.is_array() || value.size() != tree_.players) {
      throw InputError("\"value\" is not a list of " + std::to_string(tree_.players) + " numbers");
    }
    for (unsigned p = 0; p < tree_.players; ++p) node.value[p] = real_of(value[p], "value");
    tree_.nodes.push_back(std::move(node));
    below_.push_back(0);
  }

  void count_visits(const SavedNode& node) {
    const u64 of_parent = tree_.nodes[node.parent].visits;
    if (node.visits > of_parent) throw InputError("more visits than its parent has");
    if (node.visits > of_parent - below_[node.parent]) {
      throw InputError("node " + std::to_string(node.parent) +
                       " has fewer visits than its children together");
    }
    below_[node.parent] += node.visits;
  }

  /// A node with the event of another child of its parent; 0 if there is none.
  [[nodiscard]] u32 repeated_event() const {
    std::vector<u32> order(tree_.nodes.size() - 1);
    std::iota(order.begin(), order.end(), 1U);
    const auto& nodes = tree_.nodes;
    std::ranges::sort(order, [&](u32 a, u32 b) {
      return std::tie(nodes[a].parent, nodes[a].event, a) <
             std::tie(nodes[b].parent, nodes[b].event, b);
    });
    const auto same = std::ranges::adjacent_find(order, [&](u32 a, u32 b) {
      return nodes[a].parent == nodes[b].parent && nodes[a].event == nodes[b].event;
    });
    return same == order.end() ? 0 : *std::next(same);
  }

  SavedTree tree_;
  std::vector<u64> below_;        // the visits of each node's children
  bool shares_children_ = false;  // a position that is reached in several ways has one set of them
  bool has_footer_ = false;
  u64 number_ = 0;  // of lines
};

void check_same_position(const SavedTree& first, const SavedTree& second) {
  if (first.players != second.players) {
    throw InputError("the trees are of games of " + std::to_string(first.players) + " and of " +
                     std::to_string(second.players) + " players");
  }
  if (first.player != second.player) {
    throw InputError("the trees are of different positions: " + to_string(first.player) + " and " +
                     to_string(second.player) + " decide at their roots");
  }
  if (first.position != second.position) {
    throw InputError("the trees are of different positions: " + hexadecimal(first.position) +
                     " and " + hexadecimal(second.position));
  }
}

/// Two trees, walked together.
class TreeWalk {
 public:
  TreeWalk(const SavedTree& first, const SavedTree& second)
      : trees_{&first, &second}, children_{TreeChildren(first), TreeChildren(second)} {
    comparison_.depth = std::min(first.depth, second.depth);
    comparison_.min_visits = std::max(first.min_visits, second.min_visits);
  }

  [[nodiscard]] TreeComparison comparison() {
    visit(0, {0, 0});
    std::ranges::stable_sort(comparison_.pairs, [](const NodePair& a, const NodePair& b) {
      return a.difference() > b.difference();
    });
    return std::move(comparison_);
  }

 private:
  using Nodes = std::array<u32, 2>;  // of both trees

  void visit(u32 depth, const Nodes& nodes) {
    const std::size_t place = comparison_.pairs.size();
    comparison_.pairs.push_back(
        {nodes[0], nodes[1], share(0, nodes[0]), share(1, nodes[1]), false});
    if (depth == comparison_.depth) return;
    std::map<std::string_view, Nodes> events;
    std::array<std::string_view, 2> choices;
    for (std::size_t tree = 0; tree < 2; ++tree) {
      if (nodes[tree] == kNoNode) continue;
      for (const u32 child : children_[tree].of(nodes[tree])) {
        const SavedNode& node = trees_[tree]->nodes[child];
        if (node.visits < comparison_.min_visits) break;  // the next ones have fewer
        if (choices[tree].empty()) choices[tree] = node.event;
        events.try_emplace(node.event, Nodes{kNoNode, kNoNode}).first->second[tree] = child;
      }
    }
    comparison_.pairs[place].choice_differs =
        !choices[0].empty() && !choices[1].empty() && choices[0] != choices[1];
    for (const auto& [event, children] : events) visit(depth + 1, children);
  }
  [[nodiscard]] double share(std::size_t tree, u32 node) const {
    if (node == kNoNode) return 0;
    const auto& nodes = trees_[tree]->nodes;
    return static_cast<double>(nodes[node].visits) /
           static_cast<double>(std::max<u64>(nodes[0].visits, 1));
  }

  std::array<const SavedTree*, 2> trees_;
  std::array<TreeChildren, 2> children_;
  TreeComparison comparison_;
};

}  // namespace

std::string tree_text(const SavedTree& tree) {
  std::string text;
  const auto end_line = [&] { text += '\n'; };
  {
    JsonWriter json(text);
    write_header(json, tree);
  }
  end_line();
  for (u32 i = 0; i < tree.nodes.size(); ++i) {
    JsonWriter json(text);
    write_node(json, tree, i);
    end_line();
  }
  const u64 digest = digest_of(text);
  JsonWriter json(text);
  json.open_object().key("nodes").number(tree.nodes.size());
  json.key("hash").text(hexadecimal(digest)).close_object();
  end_line();
  return text;
}

SavedTree read_tree(std::string_view text, const std::string& file) {
  TreeReading reading;
  const std::string_view whole = text;
  try {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      const std::string_view before = whole.substr(0, whole.size() - text.size());
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      reading.add_line(line, before);
    }
    return reading.finish();
  } catch (const InputError& error) {
    throw InputError(file + ':' + std::to_string(reading.line()) + ": " + error.what());
  }
}

u32 find_node(const SavedTree& tree, const std::vector<std::string>& path) {
  u32 node = 0;
  for (const std::string& event : path) {
    u32 found = 0;
    std::vector<std::string_view> events;
    for (u32 i = node + 1; i < tree.nodes.size(); ++i) {
      if (tree.nodes[i].parent != node) continue;
      if (tree.nodes[i].event == event) found = i;
      events.push_back(tree.nodes[i].event);
    }
    if (events.empty()) {
      throw InputError("the tree ends before '" + excerpt(event) + "', at depth " +
                       std::to_string(tree.nodes[node].depth));
    }
    if (found == 0) throw InputError(unknown_word("event", event, events));
    node = found;
  }
  return node;
}

std::vector<std::string> path_of(const SavedTree& tree, u32 node) {
  std::vector<std::string> path;
  for (; node != 0; node = tree.nodes[node].parent) path.push_back(tree.nodes[node].event);
  std::ranges::reverse(path);
  return path;
}

TreeChildren::TreeChildren(const SavedTree& tree)
    : first_(tree.nodes.size() + 1), children_(tree.nodes.size() - 1) {
  for (u32 i = 1; i < tree.nodes.size(); ++i) ++first_[tree.nodes[i].parent + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<u32> next = first_;
  for (u32 i = 1; i < tree.nodes.size(); ++i) children_[next[tree.nodes[i].parent]++] = i;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto from = children_.begin();
    std::stable_sort(from + first_[i], from + first_[i + 1],
                     [&](u32 a, u32 b) { return tree.nodes[a].visits > tree.nodes[b].visits; });
  }
}

std::span<const u32> TreeChildren::of(u32 node) const {
  return std::span(children_).subspan(first_[node], first_[node + 1] - first_[node]);
}

double NodePair::difference() const { return std::abs(first_share - second_share); }

TreeComparison compare_trees(const SavedTree& first, const SavedTree& second) {
  check_same_position(first, second);
  return TreeWalk(first, second).comparison();
}

std::vector<std::string> path_of(const SavedTree& first, const SavedTree& second,
                                 const NodePair& pair) {
  return pair.first != kNoNode ? path_of(first, pair.first) : path_of(second, pair.second);
}

}  // namespace carrack
