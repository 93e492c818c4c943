// carrack.Ruleset.
#include "agents/evaluation/observation.hpp"
#include "arguments.hpp"
#include "bindings.hpp"
#include "core/game/tile_texts.hpp"
#include "core/notation/board_json.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/tweak_json.hpp"
#include "docs.hpp"
#include "experiments/base/age_and_seat.hpp"
#include "experiments/base/input_file.hpp"

namespace carrack::python {
namespace {

std::vector<std::string> region_names(Ruleset rules) {
  std::vector<std::string> names;
  for (const RegionRow& row : catalogue::regions(rules.board())) names.emplace_back(row.name);
  return names;
}

/// The JSON of the argument `name`, given as a dict, as a file, or as JSON.
std::string json_of(const std::string& name, const py::object& given) {
  if (py::isinstance<py::str>(given)) {
    std::string text = text_of(given);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return text;
    throw InputError(name + " is " + shown(given) +
                     ", expected JSON that begins with {; for a file, pass Path(...)");
  }
  if (py::isinstance<py::dict>(given)) {
    return json_text(name, given);
  }
  if (py::hasattr(given, "__fspath__")) {
    const py::object path = py::module_::import("pathlib").attr("Path")(given);
    path.attr("stat")();  // OSError of Python, for example FileNotFoundError
    constexpr std::size_t kMaxSize = 1024 * 1024;
    return read_input(py::module_::import("os").attr("fsencode")(path).cast<std::string>(),
                      kMaxSize);
  }
  throw py::type_error(name + " is " + shown(given) + ", expected a dict, a Path, JSON or None");
}

Ruleset make(const Arg<"edition", std::string>& edition, Arg<"players", unsigned> players,
             const Arg<"modules", std::vector<std::string>>& modules,
             const Arg<"variants", std::vector<std::string>>& variants, const py::object& board,
             const py::object& tweak) {
  Ruleset rules = Ruleset::make(edition.value, players.value, modules.value, variants.value);
  const auto change = [&](const char* name, const py::object& given, auto&& with) {
    if (given.is_none()) return;
    const std::string json = json_of(name, given);
    try {
      rules = with(json);
    } catch (const InputError& error) {
      throw InputError(std::string(name) + ": " + error.what());
    }
  };
  change("board", board, [&](const std::string& json) { return rules.on(read_board(json)); });
  change("tweak", tweak, [&](const std::string& json) { return rules.tweaked(read_tweak(json)); });
  return rules;
}

std::vector<std::string> words(std::span<const std::string_view> known) {
  return {known.begin(), known.end()};
}

py::list tile_rows(const Arg<"edition", std::optional<std::string>>& edition,
                   const Arg<"age", std::string>& age) {
  py::list rows;
  for (const TileEntry& tile : list_tiles(edition.value, parse_age(age.value))) {
    py::dict row;
    row["name"] = std::string(tile.name);
    row["age"] = index(tile.age) + 1;
    row["cost"] = tile.cost;
    row["vp"] = tile.vp;
    row["copies"] = tile.copies;
    row["editions"] = words(tile.editions);
    row["module"] =
        tile.module.empty() ? py::object(py::none()) : py::str(std::string(tile.module));
    row["kind"] = std::string(tile.kind);
    row["text"] = std::string(tile.text);
    rows.append(row);
  }
  return rows;
}

py::object figures(Ruleset rules) {
  std::string json;
  append_figures(json, rules);
  return py::module_::import("json").attr("loads")(json);
}

}  // namespace

std::optional<std::string> own_board(Ruleset rules) {
  if (rules.is_on_printed_board()) return std::nullopt;
  std::string json;
  append_board(json, rules.board());
  return json;
}

py::object own_tweak(Ruleset rules) {
  if (!rules.is_tweaked()) return py::none();
  std::string json;
  append_tweak(json, rules);
  return py::module_::import("json").attr("loads")(json);
}

void bind_ruleset(py::module_& m) {
  using Words = std::vector<std::string>;
  py::class_<Ruleset>(m, "Ruleset", doc("Ruleset"))
      .def(py::init(&make), py::arg("edition") = "aoe3", py::arg("players") = 4,
           py::arg("modules") = Words(), py::arg("variants") = Words(),
           py::arg("board") = py::none(), py::arg("tweak") = py::none(), doc("Ruleset.__init__"))
      .def_property_readonly(
          "edition", [](Ruleset self) { return std::string(self.edition_name()); },
          doc("Ruleset.edition"))
      .def_property_readonly("players", &Ruleset::players, doc("Ruleset.players"))
      .def_property_readonly("modules", &Ruleset::module_names, doc("Ruleset.modules"))
      .def_property_readonly("variants", &Ruleset::variant_names, doc("Ruleset.variants"))
      .def_property_readonly("board", &own_board, doc("Ruleset.board"))
      .def_property_readonly("tweak", &own_tweak, doc("Ruleset.tweak"))
      .def_property_readonly("figures", &figures, doc("Ruleset.figures"))
      .def_property_readonly("regions", &region_names, doc("Ruleset.regions"))
      .def_property_readonly(
          "observation_names", [](Ruleset self) { return observation_names(self.board()); },
          doc("Ruleset.observation_names"))
      .def(
          "new_state",
          [](Ruleset self, Arg<"seed", std::optional<u64>> seed) {
            return Position(self, seed.value);
          },
          py::arg("seed") = py::none(), doc("Ruleset.new_state"))
      .def(
          "action_to_string",
          [](Ruleset self, Arg<"action", long long> id) {
            return to_notation(action_of(id.value), self.board());
          },
          py::arg("action"), doc("Ruleset.action_to_string"))
      .def(
          "parse_action",
          [](Ruleset self, const Arg<"text", std::string>& text) {
            return parse_notation(text.value, self.board()).id();
          },
          py::arg("text"), doc("Ruleset.parse_action"))
      .def("__str__", &Ruleset::to_string)
      .def("__repr__", [](Ruleset self) { return "<carrack.Ruleset " + self.to_string() + ">"; })
      .def(
          "__eq__", [](Ruleset self, Ruleset other) { return self == other; }, py::is_operator())
      .def("__hash__", [](Ruleset self) { return std::hash<u64>()(self.digest()); })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(
            py::type::of(self),
            py::make_tuple(self.attr("edition"), self.attr("players"), self.attr("modules"),
                           self.attr("variants"), self.attr("board"), self.attr("tweak")));
      });
  m.def("rulesets", &all_rulesets, doc("rulesets"));
  m.def(
      "editions", [] { return words(known_editions()); }, doc("editions"));
  m.def(
      "modules", [] { return words(known_modules()); }, doc("modules"));
  m.def(
      "variants", [] { return words(known_variants()); }, doc("variants"));
  m.def("tile_rows", &tile_rows, py::arg("edition"), py::arg("age"), doc("tile_rows"));
}

}  // namespace carrack::python
