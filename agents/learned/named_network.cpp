#include "agents/learned/named_network.hpp"

#include <sys/stat.h>

#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "agents/learned/network_file.hpp"
#include "core/base/error.hpp"

extern "C" {  // default_network.S
extern const char carrack_default_network[];
extern const char carrack_default_network_end[];
}

namespace carrack {
namespace {

constexpr char kBeforeHash = '@';
constexpr std::string_view kDefault = "default";

bool is_hash(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return text.size() == 16 && text.find_first_not_of(kDigits) == std::string_view::npos;
}

/// A version of a file. Networks that agents use are found again while the file is the same.
struct Version {
  i64 device = 0;
  i64 inode = 0;
  i64 size = 0;
  i64 seconds = 0;
  i64 nanoseconds = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};

[[noreturn]] void fail(const std::string& path, std::string_view why) {
  constexpr std::size_t kLongestPath = 200;  // bytes of it in messages
  throw InputError("network '" + printable(path, kLongestPath) + "': " + std::string(why));
}

Version version_of(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) {
    fail(path, "cannot be read; expected a file that `carrack learn` has written");
  }
  if (!S_ISREG(found.st_mode)) fail(path, "is not a file");
  return {static_cast<i64>(found.st_dev), static_cast<i64>(found.st_ino), found.st_size,
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kLongestNetworkFile + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad() || (!file.eof() && file.fail())) fail(path, "cannot be read");
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

const std::shared_ptr<const Network>& default_network() {
  static const std::shared_ptr<const Network> kNetwork = [] {
    const std::string_view file(carrack_default_network, carrack_default_network_end);
    return std::make_shared<const Network>(read_network_file(file));
  }();
  return kNetwork;
}

std::shared_ptr<const Network> network_in(const std::string& path) {
  static std::mutex mutex;
  static std::map<Version, std::weak_ptr<const Network>> kept;
  const std::lock_guard lock(mutex);
  const Version version = version_of(path);
  if (std::shared_ptr<const Network> known = kept[version].lock()) return known;
  std::erase_if(kept, [](const auto& entry) { return entry.second.expired(); });
  try {
    auto read = std::make_shared<const Network>(read_network_file(bytes_of(path)));
    kept[version] = read;
    return read;
  } catch (const InputError& error) {
    fail(path, error.what());
  }
}

}  // namespace

NamedNetwork named_network(std::string_view text) {
  std::size_t at = text.rfind(kBeforeHash);
  // A path may have the character, too.
  if (at != std::string_view::npos && !is_hash(text.substr(at + 1))) at = std::string_view::npos;
  const std::string name(text.substr(0, at));
  std::shared_ptr<const Network> network = name == kDefault ? default_network() : network_in(name);
  if (at != std::string_view::npos && text.substr(at + 1) != network->hash()) {
    fail(name, "has the hash " + network->hash() + ", expected " + excerpt(text.substr(at + 1)));
  }
  return {name + kBeforeHash + network->hash(), network};
}

}  // namespace carrack
