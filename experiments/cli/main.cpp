// The `carrack` binary.
#include "experiments/cli/command_line.hpp"
#include "experiments/cli/python_module.hpp"

int main(int argc, char** argv) {
  if (argc > 0) carrack::started_as(argv[0]);
  return carrack::run_command_line(argc, argv);
}
