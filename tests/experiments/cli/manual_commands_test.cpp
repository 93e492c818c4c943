// `carrack completion` in the shells themselves, and `carrack manual` through groff.
#include <gtest/gtest.h>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class ManualCommands : public CommandLine {
 protected:
  /// What bash offers after `line`, a word a line.
  [[nodiscard]] std::string bash_offers(const std::string& line) const {
    write("line", line);
    write("ask.sh",
          "source <(\"$1\" completion bash)\n"
          // Outside of a completion compopt fails; it asks for file names.
          "compopt() { echo files; }\n"
          "COMP_LINE=$(< \"$2\")\nCOMP_POINT=${#COMP_LINE}\n_carrack\n"
          "((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    return output("bash " + path("ask.sh") + " " CARRACK_BINARY " " + path("line"));
  }
  /// What fish offers after `line`, a word and its help a line.
  [[nodiscard]] std::string fish_offers(const std::string& line) const {
    write("ask.fish", CARRACK_BINARY " completion fish | source\ncomplete -C '" + line + "'\n");
    return output("HOME=" + folder_.string() + " fish " + path("ask.fish"));
  }
  [[nodiscard]] std::string output(const std::string& command) const {
    const int status = std::system((command + " > " + path("out") + " 2>&1").c_str());
    EXPECT_EQ(status, 0) << command << ": " << content(path("out"));
    return content(path("out"));
  }
  /// The names of all commands, from the help.
  [[nodiscard]] std::vector<std::string> command_names() const {
    const std::string help = carrack("--help").out;
    std::istringstream lines(help.substr(help.find("\nPlay:\n")));
    std::vector<std::string> names;
    std::string line;
    while (std::getline(lines, line)) {
      if (line.starts_with("  ") && line[2] != ' ') {
        names.push_back(line.substr(2, line.find(' ', 2) - 2));
      }
    }
    return names;
  }
};

TEST_F(ManualCommands, BashCompletesCommandsOptionsAndValues) {
  EXPECT_EQ(bash_offers("carrack tourn"), "tournament\n");
  EXPECT_EQ(bash_offers("carrack tournament --seat"), "--seatings\n");
  EXPECT_EQ(bash_offers("carrack tournament --seatings r"), "rotations\n");
  EXPECT_EQ(bash_offers("carrack play --edition "), "aoe3\nempires\n");
  EXPECT_EQ(bash_offers("carrack play --module builder --module na"), "national\n");
  EXPECT_EQ(bash_offers("carrack play --module builder na"), "files\n") << "one value each time";
  EXPECT_EQ(bash_offers("carrack trial --players 2 --edition aoe3 em"), "empires\n");
  EXPECT_EQ(bash_offers("carrack play --edition empires em"), "files\n") << "one value only";
  EXPECT_EQ(bash_offers("carrack play --trace em"), "files\n") << "after a flag";
  EXPECT_EQ(bash_offers("carrack replay "), "files\n");
  EXPECT_EQ(bash_offers("carrack completion "), "bash\nzsh\nfish\n") << "an argument by place";
  EXPECT_EQ(bash_offers("carrack nonsense --p"), "");
}

TEST_F(ManualCommands, CompletionOffersWhatTheCommandAccepts) {
  EXPECT_EQ(bash_offers("carrack analyse g --agent "), "mcts\nuct\nflat\n");
  EXPECT_EQ(bash_offers("carrack solve g --agent "), "mcts\nuct\n");
  EXPECT_EQ(bash_offers("carrack report g --agent "), "mcts\nuct\n");
  EXPECT_EQ(bash_offers("carrack trial --agent scripted:w"), "warlord\n");
  EXPECT_EQ(bash_offers("carrack trial --tile monas"), "monastery\n");
  EXPECT_EQ(bash_offers("carrack trial --occasion o"), "offered\nopen\n");
  EXPECT_EQ(bash_offers("carrack trial --seat p6"), "p6\n");
  EXPECT_EQ(bash_offers("carrack trial --age I"), "I\nII\nIII\n");
  EXPECT_EQ(bash_offers("carrack trial --on place:dis"), "discovery\n");
  EXPECT_EQ(bash_offers("carrack manual tourn"), "tournament\n");
  EXPECT_EQ(bash_offers("carrack tiles --edition a"), "aoe3\n");
}

TEST_F(ManualCommands, BashCompletesBehindAColon) {
  EXPECT_EQ(bash_offers("carrack play --agent scripted:w"), "warlord\n");
  EXPECT_EQ(bash_offers("carrack play --agent scripted:warlord --agent ran"), "random\n");
}

TEST_F(ManualCommands, FishCompletesCommandsOptionsAndValues) {
  EXPECT_TRUE(fish_offers("carrack tourn").starts_with("tournament\tPlay blocks"));
  EXPECT_TRUE(fish_offers("carrack tournament --seat").starts_with("--seatings\t"));
  const std::string editions = fish_offers("carrack play --edition ");
  EXPECT_TRUE(editions.starts_with("aoe3")) << editions;
  EXPECT_EQ(std::ranges::count(editions, '\n'), 2) << editions;
  const std::string shells = fish_offers("carrack completion ");
  EXPECT_EQ(std::ranges::count(shells, '\n'), 3) << shells;
}

TEST_F(ManualCommands, ZshReadsItsScriptAndKnowsEveryCommand) {
  write("_carrack", carrack("completion zsh").out);
  for (const std::string& name : command_names()) {
    EXPECT_NE(content(path("_carrack")).find("_carrack_" + name + "()"), std::string::npos) << name;
  }
  EXPECT_EQ(output("zsh -n " + path("_carrack")), "");
  // The script defines itself for the command when it is read.
  EXPECT_EQ(output("zsh -f -c 'autoload -Uz compinit && compinit -D && source " + path("_carrack") +
                   " && print $_comps[carrack]'"),
            "_carrack\n");
}

TEST_F(ManualCommands, CommandsAreInGroups) {
  const std::string help = carrack("--help").out;
  EXPECT_EQ(help.find("Subcommands:"), std::string::npos) << help;
  EXPECT_LT(help.find("\n  play "), help.find("\nResults:\n"));
  EXPECT_LT(help.find("\nRecorded games:\n"), help.find("\n  replay "));
  EXPECT_NE(carrack("manual").out.find(".SS Recorded games\n.TP\n\\fBreplay\\fR\n"),
            std::string::npos);
}

TEST_F(ManualCommands, OptionsThatAreRepeatedSaySo) {
  const std::string help = carrack("play --help").out;
  EXPECT_NE(help.find("  --agent TEXT REQUIRED "), std::string::npos) << help;
  for (const std::string name : {"--agent", "--module", "--variant"}) {
    EXPECT_NE(help.find("repeat " + name + " for each"), std::string::npos) << help;
    EXPECT_NE(carrack("completion zsh").out.find("'*" + name + '['), std::string::npos) << name;
  }
}

TEST_F(ManualCommands, TheHelpIsWrittenForPeople) {
  const std::string trial = carrack("trial --help").out;
  EXPECT_NE(trial.find("--edition TEXT=aoe3 ..."), std::string::npos) << trial;
  EXPECT_NE(trial.find("--players INT=4 ..."), std::string::npos) << trial;
  EXPECT_NE(trial.find("--discount INT ..."), std::string::npos) << trial;
  EXPECT_NE(trial.find("or both as in --edition aoe3 empires"), std::string::npos) << trial;
  for (const std::string name : {"rate", "trial", "play"}) {
    const std::string help = carrack(name + " --help").out;
    for (const std::string_view odd : {"{false}", "[aoe3]", "... ...", "...=4"}) {
      EXPECT_EQ(help.find(odd), std::string::npos) << name << odd;
    }
  }
  EXPECT_NE(carrack("play --help").out.find("--record FILE"), std::string::npos);
  EXPECT_NE(carrack("export --help").out.find("--csv DIR"), std::string::npos);
  EXPECT_NE(carrack("report --help")
                .out.find("± is one standard error (s.e.), as in carrack "
                          "analyse"),
            std::string::npos);
  EXPECT_EQ(carrack("figures --help").out.find("--board"), std::string::npos);
  EXPECT_EQ(carrack("figures --board b.json").status, 2);
}

TEST_F(ManualCommands, PagesOfAllCommandsAreWellFormed) {
  ASSERT_EQ(carrack("manual --out " + path("man1")).status, 0);
  std::vector<std::string> names = command_names();
  EXPECT_GT(names.size(), 20U);
  std::vector<std::string> pages{"carrack"};
  for (const std::string& name : names) pages.push_back("carrack-" + name);
  for (const std::string& page : pages) {
    const std::string file = path("man1") + "/" + page + ".1";
    EXPECT_EQ(output("groff -k -man -ww -z -Tutf8 " + file), "") << page;
  }
}

TEST_F(ManualCommands, APageHasEveryOptionOfItsCommand) {
  write("page", carrack("manual tournament").out);
  const std::string text = output("groff -k -man -Tascii -P-cbou -rHY=0 " + path("page"));
  std::istringstream help(carrack("tournament --help").out);
  std::string word;
  unsigned found = 0;
  while (help >> word) {
    if (!word.starts_with("--")) continue;
    word = word.substr(0, word.find_first_of(",."));
    ++found;
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
  EXPECT_GT(found, 20U);
  EXPECT_NE(text.find("carrack tournament --players 3"), std::string::npos) << "examples";
}

TEST_F(ManualCommands, APageHasEveryExitStatus) {
  write("page", carrack("manual play").out);
  const std::string text = output("groff -k -man -Tascii -P-cbou -rHY=0 " + path("page"));
  const std::size_t at = text.find("EXIT STATUS");
  ASSERT_NE(at, std::string::npos) << text;
  for (const std::string_view status : {"129, 130, 143", "SIGHUP", "SIGTERM"}) {
    EXPECT_NE(text.find(status, at), std::string::npos) << status << " is not in\n" << text;
  }
}

TEST_F(ManualCommands, WrongWordsAreRefused) {
  expect_refused("completion csh", {"shell: unknown shell 'csh'", "bash, zsh, fish"});
  expect_refused("completion", {"expected a SHELL: bash, zsh or fish"});
  expect_refused("manual pley", {"command: unknown command 'pley'; did you mean 'play'?"});
  expect_refused("manual foo", {"command: unknown command 'foo'; see carrack --help"});
  expect_refused("manual play --out " + path("man1"), {"--output: ", "play"});
  write("file", "");
  expect_refused("manual --out " + path("file"), {"folder"});
}

TEST_F(ManualCommands, PagesAreNotOverwrittenUnasked) {
  ASSERT_EQ(carrack("manual --output " + path("man1")).status, 0);
  expect_refused("manual --output " + path("man1"), {"exists", "--force"});
  EXPECT_EQ(carrack("manual --out " + path("man1") + " --force").status, 0) << "the old name";
}

}  // namespace
}  // namespace carrack
