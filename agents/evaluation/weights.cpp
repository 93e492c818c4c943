#include "agents/evaluation/weights.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "agents/evaluation/embedded_weights.hpp"  // written by the build
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

using namespace json_reader;

constexpr std::string_view kFormat = "carrack-weights";
constexpr u64 kVersion = 1;
constexpr float kMostWeight = 1e6F;  // VP; more is a fault of the fit

std::string in_quotes(std::string_view word) { return "'" + excerpt(word) + "'"; }

/// "aoe3, 2 players, starts of turn 1".
std::string description(std::string_view edition, u64 players, std::string_view position,
                        u64 turn) {
  return excerpt(edition) + ", " + std::to_string(players) + " players, " + excerpt(position) +
         " of turn " + std::to_string(turn);
}

void check_header(const Json& json) {
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    throw InputError("not weights: expected an object with \"format\": \"" + std::string(kFormat) +
                     "\"");
  }
  if (const u64 version = number_of(json, "version"); version != kVersion) {
    throw InputError("version " + std::to_string(version) + " of the format is not known, only " +
                     std::to_string(kVersion));
  }
  static_cast<void>(text_of(json, "command"));
  const Json& positions = member(json, "positions");
  for (const EditionRow& edition : kEditionRows) {
    static_cast<void>(number_of(positions, std::string(edition.name).c_str()));
  }
}

void check_features(const std::vector<std::string>& found) {
  const auto& expected = feature_names();
  const auto [mine, ours] = std::ranges::mismatch(found, expected);
  if (mine == found.end() && ours == expected.end()) return;
  throw InputError("feature " + std::to_string(mine - found.begin() + 1) + " is " +
                   (mine == found.end() ? "missing" : in_quotes(*mine)) + ", expected " +
                   (ours == expected.end() ? "none" : in_quotes(*ours)));
}

float weight_of(const Json& value, std::string_view feature) {
  if (!value.is_number() || std::abs(value.get<double>()) > kMostWeight) {
    throw InputError("the weight of " + in_quotes(feature) + " should be a number from -" +
                     digits_of(kMostWeight) + " to " + digits_of(kMostWeight));
  }
  return value.get<float>();
}

Features read_row(const Json& row, const PositionKind& kind) {
  if (!row.is_object()) throw InputError("not an object");
  const std::string expected =
      description(kind.edition_name(), kind.players, kind.position_name(), kind.turn);
  const std::string found = description(text_of(row, "edition"), number_of(row, "players"),
                                        text_of(row, "position"), number_of(row, "turn"));
  if (found != expected) throw InputError("found " + found + ", expected " + expected);
  const Json& weights = member(row, "weights");
  if (!weights.is_array() || weights.size() != kFeatures) {
    throw InputError("\"weights\" should list " + std::to_string(kFeatures) + " numbers");
  }
  Features features{};
  for (unsigned f = 0; f < kFeatures; ++f) {
    features[f] = weight_of(weights[f], feature_names()[f]);
  }
  return features;
}

void write_row(JsonWriter& json, const PositionKind& kind, const Features& weights) {
  json.line().open_object();
  json.key("edition").text(kind.edition_name()).key("players").number(kind.players);
  json.key("position").text(kind.position_name()).key("turn").number(kind.turn);
  json.key("weights").open_list();
  for (const float weight : weights) {
    if (!(std::abs(weight) <= kMostWeight)) throw std::logic_error("a weight is out of range");
    json.raw(weight == 0 ? "0" : digits_of(weight));  // never -0
  }
  json.close_list().close_object();
}

}  // namespace

std::string weights_json(const WeightsOrigin& origin, const EvaluationWeights& weights) {
  std::string text;
  JsonWriter json(text);
  json.open_object().line();
  json.key("format").text(kFormat).key("version").number(kVersion).line();
  json.key("command").text(origin.command).line();
  json.key("positions").open_object();
  for (std::size_t e = 0; e < kEditionRows.size(); ++e) {
    json.key(kEditionRows[e].name).number(origin.positions[e]);
  }
  json.close_object().line();
  json.key("features").open_list();
  for (const std::string_view name : feature_names()) json.text(name);
  json.close_list().line();
  json.key("rows").open_list();
  for (const PositionKind& kind : position_kinds()) write_row(json, kind, weights[kind.number()]);
  json.close_list().close_object();
  return text + '\n';
}

EvaluationWeights read_weights(std::string_view text) {
  const Json json = parse_json(text);
  check_header(json);
  check_features(words_of(json, "features"));
  const Json& rows = member(json, "rows");
  const std::vector<PositionKind> kinds = position_kinds();
  if (!rows.is_array() || rows.size() != kinds.size()) {
    throw InputError("\"rows\" should list " + std::to_string(kinds.size()) + " kinds of position");
  }
  EvaluationWeights weights{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    try {
      weights[kinds[i].number()] = read_row(rows[i], kinds[i]);
    } catch (const InputError& error) {
      throw InputError("row " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  return weights;
}

const EvaluationWeights& evaluation_weights() {
  static const EvaluationWeights weights = [] {
    try {
      return read_weights(embedded::kWeights);
    } catch (const InputError& error) {
      throw InputError(std::string("agents/evaluation/weights.json: ") + error.what());
    }
  }();
  return weights;
}

}  // namespace carrack
