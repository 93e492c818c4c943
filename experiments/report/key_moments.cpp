#include "experiments/report/key_moments.hpp"

#include <algorithm>
#include <cmath>

#include "core/notation/notation.hpp"
#include "experiments/render/table.hpp"
#include "experiments/statistics/student.hpp"

namespace carrack {
namespace {

/// The seat that leads by kLeastLead, if there is one.
std::optional<unsigned> clear_leader(const WinShares& value, unsigned players) {
  unsigned first = 0;
  for (unsigned p = 1; p < players; ++p) {
    if (value[p] > value[first]) first = p;
  }
  for (unsigned p = 0; p < players; ++p) {
    if (p != first && value[first] - value[p] < kLeastLead) return std::nullopt;
  }
  return first;
}

}  // namespace

std::vector<KeyMoment> key_moments(const Decomposition& game,
                                   std::span<const std::optional<Judgement>> judgements) {
  const auto players = static_cast<unsigned>(game.seats.size());
  const auto loss_of = [&](const KeyMoment& moment) {
    return moment.mark == Mark::none ? 0 : judgements[moment.ply]->loss;
  };
  std::vector<KeyMoment> moments;
  std::optional<unsigned> leader = clear_leader(game.start, players);
  for (std::size_t ply = 0; ply < game.events.size(); ++ply) {
    const ReportedEvent& event = game.events[ply];
    KeyMoment moment{.ply = ply, .leader = std::nullopt};
    const WinShares& change = event.mover ? event.choice : event.luck;
    for (unsigned p = 0; p < players; ++p) {
      if (std::abs(change[p]) > std::abs(moment.swing)) {
        moment.seat = p;
        moment.swing = change[p];
      }
    }
    if (!judgements.empty() && judgements[ply]) moment.mark = judgements[ply]->mark();
    if (const auto first = clear_leader(event.value, players); first && first != leader) {
      if (leader) {
        moment.leader = first;
        moment.former = *leader;
      }
      leader = first;
    }
    if (moment.mark != Mark::none || moment.leader || std::abs(moment.swing) >= kLeastSwing) {
      moments.push_back(moment);
    }
  }
  const auto size = [&](const KeyMoment& m) { return std::max(std::abs(m.swing), loss_of(m)); };
  std::ranges::stable_sort(moments, [&](const KeyMoment& a, const KeyMoment& b) {
    const bool first = a.mark >= Mark::mistake;
    return first != (b.mark >= Mark::mistake) ? first : size(a) > size(b);
  });
  moments.resize(std::min(moments.size(), kMostMoments));
  std::ranges::sort(moments, {}, &KeyMoment::ply);
  return moments;
}

std::string moment_text(const KeyMoment& moment, const std::optional<Judgement>& judgement,
                        bool is_chance, Board board, ShareUnit unit) {
  const bool is_percent = unit == ShareUnit::percent;
  const double scale = is_percent ? 100 : 1;
  const int decimals = is_percent ? 1 : 3;
  const std::string percent_sign = is_percent ? " %" : "";
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += "; ";
    text += part;
  };
  if (moment.mark != Mark::none) {
    const double half = kNormal95 * judgement->error;
    const Interval interval{scale * (judgement->loss - half), scale * (judgement->loss + half)};
    add(std::string(name(moment.mark)) + ": loses " +
        with_interval(scale * judgement->loss, interval, decimals) + percent_sign + " against " +
        to_notation(judgement->best, board));
  } else if (!is_chance && judgement) {
    add("no better option found");  // the value changed all the same
  }
  if (moment.leader) {
    add(to_string(nth<Player>(*moment.leader)) + " takes the lead from " +
        to_string(nth<Player>(moment.former)));
  }
  const std::string sign = moment.swing > 0 ? "+" : "";
  add((is_chance ? "luck of " : "win share of ") + to_string(nth<Player>(moment.seat)) + ' ' +
      sign + fixed(scale * moment.swing, decimals) + percent_sign);
  return text;
}

}  // namespace carrack
