// Commands that are written in Python: the binary hands over to them.
#pragma once

#include <string>
#include <vector>

namespace carrack {

/// Becomes `python3 -m module arguments…`, whose exit status is then the process's: the python3 in
/// the binary's own folder, as in a virtual environment, or else the one on PATH. Throws
/// InputError, beginning with `what`, where there is no Python or it lacks the package carrack;
/// only then does it return.
[[noreturn]] void become_python_module(const std::string& what, const std::string& module,
                                       const std::vector<std::string>& arguments);

/// Says which Python runs this command line, where one does: become_python_module() then uses it.
void run_by_python(const std::string& program);

}  // namespace carrack
