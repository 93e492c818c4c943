// Runs the binary in a temporary folder.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tests/temporary_folder.hpp"

namespace carrack {

namespace fs = std::filesystem;

struct CommandOutcome {
  int status;
  std::string out;
  std::string err;
};

class CommandLine : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  /// Runs `carrack arguments` through the shell, after `prefix`.
  [[nodiscard]] CommandOutcome carrack(const std::string& arguments,
                                       const std::string& prefix = "") const {
    const std::string command =
        prefix + CARRACK_BINARY " " + arguments + " > " + path("out") + " 2> " + path("err");
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path("out")),
            content(path("err"))};
  }
  /// Runs `carrack arguments` and interrupts it, as Ctrl-C does, once `is_ready()`. Gives up after
  /// a minute, with another signal.
  template <typename Ready>
  [[nodiscard]] CommandOutcome interrupted(const std::string& arguments,
                                           const Ready& is_ready) const {
    const std::string command =
        "exec " CARRACK_BINARY " " + arguments + " > " + path("out") + " 2> " + path("err");
    const pid_t child = fork();
    if (child == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    int tries = 6000;
    for (; tries > 0 && !is_ready(); --tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(kill(child, tries > 0 ? SIGINT : SIGKILL), 0);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path("out")),
            content(path("err"))};
  }
  /// Bytes of records that are being written.
  [[nodiscard]] std::uintmax_t unfinished_bytes() const {
    std::uintmax_t bytes = 0;
    for (const std::string& name : leftovers()) {
      std::error_code gone;
      const std::uintmax_t size = fs::file_size(folder_ / name, gone);
      if (!gone) bytes += size;
    }
    return bytes;
  }
  /// One clear line on stderr and a status that is not 0. Some commands print their result before
  /// they fail to write it.
  void expect_refused(const std::string& arguments,
                      std::initializer_list<std::string_view> words) const {
    const CommandOutcome run = carrack(arguments);
    EXPECT_TRUE(run.status == 1 || run.status == 2) << arguments << " ended with " << run.status;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << arguments << ": " << run.err;
    EXPECT_TRUE(run.err.starts_with("carrack: ")) << run.err;
    for (const std::string_view word : words) {
      EXPECT_NE(run.err.find(word), std::string::npos) << run.err << " lacks " << word;
    }
  }
  [[nodiscard]] std::vector<std::string> leftovers() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      if (name.find(".tmp-") != std::string::npos) names.push_back(name);
    }
    return names;
  }

  testing::TemporaryFolder folder_;
};

}  // namespace carrack
