// Replacements for the operating system on a page: no files, no processes, one thread.
#include "agents/external/process_agent.hpp"
#include "agents/learned/network_path.hpp"
#include "agents/threads/team.hpp"
#include "core/base/error.hpp"

namespace carrack {

std::shared_ptr<const Network> network_at(const std::string& path) {
  refuse_network(path, "is a file, and a page reads none; expected default");
}

bool exists_at(const std::string& /*path*/) { return false; }

std::unique_ptr<Agent> ProcessAgent::make(AgentSpec& /*spec*/) {
  throw InputError("agent 'process': a page starts no programs");
}

class Team::Crew {};

Team::Team() = default;
Team::~Team() = default;

/// Runs the threads' work in turn, with the same results.
void Team::run_task(const Task& task) {
  for (unsigned t = 0; t < task.threads; ++t) task.call(task.callable, t);
}

Team& own_team() {
  static Team team;
  return team;
}

}  // namespace carrack
