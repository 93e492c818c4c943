// The ranges, references and keys of a ledger's tables. For validation.cpp.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "experiments/ledger/validation.hpp"

namespace carrack {

/// An inclusive range of a column, as SQL numbers.
struct Bound {
  std::string_view table;
  std::string_view column;
  std::string_view min;
  std::string_view max;
};

inline constexpr std::array<Bound, 27> kBounds{{
    {"tournaments", "tournament", "1", "9007199254740992"},
    {"blocks", "block", "0", "9007199254740992"},
    {"blocks", "games", "1", "720"},
    {"runs", "run", "1", "9007199254740992"},
    {"games", "game", "1", "9007199254740992"},
    {"games", "permutation", "0", "719"},
    {"games", "decisions", "0", "9223372036854775807"},
    {"seats", "seat", "1", "6"},
    {"seats", "rank", "1", "6"},
    {"seats", "win_share", "0", "1"},
    {"seats", "vp", "-32768", "32767"},
    {"turns", "turn", "1", "255"},
    {"turns", "discoveries", "0", "255"},
    {"turns", "colonies_vp", "0", "65535"},
    {"turns", "discoveries_vp", "0", "65535"},
    {"turns", "tiles_vp", "0", "65535"},
    {"turns", "economy_vp", "0", "65535"},
    {"turns", "bought_vp", "0", "65535"},
    {"purchases", "place", "1", "9223372036854775807"},
    {"purchases", "turn", "1", "255"},
    {"searches", "decisions", "0", "9223372036854775807"},
    {"searches", "iterations", "0", "9223372036854775807"},
    {"searches", "nodes", "0", "9223372036854775807"},
    {"searches", "seconds", "0", "1e300"},
    {"trials", "trial", "1", "9007199254740992"},
    {"trial_games", "game", "0", "9007199254740992"},
    {"trial_games", "courses", "1", "9007199254740992"},
}};
static_assert(kMaxId == 9007199254740992);

/// Each row of `table` references a row of `parent` with the same values in `columns`.
struct Reference {
  std::string_view table;
  std::string_view columns;
  std::string_view parent;
};

inline constexpr std::array<Reference, 22> kReferences{{
    {"agents", "tournament", "tournaments"},
    {"blocks", "tournament", "tournaments"},
    {"runs", "tournament", "tournaments"},
    {"claims", "tournament, block", "blocks"},
    {"claims", "run", "runs"},
    {"games", "tournament, block", "blocks"},
    {"games", "run", "runs"},
    {"seats", "game", "games"},
    {"turns", "game, seat", "seats"},
    {"purchases", "game, seat", "seats"},
    {"searches", "game, seat", "seats"},
    {"records", "game", "games"},
    {"games", "game", "records"},
    {"games", "game", "seats"},
    {"trial_games", "trial", "trials"},
    {"trial_games", "trial, game", "trial_seats"},
    {"trial_seats", "trial, game", "trial_games"},
    {"trial_forks", "trial, game, seat", "trial_seats"},
    {"trial_discounts", "trial, game, subject, occasion", "trial_forks"},
    {"trial_choices", "trial, game, seat", "trial_seats"},
    {"trial_choices", "trial, game, subject", "trial_circumstances"},
    {"trial_circumstances", "trial, game, subject", "trial_choices"},
}};

/// The columns that identify a row. Games of a trial are numbered within it.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kKeys{{
    {"tournaments", "tournament"},
    {"agents", "tournament, agent"},
    {"blocks", "tournament, block"},
    {"runs", "tournament, run"},
    {"claims", "tournament, block"},
    {"games", "game"},
    {"seats", "game, seat"},
    {"turns", "game, turn, seat"},
    {"purchases", "game, place"},
    {"searches", "game, seat"},
    {"records", "game"},
    {"trials", "trial"},
    {"trial_games", "trial, game AS number"},
    {"trial_seats", "trial, game AS number, seat"},
    {"trial_forks", "trial, game AS number, subject"},
    {"trial_discounts", "trial, game AS number, subject"},
    {"trial_choices", "trial, game AS number, subject"},
    {"trial_circumstances", "trial, game AS number, subject"},
}};

}  // namespace carrack
