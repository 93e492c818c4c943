// The `carrack` binary.
#include "experiments/cli/command_line.hpp"

int main(int argc, char** argv) { return carrack::run_command_line(argc, argv); }
