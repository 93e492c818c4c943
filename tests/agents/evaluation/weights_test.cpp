// The file of weights: the one that is part of the library, and those that are refused.
#include "agents/evaluation/weights.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/base/random.hpp"

namespace carrack {
namespace {

using Json = nlohmann::json;

std::string file_of_the_library() {
  std::ifstream in(CARRACK_TESTS "/../agents/evaluation/weights.json");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string error_of(std::string_view text) {
  try {
    static_cast<void>(read_weights(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(EvaluationWeights, TheLibraryHasTheFileAsItIsWritten) {
  const std::string text = file_of_the_library();
  EXPECT_TRUE(read_weights(text) == evaluation_weights());
  const Json json = Json::parse(text);
  const WeightsOrigin origin{
      .command = json["command"],
      .positions = {json["positions"]["aoe3"], json["positions"]["empires"]}};
  EXPECT_EQ(weights_json(origin, evaluation_weights()), text);
}

TEST(EvaluationWeights, AreReadBackBitForBit) {
  Random random(3, 0);
  EvaluationWeights weights{};
  for (const PositionKind& kind : position_kinds()) {
    for (float& weight : weights[kind.number()]) {
      do {
        weight = std::bit_cast<float>(random.next());
      } while (!(std::abs(weight) <= 1e6F));
    }
  }
  weights[0][0] = std::numeric_limits<float>::denorm_min();
  weights[0][1] = -1e6F;
  const std::string text = weights_json({.command = "carrack \"fit\"", .positions = {}}, weights);
  const EvaluationWeights read = read_weights(text);
  for (unsigned kind = 0; kind < PositionKind::kCount; ++kind) {
    for (unsigned f = 0; f < kFeatures; ++f) {
      ASSERT_EQ(std::bit_cast<u32>(read[kind][f]), std::bit_cast<u32>(weights[kind][f]));
    }
  }
}

TEST(EvaluationWeights, OutOfRangeAreNotWritten) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float weight : {std::numeric_limits<float>::quiet_NaN(), -kInfinity, 2e6F}) {
    EvaluationWeights weights{};
    weights[0][0] = weight;
    EXPECT_THROW(static_cast<void>(weights_json({}, weights)), std::logic_error);
  }
}

struct Fault {
  const char* name;
  std::function<void(Json&)> make;
  const char* error;
};

class FaultyWeights : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyWeights, AreRefused) {
  Json json = Json::parse(file_of_the_library());
  GetParam().make(json);
  EXPECT_EQ(error_of(json.dump()), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    EvaluationWeights, FaultyWeights,
    ::testing::Values(
        Fault{"NoObject", [](Json& json) { json = Json::array({1}); },
              "not weights: expected an object with \"format\": \"carrack-weights\""},
        Fault{"OtherFormat", [](Json& json) { json["format"] = "carrack-game"; },
              "not weights: expected an object with \"format\": \"carrack-weights\""},
        Fault{"OtherVersion", [](Json& json) { json["version"] = 2; },
              "version 2 of the format is not known, only 1"},
        Fault{"NoCommand", [](Json& json) { json.erase("command"); }, "\"command\" is missing"},
        Fault{"PositionsOfOneEdition", [](Json& json) { json["positions"].erase("empires"); },
              "\"empires\" is missing"},
        Fault{"NegativePositions", [](Json& json) { json["positions"]["aoe3"] = -1; },
              "\"aoe3\" is not a whole number of at least 0"},
        Fault{"PositionsNoObject", [](Json& json) { json["positions"] = 7; },
              "\"aoe3\" is missing"},
        Fault{"OtherFeature", [](Json& json) { json["features"][1] = "gold"; },
              "feature 2 is 'gold', expected 'money'"},
        Fault{"FeaturesInOtherOrder",
              [](Json& json) { std::swap(json["features"][37], json["features"][38]); },
              "feature 38 is 'monastery', expected 'settlers'"},
        Fault{"FeatureLeftOut", [](Json& json) { json["features"].erase(2); },
              "feature 3 is 'money up to $20', expected 'money up to $10'"},
        Fault{"LastFeatureMissing", [](Json& json) { json["features"].erase(kFeatures - 1); },
              "feature 107 is missing, expected 'independence'"},
        Fault{"FeatureTooMany", [](Json& json) { json["features"].push_back("luck"); },
              "feature 108 is 'luck', expected none"},
        Fault{"FeatureNoWord", [](Json& json) { json["features"][0] = 1; },
              "\"features\" is not a list of strings"},
        Fault{"RowMissing", [](Json& json) { json["rows"].erase(3); },
              "\"rows\" should list 144 kinds of position"},
        Fault{"RowTooMany", [](Json& json) { json["rows"].push_back(json["rows"][0]); },
              "\"rows\" should list 144 kinds of position"},
        Fault{"RowTwice", [](Json& json) { json["rows"][1] = json["rows"][0]; },
              "row 2: found aoe3, 2 players, starts of turn 1, expected aoe3, 2 players, starts of "
              "turn 2"},
        Fault{"RowOfOtherPlayers", [](Json& json) { json["rows"][64]["players"] = 6; },
              "row 65: found empires, 6 players, starts of turn 1, expected empires, 2 players, "
              "starts "
              "of turn 1"},
        Fault{"RowNoObject", [](Json& json) { json["rows"][9] = 5; }, "row 10: not an object"},
        Fault{"RowWithoutTurn", [](Json& json) { json["rows"][9].erase("turn"); },
              "row 10: \"turn\" is missing"},
        Fault{"WeightMissing", [](Json& json) { json["rows"][0]["weights"].erase(5); },
              "row 1: \"weights\" should list 107 numbers"},
        Fault{"WeightTooMany", [](Json& json) { json["rows"][0]["weights"].push_back(0); },
              "row 1: \"weights\" should list 107 numbers"},
        Fault{"WeightNoNumber", [](Json& json) { json["rows"][0]["weights"][1] = nullptr; },
              "row 1: the weight of 'money' should be a number from -1e+06 to 1e+06"},
        Fault{"WeightTooLarge", [](Json& json) { json["rows"][0]["weights"][1] = -1000001; },
              "row 1: the weight of 'money' should be a number from -1e+06 to 1e+06"}),
    [](const auto& fault) { return std::string(fault.param.name); });

TEST(EvaluationWeights, TextThatIsNoJsonIsRefused) {
  const std::string text = file_of_the_library();
  EXPECT_EQ(error_of(text.substr(0, text.size() / 2)), "not JSON: it ends too early");
  EXPECT_EQ(error_of(""), "not JSON: it ends too early");
  std::string infinite = text;
  infinite.replace(infinite.find("66.378"), 6, "1e9999");
  EXPECT_EQ(error_of(infinite), "not JSON: a number in it is out of range");
  infinite.replace(infinite.find("1e9999"), 6, "NaN");
  EXPECT_EQ(error_of(infinite), "not JSON: error at line 7");
}

}  // namespace
}  // namespace carrack
