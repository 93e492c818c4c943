#include "experiments/ledger/kept_trial.hpp"

#include <algorithm>
#include <limits>

#include "core/base/error.hpp"
#include "core/notation/notation.hpp"
#include "experiments/base/version.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/trial_configuration.hpp"
#include "experiments/ledger/trial_reader.hpp"
#include "experiments/ledger/validation.hpp"

namespace carrack {
namespace {

/// `NAME` of a trial `NAME/RULESET`; the ruleset does not count for the length of a name.
std::string without_ruleset(const std::string& name, Ruleset rules) {
  const std::string end = '/' + rules.to_string();
  if (!name.ends_with(end) || name == end) return name;
  return name.substr(0, name.size() - end.size());
}

}  // namespace

/// Prepared statements that store a game.
struct KeptTrial::Statements {
  explicit Statements(Database& db)
      : game(db, "INSERT INTO trial_games VALUES (?, ?, ?) ON CONFLICT DO NOTHING"),
        seat(db, "INSERT INTO trial_seats VALUES (?, ?, ?, ?, ?)"),
        fork(db,
             "INSERT INTO trial_forks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
             " ?, ?, ?, ?, ?, ?, ?, ?)"),
        discount(db, "INSERT INTO trial_discounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
        choice(db, "INSERT INTO trial_choices VALUES (?, ?, ?, ?, ?)"),
        circumstances(db, "INSERT INTO trial_circumstances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

  Statement game;
  Statement seat;
  Statement fork;
  Statement discount;
  Statement choice;
  Statement circumstances;
};

KeptTrial::~KeptTrial() = default;

KeptTrial::KeptTrial(Ledger& ledger, const std::string& name, const TrialPlan& plan,
                     bool ignore_signature)
    : ledger_(ledger), name_(name), plan_(plan) {
  check_plan_name("trial", name);
  check_plan(plan);
  const KeptPlan here{configuration_of(plan), rules_signature(plan.rules)};
  const std::lock_guard lock(ledger_.mutex_);
  Transaction transaction(ledger_.db_);
  Statement found(ledger_.db_, "SELECT trial, configuration, signature FROM trials WHERE name = ?");
  found.start(name);
  if (found.next()) {
    trial_ = found.integer(0, 1, kMaxId);
    check_same_plan("ledger " + ledger_.db_.path() + ": trial '" + name + "'",
                    {std::string(found.text(1)), std::string(found.text(2))}, here,
                    ignore_signature);
  } else {
    check_new_plan_name("trial", without_ruleset(name, plan.rules));
    Statement(ledger_.db_,
              "INSERT INTO trials (name, hash, configuration, signature, engine, begun)"
              " VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
        .run(name, configuration_hash(here.configuration, here.signature), here.configuration,
             here.signature, version::engine());
    trial_ = ledger_.db_.last_id();
  }
  found.reset();
  transaction.commit();
  insert_ = std::make_unique<Statements>(ledger_.db_);
}

std::vector<u64> KeptTrial::kept(u64 games) {
  const std::lock_guard lock(ledger_.mutex_);
  std::vector<u64> numbers;
  Statement rows(ledger_.db_,
                 "SELECT game FROM trial_games WHERE trial = ? AND game < ? ORDER BY game");
  for (rows.start(trial_, games); rows.next();) {
    numbers.push_back(static_cast<u64>(rows.integer(0, 0, kMaxId)));
  }
  return numbers;
}

void KeptTrial::keep(u64 number, const TrialGame& game) {
  const std::lock_guard lock(ledger_.mutex_);
  ledger_.db_.check_in_place();
  Transaction transaction(ledger_.db_);
  insert_->game.run(trial_, number, game.courses);
  if (ledger_.db_.changes() == 0) return;
  keep_result(number, game.result);
  for (const Fork& fork : game.forks) keep_fork(number, fork);
  for (const Choice& choice : game.choices) keep_choice(number, choice);
  transaction.commit();
}

void KeptTrial::keep_result(u64 number, const Result& result) {
  for (unsigned p = 0; p < plan_.rules.players(); ++p) {
    insert_->seat.run(trial_, number, p + 1, result.rank[p], result.vp[p]);
  }
}

void KeptTrial::keep_fork(u64 number, const Fork& fork) {
  const Board board = plan_.rules.board();
  const auto part = [](const std::optional<Outcome>& whole, double Outcome::*member) {
    return whole ? std::optional((*whole).*member) : std::nullopt;
  };
  const auto& nothing = fork.versus_nothing;
  const auto& denied = fork.versus_denied;
  const std::string subject = to_string(fork.on);
  const std::string with = to_notation(fork.with, board);
  const std::string other = to_notation(fork.other, board);
  const std::string_view occasion = name(fork.occasion, fork.on.is_placement());
  insert_->fork.run(trial_, number, subject, occasion, index(fork.player) + 1, fork.turn, with,
                    other, fork.versus_other.win_share, fork.versus_other.rank,
                    fork.versus_other.vp, part(nothing, &Outcome::win_share),
                    part(nothing, &Outcome::rank), part(nothing, &Outcome::vp), fork.before.place,
                    fork.before.money, fork.before.income, fork.before.vp, fork.before.workers,
                    part(denied, &Outcome::win_share), part(denied, &Outcome::rank),
                    part(denied, &Outcome::vp));
  for (std::size_t i = 0; i < fork.of_discounts.size(); ++i) {
    const Outcome& gain = fork.of_discounts[i];
    insert_->discount.run(trial_, number, subject, occasion, plan_.discounts[i], gain.win_share,
                          gain.rank, gain.vp);
  }
}

void KeptTrial::keep_choice(u64 number, const Choice& choice) {
  const std::string subject = to_string(choice.on);
  insert_->choice.run(trial_, number, subject, index(choice.player) + 1, choice.turn);
  for (unsigned p = 0; p < plan_.rules.players(); ++p) {
    const Circumstances& mine = choice.before[p];
    insert_->circumstances.run(trial_, number, subject, p + 1, mine.place, mine.money, mine.income,
                               mine.vp, mine.workers);
  }
}

void KeptTrial::for_each(u64 games, const std::function<void(u64, const TrialGame&)>& visit) {
  const std::lock_guard lock(ledger_.mutex_);
  const Snapshot snapshot(ledger_.db_);  // other processes may write
  TrialReader(ledger_.db_, trial_, name_, plan_).for_each(0, games, visit);
}

std::vector<LedgerTrial> KeptTrial::all(Ledger& ledger) {
  const std::lock_guard lock(ledger.mutex_);
  std::vector<LedgerTrial> trials;
  Statement rows(ledger.db_,
                 "SELECT trial, name, configuration, hash, signature, engine, (SELECT count(*) FROM"
                 " trial_games g WHERE g.trial = t.trial) FROM trials t ORDER BY trial");
  for (rows.start(); rows.next();) {
    LedgerTrial& trial = trials.emplace_back(LedgerTrial{
        .id = rows.integer(0, 1, kMaxId),
        .name = std::string(rows.text(1)),
        .plan = trial_plan_from(rows.text(2)),
        .configuration = std::string(rows.text(2)),
        .hash = std::string(rows.text(3)),
        .signature = std::string(rows.text(4)),
        .engine = std::string(rows.text(5)),
    });
    trial.plan.games = static_cast<u64>(rows.integer(6, 0, kMaxId));
  }
  return trials;
}

LedgerTrial KeptTrial::find(Ledger& ledger, const std::string& name) {
  std::vector<LedgerTrial> trials = all(ledger);
  const auto found = std::ranges::find(trials, name, &LedgerTrial::name);
  if (found != trials.end()) return std::move(*found);
  std::string names;
  for (const LedgerTrial& trial : trials) names += (names.empty() ? "" : ", ") + trial.name;
  throw InputError("ledger " + ledger.db_.path() + " has no trial '" + name + "' (it has " +
                   (names.empty() ? "none" : names) + ")");
}

TrialReport KeptTrial::report(Ledger& ledger, const LedgerTrial& trial) {
  const std::lock_guard lock(ledger.mutex_);
  const Snapshot snapshot(ledger.db_);
  TrialReader reader(ledger.db_, trial.id, trial.name, trial.plan);
  return report_of_games(trial.plan, [&](const auto& visit) {
    reader.for_each(0, std::numeric_limits<u64>::max(), visit);
  });
}

std::optional<TrialGame> KeptTrial::game(Ledger& ledger, const LedgerTrial& trial, u64 number) {
  const std::lock_guard lock(ledger.mutex_);
  const Snapshot snapshot(ledger.db_);
  std::optional<TrialGame> found;
  TrialReader(ledger.db_, trial.id, trial.name, trial.plan)
      .for_each(number, number + 1, [&](u64, const TrialGame& game) { found = game; });
  return found;
}

}  // namespace carrack
