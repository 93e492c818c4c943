#include "agents/mcts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "agents/rollout.hpp"

namespace carrack {
namespace {

constexpr u64 kMostIterations = 1'000'000'000;
constexpr double kLongestSeconds = 86'400;
/// The clock is read once in so many iterations.
constexpr u64 kClockInterval = 16;
/// A lead of so many VP is worth a reward of 1 / (1 + 1/e), about 0.73.
constexpr float kMarginScale = 15;

/// Natural logarithms of small counts, which is what most nodes have.
const std::array<float, 4096>& logarithms() {
  static const std::array<float, 4096> kTable = [] {
    std::array<float, 4096> table{};
    for (std::size_t n = 1; n < table.size(); ++n) {
      table[n] = static_cast<float>(std::log(static_cast<double>(n)));
    }
    return table;
  }();
  return kTable;
}

float logarithm(u32 n) {
  const auto& table = logarithms();
  return n < table.size() ? table[n] : std::log(static_cast<float>(n));
}

/// A number as short as it can be written and read back.
std::string shortest(double value) {
  std::array<char, 32> digits{};
  const int length = std::snprintf(digits.data(), digits.size(), "%g", value);
  return {digits.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::array<float, kMaxPlayers> reward(const State& end) noexcept {
  const Result r = result(end);
  const unsigned players = end.players();
  std::array<float, kMaxPlayers> rewards{};
  for (unsigned p = 0; p < players; ++p) {
    unsigned best_other = 0;
    for (unsigned q = 0; q < players; ++q) {
      if (q != p) best_other = std::max<unsigned>(best_other, r.vp[q]);
    }
    const float margin = static_cast<float>(r.vp[p]) - static_cast<float>(best_other);
    rewards[p] = 1 / (1 + std::exp(-margin / kMarginScale));
  }
  return rewards;
}

MctsOptions MctsOptions::from(AgentSpec& spec) {
  MctsOptions options;
  const bool has_time = spec.has("time");
  options.iterations =
      spec.whole_number("iterations", has_time ? 0 : kDefaultIterations, 1, kMostIterations);
  options.seconds = spec.number("time", 0, 1e-6, kLongestSeconds);
  options.exploration = spec.number("c", options.exploration, 0, 100);
  options.playout =
      spec.word("rollout", {"random", "scripted"}) == 0 ? Playout::random : Playout::scripted;
  options.widening =
      spec.number("widening", options.playout == Playout::scripted ? kGuidedWidening : 1, 0, 1);
  return options;
}

MctsAgent::MctsAgent(const MctsOptions& options)
    : options_(options), strategy_(*find_strategy("balanced")) {
  constexpr u64 kReserved = 1 << 16;
  nodes_.reserve(std::min(options.iterations == 0 ? kReserved : options.iterations + 1, kReserved));
}

std::string MctsAgent::spec() const {
  std::string text = "mcts:";
  if (options_.iterations != 0) text += "iterations=" + std::to_string(options_.iterations) + ',';
  if (options_.seconds != 0) text += "time=" + shortest(options_.seconds) + ',';
  text += options_.playout == Playout::scripted ? "rollout=scripted," : "rollout=random,";
  return text + "c=" + shortest(options_.exploration) + ",widening=" + shortest(options_.widening);
}

Action MctsAgent::choose(const State& s, const Legal& legal, Random& random) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };

  nodes_.clear();
  nodes_.emplace_back();
  const u64 most = options_.iterations != 0 ? options_.iterations : kMostIterations;
  u64 done = 0;
  while (done < most) {
    if (options_.seconds != 0 && done % kClockInterval == 0 && done != 0 &&
        seconds() >= options_.seconds) {
      break;
    }
    iterate(s, legal, random);
    ++done;
  }
  report_.iterations = done;
  write_report(seconds());
  return report_.options.front().action;
}

void MctsAgent::iterate(const State& root, const Legal& legal, Random& random) {
  State s = root;
  if (has_secrets(s)) resample(s, s.actor, random);
  Legal options = legal;
  u32 node = 0;
  std::size_t depth = 0;
  path_[depth++] = node;

  // 1. Down the tree, drawing for chance on the way, until a choice is made for the first time.
  bool is_new = false;
  while (!is_new && !is_over(s) && depth < kMaxDepth) {
    if (is_chance(s)) {
      random_step(s, options, random);
      continue;
    }
    node = select(node, s, options, random, is_new);
    path_[depth++] = node;
    apply(s, Action(nodes_[node].action), options);
  }
  // 2. Out of the tree, at random to the end.
  if (options_.playout == Playout::random) {
    rollout(s, options, random);
  } else {
    scripted_playout(s, options, random, strategy_);
  }
  // 3. Back up the path.
  back_up(depth, s);
}

u32 MctsAgent::select(u32 parent, const State& s, const Legal& legal, Random& random,
                      bool& is_new) {
  const Player to_move = s.actor;
  Legal untried = legal;
  unsigned tried = 0;
  u32 best = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  const auto c = static_cast<float>(options_.exploration);
  for (u32 child = nodes_[parent].first_child; child != 0; child = nodes_[child].next_sibling) {
    MctsNode& node = nodes_[child];
    const Action action(node.action);
    if (!legal.contains(action)) continue;
    untried.remove(action);
    ++tried;
    ++node.available;
    const float score = node.value[index(to_move)] +
                        c * std::sqrt(logarithm(node.available) / static_cast<float>(node.visits));
    if (score > best_score) {
      best_score = score;
      best = child;
    }
  }
  const unsigned new_actions = untried.size();
  if (new_actions == 0) return best;
  if (options_.widening < 1) {
    const double width =
        std::pow(static_cast<double>(nodes_[parent].visits + 1), options_.widening);
    if (tried > 0 && tried >= width) return best;
    is_new = true;
    return add_child(parent, scripted_choice(s, untried, strategy_, random));
  }
  is_new = true;
  return add_child(parent, untried[random.below(new_actions)]);
}

u32 MctsAgent::add_child(u32 parent, Action action) {
  const auto child = static_cast<u32>(nodes_.size());
  nodes_.emplace_back();
  nodes_[child].action = action.id();
  nodes_[child].available = 1;
  nodes_[child].next_sibling = nodes_[parent].first_child;
  nodes_[parent].first_child = child;
  return child;
}

void MctsAgent::back_up(std::size_t depth, const State& end) {
  const std::array<float, kMaxPlayers> rewards = reward(end);
  for (std::size_t i = 0; i < depth; ++i) {
    MctsNode& node = nodes_[path_[i]];
    ++node.visits;
    const float weight = 1 / static_cast<float>(node.visits);
    for (unsigned p = 0; p < kMaxPlayers; ++p) {
      node.value[p] += (rewards[p] - node.value[p]) * weight;
    }
  }
}

void MctsAgent::write_report(double seconds) {
  report_.seconds = seconds;
  report_.options.clear();
  for (u32 child = nodes_[0].first_child; child != 0; child = nodes_[child].next_sibling) {
    const MctsNode& node = nodes_[child];
    report_.options.push_back({Action(node.action), node.visits, node.value});
  }
  std::ranges::sort(report_.options, [](const OptionReport& a, const OptionReport& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.action < b.action;
  });

  report_.principal_variation.clear();
  for (u32 node = 0; nodes_[node].first_child != 0;) {
    u32 best = nodes_[node].first_child;
    for (u32 child = best; child != 0; child = nodes_[child].next_sibling) {
      if (nodes_[child].visits > nodes_[best].visits) best = child;
    }
    node = best;
    report_.principal_variation.emplace_back(nodes_[node].action);
  }
}

}  // namespace carrack
