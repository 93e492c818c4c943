#include "experiments/studies/verification.hpp"

#include "core/notation/record.hpp"

namespace carrack {

VerifiedRecord verify_record(std::istream& in, const std::string& file,
                             const std::atomic<bool>* stop) {
  RecordReader reader(in, file);
  while ((stop == nullptr || !*stop) && reader.next_game()) {
    while (reader.next_event()) {
    }
  }
  return {reader.games(), reader.events()};
}

}  // namespace carrack
