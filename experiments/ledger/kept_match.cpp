#include "experiments/ledger/kept_match.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_difference.hpp"
#include "core/base/json_reader.hpp"
#include "experiments/base/database_file.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/base/system_error.hpp"
#include "experiments/ledger/configuration.hpp"
#include "experiments/ledger/configuration_parts.hpp"

namespace carrack {
namespace {

constexpr unsigned kKeptMatchVersion = 1;
constexpr std::size_t kLargestFile = std::size_t{256} << 20;
constexpr std::size_t kLongestReason = 500;
constexpr const char* kNoMatch = "is not a file of match --keep: no header";

std::string header_of_match(Ruleset rules, const std::vector<std::string>& agents, u64 seed) {
  return configuration::text_of({{"format", "carrack-match"},
                                 {"version", kKeptMatchVersion},
                                 {"ruleset", configuration::ruleset_as_json(rules)},
                                 {"agents", configuration::full_specs(agents)},
                                 {"seed", seed},
                                 {"signature", rules_signature(rules)}});
}

json_reader::Json header_in(std::string_view line) {
  try {
    json_reader::Json header = parse_json(line);
    if (header.is_object() && header.contains("format") && header["format"] == "carrack-match") {
      return header;
    }
  } catch (const InputError&) {  // not even JSON
  }
  throw InputError(kNoMatch);
}

MatchBlock block_from(std::string_view line, u64 number, unsigned players) {
  const json_reader::Json json = parse_json(line);
  if (!json.is_object()) throw InputError("no JSON object");
  check_json_keys(line);
  if (const u64 found = json_reader::number_of(json, "block"); found != number) {
    throw InputError("block " + std::to_string(found) + " where " + std::to_string(number) +
                     " was expected");
  }
  MatchBlock block;
  const json_reader::Json& share = json_reader::member(json, "share");
  if (!share.is_number() || !(share.get<double>() >= 0 && share.get<double>() <= 1)) {
    throw InputError("\"share\" is not a number from 0 to 1");
  }
  block.share = share.get<double>();
  const json_reader::Json& forfeits = json_reader::member(json, "forfeits");
  const std::vector<std::string> reasons = json_reader::words_of(json, "reasons");
  if (!forfeits.is_array() || forfeits.size() != 2 || reasons.size() != 2) {
    throw InputError("\"forfeits\" and \"reasons\" should have one for each agent");
  }
  for (std::size_t agent = 0; agent < 2; ++agent) {
    if (!forfeits[agent].is_number_unsigned() || forfeits[agent].get<u64>() > 2 * players) {
      throw InputError("\"forfeits\" should be numbers of seats in two games");
    }
    block.forfeits[agent] = forfeits[agent].get<unsigned>();
    block.reasons[agent] = printable(reasons[agent], kLongestReason);
  }
  return block;
}

std::string line_of_block(const MatchBlock& block, u64 number) {
  json_reader::Json reasons = json_reader::Json::array();
  for (const std::string& reason : block.reasons) {
    reasons.push_back(printable(reason, kLongestReason));  // it comes from a program
  }
  const nlohmann::ordered_json json{{"block", number},
                                    {"share", block.share},
                                    {"forfeits", block.forfeits},
                                    {"reasons", reasons}};
  return json.dump();
}

}  // namespace

KeptMatch::KeptMatch(std::string path, Ruleset rules, const std::vector<std::string>& agents,
                     u64 seed)
    : path_(std::move(path)) {
  const std::string header = header_of_match(rules, agents, seed);
  try {
    open();
    read(header, rules.players());
  } catch (...) {
    if (file_ >= 0) close(file_);
    throw;
  }
}

KeptMatch::~KeptMatch() { close(file_); }

void KeptMatch::fail(const std::string& what) const { throw InputError(path_ + ": " + what); }

void KeptMatch::open() {
  // Checked without opening the file: a ledger would lose its locks (base/database_file.hpp).
  if (is_database(path_)) fail("is a ledger, not a file of match --keep");
  constexpr mode_t kLikeAnyFile = 0666;
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, kLikeAnyFile);
  if (file_ < 0) fail_with_errno("cannot write " + path_, errno);
  struct stat found {};
  if (fstat(file_, &found) != 0 || !S_ISREG(found.st_mode)) fail("is not a regular file");
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (fcntl(file_, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES)) {
    fail("another process is playing this match");
  }
  if (static_cast<std::size_t>(found.st_size) > kLargestFile) fail("is too large for a match");
}

void KeptMatch::read(const std::string& header, unsigned players) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t n = ::read(file_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_with_errno("cannot read " + path_, errno);
    if (n == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > kLargestFile) fail("is too large for a match");
  }
  const std::size_t whole = text.rfind('\n') + 1;  // npos + 1 is 0
  if (whole == 0) {
    // Never cut a file that is not a match: only a part of our own header may be lost.
    if (!header.starts_with(text)) fail(kNoMatch);
    if (ftruncate(file_, 0) != 0 || lseek(file_, 0, SEEK_SET) != 0) {
      fail_with_errno(path_ + ": cannot be truncated", errno);
    }
    write(header);
    return;
  }
  std::size_t begin = 0;
  for (u64 line = 1; begin < whole; ++line) {
    const std::size_t end = text.find('\n', begin);
    const std::string_view words = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    try {
      if (line > 1) {
        blocks_.push_back(block_from(words, next_++, players));
      } else if (words != header) {
        const json_reader::Json there = header_in(words);
        const std::string wrong = first_difference(there, json_reader::Json::parse(header));
        if (!wrong.empty()) throw InputError("is of another match: " + wrong);
      }
    } catch (const InputError& error) {
      throw InputError(path_ + ":" + std::to_string(line) + ": " + error.what());
    }
  }
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0 || lseek(file_, 0, SEEK_END) < 0) {
    fail_with_errno(path_ + ": cannot be truncated", errno);
  }
}

void KeptMatch::write(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(file_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_with_errno("cannot write " + path_, errno);
    done += static_cast<std::size_t>(n);
  }
  if (fdatasync(file_) != 0) fail_with_errno("cannot write " + path_, errno);
}

void KeptMatch::check_in_place() const {
  struct stat opened {};
  const auto there = status_of(path_);
  if (fstat(file_, &opened) == 0 && there && is_same(opened, *there)) return;
  fail("was deleted or replaced while it was in use");
}

void KeptMatch::keep(const MatchBlock& block) {
  check_in_place();
  write(line_of_block(block, next_++));
}

}  // namespace carrack
