#include "agents/learned/network_path.hpp"

#include <sys/stat.h>

#include <deque>
#include <fstream>
#include <map>
#include <mutex>

#include "agents/learned/network_file.hpp"

namespace carrack {
namespace {

/// A version of a file. Networks in use, and the last few that were read, are reused as long as the
/// version stays the same.
struct Version {
  i64 device = 0;
  i64 inode = 0;
  i64 size = 0;
  i64 seconds = 0;
  i64 nanoseconds = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};

Version version_of(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) {
    refuse_network(path,
                   "cannot be read; expected default, or a file that `carrack learn` has written");
  }
  if (!S_ISREG(found.st_mode)) refuse_network(path, "is not a file");
  return {static_cast<i64>(found.st_dev), static_cast<i64>(found.st_ino), found.st_size,
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

std::string bytes_of(const std::string& path, i64 size) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(std::min(static_cast<std::size_t>(size), kLongestNetworkFile) + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad() || (!file.eof() && file.fail())) refuse_network(path, "cannot be read");
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

bool exists_at(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0;
}

std::shared_ptr<const Network> network_at(const std::string& path) {
  static std::mutex mutex;
  constexpr std::size_t kRecent = 4;
  static std::map<Version, std::weak_ptr<const Network>> kept;
  static std::deque<std::shared_ptr<const Network>> recent;
  const std::lock_guard lock(mutex);
  const Version version = version_of(path);
  if (std::shared_ptr<const Network> known = kept[version].lock()) return known;
  std::erase_if(kept, [](const auto& entry) { return entry.second.expired(); });
  try {
    auto read = std::make_shared<const Network>(read_network_file(bytes_of(path, version.size)));
    kept[version] = read;
    recent.push_back(read);
    if (recent.size() > kRecent) recent.pop_front();
    return read;
  } catch (const InputError& error) {
    refuse_network(path, error.what());
  }
}

}  // namespace carrack
