#include "experiments/studies/tree_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/digest.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"
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

std::string hex(u64 value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15U];
  return text;
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
  if (!value.is_number()) throw InputError(std::string("\"") + key + "\" is no number");
  const auto number = value.get<double>();
  // Rewards and priors are shares; rounding leaves them a little outside.
  if (!(number >= -0.001 && number <= 1.001)) {
    throw InputError(std::string("\"") + key + "\" is " + value.dump() + ", expected 0 to 1");
  }
  return number;
}

void write_header(JsonWriter& json, const SavedTree& tree) {
  json.open_object();
  json.key("format").text(kFormat).key("version").number(kVersion);
  json.key("agent").text(tree.agent);
  json.key("players").number(tree.players);
  json.key("player").number(index(tree.player) + 1);
  json.key("position").text(hex(tree.position));
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
    json.key("event").text(node.event);
  }
  json.key("visits").number(node.visits);
  if (node.prior != 0) json.key("prior").raw(std::to_string(node.prior));
  json.key("value").open_list();
  for (unsigned p = 0; p < tree.players; ++p) json.raw(std::to_string(node.value[p]));
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

void add_node(SavedTree& tree, const Json& line) {
  const auto here = static_cast<u32>(tree.nodes.size());
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
    node.depth = tree.nodes[node.parent].depth + 1;
    node.event = json_reader::text_of(line, "event");
    if (node.depth > tree.depth) throw InputError("deeper than the header says");
  }
  node.visits = json_reader::number_of(line, "visits");
  if (here > 0 && node.visits > tree.nodes[node.parent].visits) {
    throw InputError("more visits than its parent has");
  }
  if (line.contains("prior")) node.prior = real_of(line["prior"], "prior");
  const Json& value = json_reader::member(line, "value");
  if (!value.is_array() || value.size() != tree.players) {
    throw InputError("\"value\" is no list of " + std::to_string(tree.players) + " numbers");
  }
  for (unsigned p = 0; p < tree.players; ++p) node.value[p] = real_of(value[p], "value");
  tree.nodes.push_back(std::move(node));
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

/// The children of each node, in their order.
std::vector<std::vector<u32>> children_of(const SavedTree& tree) {
  std::vector<std::vector<u32>> children(tree.nodes.size());
  for (u32 i = 1; i < tree.nodes.size(); ++i) children[tree.nodes[i].parent].push_back(i);
  return children;
}

/// The event of the most visited child, of the first of several; empty where there is none.
std::string_view choice_of(const SavedTree& tree, const std::vector<u32>& children) {
  const auto best =
      std::ranges::max_element(children, {}, [&](u32 child) { return tree.nodes[child].visits; });
  return best == children.end() ? std::string_view() : tree.nodes[*best].event;
}

/// Two trees, walked together.
class Comparison {
 public:
  Comparison(const SavedTree& first, const SavedTree& second)
      : trees_{&first, &second}, children_{children_of(first), children_of(second)} {}

  [[nodiscard]] std::vector<NodePair> pairs() {
    visit(0, 0);
    return std::move(pairs_);
  }

 private:
  static constexpr u32 kNone = ~u32{0};

  void visit(u32 first, u32 second) {
    NodePair pair;
    pair.path = path_;
    if (first != kNone) {
      pair.first = &trees_[0]->nodes[first];
      pair.first_share = share(0, first);
    }
    if (second != kNone) {
      pair.second = &trees_[1]->nodes[second];
      pair.second_share = share(1, second);
    }
    std::map<std::string_view, std::array<u32, 2>> events;
    add_events(0, first, events);
    add_events(1, second, events);
    if (first != kNone && second != kNone) {
      const auto a = choice_of(*trees_[0], children_[0][first]);
      const auto b = choice_of(*trees_[1], children_[1][second]);
      pair.choice_differs = !a.empty() && !b.empty() && a != b;
    }
    pairs_.push_back(std::move(pair));
    for (const auto& [event, nodes] : events) {
      path_.emplace_back(event);
      visit(nodes[0], nodes[1]);
      path_.pop_back();
    }
  }
  void add_events(std::size_t tree, u32 node,
                  std::map<std::string_view, std::array<u32, 2>>& events) const {
    if (node == kNone) return;
    for (const u32 child : children_[tree][node]) {
      const std::string_view event = trees_[tree]->nodes[child].event;
      events.try_emplace(event, std::array{kNone, kNone}).first->second[tree] = child;
    }
  }
  [[nodiscard]] double share(std::size_t tree, u32 node) const {
    const auto& nodes = trees_[tree]->nodes;
    return static_cast<double>(nodes[node].visits) /
           static_cast<double>(std::max<u64>(nodes[0].visits, 1));
  }

  std::array<const SavedTree*, 2> trees_;
  std::array<std::vector<std::vector<u32>>, 2> children_;
  std::vector<std::string> path_;
  std::vector<NodePair> pairs_;
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
  json.key("hash").text(hex(digest)).close_object();
  end_line();
  return text;
}

SavedTree read_tree(std::string_view text, const std::string& file) {
  SavedTree tree;
  u64 number = 0;
  bool has_footer = false;
  const std::string_view whole = text;
  try {
    while (!text.empty()) {
      ++number;
      const std::string_view line = text.substr(0, text.find('\n'));
      const std::string_view before = whole.substr(0, whole.size() - text.size());
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (has_footer) throw InputError("text behind the footer");
      const Json json = parse_json(line);
      if (number == 1) {
        tree = header_of(json);
      } else if (json.is_object() && json.contains("nodes")) {
        check_footer(tree, json, before);
        has_footer = true;
      } else {
        add_node(tree, json);
      }
    }
    if (number == 0) throw InputError("the file is empty; expected carrack analyse --tree");
    if (!has_footer) throw InputError("the file ends without a footer");
  } catch (const InputError& error) {
    throw InputError(file + ':' + std::to_string(std::max<u64>(number, 1)) + ": " + error.what());
  }
  return tree;
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

double NodePair::difference() const { return std::abs(first_share - second_share); }

std::vector<NodePair> compare_trees(const SavedTree& first, const SavedTree& second) {
  if (first.position != second.position || first.players != second.players ||
      first.player != second.player) {
    throw InputError("the trees are of different positions: " + hex(first.position) + " and " +
                     hex(second.position));
  }
  std::vector<NodePair> pairs = Comparison(first, second).pairs();
  std::ranges::stable_sort(
      pairs, [](const NodePair& a, const NodePair& b) { return a.difference() > b.difference(); });
  return pairs;
}

}  // namespace carrack
