// Rows of a query on a ledger. They are read by the SQLite of the engine: with two copies of SQLite
// in one process, the one that closes a file drops the locks that the other holds on it
// (experiments/base/database_file.hpp).
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "bindings.hpp"
#include "core/base/error.hpp"
#include "docs.hpp"
#include "experiments/ledger/database.hpp"

namespace carrack::python {
namespace {

py::object as_object(const SqlValue& value) {
  if (const auto* number = std::get_if<i64>(&value)) return py::int_(*number);
  if (const auto* number = std::get_if<double>(&value)) return py::float_(*number);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return py::none();
  // A ledger is not trusted: text that is not UTF-8 gets replacement characters.
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text->data(), static_cast<py::ssize_t>(text->size()), "replace"));
}

/// An iterator over rows, which are read many at a time without the GIL.
class LedgerRows {
 public:
  LedgerRows(const std::string& path, const std::string& query, std::vector<SqlValue> parameters)
      : parameters_(std::move(parameters)), db_(path, Database::Mode::read), select_(db_, query) {
    select_.start_with(parameters_);
  }

  py::tuple next() {
    std::vector<SqlValue> row;
    {
      const py::gil_scoped_release release;
      const std::scoped_lock lock(mutex_);
      if (at_ == rows_.size()) read();
      if (at_ == rows_.size()) throw py::stop_iteration();
      row = std::move(rows_[at_++]);
    }
    py::tuple values(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) values[i] = as_object(row[i]);
    return values;
  }

 private:
  void read() {
    constexpr std::size_t kAtATime = 1000;
    rows_.clear();
    at_ = 0;
    while (!is_done_ && rows_.size() < kAtATime) {
      if (!select_.next()) {
        is_done_ = true;
        break;
      }
      std::vector<SqlValue>& row = rows_.emplace_back();
      for (int column = 0; column < select_.columns(); ++column) {
        row.push_back(select_.value(column));
      }
    }
  }

  std::vector<SqlValue> parameters_;  // SQLite does not copy them
  Database db_;
  Statement select_;
  std::mutex mutex_;
  std::vector<std::vector<SqlValue>> rows_;  // rows read ahead
  std::size_t at_ = 0;                       // the next of them
  bool is_done_ = false;
};

void merge_log(const std::string& path) {
  const py::gil_scoped_release release;
  try {
    Database db(path, Database::Mode::write);
    db.execute("PRAGMA busy_timeout = 1000");
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const InputError&) {  // another process uses it, or it is read-only: the log stays
  }
}

}  // namespace

void bind_ledger_rows(py::module_& m) {
  py::class_<LedgerRows>(m, "LedgerRows", doc("LedgerRows"))
      .def(py::init([](const std::string& path, const std::string& query,
                       std::vector<std::variant<i64, std::string>> given) {
             std::vector<SqlValue> parameters;
             for (auto& value : given) {
               std::visit([&](auto& one) { parameters.emplace_back(std::move(one)); }, value);
             }
             const py::gil_scoped_release release;
             return std::make_unique<LedgerRows>(path, query, std::move(parameters));
           }),
           py::arg("path"), py::arg("query"), py::arg("parameters"), doc("LedgerRows.__init__"))
      .def(
          "__iter__", [](py::object self) { return self; }, doc("LedgerRows.__iter__"))
      .def("__next__", &LedgerRows::next, doc("LedgerRows.__next__"));
  m.def("ledger_merge_log", &merge_log, py::arg("path"), doc("ledger_merge_log"));
}

}  // namespace carrack::python
