#include "experiments/cli/python_module.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): not on every system

namespace carrack {
namespace {

/// Python code that removes the current folder from the path: `-c` and `-m` search it first, and it
/// may hold untrusted files. (Python 3.11 has -P for this; older versions do not.)
const std::string kNoCurrentFolder =
    "import sys; sys.path[:1] = [] if sys.path[0] == '' else sys.path[:1]; ";

std::string& interpreter() {
  static std::string program;
  return program;
}

/// The value of argv[0] if it is a path. A bare name could be a file of the current folder.
std::string& starter() {
  static std::string command;
  return command;
}

/// The interpreter that runs this process, or the python3 next to this program or its starter, or
/// "python3" from PATH.
std::string python_program() {
  if (!interpreter().empty()) return interpreter();
  for (const std::string& program : {std::string("/proc/self/exe"), starter()}) {
    std::error_code error;  // ignored: there may be no /proc or no starter
    const auto self = std::filesystem::canonical(program, error);
    if (error) continue;
    std::string beside = (self.parent_path() / "python3").string();
    if (access(beside.c_str(), X_OK) == 0) return beside;
  }
  return "python3";
}

std::vector<char*> as_argv(const std::vector<std::string>& command) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  return words;
}

/// Whether the interpreter has the package; does not import it. `error` is the error of starting
/// the interpreter, or 0.
bool has_package(const std::string& python, int& error) {
  const std::vector<std::string> command{
      python, "-c",
      kNoCurrentFolder +
          "import importlib.util; found = importlib.util.find_spec('carrack'); "
          "sys.exit(found is None or found.origin is None)"};
  pid_t child = -1;
  error = posix_spawnp(&child, python.c_str(), nullptr, nullptr, as_argv(command).data(), environ);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

void started_as(const std::string& command) {
  if (command.find('/') != std::string::npos) starter() = command;
}

void run_by_python(const std::string& program) { interpreter() = program; }

std::string missing_python_package() {
  const std::string python = python_program();
  int error = 0;
  if (has_package(python, error)) return "";
  return error == 0 ? "which is not installed for " + python
                    : "and " + python + " cannot be started: " + std::strerror(error);
}

std::string how_to_install(const PythonModule& python_module) {
  const std::string extra = python_module.extra.empty() ? "" : "[" + python_module.extra + "]";
  return "install it with pip install '." + extra +
         "' in a checkout of carrack, or activate the environment whose python3 has it";
}

void check_python_module(const PythonModule& python_module) {
  const std::string missing = missing_python_package();
  if (missing.empty()) return;
  throw InputError(python_module.what + " is part of the Python package carrack, " + missing +
                   "; " + how_to_install(python_module));
}

void become_python_module(const PythonModule& python_module,
                          const std::vector<std::string>& arguments) {
  check_python_module(python_module);
  const std::string python = python_program();
  std::vector<std::string> command{
      python, "-c",
      kNoCurrentFolder + "import runpy; runpy.run_module(sys.argv.pop(1), run_name='__main__')",
      python_module.module};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::cout.flush();
  execvp(python.c_str(), as_argv(command).data());
  throw InputError(python_module.what + ": cannot start " + python + ": " + std::strerror(errno));
}

}  // namespace carrack
