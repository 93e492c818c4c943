// JSON as it is written: separators and escapes.
#include "core/base/json_writer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace carrack {
namespace {

TEST(JsonWriter, PutsCommasBetweenValues) {
  std::string text;
  JsonWriter json(text);
  json.open_object().key("a").open_list().number(1).decimal(0.5).null().close_list();
  json.key("b").boolean(true).key("c").open_object().close_object().close_object();
  EXPECT_EQ(text, R"({"a": [1, 0.5000, null], "b": true, "c": {}})");
}

TEST(JsonWriter, EscapesWhatTextCannotHold) {
  std::string text;
  JsonWriter(text).text("a\"b\\c\n\x1f");
  EXPECT_EQ(text, R"("a\"b\\c\u000a\u001f")");
}

TEST(JsonWriter, EveryByteBelow128ReadsBack) {
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  std::string text;
  JsonWriter(text).text(all);
  EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(), all);
}

}  // namespace
}  // namespace carrack
