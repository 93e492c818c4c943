// `carrack export`: writes a tournament of a ledger to files for other programs.
#include <deque>
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/python_module.hpp"
#include "experiments/ledger/ledger.hpp"

namespace carrack {
namespace {

struct ExportArguments {
  std::string ledger;
  std::string name;
  std::string csv;
  std::string records;
  std::string parquet;
  bool force = false;
};

/// The files of an export. They are renamed into place only when all are complete.
class ExportFiles {
 public:
  explicit ExportFiles(OutputRule rule) : rule_(std::move(rule)) {}

  OutputFile& open(const std::string& path) { return files_.emplace_back(path, rule_); }
  /// `line` is printed when the files are in place.
  void written(const std::string& line) { lines_ += line + '\n'; }
  void finish(std::ostream& out) {
    for (OutputFile& file : files_) file.close();
    for (OutputFile& file : files_) file.publish();
    out << lines_;
  }

 private:
  OutputRule rule_;
  std::deque<OutputFile> files_;
  std::string lines_;
};

void write_csv(Ledger& ledger, i64 tournament, const std::filesystem::path& folder,
               ExportFiles& files) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError("cannot create " + folder.string() + ": " + error.message());
  for (const ExportTable& table : export_tables()) {
    const std::string path = (folder / (std::string(table.name) + ".csv")).string();
    OutputFile& file = files.open(path);
    u64 lines = 0;
    ledger.export_csv(tournament, table, [&](std::string_view line) {
      file.write(line);
      ++lines;
    });
    files.written(printable(path) + ": " + std::to_string(lines - 1) + " rows");
  }
}

void write_records(Ledger& ledger, i64 tournament, const std::string& path, ExportFiles& files) {
  OutputFile& file = files.open(path);
  u64 games = 0;
  ledger.for_each_record(tournament, [&](std::string_view record) {
    file.write(record);
    ++games;
  });
  files.written(printable(path) + ": " + counted(games, "game"));
}

/// The part that writes Parquet.
const PythonModule kParquet{"export --parquet", "carrack.export", "ledger"};

void run(const ExportArguments& arguments) {
  if (arguments.csv.empty() && arguments.records.empty() && arguments.parquet.empty()) {
    throw CLI::ValidationError(
        "export", "no output given; expected --csv DIR, --records FILE or --parquet DIR");
  }
  if (!arguments.records.empty() && (is_same_file(arguments.csv, arguments.records) ||
                                     is_same_file(arguments.parquet, arguments.records))) {
    throw CLI::ValidationError(
        "export", excerpt(arguments.records) + " is named twice, as a file and as a folder");
  }
  std::string name;
  {
    Ledger ledger(arguments.ledger, Database::Mode::read);
    const Snapshot snapshot = ledger.snapshot();  // the same games in all files
    const LedgerTournament tournament = ledger.tournament(arguments.name);
    name = tournament.name;
    if (!arguments.parquet.empty()) check_python_module(kParquet);  // before a file is written
    ExportFiles files({.replace = arguments.force, .inputs = {arguments.ledger}});
    if (!arguments.csv.empty()) write_csv(ledger, tournament.id, arguments.csv, files);
    if (!arguments.records.empty()) {
      write_records(ledger, tournament.id, arguments.records, files);
    }
    files.finish(summary_stream({arguments.records}));
  }
  if (!arguments.parquet.empty()) {
    std::vector<std::string> words{arguments.ledger, "--name", name, "--parquet",
                                   arguments.parquet};
    if (arguments.force) words.emplace_back("--force");
    become_python_module(kParquet, words);
  }
}

}  // namespace

void add_export(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand("export", "Write a tournament of a ledger to files");
  command->footer(
      "Examples:\n"
      "  carrack export results.db --csv results    agents, games, seats, turns, purchases, "
      "searches\n"
      "  carrack export results.db --records games.jsonl && carrack verify games.jsonl\n"
      "  carrack export results.db --parquet tables    the same tables (needs Python, pyarrow)");
  const auto arguments = std::make_shared<ExportArguments>();
  add_file(*command, "ledger", arguments->ledger, "file of carrack tournament --ledger")
      ->required();
  command->add_option("--name", arguments->name,
                      "name of the tournament; optional if there is only one");
  add_file(*command, "--csv", arguments->csv,
           "write the tables to this folder as CSV, one file each", "DIR");
  add_file(*command, "--parquet", arguments->parquet,
           "write the tables to this folder as Parquet, one file each", "DIR");
  add_file(*command, "--records", arguments->records, "write the games to this file as JSON Lines");
  add_force_option(*command, arguments->force, {"--csv", "--records", "--parquet"});
  command->callback([arguments] { run(*arguments); });
}

}  // namespace carrack
