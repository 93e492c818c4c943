// libFuzzer: any file is a ledger that can be read whole, or an InputError or ResourceError.
#include "tests/fuzz/ledger.hpp"

#include <unistd.h>

#include <filesystem>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::string path = "/dev/shm/carrack-fuzz-ledger-" + std::to_string(getpid());
  carrack::fuzz::read_ledger_bytes({reinterpret_cast<const char*>(data), size}, path);
  for (const char* const end : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path + end);
  return 0;
}
