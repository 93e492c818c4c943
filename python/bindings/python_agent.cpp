#include "python_agent.hpp"

#include "agents/evaluation/observation.hpp"

namespace carrack::python {

namespace {

/// The name of the class of an agent.
std::string name_of(const py::object& agent) { return Py_TYPE(agent.ptr())->tp_name; }

}  // namespace

PythonAgent::PythonAgent(py::object agent) : agent_(std::move(agent)) {
  if (!py::hasattr(agent_, "choose")) {
    throw InputError(
        "an agent is a spec (str), a carrack.Agent or an object with choose(state, seed), not " +
        name_of(agent_));
  }
  spec_ = "python:" + name_of(agent_);
}

PythonAgent::~PythonAgent() {
  const py::gil_scoped_acquire gil;
  agent_ = py::object();
}

void PythonAgent::begin(Ruleset rules, Player seat, Random& random) {
  decisions_ = 0;
  const py::gil_scoped_acquire gil;
  if (!py::hasattr(agent_, "begin")) return;
  with_note([&] { return agent_.attr("begin")(rules, index(seat), random.next64()); },
            [&] { return "in begin() of " + name_of(agent_) + ", " + to_string(seat); });
}

Action PythonAgent::choose(const State& s, const Legal& legal, Random& random) {
  const u64 seed = random.next64();
  const py::gil_scoped_acquire gil;
  const Position position(s, legal);
  ++decisions_;
  return with_note(
      [&] {
        const py::object chosen = agent_.attr("choose")(position, seed);
        return legal_action(position, chosen);
      },
      [&] {
        return "in choose() of " + name_of(agent_) + ", " + to_string(s.actor) + ", turn " +
               std::to_string(s.turn) + ", " + std::string(name(s.phase)) + ", call " +
               std::to_string(decisions_) + " of its game";
      });
}

void rethrow_with_note(const std::string& note) {
  const auto raise = [](const char* type, const std::exception& error) {
    py::set_error(py::module_::import("carrack._core").attr(type), error.what());
    throw py::error_already_set();
  };
  try {
    try {
      throw;
    } catch (const IllegalAction& error) {
      raise("IllegalActionError", error);
    } catch (const InputError& error) {
      raise("InputError", error);
    } catch (const py::builtin_exception& error) {
      error.set_error();
      throw py::error_already_set();
    }
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_Exception) && py::hasattr(error.value(), "add_note")) {
      error.value().attr("add_note")(note);
    }
    throw;
  }
  __builtin_unreachable();  // raise() throws
}

bool is_python_agent(const py::handle& described) {
  return !py::isinstance<py::str>(described) &&
         !py::isinstance(described, py::module_::import("carrack._core").attr("Agent"));
}

std::string game_note(u64 game, u64 seed, std::optional<u64> block, const EventCount& count) {
  return "game " + std::to_string(game) + " of seed " + std::to_string(seed) +
         (block ? " (block " + std::to_string(*block) + ")" : "") + ", at ply " +
         std::to_string(count.events());
}

std::unique_ptr<Agent> agent_from(const py::handle& described) {
  if (py::isinstance<py::str>(described)) return make_agent(text_of(described));
  if (is_python_agent(described)) {
    return std::make_unique<PythonAgent>(py::reinterpret_borrow<py::object>(described));
  }
  if (!py::type::of(described).is(py::module_::import("carrack._core").attr("Agent"))) {
    throw py::type_error("an agent is a " + std::string(Py_TYPE(described.ptr())->tp_name) +
                         ", a subclass of carrack.Agent, whose methods are not called; derive it "
                         "from carrack.PythonAgent");
  }
  return make_agent(described.attr("spec").cast<std::string>());
}

namespace {

using Numbers = py::array_t<float, py::array::c_style | py::array::forcecast>;

/// Numbers::ensure() would treat Ctrl-C, which NumPy notices here, as an invalid result.
Numbers as_numbers(const py::handle& answer) {
  try {
    return py::module_::import("numpy").attr("ascontiguousarray")(answer, py::dtype::of<float>());
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    throw InputError("evaluate did not return an array of numbers");
  }
}

/// Throws InputError for None and single numbers, which NumPy makes arrays of.
void check_is_array(const py::handle& answer, const char* shape) {
  const bool is_number = PyNumber_Check(answer.ptr()) != 0 && !py::hasattr(answer, "__len__");
  if (!answer.is_none() && !is_number) return;
  throw InputError("evaluate returned " + shown(answer) + ", expected an array " + shape);
}

/// The result of `evaluate`, or a part of it, as an array of this shape.
Numbers numbers_of(const py::handle& answer, std::size_t rows, std::size_t columns,
                   const char* shape) {
  check_is_array(answer, shape);
  const Numbers numbers = as_numbers(answer);
  if (numbers.ndim() != 2 || numbers.shape(0) != static_cast<py::ssize_t>(rows) ||
      numbers.shape(1) != static_cast<py::ssize_t>(columns)) {
    throw InputError("evaluate returned an array of shape " +
                     py::str(numbers.attr("shape")).cast<std::string>() + ", expected (" +
                     std::to_string(rows) + ", " + std::to_string(columns) + ")");
  }
  return numbers;
}

}  // namespace

BatchEvaluator batch_evaluator(py::object evaluate, bool priors) {
  if (PyCallable_Check(evaluate.ptr()) == 0) {
    throw py::type_error("evaluate is not callable");
  }
  // Shared, because std::function copies, and copying a Python object needs the GIL.
  const auto call = std::make_shared<py::object>(std::move(evaluate));
  return [call, priors](std::span<const State> leaves, std::span<Rewards> values,
                        std::span<float> logits) {
    const py::gil_scoped_acquire gil;
    const std::size_t size = observation_size();
    py::array_t<float> seen({leaves.size(), size});
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      observe(leaves[i], leaves[i].actor, {seen.mutable_data(i), size});
    }
    py::object answer = (*call)(seen);
    if (priors) {
      const bool is_sequence =
          py::isinstance<py::tuple>(answer) || py::isinstance<py::list>(answer);
      if (!is_sequence || py::len(answer) != 2) {
        throw InputError("evaluate did not return a pair of values and logits");
      }
      const Numbers rows =
          numbers_of(answer[py::int_(1)], leaves.size(), kActions, "[leaves, NUM_ACTIONS]");
      std::copy_n(rows.data(), logits.size(), logits.begin());
      answer = answer[py::int_(0)];
    }
    const unsigned players = leaves.front().players();
    const Numbers judged = numbers_of(answer, leaves.size(), players, "[leaves, players]");
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const float* const row = judged.data(static_cast<py::ssize_t>(i));
      for (unsigned ahead = 0; ahead < players; ++ahead) {
        values[i][(index(leaves[i].actor) + ahead) % players] = row[ahead];
      }
    }
  };
}

}  // namespace carrack::python
