#include "agents/mcts/parameters.hpp"

#include <algorithm>
#include <array>

#include "agents/mcts/parameter_rows.hpp"
#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

using namespace parameter_rows;

bool without_gumbel(const MctsOptions& options) {
  return options.search.root.rule != RootSelection::gumbel;
}
bool without_noise(const MctsOptions& options) { return options.search.root.noise == 0; }
bool without_reduction(const MctsOptions& options) {
  return options.search.selection.reduction < 0;
}
/// Whether value= is at its default of linear, which holds while no network gives priors or plays.
bool without_network_value(const MctsOptions& options) {
  return options.value == Value::linear && !options.network_leads();
}

// One word of prior= or rollout= sets two options: what the search uses, and its source.

double prior_word(const MctsOptions& options) {
  switch (options.search.expansion.prior) {
    case Prior::none: return 0;
    case Prior::policy: return options.prior_source == PolicySource::scripts ? 1 : 3;
    case Prior::evaluation: return 2;
  }
  return 0;
}
void set_prior_word(MctsOptions& options, double word) {
  constexpr std::array kUses{Prior::none, Prior::policy, Prior::evaluation, Prior::policy};
  options.search.expansion.prior = kUses.at(static_cast<std::size_t>(word));
  options.prior_source = word == 3 ? PolicySource::network : PolicySource::scripts;
}

double rollout_word(const MctsOptions& options) {
  switch (options.search.rollout.policy) {
    case Rollout::random: return 0;
    case Rollout::policy: return options.rollout_source == PolicySource::scripts ? 1 : 3;
    case Rollout::mast: return 2;
  }
  return 0;
}
void set_rollout_word(MctsOptions& options, double word) {
  constexpr std::array kUses{Rollout::random, Rollout::policy, Rollout::mast, Rollout::policy};
  options.search.rollout.policy = kUses.at(static_cast<std::size_t>(word));
  options.rollout_source = word == 3 ? PolicySource::network : PolicySource::scripts;
}

using Words = std::string_view;
constexpr std::array<Words, 5> kOpponents{"maxn", "paranoid", "self", "separate", "observers"};
constexpr std::array<Words, 3> kSelections{"ucb1", "tuned", "puct"};
constexpr std::array<Words, 2> kSwitch{"off", "on"};
constexpr std::array<Words, 5> kRoots{"same", "halving", "exp3", "regret", "gumbel"};
constexpr std::array<Words, 3> kFinals{"robust", "max", "secure"};
constexpr std::array<Words, 2> kChances{"open", "closed"};
constexpr std::array<Words, 4> kPriors{"none", "scripted", "evaluation", "network"};
constexpr std::array<Words, 4> kPlayouts{"random", "scripted", "mast", "network"};
constexpr std::array<Words, 2> kEstimates{"fitted", "constant"};
constexpr std::array<Words, 2> kValues{"linear", "network"};
constexpr std::array<Words, 5> kParallels{"none", "root", "leaf", "tree", "batch"};
constexpr std::array<Words, 2> kVirtuals{"visits", "loss"};

constexpr std::array<Words, 9> kGroups{"budget",    "reward",  "tree",   "selection", "root",
                                       "expansion", "rollout", "backup", "parallel"};

using M = MctsOptions;
using S = SearchOptions;
constexpr std::array kParameters{
    number<&M::search, &S::budget, &BudgetOptions::iterations>(
        "iterations", "budget", /*min=*/1, kMaxIterations, "iterations per move"),
    duration<&M::search, &S::budget, &BudgetOptions::seconds>(
        "time", "budget",
        "seconds per move by the clock; with more games at once than cores, a search does less in "
        "that time; with iterations= too, the search ends at whichever limit comes first"),
    later(duration<&M::search, &S::budget, &BudgetOptions::game_seconds>(
        "game_time", "budget",
        "seconds per game; each move gets the time left, divided by the expected number of "
        "decisions "
        "left")),
    later(choice<&M::search, &S::budget, &BudgetOptions::stop>(
        "stop", "budget", kSwitch,
        "end a search once no option can get as many visits as the first one has; with iterations= "
        "and without extend= the move is the same",
        "Baier & Winands 2016")),
    later(number<&M::search, &S::budget, &BudgetOptions::extend>(
        "extend", "budget",
        "share of the budget that is added, in four steps, while the second option has more than "
        "half of the visits of the first",
        "Baier & Winands 2016")),
    later(number<&M::quick_iterations>("quick", "budget", 0, kMaxIterations,
                                       "iterations of quick moves in training games: quick_share= "
                                       "of the decisions, drawn at random, get this smaller budget "
                                       "and are not learned from",
                                       "Wu 2020")),
    later(number<&M::quick_share>("quick_share", "budget", 0, 1,
                                  "share of the moves that have quick= iterations", "Wu 2020")),
    choice<&M::search, &S::tree, &TreeOptions::opponents>(
        "opponents", "tree", kOpponents,
        "what the other players maximise: their own reward (maxn), the searcher's loss (paranoid); "
        "self: they move as in a playout; separate: one tree for each player with only that "
        "player's decisions; observers: one tree for each player with all that this player sees",
        "Sturtevant 2008; Sturtevant & Korf 2000; Auger 2011; Cowling, Powley & Whitehouse 2012"),
    number<&M::reward, &RewardOptions::win>("win", "reward", 0, 1,
                                            "weight of the win share in the reward"),
    number<&M::reward, &RewardOptions::rank>(
        "rank", "reward", 0, 1,
        "weight of the rank in the reward: 1 for the first, 0 for the last"),
    number<&M::reward, &RewardOptions::margin>(
        "margin", "reward", 0, 1,
        "weight in the reward of the lead in VP over the best other player, see margin_scale"),
    number<&M::reward, &RewardOptions::margin_scale>("margin_scale", "reward", 1, 1000,
                                                     "lead over the best other player, in VP, at "
                                                     "which the margin is worth 0.73: "
                                                     "logistic(lead / margin_scale)"),
    choice<&M::search, &S::selection, &SelectionOptions::rule>(
        "selection", "selection", kSelections, "how a child is chosen in the tree",
        "Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvari 2006; Silver et "
        "al. 2017"),
    number<&M::search, &S::selection, &SelectionOptions::exploration>("c", "selection",
                                                                      "exploration constant"),
    choice<&M::search, &S::selection, &SelectionOptions::scale_exploration>(
        "scale", "selection", kSwitch,
        "multiply c by the range of the rewards that the player has had in this search"),
    number<&M::search, &S::selection, &SelectionOptions::first_play>(
        "fpu", "selection",
        "value of an unvisited child (first-play urgency); below 0: unvisited children come first",
        "Gelly & Wang 2006"),
    later(number<&M::search, &S::selection, &SelectionOptions::reduction>(
              "fpu_reduction", "selection",
              "an unvisited child has the mean value of its parent, less fpu_reduction x sqrt(sum "
              "of the priors of visited children); below 0: off",
              "Wu 2020"),
          without_reduction),
    choice<&M::search, &S::root, &RootOptions::rule>(
        "root", "root", kRoots,
        "how the root spends its visits: as the rest of the tree does (same), by sequential "
        "halving, EXP3, regret matching, or by sequential halving of options that are sampled "
        "from the prior without replacement (gumbel); below the root, selection= chooses",
        "Karnin, Koren & Somekh 2013; Auer et al. 2002; Hart & Mas-Colell 2000; Danihelka, Guez, "
        "Schrittwieser & Silver 2022"),
    number<&M::search, &S::root, &RootOptions::mixing>(
        "gamma", "root", "share of uniform play in root=exp3 and regret"),
    choice<&M::search, &S::root, &RootOptions::final_choice>(
        "final", "root", kFinals,
        "which option is played: the one with the most visits (robust), the best mean (max) or the "
        "best lower bound (secure)",
        "Chaslot et al. 2008"),
    later(number<&M::search, &S::root, &RootOptions::considered>(
              "considered", "root", "options that root=gumbel visits, at most",
              "Danihelka et al. 2022"),
          without_gumbel),
    later(number<&M::search, &S::root, &RootOptions::gumbel_scale>(
              "gumbel_scale", "root",
              "factor of the Gumbel noise of root=gumbel; 0: no noise, which plays stronger: the "
              "options with the highest priors are visited",
              "Danihelka et al. 2022"),
          without_gumbel),
    later(number<&M::search, &S::root, &RootOptions::visit_offset>(
              "c_visit", "root",
              "root=gumbel adds (c_visit + visits of the most visited option) x c_scale x value to "
              "the logarithm of a prior",
              "Danihelka et al. 2022"),
          without_gumbel),
    later(number<&M::search, &S::root, &RootOptions::value_scale>(
              "c_scale", "root",
              "weight of the value against the prior in root=gumbel; c_visit has the formula",
              "Danihelka et al. 2022"),
          without_gumbel),
    later(number<&M::search, &S::root, &RootOptions::noise>(
        "noise", "root",
        "share of Dirichlet noise in the priors of the root, for games that teach a network; "
        "quick= moves have none",
        "Silver et al. 2017")),
    later(number<&M::search, &S::root, &RootOptions::noise_alpha>(
              "noise_alpha", "root",
              "sum of the parameters of the Dirichlet noise, divided equally among the options; a "
              "lower sum gives more uneven noise",
              "Wu 2020"),
          without_noise),
    choice<&M::search, &S::tree, &TreeOptions::chance>(
        "chance", "tree", kChances,
        "open: a node is a sequence of decisions; closed: draws are nodes, sampled",
        "Perez et al. 2015; Cowling, Powley & Whitehouse 2012"),
    number<&M::search, &S::expansion, &ExpansionOptions::widening>(
        "widening", "expansion",
        "a node of n visits tries (n + 1)^widening children, rounded up, in the order of the prior",
        "Chaslot et al. 2008"),
    choice_by(
        prior_word, set_prior_word, "prior", "expansion", kPriors,
        "the source of the priors, which order children and weigh them: none, scripted:balanced, "
        "one ply of the linear evaluation, or the policy of a network (net=FILE of carrack learn, "
        "or the default network)"),
    number<&M::search, &S::expansion, &ExpansionOptions::temperature>(
        "temperature", "expansion",
        "temperature of the softmax that turns values into a prior: in VP (4.5 in mcts unless "
        "set), with prior=network in logits (2)"),
    number<&M::search, &S::selection, &SelectionOptions::bias>(
        "bias", "selection", "progressive bias: adds bias x prior / (visits + 1)",
        "Chaslot et al. 2008"),
    number<&M::search, &S::selection, &SelectionOptions::history>(
        "history", "selection",
        "progressive history: adds history x mean reward of the "
        "action / ((1 - mean) visits + 1)",
        "Nijssen & Winands 2011"),
    number<&M::search, &S::selection, &SelectionOptions::rave>(
        "rave", "selection", "equivalence parameter k of RAVE; 0: off", "Gelly & Silver 2011"),
    number<&M::search, &S::selection, &SelectionOptions::grave>(
        "grave", "selection",
        "visits that a node needs for RAVE values of its own; with fewer, it uses those of the "
        "nearest ancestor of the same player that has them; 0: each node its own",
        "Cazenave 2015"),
    choice_by(
        rollout_word, set_rollout_word, "rollout", "rollout", kPlayouts,
        "how the game is played on from a leaf: at random; by scripts; by the mean reward of each "
        "action (mast); by scripts with what a network has learned about each action and turn "
        "(network)",
        "Finnsson & Bjornsson 2008 for MAST"),
    number<&M::search, &S::rollout, &RolloutOptions::epsilon>(
        "epsilon", "rollout",
        "share of random decisions in playouts of rollout=scripted, network and mast",
        "Tak, Winands & Bjornsson 2012"),
    number<&M::diversity>(
        "diversity", "rollout", 0, 2,
        "standard deviation of the logarithm of the factors by which the scripts "
        "of rollout=scripted and network differ, drawn for every seat in every playout",
        "Marcolino & Matsubara 2011"),
    number<&M::search, &S::rollout, &RolloutOptions::adapt>(
        "adapt", "rollout",
        "VP that scripts in playouts add to an action for each unit by which its mean reward in "
        "this search exceeds the player's mean; this turn and later turns count apart; 0: off",
        "Finnsson & Bjornsson 2008; Cazenave 2015"),
    number<&M::search, &S::rollout, &RolloutOptions::learners>(
        "learners", "rollout",
        "independent learners of adapt= for each seat; every playout draws one of them",
        "Lanctot et al. 2017"),
    number<&M::search, &S::rollout, &RolloutOptions::cutoff>(
        "cutoff", "rollout", "evaluate after so many decisions of a playout; 0: never",
        "Lorentz 2008"),
    number<&M::search, &S::rollout, &RolloutOptions::cutoff_turns>(
        "cutoff_turns", "rollout", "evaluate so many turns after the root; 0: never"),
    number<&M::search, &S::backup, &BackupOptions::lambda>(
        "lambda", "backup",
        "weight of the playout in the lambda-return: the evaluation at the start of each turn has "
        "weight 1 - lambda, what follows lambda; no effect with cutoff_turns=1, which ends at the "
        "first evaluation: 1 by default there",
        "Sutton 1988"),
    number<&M::search, &S::backup, &BackupOptions::implicit>(
        "implicit", "backup",
        "share that the evaluation, backed up by max^n, has in a node's value",
        "Lanctot et al. 2014"),
    choice<&M::reward, &RewardOptions::estimates>(
        "estimates", "reward", kEstimates,
        "how likely a lead in expected VP is to last: as fitted by turn and "
        "players, or the same in every turn"),
    later(choice<&M::value>("value", "reward", kValues,
                            "evaluation of unfinished games: linear, or the value of a network "
                            "(net=, or the default network); mcts defaults to network if prior= or "
                            "rollout= is network, a value is needed and estimates=fitted",
                            "Silver et al. 2017"),
          without_network_value),
    later(choice<&M::search, &S::tree, &TreeOptions::transpositions>(
        "transpositions", "tree", kSwitch,
        "with chance=closed: nodes of the same position share their children and the statistics "
        "of these; no effect while players know different things (scouting, Denmark)",
        "Childs, Brodeur & Kocsis 2008")),
    choice<&M::search, &S::tree, &TreeOptions::reuse>(
        "reuse", "tree", kSwitch,
        "keep the part of the tree below the events that happened; no effect while players know "
        "different things (scouting, Denmark)"),
    number<&M::search, &S::tree, &TreeOptions::memory>(
        "memory", "tree",
        "MiB for the tree; once they are full, the tree grows no more and the search goes on "
        "within it; parallel=root divides them among its trees"),
    choice<&M::search, &S::parallel, &ParallelOptions::kind>(
        "parallel", "parallel", kParallels,
        "root: independent trees; leaf: several playouts of a leaf; tree: one tree that the "
        "threads share without waiting; batch: one tree that is the same for any number of threads",
        "Chaslot, Winands & van den Herik 2008; Enzenberger & Muller 2009"),
    number<&M::search, &S::parallel, &ParallelOptions::threads>(
        "threads", "parallel",
        "threads of the search; above 1, parallel= defaults to batch (with root=same)"),
    number<&M::search, &S::parallel, &ParallelOptions::workers>(
        "workers", "parallel", "trees of parallel=root; results do not depend on threads"),
    number<&M::search, &S::parallel, &ParallelOptions::leaves>(
        "leaves", "parallel", "playouts from a leaf with parallel=leaf"),
    later(number<&M::search, &S::parallel, &ParallelOptions::batch>(
        "batch", "parallel",
        "size of a batch of parallel=batch (8 unless set): its playouts run at the same time, "
        "while the next batch descends")),
    choice<&M::search, &S::parallel, &ParallelOptions::virtual_play>(
        "virtual", "parallel", kVirtuals,
        "how an iteration that is not finished counts with parallel=tree or batch: as a visit "
        "without a reward (visits), or as a visit that the mover has lost (loss)",
        "Liu et al. 2020; Chaslot, Winands & van den Herik 2008"),
};

/// Sections of agents/STRENGTH.md and STRENGTH_ARCHIVE.md, and the keys that they measure.
struct Measured {
  std::string_view section;
  std::array<std::string_view, 16> keys;
};
constexpr std::array<Measured, 9> kMeasured{{
    {"Parameters of the default search",
     {"widening", "c", "rank", "opponents", "history", "adapt", "fpu_reduction", "learners",
      "implicit", "lambda", "cutoff_turns", "root", "temperature", "diversity"}},
    {"What the parts of the default search are worth", {"prior", "rollout", "win"}},
    {"The value of the network", {"value"}},
    {"Twice the iterations", {"iterations"}},
    {"Against plain UCT at equal time", {"time"}},
    {"Threads on one tree", {"parallel", "threads", "batch"}},
    {"Effect of each enhancement", {"selection", "final", "epsilon", "chance", "reuse"}},
    {"Ending a search early", {"stop"}},
    {"Calibration of values", {"estimates"}},
}};

}  // namespace

std::span<const SearchParameter> search_parameters() { return kParameters; }

std::span<const std::string_view> search_parameter_groups() { return kGroups; }

std::string_view SearchParameter::measured() const {
  for (const Measured& row : kMeasured) {
    if (std::ranges::find(row.keys, key) != row.keys.end()) return row.section;
  }
  return {};
}

bool SearchParameter::is_left_out(const MctsOptions& options) const {
  if (!is_later) return false;
  return is_off != nullptr ? is_off(options) : get(options) == 0;
}

std::string SearchParameter::text(const MctsOptions& options) const {
  const double value = get(options);
  if (!words.empty()) return std::string(words[static_cast<std::size_t>(value)]);
  return whole ? std::to_string(static_cast<u64>(value)) : digits_of(value);
}

}  // namespace carrack
