// The module's interface: memory for a request, and its answer.
#include <string>

#include "experiments/web/session.hpp"

namespace {

std::string request;
std::string answer;
carrack::web::Session session;

}  // namespace

extern "C" {

/// Memory for a request of `bytes` bytes of UTF-8.
[[clang::export_name("request")]] char* carrack_request(std::size_t bytes) {
  request.resize(bytes);
  return request.data();
}

/// Answers the request. Returns the answer's address; it stays until the next call.
[[clang::export_name("answer")]] const char* carrack_answer() {
  answer = session.answer(request);
  return answer.data();
}

[[clang::export_name("answer_size")]] std::size_t carrack_answer_size() { return answer.size(); }

}  // extern "C"
