// Output files: atomic, and never overwriting protected files.
#include "experiments/base/output_file.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/error.hpp"
#include "experiments/base/interrupt.hpp"
#include "tests/temporary_folder.hpp"

namespace carrack {
namespace {
bool has_no_memory_for_streams = false;
}  // namespace
}  // namespace carrack

/// The library's, except where a test says that there is no memory.
extern "C" std::FILE* fdopen(int descriptor, const char* mode) noexcept {
  if (carrack::has_no_memory_for_streams) {
    errno = ENOMEM;
    return nullptr;
  }
  using Function = std::FILE* (*)(int, const char*);
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, "fdopen"))(descriptor, mode);
}

namespace carrack {
namespace {

namespace fs = std::filesystem;

constexpr auto kReplace = [] { return OutputRule{.replace = true, .inputs = {}}; };

class OutputFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  void make(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream in(file(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }
  static void put(const std::string& path, const OutputRule& rule = {}) {
    OutputFile out(path, rule);
    out.write("new");
    out.finish();
  }
  /// The message of the error that `put` throws.
  static std::string refusal(const std::string& path, const OutputRule& rule = {}) {
    try {
      put(path, rule);
    } catch (const InputError& error) {
      return error.what();
    }
    ADD_FAILURE() << path << " was written";
    return {};
  }

  testing::TemporaryFolder path_;
};

TEST_F(OutputFiles, AGoodFileStaysUntilTheNewOneIsComplete) {
  make("a", "old");
  {
    OutputFile record(file("a"), kReplace());
    record.write("half");
    EXPECT_EQ(content("a"), "old");
  }
  EXPECT_EQ(content("a"), "old");
  EXPECT_EQ(files(), 1U);
  put(file("a"), kReplace());
  EXPECT_EQ(content("a"), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFiles, AFileThatExistsIsOnlyReplacedWhereTheRuleSaysSo) {
  make("a", "old");
  EXPECT_EQ(refusal(file("a")), file("a") + " exists; --force replaces it");
  EXPECT_EQ(content("a"), "old");
  put(file("b"));
  EXPECT_EQ(content("b"), "new");
}

TEST_F(OutputFiles, AnInputIsNeverReplacedUnderAnyOfItsNames) {
  make("in", "input");
  fs::create_symlink("in", path_ / "link");
  fs::create_hard_link(path_ / "in", path_ / "hard");
  fs::create_directory_symlink(path_, path_ / "folder");
  const OutputRule rule{.replace = true, .inputs = {file("in")}};
  for (const char* const name : {"in", "link", "hard", "folder/in", "./in"}) {
    EXPECT_NE(refusal(file(name), rule).find("this command also reads it or stores"),
              std::string::npos);
    EXPECT_EQ(content("in"), "input");
  }
  // Neither is one that does not exist yet.
  const OutputRule later{.replace = true, .inputs = {file("ledger")}};
  refusal(file("./ledger"), later);
}

TEST_F(OutputFiles, TwoOutputsOfOneProcessAreNotOneFile) {
  const OutputFile first(file("a"));
  EXPECT_NE(refusal(file("./a")).find("twice"), std::string::npos);
}

TEST_F(OutputFiles, AFileThatAppearsMeanwhileIsKept) {
  {
    OutputFile out(file("a"));
    out.write("new");
    make("a", "other");
    EXPECT_THROW(out.finish(), InputError);
  }
  EXPECT_EQ(content("a"), "other");
  OutputFile over(file("a"), kReplace());
  over.write("new");
  make("b", "yet another");
  fs::rename(file("b"), file("a"));
  EXPECT_THROW(over.finish(), InputError);
  EXPECT_EQ(content("a"), "yet another");
}

TEST_F(OutputFiles, TheModeOfAReplacedFileIsKept) {
  make("a", "old");
  chmod(file("a").c_str(), 0600);
  put(file("a"), kReplace());
  struct stat status {};
  ASSERT_EQ(stat(file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  EXPECT_EQ(content("a"), "new");
}

TEST_F(OutputFiles, LinksStayAndTheirTargetsAreWritten) {
  fs::create_symlink("target", path_ / "dangling");
  put(file("dangling"));
  EXPECT_TRUE(fs::is_symlink(path_ / "dangling"));
  EXPECT_EQ(content("target"), "new");
  make("target", "old");
  put(file("dangling"), kReplace());
  EXPECT_TRUE(fs::is_symlink(path_ / "dangling"));
  EXPECT_EQ(content("target"), "new");
  fs::create_symlink("circle", path_ / "circle");
  EXPECT_THROW(put(file("circle")), InputError);
}

TEST_F(OutputFiles, FilesThatBelongTogetherArePublishedTogether) {
  {
    OutputFile a(file("a"));
    OutputFile b(file("b"));
    a.write("1");
    a.close();
    EXPECT_FALSE(fs::exists(file("a")));
    b.write("2");
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFiles, AFullDiskIsReported) {
  OutputFile record("/dev/full");
  record.write("x");
  EXPECT_THROW(record.finish(), ResourceError);
}

TEST_F(OutputFiles, ADirectoryAMissingFolderOrNoNameIsRefusedAtOnce) {
  EXPECT_THROW(OutputFile(path_.string()), InputError);
  EXPECT_THROW(OutputFile(file("no/such/folder")), InputError);
  EXPECT_THROW(OutputFile(""), InputError);
}

TEST_F(OutputFiles, WithoutMemoryForAStreamNothingStaysOpenOrInTheFolder) {
  const auto next_descriptor = [] {
    const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(descriptor);
    return descriptor;
  };
  make("old", "old");
  const int next = next_descriptor();
  has_no_memory_for_streams = true;
  EXPECT_THROW(OutputFile(file("new")), ResourceError);
  EXPECT_THROW(OutputFile(file("old"), kReplace()), ResourceError);
  EXPECT_THROW(OutputFile("/dev/null"), ResourceError);
  has_no_memory_for_streams = false;
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(content("old"), "old");
  EXPECT_EQ(next_descriptor(), next);
  put(file("new"));  // can be opened again
  EXPECT_EQ(content("new"), "new");
}

/// The wait status of a process that does `work` and then ends with 0.
template <typename Work>
int status_of_process(Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    static_cast<void>(dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO));
    handle_signals();
    work();
    _exit(0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

constexpr int kTerminated = 128 + SIGTERM;

TEST_F(OutputFiles, NothingIsLeftWhereTheProgramIsEndedByASignal) {
  const int status = status_of_process([&] {
    OutputFile record(file("a"));
    record.write("half");
    if (files() != 1) _exit(1);
    static_cast<void>(raise(SIGTERM));
    _exit(2);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), kTerminated);
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFiles, NothingIsLeftWhereTheSecondSignalEndsTheProgram) {
  const int status = status_of_process([&] {
    const CatchInterrupts scope;
    OutputFile record(file("a"));
    record.write("half");
    static_cast<void>(raise(SIGTERM));
    if (!stop_flag() || files() != 1) _exit(1);
    // One that follows at once may come from the same key.
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
    static_cast<void>(raise(SIGTERM));
    _exit(2);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), kTerminated);
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace carrack
