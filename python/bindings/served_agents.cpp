// carrack._core.AgentServer: agents written in Python as external programs.
#include "agents/external/agent_server.hpp"
#include "bindings.hpp"

namespace carrack::python {

namespace {

/// A player whose methods are Python functions. They are called with the GIL.
class ServedFunctions final : public ServedPlayer {
 public:
  ServedFunctions(std::string name, py::object begin, py::object choose)
      : name_(std::move(name)), begin_(std::move(begin)), choose_(std::move(choose)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  void begin(Ruleset rules, Player seat, u64 seed) override {
    random_ = Random(seed, stream(StreamFamily::agent, index(seat)));
    begin_(rules, index(seat), seed);
  }

  [[nodiscard]] std::string choose(const State& s, const Legal& options) override {
    return choose_(Position(s, options), random_.next64()).cast<std::string>();
  }

 private:
  std::string name_;
  py::object begin_;
  py::object choose_;
  Random random_{0, 0};
};

std::unique_ptr<AgentServer> make_server(std::string name, py::object begin, py::object choose) {
  return std::make_unique<AgentServer>(
      std::make_unique<ServedFunctions>(std::move(name), std::move(begin), std::move(choose)));
}

}  // namespace

void bind_served_agents(py::module_& m) {
  py::class_<AgentServer>(m, "AgentServer", doc("AgentServer"))
      .def(py::init(&make_server), py::arg("name"), py::arg("begin"), py::arg("choose"),
           doc("AgentServer.__init__"))
      .def(
          "answer", [](AgentServer& self, std::string_view line) { return self.answer(line); },
          py::arg("line"), doc("AgentServer.answer"));
  m.attr("LONGEST_MESSAGE") = AgentServer::kLongestLine;
}

}  // namespace carrack::python
