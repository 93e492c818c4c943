// The process that stands between carrack and an external program. It outlives carrack for a moment
// and ends whatever the program has started, however carrack itself was ended.
#pragma once

#include <sys/types.h>

#include "core/base/types.hpp"

namespace carrack {

/// The limits of a program. 0: those of this process.
struct ProgramLimits {
  u64 memory = 0;  // MiB of address space
  u64 cpu = 0;     // seconds of processor time
};

/// All that a supervisor needs. It is prepared before the fork, as nothing can be allocated after
/// it.
struct Launch {
  const char* const* files;  // where the program may be, in the order of PATH; ends with null
  char* const* arguments;    // ends with null
  char* const* environment;
  ProgramLimits limits;
  int talk;     // becomes the program's standard input and output
  int errors;   // becomes its standard error
  int control;  // the supervisor's end of a socket: it sends reports, and ends when the other end
                // does
  pid_t parent;
};

/// What a supervisor says on its control socket: first `started` or `failed`, then, if the program
/// ends by itself, `ended`.
struct SupervisorReport {
  enum class Kind : u32 { started, failed, ended };
  Kind kind = Kind::started;
  int value = 0;  // failed: the errno; ended: the status as waitpid() has it
};

/// To be called in the child of a fork with all signals blocked. Starts the program and waits until
/// the program has ended, the control socket is closed or the parent is gone. Then it kills the
/// program with all descendants and ends itself.
///
/// On Linux no descendant escapes: the supervisor is the subreaper of all orphans below it. On
/// other systems a descendant that leaves the program's process group is not found.
[[noreturn]] void supervise(const Launch& launch) noexcept;

}  // namespace carrack
