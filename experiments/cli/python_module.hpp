// Runs commands that are written in Python.
#pragma once

#include <string>
#include <vector>

namespace carrack {

/// A command, or a part of one, that is written in Python.
struct PythonModule {
  std::string what;    // its name in errors: "tune"
  std::string module;  // carrack.tuning
  std::string extra;   // extra of the package that the module needs; empty if none
};

/// Empty if there is a Python that has the package carrack; otherwise what is missing, as the
/// continuation of a sentence: "which is not installed for python3".
[[nodiscard]] std::string missing_python_package();

/// How to install what the module needs: "install it with pip install …".
[[nodiscard]] std::string how_to_install(const PythonModule& python_module);

/// Throws InputError, beginning with `what`, if there is no Python or it lacks the package carrack.
void check_python_module(const PythonModule& python_module);

/// Replaces this process by `python3 -m module arguments…`, with the python3 in the folder of the
/// binary or of the command that started it (as in a virtual environment) or the one on PATH. Does
/// not return; throws as check_python_module() does.
[[noreturn]] void become_python_module(const PythonModule& python_module,
                                       const std::vector<std::string>& arguments);

/// Sets argv[0] of this process. A wheel's `carrack` is a script that starts the binary elsewhere
/// and names itself in argv[0].
void started_as(const std::string& command);

/// Sets the Python that runs this command line, to be used by become_python_module().
void run_by_python(const std::string& program);

}  // namespace carrack
