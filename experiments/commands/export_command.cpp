// `carrack export`: a tournament of a ledger as files for other programs.
#include <filesystem>
#include <iostream>

#include "core/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/python_module.hpp"
#include "experiments/ledger/ledger.hpp"
#include "experiments/output_file.hpp"

namespace carrack {
namespace {

struct ExportArguments {
  std::string ledger;
  std::string name;
  std::string csv;
  std::string records;
  std::string parquet;
};

void write_csv(Ledger& ledger, i64 tournament, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError("cannot make " + folder.string() + ": " + error.message());
  for (const ExportTable& table : export_tables()) {
    OutputFile file((folder / (std::string(table.name) + ".csv")).string());
    u64 lines = 0;
    ledger.export_csv(tournament, table, [&](std::string_view line) {
      file.write(line);
      ++lines;
    });
    file.finish();
    std::cout << (folder / table.name).string() << ".csv: " << lines - 1 << " rows\n";
  }
}

void write_records(Ledger& ledger, i64 tournament, const std::string& path) {
  OutputFile file(path);
  u64 games = 0;
  ledger.for_each_record(tournament, [&](std::string_view record) {
    file.write(record);
    ++games;
  });
  file.finish();
  std::cout << path << ": " << games << " games\n";
}

int run(const ExportArguments& arguments) {
  if (arguments.csv.empty() && arguments.records.empty() && arguments.parquet.empty()) {
    throw InputError("export what? Expected --csv DIR, --records FILE or --parquet DIR");
  }
  std::string name;
  {
    Ledger ledger(arguments.ledger, Database::Mode::read);
    const LedgerTournament tournament = ledger.tournament(arguments.name);
    name = tournament.name;
    if (!arguments.csv.empty()) write_csv(ledger, tournament.id, arguments.csv);
    if (!arguments.records.empty()) write_records(ledger, tournament.id, arguments.records);
  }
  if (!arguments.parquet.empty()) {
    become_python_module("export --parquet", "carrack.export",
                         {arguments.ledger, "--name", name, "--parquet", arguments.parquet});
  }
  return 0;
}

}  // namespace

void add_export(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand("export", "Write a tournament of a ledger to files");
  command->footer(
      "Examples:\n"
      "  carrack export results.db --csv results    agents, games, seats, turns, purchases, "
      "searches\n"
      "  carrack export results.db --records games.jsonl && carrack verify games.jsonl\n"
      "  carrack export results.db --parquet tables    the same tables (needs Python, pyarrow)");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("ledger", arguments->ledger, "file")->required();
  command->add_option("--name", arguments->name,
                      "of the tournament; not needed where there is only one");
  command->add_option("--csv", arguments->csv, "folder for tables as CSV, one a file");
  command->add_option("--parquet", arguments->parquet, "folder for tables as Parquet, one a file");
  command->add_option("--records", arguments->records, "file for the games, JSON Lines");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace carrack
