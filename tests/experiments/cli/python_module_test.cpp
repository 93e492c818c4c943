// Commands written in Python: which interpreter runs, its arguments, and errors without Python.
// The Python here is a script that prints its arguments; tests/python tests the package itself.
#include <gtest/gtest.h>

#include <array>

#include "tests/experiments/cli/command_line.hpp"

namespace carrack {
namespace {

class PythonModule : public CommandLine {
 protected:
  /// A python3 in a new folder. The `-c` that checks for the package exits with `has_package`; the
  /// one that runs a module prints its arguments.
  [[nodiscard]] std::string make_python(const std::string& folder, int has_package) const {
    fs::create_directories(path(folder));
    const std::string program = folder + "/python3";
    write(program, "#!/bin/sh\ncase $2 in *find_spec*) exit " + std::to_string(has_package) +
                       ";; esac\nshift 2\necho " + folder + "\nprintf '<%s>' \"$@\"\nexit 7\n");
    fs::permissions(path(program), fs::perms::owner_all);
    return path(folder);
  }
};

TEST_F(PythonModule, TuneHandsEveryWordOverAndReturnsTheStatus) {
  const std::string prefix = "PATH=" + make_python("path", 0) + ":$PATH ";
  const CommandOutcome run = carrack("tune --agent 'mcts:c=1' --vary c --help -- x", prefix);
  EXPECT_EQ(run.status, 7);
  EXPECT_EQ(run.out, "path\n<carrack.tuning><--agent><mcts:c=1><--vary><c><--help><--><x>")
      << run.err;
}

TEST_F(PythonModule, AblateHandsEveryWordOverAndReturnsTheStatus) {
  const std::string prefix = "PATH=" + make_python("path", 0) + ":$PATH ";
  const CommandOutcome run = carrack("ablate --agent mcts --vary c=1,2 --help", prefix);
  EXPECT_EQ(run.status, 7);
  EXPECT_EQ(run.out, "path\n<carrack.ablation><--agent><mcts><--vary><c=1,2><--help>") << run.err;
}

TEST_F(PythonModule, BalanceHandsEveryWordOverAndReturnsTheStatus) {
  const std::string prefix = "PATH=" + make_python("path", 0) + ":$PATH ";
  const CommandOutcome run = carrack("balance --compare 2-5 --long --help", prefix);
  EXPECT_EQ(run.status, 7);
  EXPECT_EQ(run.out, "path\n<carrack.balance><--compare><2-5><--long><--help>") << run.err;
}

TEST_F(PythonModule, ExportWritesItsOwnFilesAndHandsParquetOver) {
  const std::string prefix = "PATH=" + make_python("path", 0) + ":$PATH ";
  const std::string ledger = path("l");
  ASSERT_EQ(carrack("tournament --players 2 --agent random --blocks 1 --ledger " + ledger).status,
            0);
  const CommandOutcome run =
      carrack("export " + ledger + " --csv " + path("csv") + " --parquet tables", prefix);
  EXPECT_EQ(run.status, 7);
  EXPECT_TRUE(fs::exists(path("csv/games.csv")));
  EXPECT_TRUE(run.out.ends_with("\npath\n<carrack.export><" + ledger +
                                "><--name><main><--parquet><tables>"))
      << run.out << run.err;
  expect_refused("export " + ledger + " --name mian --parquet tables", {"did you mean 'main'"});
}

TEST_F(PythonModule, ThePythonBesideTheBinaryComesFirst) {
  const std::string prefix = "PATH=" + make_python("path", 0) + ":$PATH ";
  const std::string binary = make_python("bin", 0) + "/carrack";
  fs::copy_file(CARRACK_BINARY, binary);
  ASSERT_EQ(WEXITSTATUS(std::system((prefix + binary + " tune > " + path("out")).c_str())), 7);
  EXPECT_EQ(content(path("out")), "bin\n<carrack.tuning>");
}

TEST_F(PythonModule, ThePythonBesideTheScriptThatStartsTheBinaryComesBeforeThePath) {
  const std::string script = make_python("bin", 0) + "/carrack";
  write("bin/carrack", "#!/bin/sh\n");
  const std::string command = "PATH=" + make_python("path", 0) + ":$PATH bash -c 'exec -a " +
                              script + " " + CARRACK_BINARY + " tune' > " + path("out");
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 7);
  EXPECT_EQ(content(path("out")), "bin\n<carrack.tuning>");
}

TEST_F(PythonModule, WebFindsThePageOfACheckoutAnInstallationAndAWheel) {
  const std::string packages = "lib/python3.11/site-packages/carrack_mcts.scripts";
  const std::vector<std::array<std::string, 2>> places{
      {"checkout/build/release", "checkout/build/web"},
      {"prefix/bin", "prefix/share/carrack"},
      {"wheel/" + packages, "wheel/share/carrack"}};
  for (const auto& [program, page] : places) {
    fs::create_directories(path(program));
    fs::create_directories(path(page));
    fs::copy_file(CARRACK_BINARY, path(program + "/carrack"));
    write(page + "/carrack.html", page);
    const std::string out = path("out.html");
    const std::string command = path(program + "/carrack") + " web --force --out " + out;
    ASSERT_EQ(WEXITSTATUS(std::system((command + " > /dev/null").c_str())), 0) << program;
    EXPECT_EQ(content(out), page);
  }
}

TEST_F(PythonModule, WebFindsThePageBesideTheScriptThatStartsTheBinary) {
  fs::create_directories(path("bin"));
  fs::create_directories(path("share/carrack"));
  write("bin/carrack", "#!/bin/sh\n");
  write("share/carrack/carrack.html", "the page");
  fs::copy_file(CARRACK_BINARY, path("elsewhere"));
  const std::string command = "bash -c 'exec -a " + path("bin/carrack") + " " + path("elsewhere") +
                              " web --out " + path("page") + "' > /dev/null";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 0);
  EXPECT_EQ(content(path("page")), "the page");
}

TEST_F(PythonModule, WithoutThePageWebSaysHowItIsBuilt) {
  const std::string binary = path("alone");
  fs::copy_file(CARRACK_BINARY, binary);
  const std::string command = binary + " web --out " + path("page") + " 2> " + path("err");
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_NE(content(path("err")).find("`make web` in a checkout builds it"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("page")));
}

TEST_F(PythonModule, WithoutThePackageOrPythonItSaysWhatIsMissing) {
  const auto refused = [&](const std::string& command, const std::string& folder,
                           std::initializer_list<std::string_view> words) {
    const CommandOutcome run = carrack(command + " x", "PATH=" + folder + " ");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.starts_with("carrack: " + command + ' ')) << run.err;
    for (const std::string_view word : words) {
      EXPECT_NE(run.err.find(word), std::string::npos) << run.err << " lacks " << word;
    }
  };
  const std::string folder = make_python("path", 1);
  refused("tune", folder,
          {"which is not installed for python3", "pip install '.[tune]'",
           "activate the environment whose python3 has it"});
  refused("learn", folder, {"pip install '.[learn]'"});
  refused("ablate", folder, {"pip install '.'"});
  refused("balance", folder, {"pip install '.[ledger]'"});
  refused("tune", path("none"), {"cannot be started: No such file", "pip install"});
}

TEST_F(PythonModule, WithoutThePackageHelpSaysWhatTheCommandDoesAndHowToGetIt) {
  const std::string prefix = "PATH=" + make_python("path", 1) + " ";
  const std::string page = "\nDocumentation: ";
  for (const std::string command : {"tune", "ablate", "learn", "balance"}) {
    const CommandOutcome run = carrack(command + " --help", prefix);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    for (const std::string& words :
         {"\nExample: carrack " + command + ' ', "\n" + command + " is part of the Python package",
          std::string("pip install '."), "Then carrack " + command + " --help"}) {
      EXPECT_NE(run.out.find(words), std::string::npos) << run.out << " lacks " << words;
    }
    const std::size_t at = run.out.find(page) + page.size();
    const std::string file = run.out.substr(at, run.out.find('\n', at) - at);
    EXPECT_TRUE(fs::exists(CARRACK_TESTS "/../" + file)) << file;
    EXPECT_EQ(carrack("help " + command, prefix).out, run.out);
  }
  EXPECT_NE(
      carrack("learn -h", "PATH=" + path("none") + " ").out.find("cannot be started: No such"),
      std::string::npos);
}

}  // namespace
}  // namespace carrack
