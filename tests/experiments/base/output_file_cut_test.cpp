// What becomes of an output file after an error: it is cut, or its temporary file is kept.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.hpp"
#include "experiments/base/output_file.hpp"
#include "tests/temporary_folder.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;

class CutOutputFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  testing::TemporaryFolder folder_;
};

TEST_F(CutOutputFiles, HaveTheirFirstBytes) {
  OutputFile file(path("a"));
  file.write("whole ");
  file.flush();
  file.write("half");
  ASSERT_TRUE(file.cut(6));
  file.publish();
  EXPECT_EQ(content(path("a")), "whole ");
}

TEST_F(CutOutputFiles, AreNotDevices) {
  OutputFile file("/dev/null");
  file.write("a");
  EXPECT_FALSE(file.cut(0));
  EXPECT_EQ(file.keep_temporary(), "");
}

TEST_F(CutOutputFiles, StayWhereTheirNameWasTaken) {
  std::string kept;
  {
    OutputFile file(path("a"));
    file.write("mine");
    file.close();
    std::ofstream(path("a")) << "taken";
    EXPECT_THROW(file.publish(), InputError);
    kept = file.keep_temporary();
  }
  EXPECT_EQ(content(path("a")), "taken");
  EXPECT_EQ(content(kept), "mine");
}

}  // namespace
}  // namespace carrack
