#include "agents/search/options.hpp"

#include <algorithm>
#include <cmath>

#include "agents/spec_json.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

template <auto member>
double get(const SearchOptions& options) {
  return static_cast<double>(options.*member);
}
template <auto member>
void set(SearchOptions& options, double value) {
  using Value = std::remove_reference_t<decltype(options.*member)>;
  if constexpr (std::is_enum_v<Value>) {
    options.*member = nth<Value>(static_cast<unsigned>(value));
  } else {
    options.*member = static_cast<Value>(value);
  }
}

template <auto member>
constexpr SearchParameter number(std::string_view key, double least, double most,
                                 std::string_view help, std::string_view paper = "") {
  return {.key = key,
          .words = {},
          .least = least,
          .most = most,
          .whole = std::is_same_v<std::remove_cvref_t<decltype(SearchOptions{}.*member)>, u64>,
          .get = get<member>,
          .set = set<member>,
          .help = help,
          .paper = paper};
}

/// Seconds, with or without a unit.
template <auto member>
constexpr SearchParameter duration(std::string_view key, double least, double most,
                                   std::string_view help) {
  SearchParameter parameter = number<member>(key, least, most, help);
  parameter.is_duration = true;
  return parameter;
}

template <auto member>
constexpr SearchParameter choice(std::string_view key, std::span<const std::string_view> words,
                                 std::string_view help, std::string_view paper = "") {
  return {.key = key,
          .words = words,
          .least = 0,
          .most = static_cast<double>(words.size() - 1),
          .whole = true,
          .get = get<member>,
          .set = set<member>,
          .help = help,
          .paper = paper};
}

using Words = std::string_view;
constexpr std::array<Words, 4> kOpponents{"maxn", "paranoid", "self", "separate"};
constexpr std::array<Words, 3> kSelections{"ucb1", "tuned", "puct"};
constexpr std::array<Words, 2> kSwitch{"off", "on"};
constexpr std::array<Words, 4> kRoots{"same", "halving", "exp3", "regret"};
constexpr std::array<Words, 3> kFinals{"robust", "max", "secure"};
constexpr std::array<Words, 2> kChances{"open", "closed"};
constexpr std::array<Words, 3> kPriors{"none", "scripted", "evaluation"};
constexpr std::array<Words, 3> kPlayouts{"random", "scripted", "mast"};
constexpr std::array<Words, 2> kEstimates{"fitted", "constant"};
constexpr std::array<Words, 4> kParallels{"none", "root", "leaf", "tree"};
constexpr std::array<Words, 2> kVirtuals{"visits", "loss"};

using O = SearchOptions;
constexpr std::array kParameters{
    number<&O::iterations>("iterations", 1, 1e9, "iterations a move"),
    duration<&O::seconds>("time", 1e-6, 86400,
                          "seconds a move; with both budgets the first to run out ends it"),
    choice<&O::opponents>(
        "opponents", kOpponents,
        "whose reward the others maximise: their own (maxn), the searcher's loss "
        "(paranoid); self: others play as the playout; separate: a tree a player, "
        "of that player's decisions alone, blind to what others have done",
        "Sturtevant 2008; Sturtevant & Korf 2000; Auger 2011"),
    number<&O::win>("win", 0, 1, "weight of the win share in the reward"),
    number<&O::rank>("rank", 0, 1, "weight of the rank, first 1, last 0"),
    number<&O::margin>("margin", 0, 1, "weight of the logistic of the VP ahead of the best other"),
    number<&O::margin_scale>("margin_scale", 1, 1000, "VP ahead that are worth 0.73"),
    choice<&O::selection>("selection", kSelections, "how a child is chosen in the tree",
                          "Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvari 2006; Silver et "
                          "al. 2017"),
    number<&O::exploration>("c", 0, 100, "exploration constant"),
    choice<&O::scale_exploration>("scale", kSwitch,
                                  "multiply c by the range of rewards that the player has met"),
    number<&O::first_play>("fpu", -1, 1,
                           "value of an unvisited child; below 0: unvisited ones come first",
                           "Gelly & Wang 2006"),
    choice<&O::root>("root", kRoots,
                     "how the root spends its visits: as the tree does, sequential "
                     "halving, EXP3, regret matching",
                     "Karnin, Koren & Somekh 2013; Auer et al. 2002; Hart & Mas-Colell 2000"),
    number<&O::root_mixing>("gamma", 0.001, 1, "share of uniform play in root=exp3 and regret"),
    choice<&O::final_choice>("final", kFinals, "the move: most visits, best mean, best lower bound",
                             "Chaslot et al. 2008"),
    choice<&O::chance>("chance", kChances,
                       "open: a node is a sequence of decisions; closed: draws are nodes, sampled",
                       "Perez et al. 2015; Cowling, Powley & Whitehouse 2012"),
    number<&O::widening>("widening", 0, 1,
                         "a node of n visits tries n^widening children, in the order of the prior",
                         "Chaslot et al. 2008"),
    choice<&O::prior>(
        "prior", kPriors,
        "what orders children and weighs them: nothing, scripted:balanced, or one ply "
        "of the linear evaluation"),
    number<&O::prior_temperature>("temperature", 0.01, 100,
                                  "of the softmax that makes a prior of values, in VP"),
    number<&O::bias>("bias", 0, 100, "progressive bias: adds bias x prior / (visits + 1)",
                     "Chaslot et al. 2008"),
    number<&O::history>("history", 0, 100,
                        "progressive history: adds history x mean reward of the "
                        "action / ((1 - mean) visits + 1)",
                        "Nijssen & Winands 2011"),
    number<&O::rave>("rave", 0, 1e6, "equivalence parameter k of RAVE; 0: off",
                     "Gelly & Silver 2011"),
    number<&O::grave>("grave", 0, 1e6,
                      "visits that an ancestor needs for the RAVE values of its children to serve "
                      "for the same actions below; 0: each node its own",
                      "Cazenave 2015"),
    choice<&O::playout>("rollout", kPlayouts, "how the game is played on from a leaf",
                        "Finnsson & Bjornsson 2008 for MAST"),
    number<&O::epsilon>("epsilon", 0, 1, "share of random decisions in rollout=scripted and mast",
                        "Tak, Winands & Bjornsson 2012"),
    number<&O::diversity>("diversity", 0, 2,
                          "standard deviation of the logarithm of the factors by which the scripts "
                          "of rollout=scripted differ, drawn for every seat in every playout",
                          "Marcolino & Matsubara 2011"),
    number<&O::adapt>(
        "adapt", 0, 10000,
        "VP that scripts of rollout=scripted add to an action for each unit of reward "
        "by which its games in this search, in this turn or later, were better for the "
        "player; 0: none",
        "Finnsson & Bjornsson 2008; Cazenave 2015"),
    number<&O::learners>("learners", 1, 64,
                         "scripts that learn for themselves with adapt=, of each seat; one of them "
                         "is drawn for every playout",
                         "Lanctot et al. 2017"),
    number<&O::cutoff>("cutoff", 0, 10000,
                       "evaluate after so many decisions of a playout; 0: never", "Lorentz 2008"),
    number<&O::cutoff_turns>("cutoff_turns", 0, 8,
                             "evaluate so many turns after the root; 0: never"),
    number<&O::lambda>("lambda", 0, 1,
                       "of the lambda-return: the evaluation at the end of a turn counts 1 - "
                       "lambda, what the playout meets after it lambda",
                       "Sutton 1988"),
    number<&O::implicit>("implicit", 0, 1,
                         "share of the evaluation backed up by max^n in a node's value",
                         "Lanctot et al. 2014"),
    choice<&O::estimates>("estimates", kEstimates,
                          "how likely a lead in expected VP is to last: as fitted by turn and "
                          "players, or the same in every turn"),
    choice<&O::reuse>("reuse", kSwitch, "keep the part of the tree below the events that happened"),
    number<&O::memory>("memory", 1, 65536,
                       "MiB for the tree; once they are full nothing is added "
                       "and the search goes on within the tree"),
    choice<&O::parallel>("parallel", kParallels,
                         "independent trees, playouts at a leaf, or one "
                         "shared tree",
                         "Chaslot, Winands & van den Herik 2008; Enzenberger & Muller 2009"),
    number<&O::threads>("threads", 1, 256, "threads of the search"),
    number<&O::workers>("workers", 1, 256,
                        "trees of parallel=root; results do not depend on threads"),
    number<&O::leaves>("leaves", 1, 256, "playouts from a leaf with parallel=leaf"),
    choice<&O::virtual_play>("virtual", kVirtuals,
                             "what a thread on its way counts as in a shared tree",
                             "Liu et al. 2020; Chaslot, Winands & van den Herik 2008"),
};

/// Why options do not go together; nothing when they do.
std::optional<std::string> conflict(const SearchOptions& o) {
  const bool has_prior = o.prior != Prior::none;
  if (o.iterations == 0 && o.seconds == 0) return "iterations= or time= must set a budget";
  if (o.win + o.rank + o.margin <= 0) return "win=, rank= and margin= are all 0";
  if (o.selection == Selection::puct && !has_prior) return "selection=puct needs a prior=";
  if (o.bias > 0 && !has_prior) return "bias= needs a prior=";
  if (o.grave > 0 && o.rave == 0) return "grave= needs rave=";
  if (o.epsilon > 0 && o.playout == Playout::random) {
    return "epsilon= has no effect with rollout=random";
  }
  if (o.diversity > 0 && o.playout != Playout::scripted) {
    return "diversity= needs rollout=scripted";
  }
  if (o.adapt > 0 && o.playout != Playout::scripted) return "adapt= needs rollout=scripted";
  if (o.learners > 1 && o.adapt == 0) return "learners= needs adapt=";
  if (o.root == RootSelection::halving && o.iterations == 0) {
    return "root=halving needs iterations=, which it divides";
  }
  if (o.root != RootSelection::same && o.parallel == Parallel::tree) {
    return "root=" + std::string(kRoots[index(o.root)]) + " does not go with parallel=tree";
  }
  if (o.opponents == Opponents::separate &&
      (o.uses_amaf() || o.implicit > 0 || o.chance == ChanceNodes::closed || o.reuse)) {
    return "opponents=separate does not go with rave=, implicit=, chance=closed or reuse=on";
  }
  if (o.opponents == Opponents::self && (o.chance == ChanceNodes::closed || o.reuse)) {
    return "opponents=self does not go with chance=closed or reuse=on";
  }
  if (o.parallel == Parallel::none && o.threads > 1) return "threads= needs a parallel=";
  if (o.workers > 1 && o.parallel != Parallel::root) return "workers= needs parallel=root";
  if (o.leaves > 1 && o.parallel != Parallel::leaf) return "leaves= needs parallel=leaf";
  if (o.reuse && o.parallel == Parallel::root) return "reuse=on does not go with parallel=root";
  if (o.parallel == Parallel::leaf && o.records_moves()) {
    return "parallel=leaf does not go with rave=, history=, adapt= or rollout=mast";
  }
  if (o.parallel == Parallel::root && o.seconds > 0) {
    return "parallel=root needs iterations= alone: time would not give every worker the same";
  }
  return {};
}

}  // namespace

std::span<const SearchParameter> search_parameters() { return kParameters; }

std::string SearchParameter::text(const SearchOptions& options) const {
  const double value = get(options);
  if (!words.empty()) return std::string(words[static_cast<std::size_t>(value)]);
  return whole ? std::to_string(static_cast<u64>(value)) : digits_of(value);
}

SearchOptions SearchOptions::read(AgentSpec& spec, const SearchOptions& defaults) {
  SearchOptions options = defaults;
  // A budget of one kind alone is what was asked for.
  if (spec.has("time") && !spec.has("iterations")) options.iterations = 0;
  for (const SearchParameter& parameter : kParameters) {
    if (!parameter.words.empty()) {
      const auto otherwise = static_cast<std::size_t>(parameter.get(options));
      parameter.set(options,
                    static_cast<double>(spec.word(parameter.key, parameter.words, otherwise)));
    } else if (parameter.whole) {
      const auto value =
          spec.whole_number(parameter.key, static_cast<u64>(parameter.get(options)),
                            static_cast<u64>(parameter.least), static_cast<u64>(parameter.most));
      parameter.set(options, static_cast<double>(value));
    } else if (parameter.is_duration) {
      parameter.set(options, spec.seconds(parameter.key, parameter.get(options), parameter.least,
                                          parameter.most));
    } else {
      parameter.set(options, spec.number(parameter.key, parameter.get(options), parameter.least,
                                         parameter.most));
    }
  }
  // Scripts differ and learn by default where scripts play, one playout at a time.
  const bool scripts_play = options.playout == Playout::scripted;
  if (!scripts_play && !spec.has("diversity")) options.diversity = 0;
  const bool at_once = options.parallel == Parallel::leaf;
  if ((!scripts_play || at_once) && !spec.has("adapt")) options.adapt = 0;
  if (options.adapt == 0 && !spec.has("learners")) options.learners = 1;
  if (const auto reason = conflict(options)) {
    throw InputError("agent '" + spec.name() + "': " + *reason);
  }
  return options;
}

std::string SearchOptions::to_string() const {
  std::string text;
  for (const SearchParameter& parameter : kParameters) {
    const bool is_budget = parameter.key == "iterations" || parameter.key == "time";
    if (is_budget && parameter.get(*this) == 0) continue;
    if (!text.empty()) text += ',';
    text.append(parameter.key).append("=").append(parameter.text(*this));
  }
  return text;
}

SearchOptions plain_uct() {
  SearchOptions options;
  options.iterations = 1000;
  return options;
}

SearchOptions default_search() {
  SearchOptions options = plain_uct();
  options.prior = Prior::scripted;
  options.win = 0.6;
  options.prior_temperature = 4.5;
  options.selection = Selection::puct;
  options.exploration = 1;
  options.widening = 0.3;
  options.playout = Playout::scripted;
  options.cutoff_turns = 2;
  options.diversity = 0.5;
  options.adapt = 200;
  options.learners = 4;
  options.lambda = 0.5;
  return options;
}

std::optional<SearchOptions> search_defaults(std::string_view name) {
  if (name == "mcts") return default_search();
  if (name == "uct") return plain_uct();
  return std::nullopt;
}

std::optional<SearchOptions> search_options(std::string_view text) {
  AgentSpec spec(is_json_spec(text) ? spec_from_json(text) : std::string(text));
  const auto defaults = search_defaults(spec.name());
  if (!defaults) return std::nullopt;
  const SearchOptions options = SearchOptions::read(spec, *defaults);
  spec.finish();
  return options;
}

}  // namespace carrack
