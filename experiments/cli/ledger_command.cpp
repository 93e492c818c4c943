// `carrack ledger`: lists the contents of a ledger, or shows the standings of a tournament or the
// tables of a trial.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "agents/short_spec.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/numbers.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/standings_output.hpp"
#include "experiments/cli/trial_report.hpp"
#include "experiments/cli/trial_text.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/kept_trial.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

struct LedgerArguments {
  std::string ledger;
  std::string name;
  std::vector<std::string> merge;
  MergeRule rule;
  bool json = false;
};

/// Names as a cell of a table, cut if they are long: restricted agents list all their tiles.
std::string cell(const std::string& names) {
  constexpr std::size_t kLongest = 120;
  return printable(names, kLongest);
}

std::string joined_names(const LedgerTournament& t) {
  std::vector<std::string> names;
  for (const LedgerAgent& agent : t.agents) names.push_back(agent.name);
  return join(short_names(names));
}

std::string rules_of(Ruleset rules, const std::string& signature) {
  return signature == rules_signature(rules) ? "as now" : "others";
}

/// The subjects of a trial in a few words.
std::string subjects_of(const TrialPlan& plan) {
  constexpr std::size_t kFew = 3;
  if (plan.on.size() > kFew) {
    return std::to_string(plan.on.size()) + (plan.is_of_placements() ? " boxes" : " tiles");
  }
  std::vector<std::string> names;
  for (const Subject on : plan.on) names.push_back(to_string(on));
  return join(names);
}

void list_text(const std::vector<LedgerTrial>& all) {
  Table table({"trial", "ruleset", "on", "seed", "games", "rules", "agents"},
              {Align::left, Align::left, Align::left, Align::right, Align::right, Align::left,
               Align::left});
  for (const LedgerTrial& t : all) {
    table.add({t.name, t.plan.rules.to_string(), subjects_of(t.plan), std::to_string(t.plan.seed),
               std::to_string(t.plan.games), rules_of(t.plan.rules, t.signature),
               cell(seated_names(t.plan.agents))});
  }
  std::cout << table.text();
}

void list_text(const std::vector<LedgerTournament>& all) {
  Table table({"tournament", "ruleset", "kind", "seed", "games", "rules", "agents"},
              {Align::left, Align::left, Align::left, Align::right, Align::right, Align::left,
               Align::left});
  for (const LedgerTournament& t : all) {
    table.add({t.name, t.plan.rules.to_string(),
               std::string(kTournamentKindNames[index(t.plan.kind)]), std::to_string(t.plan.seed),
               std::to_string(t.games) + " of " + std::to_string(t.blocks * t.games_per_block),
               rules_of(t.plan.rules, t.signature), cell(joined_names(t))});
  }
  std::cout << table.text();
}

nlohmann::ordered_json as_json(const LedgerTrial& t) {
  nlohmann::ordered_json on;
  for (const Subject subject : t.plan.on) on.push_back(to_string(subject));
  nlohmann::ordered_json turn;
  nlohmann::ordered_json seat;
  if (t.plan.turn) turn = *t.plan.turn;
  if (t.plan.seat) seat = index(*t.plan.seat) + 1;
  nlohmann::ordered_json occasion;
  if (t.plan.occasion) occasion = name(*t.plan.occasion, t.plan.is_of_placements());
  return {{"trial", t.name},
          {"ruleset", t.plan.rules.to_string()},
          {"seed", t.plan.seed},
          {"continuations", t.plan.continuations},
          {"turn", turn},
          {"seat", seat},
          {"occasion", occasion},
          {"denial", t.plan.denial},
          {"discounts", t.plan.discounts},
          {"hash", t.hash},
          {"signature", t.signature},
          {"engine", t.engine},
          {"games", t.plan.games},
          {"agents", t.plan.agents},
          {"on", on}};
}

nlohmann::ordered_json json_of_all(const std::vector<LedgerTournament>& all,
                                   const std::vector<LedgerTrial>& trials) {
  auto list = nlohmann::ordered_json::array();
  for (const LedgerTournament& t : all) {
    nlohmann::ordered_json agents;
    for (const LedgerAgent& a : t.agents) {
      agents.push_back({{"name", a.name},
                        {"configuration", parse_json<nlohmann::ordered_json>(a.configuration)}});
    }
    list.push_back({{"tournament", t.name},
                    {"ruleset", t.plan.rules.to_string()},
                    {"kind", kTournamentKindNames[index(t.plan.kind)]},
                    {"seatings", kSeatingSetNames[index(t.plan.seatings)]},
                    {"seed", t.plan.seed},
                    {"hash", t.hash},
                    {"signature", t.signature},
                    {"engine", t.engine},
                    {"blocks", t.blocks},
                    {"games_per_block", t.games_per_block},
                    {"games", t.games},
                    {"agents", agents}});
  }
  for (const LedgerTrial& t : trials) list.push_back(as_json(t));
  return list;
}

/// Merges the files of --merge, in one transaction each: files merged before an invalid one are
/// kept. Returns the number of new games from each.
std::vector<nlohmann::ordered_json> merge(const LedgerArguments& arguments) {
  std::vector<nlohmann::ordered_json> merged;
  if (arguments.merge.empty()) return merged;
  if (!std::filesystem::exists(arguments.ledger)) {  // created only if the first source can be read
    const Ledger source(arguments.merge.front(), Database::Mode::read);
  }
  Ledger ledger(arguments.ledger, Database::Mode::create);
  for (const std::string& path : arguments.merge) {
    const u64 games = ledger.merge(path, arguments.rule);
    merged.push_back({{"file", printable(path)}, {"new_games", games}});
    if (arguments.json) continue;
    std::cout << counted(games, "new game") << " from " << printable(path) << '\n';
  }
  return merged;
}

void print_all(const std::vector<LedgerTournament>& all, const std::vector<LedgerTrial>& trials) {
  if (!all.empty() || trials.empty()) list_text(all);
  if (!all.empty() && !trials.empty()) std::cout << '\n';
  if (!trials.empty()) list_text(trials);
}

/// The trials of a name: NAME itself and NAME/RULESET, as `carrack trial` names them.
std::vector<LedgerTrial> trials_named(const std::string& name, std::vector<LedgerTrial> trials) {
  std::erase_if(trials, [&](const LedgerTrial& trial) {
    return trial.name != name && !trial.name.starts_with(name + '/');
  });
  const auto is_of_placements = [](const LedgerTrial& t) { return t.plan.is_of_placements(); };
  const auto placements = std::ranges::count_if(trials, is_of_placements);
  if (placements == 0 || placements == std::ssize(trials)) return trials;
  std::vector<std::string> names;
  names.reserve(trials.size());
  for (const LedgerTrial& trial : trials) names.push_back(trial.name);
  throw InputError("--name: '" + excerpt(name) +
                   "' has trials of tiles and of boxes, expected one of " + join(names));
}

std::vector<TrialReport> reports_of(Ledger& ledger, const std::vector<LedgerTrial>& trials) {
  std::vector<TrialReport> reports;
  reports.reserve(trials.size());
  for (const LedgerTrial& trial : trials) reports.push_back(KeptTrial::report(ledger, trial));
  return reports;
}

std::string standings_of(Ledger& ledger, const LedgerTournament& tournament, bool json) {
  std::vector<std::string> names;
  for (const LedgerAgent& agent : tournament.agents) names.push_back(agent.name);
  Standings standings(names, tournament.games_per_block);
  for (const BlockGame& game : ledger.games(tournament.id)) standings.add(game);
  const StandingsSummary summary{tournament.plan, std::nullopt, 0, false};
  return json ? standings_json(standings, summary) : standings_text(standings, summary);
}

/// The tournament and the trials of a name. As JSON only the tournament, if the name has both.
std::string text_of(Ledger& ledger, const std::string& name, bool json) {
  const auto trials = trials_named(name, KeptTrial::all(ledger));
  const auto tournaments = ledger.tournaments();
  const bool has_tournament =
      std::ranges::find(tournaments, name, &LedgerTournament::name) != tournaments.end();
  std::string text;
  if (has_tournament || trials.empty()) {
    text = standings_of(ledger, ledger.tournament(name), json);  // throws if there is none
  }
  if (trials.empty() || (has_tournament && json)) return text;
  if (has_tournament) text += '\n';
  const auto reports = reports_of(ledger, trials);
  return text +
         (json ? trial_json(reports, /*interrupted=*/false) : trials_text(reports, std::nullopt));
}

void run(const LedgerArguments& arguments) {
  const auto merged = nlohmann::ordered_json(merge(arguments));
  Ledger ledger(arguments.ledger, Database::Mode::read);
  const auto tournaments = ledger.tournaments();
  const auto trials = KeptTrial::all(ledger);
  if (!arguments.json) {
    if (arguments.name.empty()) {
      print_all(tournaments, trials);
    } else {
      std::cout << text_of(ledger, arguments.name, false);
    }
    return;
  }
  nlohmann::ordered_json json =
      arguments.name.empty() ? json_of_all(tournaments, trials)
                             : nlohmann::ordered_json::parse(text_of(ledger, arguments.name, true));
  if (!arguments.merge.empty()) {
    json = {{"merged", merged}, {"ledger", std::move(json)}};
  }
  std::cout << json.dump(2) << '\n';
}

}  // namespace

void add_ledger(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "ledger", "List the tournaments and trials of a ledger, or show the result of one of them");
  command->footer(
      "Examples:\n"
      "  carrack ledger results.db\n"
      "  carrack ledger results.db --name main\n"
      "  carrack ledger results.db --merge machine1.db machine2.db");
  const auto arguments = std::make_shared<LedgerArguments>();
  add_file(*command, "ledger", arguments->ledger, "file of carrack tournament or trial --ledger")
      ->required();
  command->add_option("--name", arguments->name,
                      "show the standings of this tournament or the tables of this trial; for a "
                      "trial of several rulesets, NAME shows all and NAME/RULESET one; if a "
                      "tournament and a trial have the name, --json shows the tournament");
  auto* const merge = add_files(*command, "--merge", arguments->merge,
                                "first add the games of these ledgers, each game once");
  command
      ->add_flag("--ignore-signature", arguments->rule.ignore_signature,
                 "merge games that were played under other rules")
      ->needs(merge);
  command
      ->add_flag(
          "--keep-ours", arguments->rule.keep_ours,
          "if a game has different results in the ledgers, keep that of the first ledger; agents "
          "with a clock play differently each time")
      ->needs(merge);
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace carrack
