// Whether this process has forked since something was made.
#pragma once

namespace carrack {

/// A number that grows by one in the child at every fork. An object made under another number
/// belongs to a parent process: its threads do not exist here, and its child processes are the
/// parent's. The first call must come before the fork, so objects call it when they are made.
[[nodiscard]] unsigned fork_generation() noexcept;

}  // namespace carrack
