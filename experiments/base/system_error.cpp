#include "experiments/base/system_error.hpp"

#include <cerrno>
#include <system_error>

#include "core/base/error.hpp"

namespace carrack {

bool is_lack_of_resources(int error) noexcept {
  switch (error) {
    case EDQUOT:
    case EFBIG:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOSPC: return true;
    default: return false;
  }
}

void fail_with_errno(const std::string& what, int error) {
  const std::string line = what + ": " + std::generic_category().message(error);
  if (is_lack_of_resources(error)) throw ResourceError(line);
  throw InputError(line);
}

}  // namespace carrack
