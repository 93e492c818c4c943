// libFuzzer: any text is an action whose notation is that text, or an InputError.
#include "core/notation.hpp"

#include <cstdlib>

#include "core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const carrack::Board board : {carrack::Board::americas, carrack::Board::world}) {
    try {
      if (carrack::to_notation(carrack::parse_notation(text, board), board) != text) std::abort();
    } catch (const carrack::InputError&) {
    }
  }
  return 0;
}
