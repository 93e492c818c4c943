#include "experiments/tournament/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace carrack {
namespace {

/// Maximum number of tables of a tournament; more would need gigabytes.
constexpr u32 kMaxTables = 1'000'000;

/// The most blocks of a mixed tournament: to deal them takes about a second.
constexpr u64 kMostDealt = 10'000'000;

/// All combinations of `size` elements of `from`, in order. Throws InputError if there are too
/// many.
std::vector<Seating> combinations(const Seating& from, std::size_t size) {
  double count = 1;
  for (std::size_t i = 0; i < size; ++i) {
    count *= static_cast<double>(from.size() - i) / static_cast<double>(i + 1);
  }
  if (count > kMaxTables) {
    throw InputError(std::to_string(from.size()) + " agents make " + digits_of(std::round(count)) +
                     " tables of " + std::to_string(size) + ", expected at most " +
                     std::to_string(kMaxTables) + "; --kind mixed samples them");
  }
  std::vector<Seating> all;
  std::vector<char> taken(from.size(), 0);
  std::fill_n(taken.begin(), size, 1);
  do {
    Seating one;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (taken[i] != 0) one.push_back(from[i]);
    }
    all.push_back(std::move(one));
  } while (std::ranges::prev_permutation(taken).found);
  return all;
}

void require(bool fits, const TournamentPlan& plan, const std::string& expected) {
  if (fits) return;
  throw InputError("a " + std::string(kTournamentKindNames[index(plan.kind)]) + " tournament of " +
                   std::to_string(plan.rules.players()) + " seats needs " + expected + ", not " +
                   std::to_string(plan.agents.size()));
}

}  // namespace

Schedule::Schedule(TournamentPlan plan, u64 end, u64 first)
    : plan_(std::move(plan)),
      first_(first),
      end_(end),
      seatings_(make_seatings(plan_.seatings, plan_.rules.players())) {
  if (first >= end) {
    throw InputError("the range of blocks is " + std::to_string(first) + " to " +
                     std::to_string(end) + ", expected an end after the first block");
  }
  const std::size_t agents = plan_.agents.size();
  const std::size_t seats = plan_.rules.players();
  const auto differs = [&](const std::string& agent) { return agent != plan_.agents.front(); };
  if (plan_.seatings == SeatingSet::one && std::ranges::any_of(plan_.agents, differs)) {
    throw InputError(
        "seatings 'one' is for the same agent at every seat, not for different agents");
  }
  Seating everybody(agents);
  std::iota(everybody.begin(), everybody.end(), 0U);
  switch (plan_.kind) {
    case TournamentKind::fixed:
      require(agents == seats, plan_, "as many agents");
      tables_ = {everybody};
      break;
    case TournamentKind::round_robin:
      require(agents >= seats, plan_, "at least as many agents");
      tables_ = combinations(everybody, seats);
      break;
    case TournamentKind::focus: {
      require(agents >= 2, plan_, "at least two agents, the one in focus and its opponents");
      Seating field(everybody.begin() + 1, everybody.end());
      while (field.size() < seats - 1) field.push_back(field[field.size() - (agents - 1)]);
      tables_ = combinations(field, seats - 1);
      for (Seating& table : tables_) table.insert(table.begin(), 0);
      break;
    }
    case TournamentKind::mixed:
      require(agents >= seats, plan_, "at least as many agents");
      deal();
      break;
  }
}

void Schedule::deal() {
  if (end_ > kMostDealt) {
    throw InputError("a mixed tournament has blocks to " + std::to_string(end_) +
                     ", expected at most " + std::to_string(kMostDealt) +
                     ": all blocks are dealt from the first one on");
  }
  dealt_.reserve(end_);
  Random random(plan_.seed, stream(StreamFamily::seating));
  Seating pack;  // the rest of the pack being dealt, from its end
  std::map<Seating, u32> known;
  for (u64 block = 0; block < end_; ++block) {
    Seating table;
    while (table.size() < plan_.rules.players()) {
      if (pack.empty()) {
        pack.resize(plan_.agents.size());
        std::iota(pack.begin(), pack.end(), 0U);
        for (auto i = static_cast<unsigned>(pack.size()); i > 1; --i) {
          std::swap(pack[i - 1], pack[random.below(i)]);
        }
        // Agents already at this table are dealt later.
        std::stable_partition(pack.begin(), pack.end(), [&](unsigned agent) {
          return std::ranges::find(table, agent) != table.end();
        });
      }
      table.push_back(pack.back());
      pack.pop_back();
    }
    std::ranges::sort(table);
    const auto [place, is_new] = known.emplace(table, static_cast<u32>(tables_.size()));
    if (is_new) tables_.push_back(table);
    dealt_.push_back(place->second);
  }
}

Fixture Schedule::fixture(u64 block, u64 permutation) const {
  Fixture fixture{block * games_per_block() + permutation, seatings_[permutation],
                  game_seeds(plan_.seed, block, permutation)};
  for (unsigned& entrant : fixture.seating) entrant = table(block)[entrant];
  return fixture;
}

}  // namespace carrack
