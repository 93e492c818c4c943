// Trees of searches: carrack.SearchTree.
#include <algorithm>

#include "arguments.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/studies/tree_file.hpp"

namespace carrack::python {
namespace {

template <typename T, typename Read>
py::array_t<T> by_node(const SavedTree& tree, Read&& read) {
  py::array_t<T> column(static_cast<py::ssize_t>(tree.nodes.size()));
  std::ranges::transform(tree.nodes, column.mutable_data(), read);
  return column;
}

py::array_t<double> values_of(const SavedTree& tree) {
  py::array_t<double> values({tree.nodes.size(), std::size_t{tree.players}});
  double* to = values.mutable_data();
  for (const SavedNode& node : tree.nodes) {
    to = std::copy_n(node.value.begin(), tree.players, to);
  }
  return values;
}

py::list events_of(const SavedTree& tree) {
  py::list events;
  for (const SavedNode& node : tree.nodes) events.append(node.event);
  return events;
}

py::list actors_of(const SavedTree& tree) {
  py::list actors;
  for (const SavedNode& node : tree.nodes) actors.append(actor_text(node.actor));
  return actors;
}

/// The events from the root to a node, out of events_of(): paths share their texts.
py::tuple path_among(const SavedTree& tree, const py::list& events, u32 node) {
  py::tuple path(tree.nodes[node].depth);
  for (; node != 0; node = tree.nodes[node].parent) path[tree.nodes[node].depth - 1] = events[node];
  return path;
}

/// Depth and visits down to which two trees are compared, and the rows of compare_trees: path,
/// visits of both (None if a tree has no such node), shares, and whether the most visited
/// children differ.
py::tuple compare(const SavedTree& first, const SavedTree& second) {
  const TreeComparison comparison = compare_trees(first, second);
  const py::list first_events = events_of(first);
  const py::list second_events = events_of(second);
  const auto visits = [](const SavedTree& tree, u32 node) -> py::object {
    return node == kNoNode ? py::object(py::none()) : py::int_(tree.nodes[node].visits);
  };
  py::list rows;
  for (const NodePair& pair : comparison.pairs) {
    rows.append(py::make_tuple(pair.first != kNoNode
                                   ? path_among(first, first_events, pair.first)
                                   : path_among(second, second_events, pair.second),
                               visits(first, pair.first), visits(second, pair.second),
                               pair.first_share, pair.second_share, pair.choice_differs));
  }
  return py::make_tuple(comparison.depth, comparison.min_visits, rows);
}

/// The tree of the text of a file, which is as long as a file may be.
SavedTree parse_tree(const std::string& text, const std::string& name) {
  if (text.size() > kLargestTreeFile) {
    throw InputError(name + " has " + std::to_string(text.size()) + " bytes, expected at most " +
                     std::to_string(kLargestTreeFile));
  }
  const py::gil_scoped_release release;
  return read_tree(text, name);
}

}  // namespace

void bind_trees(py::module_& m) {
  py::class_<SavedTree>(m, "SavedTree", doc("SavedTree"))
      .def_static(
          "read",
          [](const std::string& file) {
            return read_tree(read_input(file, kLargestTreeFile), file);
          },
          py::arg("file"), doc("SavedTree.read"))
      .def_static("parse", &parse_tree, py::arg("text"), py::arg("name"), doc("SavedTree.parse"))
      .def_readonly("agent", &SavedTree::agent, doc("SavedTree.agent"))
      .def_property_readonly(
          "player", [](const SavedTree& self) { return index(self.player); },
          doc("SavedTree.player"))
      .def_readonly("players", &SavedTree::players, doc("SavedTree.players"))
      .def_readonly("position", &SavedTree::position, doc("SavedTree.position"))
      .def_readonly("seed", &SavedTree::seed, doc("SavedTree.seed"))
      .def("events", &events_of, doc("SavedTree.events"))
      .def("actors", &actors_of, doc("SavedTree.actors"))
      .def(
          "parents",
          [](const SavedTree& self) {
            return by_node<std::int64_t>(self, [](const SavedNode& node) { return node.parent; });
          },
          doc("SavedTree.parents"))
      .def(
          "depths",
          [](const SavedTree& self) {
            return by_node<std::int64_t>(self, [](const SavedNode& node) { return node.depth; });
          },
          doc("SavedTree.depths"))
      .def(
          "visits",
          [](const SavedTree& self) {
            return by_node<std::int64_t>(
                self, [](const SavedNode& node) { return static_cast<std::int64_t>(node.visits); });
          },
          doc("SavedTree.visits"))
      .def(
          "priors",
          [](const SavedTree& self) {
            return by_node<double>(self, [](const SavedNode& node) { return node.prior; });
          },
          doc("SavedTree.priors"))
      .def("values", &values_of, doc("SavedTree.values"))
      .def("find", &find_node, py::arg("path"), doc("SavedTree.find"))
      .def(
          "path",
          [](const SavedTree& self, Arg<"node", u32> node) {
            if (node.value >= self.nodes.size()) {
              throw InputError("node is " + std::to_string(node.value) + ", expected 0 to " +
                               std::to_string(self.nodes.size() - 1));
            }
            return path_of(self, node.value);
          },
          py::arg("node"), doc("SavedTree.path"))
      .def("compare", &compare, py::arg("other"), doc("SavedTree.compare"))
      .def("text", &tree_text, doc("SavedTree.text"));
}

}  // namespace carrack::python
