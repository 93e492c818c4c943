#include "agents/learned/named_network.hpp"

#include "agents/learned/network_file.hpp"
#include "agents/learned/network_path.hpp"
#include "agents/spec.hpp"
#include "core/base/error.hpp"

extern "C" {  // default_network.S
extern const char carrack_default_network[];
extern const char carrack_default_network_end[];
}

namespace carrack {
namespace {

constexpr char kHashMark = '@';
constexpr std::string_view kDefault = "default";

constexpr std::size_t kDigitsOfHash = 16;

bool is_hash(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  return text.size() == kDigitsOfHash && text.find_first_not_of(kDigits) == std::string_view::npos;
}

/// Throws if the text after `@` should be a hash and is not one. A path may contain `@`: then there
/// is not a hash.
void check_hash(std::string_view text, std::size_t at) {
  const std::string_view hash = text.substr(at + 1);
  const std::string name(text.substr(0, at));
  const bool is_of_path = hash.find('/') != std::string_view::npos || exists_at(std::string(text));
  if (is_hash(hash) || is_of_path || (name != kDefault && !exists_at(name))) return;
  refuse_network(name, "the hash " + excerpt(hash) + " is malformed, expected " +
                           std::to_string(kDigitsOfHash) + " hexadecimal digits");
}

const std::shared_ptr<const Network>& default_network() {
  static const std::shared_ptr<const Network> kNetwork = [] {
    const std::string_view file(carrack_default_network, carrack_default_network_end);
    return std::make_shared<const Network>(read_network_file(file));
  }();
  return kNetwork;
}

}  // namespace

NamedNetwork named_network(std::string_view text) {
  std::size_t at = text.rfind(kHashMark);
  if (at != std::string_view::npos) check_hash(text, at);
  if (at != std::string_view::npos && !is_hash(text.substr(at + 1))) at = std::string_view::npos;
  const std::string name(text.substr(0, at));
  std::shared_ptr<const Network> network = name == kDefault ? default_network() : network_at(name);
  if (at != std::string_view::npos && in_small_letters(text.substr(at + 1)) != network->hash()) {
    refuse_network(
        name, "has the hash " + network->hash() + ", expected " + excerpt(text.substr(at + 1)));
  }
  return {name + kHashMark + network->hash(), network};
}

}  // namespace carrack
