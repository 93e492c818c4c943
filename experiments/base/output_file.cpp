#include "experiments/base/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include "agents/agent.hpp"
#include "core/base/error.hpp"
#include "experiments/base/database_file.hpp"
#include "experiments/base/file_identity.hpp"
#include "experiments/base/interrupt.hpp"
#include "experiments/base/system_error.hpp"

namespace carrack {
namespace {

/// The targets being written by this process.
class OpenTargets {
 public:
  /// False if the target is open already.
  static bool insert(const std::string& target) {
    const std::scoped_lock lock(mutex());
    return set().insert(target).second;
  }
  static void erase(const std::string& target) {
    const std::scoped_lock lock(mutex());
    set().erase(target);
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static std::set<std::string>& set() {
    static std::set<std::string> one;
    return one;
  }
};

/// The ledger to which a log, lock or journal file of this name belongs.
std::optional<std::string> ledger_of(const std::string& path,
                                     const std::vector<std::string>& inputs) {
  for (const std::string_view end : {"-wal", "-shm", "-journal", "-runs"}) {
    if (!path.ends_with(end)) continue;
    std::string ledger = path.substr(0, path.size() - end.size());
    const auto is_it = [&](const std::string& input) { return is_same_file(ledger, input); };
    if (is_database(ledger) || std::ranges::any_of(inputs, is_it)) return ledger;
  }
  return std::nullopt;
}

}  // namespace

OutputFile::OutputFile(std::string path, OutputRule rule)
    : path_(std::move(path)), rule_(std::move(rule)) {
  if (path_.empty()) throw InputError("an output file needs a name");
  if (path_ == "-") {
    throw InputError("cannot write -: expected the name of a file, e.g. /dev/stdout or ./-");
  }
  for (const std::string& input : rule_.inputs) {
    if (is_same_file(path_, input)) {
      throw InputError("cannot write " + path_ +
                       ": this command also reads it or stores games in it" +
                       (input == path_ ? "" : ", as " + input));
    }
  }
  if (const auto ledger = ledger_of(path_, rule_.inputs)) {
    throw InputError("cannot write " + path_ + ": it belongs to the ledger " + *ledger);
  }
  const auto status = status_of(path_);
  if (status && !S_ISREG(status->st_mode)) {
    open_directly(*status);
    return;
  }
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {  // /dev/stdout, redirected to a file
    struct stat own {};
    if (!status || fstat(standard, &own) != 0 || !is_same(own, *status)) continue;
    open_stream(fcntl(standard, F_DUPFD_CLOEXEC, 0));
    return;
  }
  if (status && is_database(path_)) {
    throw InputError("cannot write " + path_ + ": it is a ledger, which is never overwritten");
  }
  if (status && !rule_.replace) throw InputError(path_ + " exists; --force replaces it");
  replaced_ = status;
  target_ = resolved_path(path_);
  if (target_.empty()) {
    std::error_code none;
    const auto link = std::filesystem::read_symlink(path_, none);
    if (none) fail(ENOENT);
    throw InputError("cannot write " + path_ + ": it is a link to " + link.string() +
                     ", whose folder does not exist");
  }
  if (!OpenTargets::insert(target_)) {
    target_.clear();
    throw InputError("cannot write " + path_ + ": this command writes it twice");
  }
  try {
    open_temporary();
  } catch (...) {
    OpenTargets::erase(target_);
    throw;
  }
}

OutputFile::~OutputFile() {
  discard();
  if (!target_.empty()) OpenTargets::erase(target_);
}

void OutputFile::discard() noexcept {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  file_ = nullptr;
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
  removed_by_signals_.reset();
}

void OutputFile::fail(int error) const {
  if (error == EINTR && was_interrupted())
    throw ChoiceStopped();  // the signal handler has printed the reason
  fail_with_errno("cannot write " + path_, error);
}

void OutputFile::open_directly(const struct stat& target) {
  if (S_ISDIR(target.st_mode)) fail(EISDIR);
  open_stream(open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
}

void OutputFile::open_stream(int descriptor) {
  file_ = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  if (file_ != nullptr) return;
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  fail(error);
}

void OutputFile::open_temporary() {
  const std::string folder = std::filesystem::path(target_).parent_path().string();
  int descriptor = -1;
  for (unsigned attempt = 0; descriptor < 0; ++attempt) {
    temporary_ =
        folder + "/.carrack.tmp-" + std::to_string(getpid()) + '-' + std::to_string(attempt);
    descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) {
      temporary_.clear();
      fail(errno);
    }
  }
  removed_by_signals_.emplace(temporary_);
  if (replaced_) {
    const mode_t mode = replaced_->st_mode & 07777U;
    // Keeps the owner of the replaced file if permitted.
    [[maybe_unused]] const int kept = fchown(descriptor, replaced_->st_uid, replaced_->st_gid);
    if (fchmod(descriptor, mode) != 0) {
      const int error = errno;
      ::close(descriptor);
      unlink(temporary_.c_str());
      fail(error);
    }
  }
  open_stream(descriptor);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void OutputFile::flush() {
  if (std::fflush(file_) != 0) fail(errno);
}

bool OutputFile::cut(std::size_t size) noexcept {
  if (temporary_.empty() || file_ == nullptr) return false;
  const int descriptor = dup(fileno(file_));
  static_cast<void>(std::fclose(file_));  // may write more, or fail again
  file_ = nullptr;
  if (descriptor < 0) return false;
  const bool is_cut =
      ftruncate(descriptor, static_cast<off_t>(size)) == 0 && fsync(descriptor) == 0;
  return ::close(descriptor) == 0 && is_cut;
}

std::string OutputFile::keep_temporary() noexcept {
  removed_by_signals_.reset();
  return std::exchange(temporary_, {});
}

void OutputFile::close() {
  if (std::fflush(file_) != 0) fail(errno);
  if (!temporary_.empty() && fsync(fileno(file_)) != 0) fail(errno);
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail(errno);
}

void OutputFile::publish() {
  if (temporary_.empty()) return;
  if (replaced_) {
    const auto now = status_of(target_);
    if (!now || !is_same(*now, *replaced_)) {
      throw InputError("cannot write " + path_ + ": the file was replaced in the meantime");
    }
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
  } else {
    // Unlike rename(), link() does not overwrite.
    if (link(temporary_.c_str(), target_.c_str()) != 0) {
      const bool has_links = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS;
      if (errno == EEXIST || (!has_links && status_of(target_))) {
        throw InputError("cannot write " + path_ +
                         ": a file with this name was created in the meantime");
      }
      if (has_links || std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
      temporary_.clear();
    }
  }
  discard();
}

void OutputFile::finish() {
  close();
  publish();
}

}  // namespace carrack
