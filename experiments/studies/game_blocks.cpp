#include "experiments/studies/game_blocks.hpp"

#include "core/base/error.hpp"

namespace carrack {

void GameBlocks::check(const RecordHeader& header, const std::string& file) {
  if (!rules_) {
    rules_ = header.rules;
  } else if (*rules_ != header.rules) {
    throw InputError(file + " has a game" + of_other_rules(header.rules, *rules_));
  }
  if (header.agents.size() != rules_->players()) {
    throw InputError(file + ": game " + std::to_string(header.game) +
                     " does not name an agent for every seat");
  }
}

std::optional<u64> GameBlocks::add(const GameIdentity& game) {
  if (!seen_.insert(game.content()).second) {
    ++duplicates_;
    return std::nullopt;
  }
  return block_of_setup_.emplace(game.setup(), block_of_setup_.size()).first->second;
}

std::string of_other_rules(Ruleset rules, Ruleset before) {
  std::string text = " of " + rules.to_string() + " after games of " + before.to_string();
  if (rules.to_string() == before.to_string()) {
    text += ", whose board or tweak has the same name but differs";
  }
  return text + "; expected games of one ruleset";
}

}  // namespace carrack
