// What commands print of games that were not played, or were played before.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/experiments/cli/command_line.hpp"
#include "tests/sanitized.hpp"

namespace carrack {
namespace {

class StoppedInTheFirstGame : public CommandLine {
 protected:
  /// `command` with two players, whose first search does not end by itself.
  [[nodiscard]] CommandOutcome stopped(const std::string& command) const {
    return carrack(command + " --players 2 --agent uct:iterations=1000000000 --agent uct:" +
                       "iterations=1000000000",
                   "timeout --foreground -s INT 2 ");
  }
};

TEST_F(StoppedInTheFirstGame, PlayKnowsNoMean) {
  const CommandOutcome run = stopped("play --json");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 0);
  EXPECT_TRUE(json["interrupted"]);
  EXPECT_TRUE(json["decisions_per_game"].is_null()) << run.out;
  for (const auto& seat : json["seats"]) {
    EXPECT_TRUE(seat["mean_vp"].is_null()) << run.out;
    EXPECT_TRUE(seat["win_share"].is_null()) << run.out;
    EXPECT_TRUE(seat["win_share_low"].is_null()) << run.out;
  }
  const CommandOutcome table = stopped("play");
  EXPECT_NE(table.out.find(" - decisions/game"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("nan"), std::string::npos) << table.out;
}

TEST_F(StoppedInTheFirstGame, MatchKnowsNoMean) {
  const CommandOutcome run = stopped("match --json");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["blocks"], 0);
  EXPECT_TRUE(json["interrupted"]);
  EXPECT_TRUE(json["win_share"].is_null()) << run.out;
  EXPECT_TRUE(json["elo"].is_null()) << run.out;
  const CommandOutcome table = stopped("match");
  EXPECT_NE(table.out.find("interrupted: undecided"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("0.000"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("nan"), std::string::npos) << table.out;
}

/// A terminal that nobody looks at.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) return;
    const char* const name = ptsname(master_);
    if (name == nullptr) return;
    name_ = name;
    slave_ = open(name, O_RDWR | O_NOCTTY);  // while it is open, what was written stays
    fcntl(master_, F_SETFL, O_NONBLOCK);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    if (slave_ >= 0) close(slave_);
    if (master_ >= 0) close(master_);
  }

  [[nodiscard]] bool is_open() const { return slave_ >= 0; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// All that was written since.
  [[nodiscard]] std::string read() const {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t n = 0; (n = ::read(master_, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return text;
  }

 private:
  int master_;
  int slave_ = -1;
  std::string name_;
};

using KeptMatchCommand = CommandLine;

TEST_F(KeptMatchCommand, TheRateOfProgressIsThatOfTheBlocksPlayedNow) {
  const Terminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "there is no terminal";
  const std::string match =
      "match --players 2 --agent uct:iterations=20 --agent uct:iterations=20 --elo1 1 --keep " +
      path("kept") + " --max-blocks ";
  ASSERT_EQ(carrack(match + "1").status, 0);
  constexpr int kKept = 4000;
  std::string blocks = content(path("kept"));
  for (int block = 1; block < kKept; ++block) {
    blocks += "{\"block\": " + std::to_string(block) +
              ", \"share\": " + (block % 2 == 0 ? "0.25" : "0.75") +
              R"(, "forfeits": [0, 0], "reasons": ["", ""]})" + '\n';
  }
  write("kept", blocks);
  const std::string seconds = testing::kSanitized ? "8 " : "2 ";
  const std::string command = "timeout --foreground -s INT " + seconds + CARRACK_BINARY " " +
                              match + "1000000 > " + path("out") + " 2> " + terminal.name();
  ASSERT_GE(std::system(command.c_str()), 0);
  const std::string shown = terminal.read();
  const std::string_view before = " of 1000000 blocks, ";
  std::size_t at = shown.find(before);
  ASSERT_NE(at, std::string::npos) << shown;
  for (; at != std::string::npos; at = shown.find(before, at + 1)) {
    // With the kept blocks it would be 2,000 or more.
    EXPECT_LT(std::stod(shown.substr(at + before.size())), 1500) << shown;
  }
}

}  // namespace
}  // namespace carrack
