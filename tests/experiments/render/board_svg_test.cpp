// Compares pictures with positions over random games of many rulesets.
#include "experiments/render/board_svg.hpp"

#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/random.hpp"
#include "tests/core/position.hpp"
#include "tests/experiments/render/markup.hpp"

namespace carrack::testing {
namespace {

using Json = nlohmann::json;

/// Plays a random game of every 61st ruleset and looks at every 29th position, and at the last.
void look_at_games(const std::function<void(const State&)>& look) {
  const std::vector<Ruleset> all = all_rulesets();
  for (std::size_t i = 0; i < all.size(); i += 61) {
    Random random(i, 7);
    State s = start(all[i]);
    look(s);
    for (unsigned ply = 1; !is_over(s); ++ply) {
      const Legal options = legal(s);
      apply(s, is_chance(s) ? chance_outcome(s, random.below(chance_total(s)))
                            : options[random.below(options.size())]);
      if (ply % 29 == 0 || is_over(s)) look(s);
    }
  }
}

std::vector<Element> read(const std::string& svg) {
  std::string fault;
  std::vector<Element> elements = read_markup(svg, fault);
  EXPECT_EQ(fault, "");
  return elements;
}

/// The id of the group that contains an element.
std::string group_of(const std::vector<Element>& elements, std::size_t i) {
  for (; elements[i].parent != 0; i = elements[i].parent) {
  }
  const auto id = elements[i].attributes.find("id");
  return id == elements[i].attributes.end() ? "" : id->second;
}

using Workers = std::map<std::string, unsigned>;  // by "p1 soldier"

/// The workers drawn in groups whose id begins with `prefix`: tokens with their numbers.
Workers drawn(const std::vector<Element>& elements, std::string_view prefix) {
  Workers workers;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].tag != "use" || !group_of(elements, i).starts_with(prefix)) continue;
    std::string id = elements[i].attributes.at("href").substr(1);
    if (id.size() < 3 || id[0] != 'p' || id[2] != '-') continue;
    id[2] = ' ';
    const std::size_t next = i + 2;  // behind the token's tooltip
    const bool number = next < elements.size() && elements[next].tag == "text" &&
                        elements[next].parent == elements[i].parent;
    workers[id] += number ? static_cast<unsigned>(std::stoul(elements[next].text)) : 1U;
  }
  return workers;
}

void add_counts(Workers& workers, const std::string& player, const Json& counts) {
  for (const auto& [type, n] : counts.items()) workers[player + ' ' + type] += n.get<unsigned>();
}

Workers in_boxes(const Json& boxes) {
  Workers workers;
  for (const char* const box :
       {"initiative", "dock", "mayflower", "goods", "buildings", "warfare"}) {
    for (const Json& worker : boxes[box]) ++workers[worker.get<std::string>()];
  }
  for (const Json& worker : boxes["specialists"]) ++workers[worker.get<std::string>()];
  for (const char* const letter : {"x", "y"}) {
    if (!boxes[letter].is_null()) ++workers[boxes[letter].get<std::string>() + " colonist"];
  }
  for (const char* const box : {"shipping", "discovery", "india"}) {
    if (!boxes.contains(box)) continue;  // india: with the world map alone
    for (const auto& [player, counts] : boxes[box].items()) add_counts(workers, player, counts);
  }
  return workers;
}

TEST(BoardSvg, IsWellFormedAndRefersOnlyToWhatItDefines) {
  look_at_games([](const State& s) {
    const std::string svg = board_svg(s);
    const std::vector<Element> elements = read(svg);
    ASSERT_FALSE(elements.empty());
    EXPECT_EQ(elements[0].tag, "svg");
    std::set<std::string> ids;
    for (const Element& element : elements) {
      const auto id = element.attributes.find("id");
      if (id == element.attributes.end()) continue;
      EXPECT_TRUE(ids.insert(id->second).second) << id->second;
    }
    for (const Element& element : elements) {
      if (element.tag == "use") {
        EXPECT_TRUE(ids.contains(element.attributes.at("href").substr(1)));
      }
    }
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf'"), svg.npos);
  });
}

TEST(BoardSvg, ShowsEveryWorkerWhereItStands) {
  look_at_games([](const State& s) {
    const std::vector<Element> elements = read(board_svg(s));
    std::string text;
    append_state(text, s);
    const Json trace = Json::parse(text);
    const std::string where = s.ruleset().to_string() + ", turn " + std::to_string(s.turn);

    EXPECT_EQ(drawn(elements, "box-"), in_boxes(trace["boxes"])) << where;
    for (unsigned i = 0; i < s.players(); ++i) {
      Workers home;
      add_counts(home, to_string(nth<Player>(i)), trace["players"][i]["workers"]);
      EXPECT_EQ(drawn(elements, "mat-" + std::to_string(i)), home) << where;
    }
    const Board board = s.ruleset().board();
    for (unsigned r = 0; r < catalogue::regions(board).size(); ++r) {
      Workers there;
      const Json& region = trace["regions"][std::string(region_name(nth<Region>(r), board))];
      for (const auto& [player, counts] : region["workers"].items()) {
        add_counts(there, player, counts);
      }
      EXPECT_EQ(drawn(elements, "region-" + std::to_string(r)), there) << where;
    }
  });
}

TEST(BoardSvg, KeepsTextLargeEnoughToRead) {
  look_at_games([](const State& s) {
    for (const Element& element : read(board_svg(s))) {
      if (element.tag != "text") continue;
      EXPECT_GE(std::stod(element.attributes.at("font-size")), 9) << element.text;
    }
  });
}

TEST(BoardSvg, NamesWhatIsOnShowAndOwned) {
  State s = Position(3)
                .shows(Tile::navigator)
                .shows(Good::rice)
                .owns(p2, Tile::training_grounds)
                .owns_good(p3, Good::fish, 2)
                .money(p1, 37)
                .available(p1, Worker::soldier)
                .begin(Phase::placement);
  const std::vector<BoardGroup> groups = board_groups(s);
  const auto expect = [&](std::string_view id, std::string_view text) {
    const auto group = std::ranges::find(groups, id, &BoardGroup::id);
    ASSERT_NE(group, groups.end()) << id;
    EXPECT_NE(group->content.find(text), std::string::npos) << id << " lacks " << text;
  };
  expect("box-buildings", ">Navigator<");
  expect("box-goods", ">Rice<");
  expect("mat-1-tiles", ">Training Grounds<");
  expect("mat-2-goods", ">Fish 2<");
  expect("mat-0", "$37");
  expect("turn", "Turn 1 of 8, age I: Placement");
}

TEST(BoardSvg, NamesThePartsOfTheScoreSoThatNobodyTakesThemForTheScore) {
  look_at_games([](const State& s) {
    const std::vector<Element> elements = read(board_svg(s));
    const Result now = result(s);
    for (unsigned i = 0; i < s.players(); ++i) {
      std::set<std::string> texts;
      for (std::size_t e = 0; e < elements.size(); ++e) {
        const std::string group = group_of(elements, e);
        const std::string mat = "mat-" + std::to_string(i);
        if (elements[e].tag != "text" || (group != mat && group != mat + "-note")) continue;
        texts.insert(elements[e].text);
      }
      const Breakdown& parts = now.breakdown[i];
      std::string colonies = std::to_string(parts.colonies) + " VP of colonies";
      if (parts.bought != 0) colonies += ", " + std::to_string(parts.bought) + " bought";
      EXPECT_TRUE(texts.contains(colonies)) << colonies;
      EXPECT_TRUE(texts.contains("$" + std::to_string(s.player[i].money())));
      const std::string score = std::to_string(now.vp[i]) + " VP";
      if (is_over(s)) {
        EXPECT_TRUE(texts.contains("rank " + std::to_string(now.rank[i]) + " with " + score));
      } else if (s.phase != Phase::auction) {
        EXPECT_TRUE(texts.contains(score + " if it ended now"));
      }
    }
  });
}

TEST(BoardSvg, HidesFromAPlayerWhatOthersHaveSeen) {
  const State s = Position(empires(3, {}, {"scouting"}))
                      .scouted_counter("peru", 14, {p2})
                      .available(p1, Worker::colonist)
                      .begin(Phase::placement);
  const auto peru = [&](std::optional<Player> eyes) {
    const std::vector<BoardGroup> groups = board_groups(s, eyes);
    return std::ranges::find(groups, "region-" + std::to_string(index(region("peru"))),
                             &BoardGroup::id)
        ->content;
  };
  const auto says = [](const std::string& content, std::string_view text) {
    return content.find(text) != std::string::npos;
  };
  EXPECT_TRUE(says(peru(std::nullopt), ">5 natives, $4 + 5 a soldier, 7 VP<"));
  EXPECT_TRUE(says(peru(std::nullopt), ">seen by p2<"));
  EXPECT_EQ(peru(p2), peru(std::nullopt));
  EXPECT_TRUE(says(peru(p1), ">natives unknown<"));
  EXPECT_TRUE(says(peru(p1), ">seen by p2<"));
}

TEST(BoardSvg, HasANameAndLeavesItsTooltipsToReaders) {
  const State s = Position(2).available(p1, Worker::colonist, 2).begin(Phase::placement);
  const std::vector<Element> elements = read(board_svg(s));
  EXPECT_EQ(elements[0].attributes.at("aria-label"), "Board of aoe3-2");
  EXPECT_EQ(elements[0].attributes.at("role"), "group");  // all inside of an image is hidden
  EXPECT_TRUE(std::ranges::any_of(elements, [](const Element& element) {
    return element.tag == "title" && element.text == "p1: 2 colonists";
  }));
}

TEST(BoardSvg, FramesWhatAnEventChanged) {
  State s = Position(2)
                .available(p1, Worker::colonist, 2)
                .available(p2, Worker::colonist, 2)
                .begin(Phase::placement);
  const State before = s;
  play(s, "place colonist warfare");
  std::set<std::string> framed;
  for (const Element& element : read(board_svg(s, {.eyes = std::nullopt, .before = &before}))) {
    if (element.attributes.contains("class") && element.attributes.at("class") == "changed") {
      framed.insert(element.attributes.at("id"));
    }
  }
  EXPECT_EQ(framed, (std::set<std::string>{"box-warfare", "mat-0"}));
  EXPECT_EQ(board_svg(s).find("class='changed'"), std::string::npos);
}

TEST(BoardSvg, HoldsTheFullestMat) {
  Position position(empires(6, {"builder"}));
  for (unsigned kind = 0; kind < 40; ++kind) {
    const Tile tile = nth<Tile>(kind);
    if ((catalogue::row(tile).sets & (kEmpires | kBuilder)) != 0) position.owns(p5, tile);
  }
  for (unsigned g = 0; g < 11; ++g) position.s.of(p5).add_good(nth<Good>(g));
  const std::vector<BoardGroup> groups = board_groups(position.s);
  const auto tiles = std::ranges::find(groups, "mat-4-tiles", &BoardGroup::id);
  double lowest = 0;
  for (const Element& element : read("<g>" + tiles->content + "</g>")) {
    if (element.tag != "rect") continue;
    lowest = std::max(
        lowest, std::stod(element.attributes.at("y")) + std::stod(element.attributes.at("height")));
  }
  EXPECT_GT(lowest, 0);
  EXPECT_LT(lowest, 736 + 2 * 166 + 12);  // the mat's lower edge
}

}  // namespace
}  // namespace carrack::testing
