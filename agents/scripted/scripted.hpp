// Scripted strategies: readable policies without search. Each option is worth so many VP by the
// estimates of valuation.hpp; the best is taken.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "agents/agent.hpp"

namespace carrack {

class PlacementValues;

/// How much a strategy cares for each source of VP: factors on the estimates, 1 for `balanced`.
struct Weights {
  std::string_view name;
  double colonies = 1;
  double goods = 1;
  double ships = 1;
  double buildings = 1;
  double discoveries = 1;
  double specialists = 1;
  double warfare = 1;
  double initiative = 1;
  TileSet preferred{};  // bought before others
  TileSet avoided{};    // never bought
};

/// The factors by the names that specs have for them.
struct WeightKey {
  std::string_view key;
  double Weights::*weight;
};
[[nodiscard]] std::span<const WeightKey> weight_keys();

class ScriptedAgent final : public Agent {
 public:
  explicit ScriptedAgent(const Weights& weights) : weights_(weights) {}

  /// Throws InputError where the ruleset lacks a tile that is preferred or avoided.
  void begin(Ruleset rules, Player seat, Random& random) override;
  [[nodiscard]] Action choose(const State& s, const Legal& legal, Random& random) override;
  [[nodiscard]] std::string spec() const override;

 private:
  Weights weights_;
};

/// The strategy's choice: what ScriptedAgent does, for searches that hold no agent.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                                     Random& random);
/// The same in a playout, which keeps `placements` of each seat from its beginning to its end.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                                     PlacementValues& placements, Random& random);
/// The same with `bonus[action id]` VP added to what an action is worth.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                                     PlacementValues& placements,
                                     std::span<const float, kActions> bonus, Random& random);

/// The same with the VP of two tables added.
[[nodiscard]] Action scripted_choice(const State& s, const Legal& legal, const Weights& weights,
                                     PlacementValues& placements,
                                     std::span<const float, kActions> bonus,
                                     std::span<const float, kActions> learned, Random& random);

/// What an option is worth to the player who decides, in VP against doing nothing with it.
[[nodiscard]] double option_value(const State& s, Action action, const Weights& weights);

/// Appends what each of the actions, legal in `s`, is worth to `balanced`, in VP.
void script_values(const State& s, std::span<const Action> actions, std::vector<float>& values);

/// The strategy of that name, or null.
[[nodiscard]] const Weights* find_strategy(std::string_view name);
[[nodiscard]] std::span<const std::string_view> known_strategies();

}  // namespace carrack
