// `carrack agent`: an agent that another program plays with.
#include <iostream>
#include <vector>

#include "agents/external/agent_server.hpp"
#include "core/base/error.hpp"
#include "experiments/cli/command_tree.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"

namespace carrack {
namespace {

/// `mcts`, `iterations=100`, `c=1`: mcts:iterations=100,c=1. Keys may also stand in the spec.
std::string joined(const std::string& spec, const std::vector<std::string>& keys) {
  std::string text = spec;
  for (const std::string& key : keys) {
    text += text.find(':') == std::string::npos ? ':' : ',';
    text += key;
  }
  return text;
}

void serve(const std::string& spec) {
  AgentServer server = parse_option("spec", [&] { return AgentServer(spec); });
  std::vector<char> buffer(AgentServer::kLongestLine + 1);
  for (u64 number = 1; std::cin.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
       ++number) {
    try {
      if (const auto answer = server.answer(buffer.data())) std::cout << *answer << std::endl;
    } catch (const InputError& error) {
      throw InputError("standard input:" + std::to_string(number) + ": " + error.what());
    }
  }
  if (!std::cin.eof()) {
    throw InputError("standard input: a line has more than " +
                     std::to_string(AgentServer::kLongestLine) + " bytes");
  }
}

}  // namespace

void add_agent(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "agent", "Play on standard input and output, as an opponent for another build of carrack");
  command->footer(
      "It speaks the protocol of agents/PROTOCOL.md. Another carrack starts it as\n"
      "  --agent \"process:PATH/carrack agent mcts iterations=1000 c=1.5,time=30\"\n"
      "The keys are separate arguments, since a comma would end the process command.");
  const auto spec = std::make_shared<std::string>();
  const auto keys = std::make_shared<std::vector<std::string>>();
  offer_agents(command->add_option("spec", *spec, "the agent, as in play --agent")->required());
  command->add_option("keys", *keys, "further keys of the agent, e.g. iterations=1000");
  command->callback([spec, keys] { serve(joined(*spec, *keys)); });
}

}  // namespace carrack
