#include "experiments/cli/trial_text.hpp"

#include <algorithm>

#include "agents/short_spec.hpp"
#include "core/base/numbers.hpp"
#include "experiments/cli/outputs.hpp"
#include "experiments/cli/trial_words.hpp"
#include "experiments/render/table.hpp"

namespace carrack {
namespace {

using namespace trial_words;

std::string signed_text(double value, int decimals) {
  const std::string text = fixed(value, decimals);
  return text.front() == '-' ? text : '+' + text;
}

/// A win share or a rank.
std::string cell(double mean, const Interval& interval, int decimals) {
  if (!interval.is_known()) return signed_text(mean, decimals);
  return signed_text(mean, decimals) + " [" + signed_text(interval.low, decimals) + ", " +
         signed_text(interval.high, decimals) + "]";
}

std::string share_cell(const Comparison& comparison) {
  if (comparison.win_share.count() == 0) return "-";
  return cell(comparison.win_share.mean(), comparison.win_share_interval(), 3);
}

std::string points_cell(const Comparison& comparison) {
  const Sample& vp = comparison.vp;
  if (vp.count() == 0) return "-";
  const std::string mean = signed_text(vp.mean(), 1);
  return vp.count() < 2 ? mean : mean + " ± " + fixed(comparison.vp_interval().half(), 1);
}

std::string rank_cell(const Comparison& comparison, unsigned players) {
  if (comparison.rank.count() == 0) return "-";
  return cell(comparison.rank.mean(), comparison.rank_interval(players), 2);
}

std::string simultaneous_cell(const Comparison& comparison, std::size_t intervals) {
  if (comparison.win_share.count() < 2) return "-";
  const Interval all = comparison.win_share_interval(intervals);
  return "[" + signed_text(all.low, 3) + ", " + signed_text(all.high, 3) +
         (all.holds(0) ? "]  " : "] *");
}

/// The lines by decreasing effect; lines without forks last.
std::vector<const TrialLine*> ranked(const std::vector<TrialLine>& lines, Occasion occasion) {
  std::vector<const TrialLine*> order;
  order.reserve(lines.size());
  for (const TrialLine& line : lines) order.push_back(&line);
  std::ranges::stable_sort(order, [&](const TrialLine* a, const TrialLine* b) {
    const ForkTally& x = a->at(occasion);
    const ForkTally& y = b->at(occasion);
    if (x.forks() == 0 || y.forks() == 0) return x.forks() > y.forks();
    return x.versus_other.win_share.mean() > y.versus_other.win_share.mean();
  });
  return order;
}

/// The occasion of the tables of effects.
Occasion main_occasion(const TrialPlan& plan) { return plan.occasion.value_or(Occasion::offered); }

std::string effects_table(const TrialReport& report, std::size_t intervals) {
  const Occasion occasion = main_occasion(report.plan);
  const bool placements = report.plan.is_of_placements();
  std::vector<std::string> header{std::string(subject_word(report.plan))};
  if (!placements) append(header, {"$"});
  append(header, {"forks", "win share vs other", "all " + std::to_string(intervals), "rank", "VP"});
  if (!placements) append(header, {"win share vs nothing", "VP"});
  Table table(header);
  for (const TrialLine* line : ranked(report.lines, occasion)) {
    const ForkTally& tally = line->at(occasion);
    std::vector<std::string> row{std::string(name(line->on))};
    if (!placements) append(row, {std::to_string(cost_of(line->on, report.plan.rules))});
    append(row, {std::to_string(tally.forks()), share_cell(tally.versus_other),
                 simultaneous_cell(tally.versus_other, intervals),
                 rank_cell(tally.versus_other, report.plan.rules.players()),
                 points_cell(tally.versus_other)});
    if (!placements) {
      append(row, {share_cell(tally.versus_nothing), points_cell(tally.versus_nothing)});
    }
    table.add(row);
  }
  return table.text();
}

/// The two parts of the effect, by decreasing effect.
std::string denial_table(const TrialReport& report) {
  const Occasion occasion = main_occasion(report.plan);
  Table table({"tile", "forks", "effect vs other", "own use", "VP", "denial", "VP"});
  for (const TrialLine* line : ranked(report.lines, occasion)) {
    const ForkTally& tally = line->at(occasion);
    table.add({std::string(name(line->on)), std::to_string(tally.forks()),
               share_cell(tally.versus_other), share_cell(tally.own_use),
               points_cell(tally.own_use), share_cell(tally.denial), points_cell(tally.denial)});
  }
  return table.text();
}

/// What lower prices bring, by decreasing effect of the tile at its full price.
std::string discounts_table(const TrialReport& report) {
  const Occasion occasion = main_occasion(report.plan);
  std::vector<std::string> header{"tile", "$", "effect vs other"};
  for (const unsigned discount : report.plan.discounts) {
    append(header, {"$" + std::to_string(discount) + " less", "VP"});
  }
  Table table(header);
  for (const TrialLine* line : ranked(report.lines, occasion)) {
    const ForkTally& tally = line->at(occasion);
    std::vector<std::string> row{std::string(name(line->on)),
                                 std::to_string(cost_of(line->on, report.plan.rules)),
                                 share_cell(tally.versus_other)};
    for (const Comparison& gain : tally.of_discounts) {
      append(row, {share_cell(gain), points_cell(gain)});
    }
    table.add(row);
  }
  return table.text();
}

std::string choosers_table(const TrialReport& report) {
  const bool placements = report.plan.is_of_placements();
  const bool has_effects = report.plan.tries(Occasion::chosen);
  const unsigned players = report.plan.rules.players();
  std::vector<std::string> header{
      std::string(subject_word(report.plan)), std::string(name(Occasion::chosen, placements)),
      "turn", "seen: win share - 1/" + std::to_string(players), "seen, adjusted"};
  if (has_effects) append(header, {"effect vs other"});
  if (has_effects && !placements) append(header, {"effect vs nothing"});
  Table table(header);
  const Occasion order = report.plan.occasion.value_or(Occasion::chosen);
  for (const TrialLine* line : ranked(report.lines, order)) {
    const Observation& seen = line->observed;
    const ForkTally& tally = line->at(Occasion::chosen);
    const std::string advantage =
        seen.chosen == 0 ? "-" : cell(seen.advantage.mean(), seen.advantage_interval(players), 3);
    const std::string adjusted =
        seen.adjusted ? cell(seen.adjusted->mean, seen.adjusted_interval(), 3) : "-";
    std::vector<std::string> row{std::string(name(line->on)), std::to_string(seen.chosen),
                                 seen.chosen == 0 ? "-" : fixed(seen.mean_turn, 1), advantage,
                                 adjusted};
    if (has_effects) append(row, {share_cell(tally.versus_other)});
    if (has_effects && !placements) append(row, {share_cell(tally.versus_nothing)});
    table.add(row);
  }
  return table.text();
}

std::string_view title_of_effects(const TrialPlan& plan) {
  const bool is_of_choosers = main_occasion(plan) == Occasion::chosen;
  if (!plan.is_of_placements()) {
    return is_of_choosers ? "Buying a tile the first time an agent chose to, all else equal:\n"
                          : "Buying a tile the first time a player can, all else equal:\n";
  }
  return is_of_choosers
             ? "Placing a worker in a box at a player's first placement of a turn where the agent "
               "chose to, all else equal:\n"
             : "Placing a worker in a box at a player's first placement of a turn where it is "
               "open, all else equal:\n";
}

std::string title_of_choosers(const TrialPlan& plan) {
  const bool placements = plan.is_of_placements();
  const std::string did = placements ? "the placement" : "the purchase";
  return "\nThose who chose to " + std::string(placements ? "place there" : "buy it") +
         ": what is seen" +
         (plan.tries(Occasion::chosen) ? ", and what " + did + " did:\n" : ":\n");
}

/// The agents, and which actions count.
std::string who_and_when(const TrialPlan& plan) {
  std::string text = seated_names(plan.agents);
  if (plan.turn) text += "; only in turn " + std::to_string(*plan.turn);
  if (plan.seat) text += "; only of p" + std::to_string(index(*plan.seat) + 1);
  if (plan.occasion) {
    text += "; only the occasion ";
    text += name(*plan.occasion, plan.is_of_placements());
  }
  return text + '\n';
}

/// A note on the limits of a trial with a tweaked ruleset.
std::string note_on_tweak(const TrialPlan& plan) {
  if (!plan.rules.is_tweaked() || std::ranges::none_of(plan.agents, uses_network)) return "";
  return "Networks have no input for the figures of a tweak: they notice prices by what players "
         "can afford and by what the script thinks of a purchase. Scripts read all figures.\n";
}

std::string trial_text(const TrialReport& report, std::size_t intervals) {
  const TrialPlan& plan = report.plan;
  std::string text = "== " + plan.rules.to_string() + ": " + counted(report.games, "game") +
                     ", each fork played out " + counted(plan.continuations, "time") + ", seed " +
                     std::to_string(plan.seed) + '\n' + who_and_when(plan) + note_on_tweak(plan) +
                     '\n';
  text.append(title_of_effects(plan)).append(effects_table(report, intervals));
  if (plan.denial) {
    text += "\nThe same effect in two parts: having the tile, and that the others do not get it:\n";
    text += denial_table(report);
  }
  if (!plan.discounts.empty()) {
    text += "\nWhat a lower price brings to the buyer, at this purchase only:\n";
    text += discounts_table(report);
  }
  return text + title_of_choosers(plan) + choosers_table(report) + '\n';
}

/// What the columns of the tables mean.
std::string column_notes(const TrialPlan& plan, std::size_t intervals) {
  const bool placements = plan.is_of_placements();
  const std::string number = std::to_string(intervals);
  const std::string errors =
      intervals == 0
          ? "there are no intervals: an effect needs forks in at least two games.\n"
          : "[low, high] and ± are 95 % intervals over games; each misses the true value in one "
            "case of twenty.\nall " +
                number + ": simultaneous intervals (Bonferroni); *: this interval excludes 0.\n";
  return errors + "rank: below 0 is better. other: what the agent does when the " +
         (placements ? "box is not open" : "tile is not on offer") +
         " to it.\nadjusted: conditional logit of the winner on the " +
         (placements ? "placement" : "purchase") +
         ", place, money, income, VP and workers before it.\n";
}

}  // namespace

std::string trials_text(const std::vector<TrialReport>& reports, std::optional<double> seconds) {
  const std::size_t intervals =
      effects_by_occasion(reports)[index(main_occasion(reports.front().plan))];
  std::string text;
  u64 courses = 0;
  u64 games = 0;
  for (const TrialReport& report : reports) {
    text += trial_text(report, intervals);
    courses += report.courses;
    games += report.games;
  }
  text += column_notes(reports.front().plan, intervals) + counted(games, "game") + ", " +
          counted(courses, "course") + " with the forks";
  if (seconds) text += ", " + rate_text(static_cast<double>(courses) / *seconds) + " courses/s";
  return text + '\n';
}

}  // namespace carrack
