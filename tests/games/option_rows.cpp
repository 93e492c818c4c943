#include "tests/games/option_rows.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "agents/mcts/parameters.hpp"
#include "core/base/numbers.hpp"
#include "core/base/random.hpp"

namespace carrack::testing {
namespace {

/// Fixed keys besides the defaults of `uct`. The budget is set by the caller.
const std::map<std::string, std::vector<double>, std::less<>>& numbers_to_try() {
  static const std::map<std::string, std::vector<double>, std::less<>> kNumbers{
      {"c", {1}},           {"fpu", {0, 0.6}},
      {"gamma", {0.3}},     {"widening", {0.5}},
      {"temperature", {5}}, {"bias", {1}},
      {"history", {2}},     {"rave", {5}},
      {"grave", {10}},      {"epsilon", {0.3}},
      {"adapt", {20}},      {"learners", {3}},
      {"cutoff", {2}},      {"cutoff_turns", {1}},
      {"lambda", {0.5}},    {"implicit", {0.5}},
      {"memory", {8}},      {"threads", {2}},
      {"workers", {2}},     {"leaves", {3}},
      {"batch", {4}},       {"fpu_reduction", {0, 0.3}},
      {"considered", {2}},  {"gumbel_scale", {0}},
      {"c_visit", {10}},    {"c_scale", {0.5}},
      {"noise", {0.25}},    {"noise_alpha", {1}}};
  return kNumbers;
}

bool is_tried(const SearchParameter& parameter) {
  return parameter.group != "reward" && parameter.group != "budget" && parameter.key != "diversity";
}

OptionValue value_of(const SearchParameter& parameter, double value) {
  MctsOptions options = plain_uct();
  parameter.set(options, value);
  return {std::string(parameter.key) + '=' + parameter.text(options),
          [&parameter, value](SearchOptions& search) {
            MctsOptions all;
            all.search = search;
            parameter.set(all, value);
            search = all.search;
          }};
}

/// The covered pairs of values.
class Pairs {
 public:
  explicit Pairs(const std::vector<OptionValues>& options) {
    std::size_t first = 0;
    for (const OptionValues& option : options) {
      first_.push_back(first);
      first += option.values.size();
    }
    values_ = first;
    done_.assign(values_ * values_, false);
  }
  [[nodiscard]] bool is_done(std::size_t a, std::size_t i, std::size_t b, std::size_t j) const {
    return done_[place(a, i, b, j)];
  }
  void finish(std::size_t a, std::size_t i, std::size_t b, std::size_t j) {
    done_[place(a, i, b, j)] = true;
  }
  /// The number of new pairs that a value adds to a row.
  [[nodiscard]] std::size_t gain(const std::vector<std::optional<std::size_t>>& row, std::size_t a,
                                 std::size_t i) const {
    std::size_t gain = 0;
    for (std::size_t b = 0; b < row.size(); ++b)
      gain += b != a && row[b] && !is_done(a, i, b, *row[b]);
    return gain;
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t a, std::size_t i, std::size_t b,
                                  std::size_t j) const {
    const std::size_t one = first_[a] + i;
    const std::size_t two = first_[b] + j;
    return std::min(one, two) * values_ + std::max(one, two);
  }
  std::vector<std::size_t> first_;  // by option: the number of its first value among all
  std::size_t values_ = 0;
  std::vector<bool> done_;
};

using PartialRow = std::vector<std::optional<std::size_t>>;

/// The values of the row, and defaults for everything else.
SearchOptions with_defaults(const std::vector<OptionValues>& options, const PartialRow& row) {
  SearchOptions all;
  for (std::size_t a = 0; a < options.size(); ++a) {
    if (row[a]) options[a].values[*row[a]].set(all);
  }
  return all;
}

/// Options required by others: PUCT, a root policy, a prior, noise, a learning script, RAVE, a kind
/// of parallel search, work for its threads.
bool is_needed_by_others(const OptionValues& option) {
  constexpr std::array<std::string_view, 11> kNeeded{"selection", "root",    "prior", "noise",
                                                     "rave",      "rollout", "adapt", "parallel",
                                                     "batch",     "workers", "leaves"};
  return std::ranges::find(kNeeded, option.key) != kNeeded.end();
}

/// Whether the row can be completed with required values, all other options at their defaults. Adds
/// the required values.
bool repair(const std::vector<OptionValues>& options,
            const std::function<bool(const SearchOptions&)>& is_allowed, PartialRow& row,
            std::size_t from = 0) {
  if (is_allowed(with_defaults(options, row))) return true;
  for (std::size_t a = from; a < options.size(); ++a) {
    if (row[a] || !is_needed_by_others(options[a])) continue;
    for (std::size_t i = 1; i < options[a].values.size(); ++i) {
      row[a] = i;
      if (repair(options, is_allowed, row, a + 1)) return true;
    }
    row[a].reset();
  }
  return false;
}

}  // namespace

std::vector<OptionValues> all_option_values() {
  std::vector<OptionValues> all;
  const MctsOptions defaults = plain_uct();
  for (const SearchParameter& parameter : search_parameters()) {
    if (!is_tried(parameter)) continue;
    OptionValues option{std::string(parameter.key), {}};
    const double usual = parameter.get(defaults);
    option.values.push_back(value_of(parameter, usual));
    if (parameter.words.empty()) {
      const auto numbers = numbers_to_try().find(parameter.key);
      if (numbers == numbers_to_try().end()) {
        throw std::logic_error("no value to try for " + option.key);
      }
      for (const double value : numbers->second)
        option.values.push_back(value_of(parameter, value));
    }
    for (std::size_t word = 0; word < parameter.words.size(); ++word) {
      const auto value = static_cast<double>(word);
      if (value != usual) option.values.push_back(value_of(parameter, value));
    }
    all.push_back(std::move(option));
  }
  return all;
}

SearchOptions options_of(const std::vector<OptionValues>& options, const OptionRow& row) {
  return with_defaults(options, PartialRow(row.begin(), row.end()));
}

std::string text_of(const std::vector<OptionValues>& options, const OptionRow& row) {
  std::string text;
  for (std::size_t a = 0; a < row.size(); ++a) {
    if (row[a] == 0) continue;
    if (!text.empty()) text += ',';
    text += options[a].values[row[a]].text;
  }
  return text.empty() ? "defaults" : text;
}

OptionRows pairwise_rows(const std::vector<OptionValues>& options,
                         const std::function<bool(const SearchOptions&)>& is_allowed) {
  OptionRows result;
  Pairs pairs(options);
  Random random(1, 0);
  const auto complete = [&](PartialRow row) {
    // The other options in random order, each with the value that adds the most new pairs.
    std::vector<std::size_t> order;
    for (std::size_t a = 0; a < options.size(); ++a) {
      if (!row[a]) order.push_back(a);
    }
    for (std::size_t n = order.size(); n > 1; --n) {
      std::swap(order[n - 1], order[random.below(static_cast<unsigned>(n))]);
    }
    for (const std::size_t a : order) {
      std::optional<std::size_t> best;
      std::size_t best_gain = 0;
      for (std::size_t i = 0; i < options[a].values.size(); ++i) {
        row[a] = i;
        const std::size_t gain = pairs.gain(row, a, i);
        if ((!best || gain > best_gain) && is_allowed(with_defaults(options, row))) {
          best = i;
          best_gain = gain;
        }
      }
      row[a] = best.value_or(0);
    }
    OptionRow whole;
    for (const auto& value : row) whole.push_back(*value);
    for (std::size_t a = 0; a < whole.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) pairs.finish(a, whole[a], b, whole[b]);
    }
    result.rows.push_back(std::move(whole));
  };
  for (std::size_t a = 0; a < options.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (std::size_t i = 0; i < options[a].values.size(); ++i) {
        for (std::size_t j = 0; j < options[b].values.size(); ++j) {
          PartialRow row(options.size());
          row[a] = i;
          row[b] = j;
          if (!pairs.is_done(a, i, b, j)) {
            if (repair(options, is_allowed, row)) {
              complete(std::move(row));
            } else {
              ++result.impossible;
              continue;
            }
          }
          ++result.pairs;
        }
      }
    }
  }
  return result;
}

}  // namespace carrack::testing
