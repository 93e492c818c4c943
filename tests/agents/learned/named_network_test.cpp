// Networks by name: the default one, files, and hashes.
#include "agents/learned/named_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "core/base/error.hpp"

namespace carrack {
namespace {

std::string refusal_of(const std::string& name) {
  try {
    static_cast<void>(named_network(name));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

TEST(NamedNetwork, AHashMayBeInCapitals) {
  const NamedNetwork network = named_network("default");
  const std::string hash = network.network->hash();
  EXPECT_EQ(network.name, "default@" + hash);
  EXPECT_EQ(named_network("default@" + in_capitals(hash)).name, network.name);
}

TEST(NamedNetwork, AnotherHashIsNamed) {
  const std::string message = refusal_of("default@0123456789ABCDEF");
  EXPECT_NE(message.find("has the hash"), std::string::npos) << message;
}

TEST(NamedNetwork, AMalformedHashIsNoPath) {
  for (const std::string hash : {"ABC", "0123456789abcdex", "0123456789abcdef0", ""}) {
    const std::string message = refusal_of("default@" + hash);
    EXPECT_NE(message.find("the hash " + hash + " is malformed, expected 16 hexadecimal digits"),
              std::string::npos)
        << message;
  }
  const std::string other = refusal_of("/tmp@ABC/missing.net");
  EXPECT_NE(other.find("cannot be read"), std::string::npos) << other;
}

}  // namespace
}  // namespace carrack
