#include "core/notation/tweak_json.hpp"

#include <algorithm>
#include <vector>

#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"

namespace carrack {
namespace {

using namespace json_reader;

constexpr std::array<std::string_view, 3> kWordKinds{"key", "name", "figure"};  // by depth

/// Reads the figures of an object, level by level: the words of a figure's name are its keys.
class FigureReader {
 public:
  explicit FigureReader(std::vector<Tweak::Change>& changes) : changes_(changes) {}

  /// `path` is where the object stands, for errors: `tiles: navy`.
  void read(const Json& object, std::span<const FigureRow> rows, unsigned depth,
            const std::string& path) {
    for (const auto& [key, value] : object.items()) {
      if (depth == 0 && key == "name") continue;
      const auto below = rows_of(rows, depth, key, path);
      const FigureRow& first = below.front();
      const std::string here = inside(path) + key;
      if (depth + 1 == first.name.size() || first.name[depth + 1].empty()) {
        changes_.push_back({first.id, number_of_row(value, first)});
      } else if (value.is_object()) {
        read(value, below, depth + 1, here);
      } else {
        throw InputError(here + " should be an object");
      }
    }
  }

 private:
  static std::string inside(const std::string& path) { return path.empty() ? path : path + ": "; }

  /// The rows, one behind another, whose name goes on with a word.
  static std::span<const FigureRow> rows_of(std::span<const FigureRow> rows, unsigned depth,
                                            const std::string& word, const std::string& path) {
    const auto has_word = [&](const FigureRow& row) { return row.name[depth] == word; };
    const auto first = std::ranges::find_if(rows, has_word);
    if (first == rows.end()) {
      std::vector<std::string_view> known;
      if (depth == 0) known.emplace_back("name");
      for (const FigureRow& row : rows) {
        if (known.empty() || known.back() != row.name[depth]) known.push_back(row.name[depth]);
      }
      throw InputError(inside(path) + unknown_word(kWordKinds[depth], word, known));
    }
    return {first, std::find_if_not(first, rows.end(), has_word)};
  }

  static u8 number_of_row(const Json& value, const FigureRow& row) {
    const bool is_number = value.is_number_unsigned();
    if (!is_number || value.get<u64>() < row.least || value.get<u64>() > row.most) {
      throw InputError(full_name(row) + " should be a whole number from " +
                       std::to_string(row.least) + " to " + std::to_string(row.most) + ", not " +
                       excerpt(value.dump()));
    }
    return value.get<u8>();
  }

  std::vector<Tweak::Change>& changes_;
};

/// Appends the changes in the order of figure_rows().
void append(std::string& out, const Tweak& tweak) {
  JsonWriter json(out);
  json.open_object();
  json.key("name").text(tweak.name);
  FigureName open{};  // the objects that are open, by their keys
  const auto close_from = [&](unsigned depth) {
    for (auto d = static_cast<unsigned>(open.size()); d-- > depth;) {
      if (!open[d].empty()) json.close_object();
      open[d] = {};
    }
  };
  for (const Tweak::Change& change : tweak.changes) {
    const FigureRow& row = *std::ranges::find(figure_rows(), change.figure, &FigureRow::id);
    const unsigned objects = row.name[2].empty() ? 1 : 2;
    unsigned same = 0;
    while (same < objects && open[same] == row.name[same]) ++same;
    close_from(same);
    for (unsigned d = same; d < objects; ++d) {
      json.key(row.name[d]).open_object();
      open[d] = row.name[d];
    }
    json.key(row.name[objects]).number(change.value);
  }
  close_from(0);
  json.close_object();
}

}  // namespace

Tweak read_tweak(std::string_view json) {
  const Json object = parse_json(json);
  check_json_keys(json);
  if (!object.is_object()) throw InputError("a tweak should be a JSON object");
  Tweak tweak{name_of(object, "name", "-"), {}};
  FigureReader(tweak.changes).read(object, figure_rows(), 0, "");
  return tweak;
}

void append_tweak(std::string& out, Ruleset rules) { append(out, rules.tweak()); }

void append_figures(std::string& out, Ruleset rules) {
  Tweak all{rules.is_tweaked() ? rules.tweak().name : "my-tweak", {}};
  for (const FigureRow& row : figure_rows()) {
    if (!has_figure(rules.table().words, row)) continue;
    all.changes.push_back({row.id, figure(rules.figures(), row.id)});
  }
  append(out, all);
}

}  // namespace carrack
