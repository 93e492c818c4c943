// The same bytes on every machine: what searches report, bit by bit, against digests that hold for
// every compiler and instruction set. Ten positions a row, 240 reports in all.
//
// A digest changes only on purpose: where a commit changes what a search computes, take the digest
// that the failing test prints, and say in the commit which rows changed and why. A row that fails
// with one compiler alone is a fault of the code. Where all rows with priors or evaluations fail,
// elementary_test.cpp or dot_product_test.cpp may tell more.
#include <bit>

#include "core/base/digest.hpp"
#include "tests/agents/mcts/searching.hpp"

namespace carrack {
namespace {

void add(Digest& digest, u64 value) {
  for (unsigned i = 0; i < 64; i += 8) digest.add(static_cast<u8>(value >> i));
}
/// The bits, but one NaN is as good as another.
void add(Digest& digest, double value) {
  add(digest, std::isnan(value) ? ~u64{0} : std::bit_cast<u64>(value));
}
void add(Digest& digest, const BySeat& values) {
  for (const float value : values) add(digest, static_cast<double>(value));
}

/// All that is no matter of the clock or of the size of a pointer.
void add(Digest& digest, const Report& report) {
  add(digest, report.iterations);
  add(digest, report.nodes);
  add(digest, report.deepest);
  add(digest, report.mean_depth);
  add(digest, report.win_share);
  for (const OptionReport& option : report.options) {
    add(digest, u64{id_of(option.action)});
    add(digest, option.visits);
    add(digest, option.value);
    add(digest, option.standard_error);
    add(digest, option.win_share);
    add(digest, static_cast<double>(option.prior));
  }
  for (const Action action : report.principal_variation) add(digest, u64{id_of(action)});
  for (const auto& [iterations, action] : report.anytime) {
    add(digest, iterations);
    add(digest, u64{id_of(action)});
  }
}

/// Of random games, which are made of whole numbers: a digest that differs is the search's.
const std::vector<State>& positions() {
  using Words = std::vector<std::string>;
  static const std::vector<State> kPositions = [] {
    const std::vector<Ruleset> rulesets{
        Ruleset::make("aoe3", 2),
        Ruleset::make("aoe3", 4),
        Ruleset::make("aoe3", 5),
        Ruleset::make("empires", 2, Words{}, Words{"two_player_captains", "scouting"}),
        Ruleset::make("empires", 3),
        Ruleset::make("empires", 6, Words{"builder"}, Words{"buy_vp", "reduced_luck"}),
        Ruleset::make("empires", 4, Words{"builder", "national"}),
        Ruleset::make("empires", 5, Words{"national", "auction"}, Words{"scouting"}),
        Ruleset::make("empires", 4, Words{"builder", "world"}),
        Ruleset::make("empires", 3, Words{"builder", "national", "world"}, Words{"open_counters"}),
    };
    std::vector<State> found;
    for (std::size_t i = 0; i < rulesets.size(); ++i) {
      Random random(1, i);
      State s = start(rulesets[i]);
      Legal options = legal(s);
      const unsigned turn = 1 + 3 * static_cast<unsigned>(i) % kTurns;
      while (s.turn < turn || is_chance(s)) random_step(s, options, random);
      const unsigned decisions = random.below(8);
      for (unsigned d = 0; d < decisions || is_chance(s); ++d) random_step(s, options, random);
      found.push_back(s);
    }
    return found;
  }();
  return kPositions;
}

struct Row {
  const char* name;
  const char* spec;
  u64 digest;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.spec; }

class SameBytes : public ::testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(
    Reports, SameBytes,
    ::testing::Values(
        Row{"Uct", "uct:iterations=200", 0x49f96706623191daU},
        Row{"Transpositions", "uct:iterations=200,chance=closed,transpositions=on",
            0xb2f7a97ee4aa9e11U},
        Row{"Tuned", "uct:iterations=200,selection=tuned,win=1,margin=0", 0xe6f10634710cfed7U},
        Row{"Scale", "uct:iterations=200,scale=on,rank=1,final=secure", 0x93641c15ed7939a3U},
        Row{"Grave", "uct:iterations=200,rave=100,grave=20", 0x0f56ca7739e93e24U},
        Row{"ParanoidRave", "uct:iterations=200,rave=100,opponents=paranoid,fpu=0.5",
            0x6496b600727a2468U},
        Row{"Exp3", "uct:iterations=200,root=exp3", 0xd05eedc7244d8cfdU},
        Row{"Regret", "uct:iterations=200,root=regret,final=max", 0xad9378ba8b9dcfa0U},
        Row{"Halving", "uct:iterations=200,root=halving,win=0.3,rank=0.3,margin=0.4",
            0x28368135d089c7caU},
        Row{"Observers", "uct:iterations=200,opponents=observers,chance=closed",
            0x521e9cbb5368bc33U},
        Row{"PuctOfEvaluation",
            "uct:iterations=200,selection=puct,prior=evaluation,c=1,temperature=5",
            0xa40452b0881940cdU},
        Row{"Widening", "uct:iterations=200,widening=0.4,prior=scripted,bias=1",
            0x7da28b47ebf0c4b4U},
        Row{"Mast", "uct:iterations=200,history=0.5,rollout=mast,epsilon=0.3", 0xd5c8bf55b188843cU},
        Row{"CutOff", "uct:iterations=200,cutoff=10,rank=1", 0x0c843e070fbe3bbfU},
        Row{"Implicit", "uct:iterations=200,implicit=0.3,cutoff_turns=1,estimates=constant",
            0x8f3be156e1836f0cU},
        Row{"Leaves", "uct:iterations=99,rollout=scripted,diversity=0.3,parallel=leaf,leaves=3",
            0xd8e1bd689dbc7a44U},
        Row{"Trees",
            "mcts:iterations=80,parallel=root,workers=3,threads=2,prior=scripted,rollout=scripted",
            0x6f96dc615517e827U},
        Row{"Batches",
            "mcts:iterations=150,parallel=batch,threads=3,prior=scripted,rollout=scripted",
            0x50ae86d76ac89538U},
        Row{"Flat", "flat:iterations=200,rollout=scripted", 0xb779b124699699d9U},
        Row{"Scripts", "mcts:iterations=80,prior=scripted,rollout=scripted", 0x7e807ec4f72a7a6fU},
        Row{"LongScripts",
            "mcts:iterations=300,widening=0.6,lambda=0.3,learners=2,prior=scripted,"
            "rollout=scripted",
            0x79d5f537ad3ed6fbU},
        Row{"Default", "mcts:iterations=80", 0x6a674e53c1e0f42U},
        Row{"DefaultInBatches", "mcts:iterations=150,parallel=batch,threads=3",
            0xd07f823b89747035U},
        Row{"LinearValue", "mcts:iterations=80,value=linear", 0xfc5cfc973e378e5aU}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_P(SameBytes, WithEveryCompilerAndInstructionSet) {
  Digest digest;
  for (std::size_t i = 0; i < positions().size(); ++i) {
    const State& s = positions()[i];
    const std::unique_ptr<Agent> agent = make_agent(GetParam().spec);
    Random random(2, i);
    static_cast<void>(agent->choose(s, legal(s), random));
    add(digest, agent->report());
  }
  EXPECT_EQ(digest.value(), GetParam().digest)
      << GetParam().name << " is 0x" << std::hex << digest.value() << "U here";
}

}  // namespace
}  // namespace carrack
