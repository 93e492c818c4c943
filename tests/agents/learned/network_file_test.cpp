// The file of a network: what is written is read back, and what is wrong is refused.
#include "agents/learned/network_file.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/agents/learned/networks.hpp"

namespace carrack {
namespace {

std::string error_of(const std::string& text) {
  try {
    static_cast<void>(Network(read_network_file(text)));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(NetworkFile, IsReadAsItWasWritten) {
  const NetworkData written = random_network(1, 3);
  const std::string text = network_file(written);
  const NetworkData read = read_network_file(text);
  EXPECT_EQ(read.name, written.name);
  EXPECT_EQ(read.training, written.training);
  for (const auto trunk : {&NetworkData::policy, &NetworkData::value}) {
    EXPECT_EQ((read.*trunk).inputs, (written.*trunk).inputs);
    EXPECT_EQ((read.*trunk).rows, (written.*trunk).rows);
    EXPECT_EQ((read.*trunk).bias, (written.*trunk).bias);
    ASSERT_EQ((read.*trunk).layers.size(), 2U);
    EXPECT_EQ((read.*trunk).layers[1].weights, (written.*trunk).layers[1].weights);
    EXPECT_EQ((read.*trunk).layers[1].bias, (written.*trunk).layers[1].bias);
  }
  EXPECT_EQ(read.action_weights, written.action_weights);
  EXPECT_EQ(read.win_bias, written.win_bias);
  EXPECT_EQ(read.vp_weights, written.vp_weights);
  EXPECT_EQ(read.scales[4][7].margin_shift, written.scales[4][7].margin_shift);
  EXPECT_EQ(read.script_best, written.script_best);
  EXPECT_EQ(read.evaluation_weight, written.evaluation_weight);
  EXPECT_EQ(read.logit_scale, 1);
  EXPECT_EQ(network_file(read), text);
}

TEST(NetworkFile, KeepsTheScaleOfTheLogits) {
  NetworkData written = random_network(1, 3);
  written.logit_scale = 0.37F;
  const std::string text = network_file(written);
  EXPECT_NE(text.find("\"version\": 3"), std::string::npos);
  const NetworkData read = read_network_file(text);
  EXPECT_EQ(read.logit_scale, 0.37F);
  EXPECT_EQ(network_file(read), text);
  EXPECT_NE(network_hash(read), network_hash(random_network(1, 3)));
  EXPECT_NE(error_of(replaced(text, "\"version\": 3", "\"version\": 2")).find("hash"),
            std::string::npos);
  EXPECT_NE(error_of(replaced(text, "\"logit_scale\": [0.37", "\"logit_scale\": [0.37, 1")),
            "none");
}

TEST(NetworkFile, HasAHashThatDependsOnEveryNumber) {
  const NetworkData one = random_network(1);
  NetworkData other = one;
  ++other.action_bias.back();
  EXPECT_EQ(network_hash(one), Network(one).hash());
  EXPECT_NE(network_hash(one), network_hash(other));
}

TEST(NetworkFile, ALedgerIsNoNetwork) {
  const std::string ledger = "SQLite format 3" + std::string(100, '\0');
  EXPECT_NE(error_of(ledger).find("a ledger, not a network"), std::string::npos)
      << error_of(ledger);
}

TEST(NetworkFile, IsRefusedWhereItIsCut) {
  const std::string text = network_file(random_network(1, 5));
  Random random(3, 0);
  for (unsigned i = 0; i < 200; ++i) {
    const std::string cut = text.substr(0, random.below(static_cast<unsigned>(text.size())));
    EXPECT_NE(error_of(cut), "none") << cut.size();
  }
  EXPECT_NE(error_of(text + 'x'), "none");
  EXPECT_EQ(error_of(text), "none");
}

TEST(NetworkFile, IsRefusedWhereABitIsFlipped) {
  const std::string text = network_file(random_network(1, 7));
  Random random(4, 0);
  for (unsigned i = 0; i < 400; ++i) {
    std::string wrong = text;
    char& byte = wrong[random.below(static_cast<unsigned>(text.size()))];
    byte = static_cast<char>(byte ^ 1 << random.below(8));
    EXPECT_NE(error_of(wrong), "none");
  }
}

TEST(NetworkFile, SaysWhatIsWrong) {
  const std::string text = network_file(random_network(1, 7));
  EXPECT_NE(error_of("").find("not a network file"), std::string::npos);
  EXPECT_NE(error_of("{}\n").find("not a network file"), std::string::npos);
  EXPECT_NE(error_of(replaced(text, "\"version\": 2", "\"version\": 1")).find("version 1"),
            std::string::npos);
  const std::size_t actions = text.find("\"actions\": \"") + 12;
  std::string other = text;
  other.replace(actions, 16, "0123456789abcdef");
  EXPECT_NE(error_of(other).find("other actions"), std::string::npos);
  EXPECT_NE(error_of(replaced(text, "\"random\"", "\"Random\"")).find("hash"), std::string::npos);
}

TEST(NetworkFile, IsRefusedWithInputsThatTheProgramDoesNotHave) {
  NetworkData data = random_network(1, 7);
  data.value.inputs[4] = "self.elephants";
  EXPECT_NE(error_of(network_file(data)).find("self.elephants"), std::string::npos);
  data.value.inputs[4] = data.value.inputs[3];
  EXPECT_NE(error_of(network_file(data)).find("twice"), std::string::npos);
}

TEST(NetworkFile, NetworksNeedSizesThatGoTogether) {
  const auto refuses = [](auto&& change) {
    NetworkData data = random_network(1, 50);
    change(data);
    EXPECT_THROW(Network{data}, InputError);
  };
  refuses([](NetworkData& data) { data.policy.width = 81; });
  refuses([](NetworkData& data) { data.value.rows.pop_back(); });
  refuses([](NetworkData& data) { data.policy.layers.clear(); });
  refuses([](NetworkData& data) { data.value.layers[0].bias.pop_back(); });
  refuses([](NetworkData& data) { data.action_weights.pop_back(); });
  refuses([](NetworkData& data) { data.script_weight.pop_back(); });
  refuses([](NetworkData& data) { data.logit_scale = 0; });
  refuses([](NetworkData& data) { data.evaluation_weight.clear(); });
  refuses([](NetworkData& data) { data.vp_bias.pop_back(); });
  refuses([](NetworkData& data) { data.scales[2][3].win = 0; });
}

TEST(NetworkFile, BiasesLeaveRoomForTheSumsTheyBegin) {
  const auto refuses = [](auto&& bias_of) {
    for (const i32 bias : {1 << 30, -(1 << 30)}) {
      NetworkData data = random_network(1, 50);
      bias_of(data).back() = bias;
      EXPECT_NO_THROW(Network{data});
      bias_of(data).back() += bias < 0 ? -1 : 1;
      EXPECT_THROW(Network{data}, InputError);
    }
  };
  refuses([](NetworkData& data) -> std::vector<i32>& { return data.policy.layers[0].bias; });
  refuses([](NetworkData& data) -> std::vector<i32>& { return data.value.layers[0].bias; });
  refuses([](NetworkData& data) -> std::vector<i32>& { return data.action_bias; });
  refuses([](NetworkData& data) -> std::vector<i32>& { return data.win_bias; });
  refuses([](NetworkData& data) -> std::vector<i32>& { return data.vp_bias; });
}

}  // namespace
}  // namespace carrack
