#include "agents/learned/network_file.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "core/base/digest.hpp"
#include "core/base/json_reader.hpp"
#include "core/base/json_writer.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sqlite_file.hpp"

namespace carrack {
namespace {

using namespace json_reader;

constexpr std::string_view kFormat = "carrack-network";
constexpr u64 kVersion = 2;
constexpr u64 kVersionWithScale = 3;  // for networks whose scale of the policy's logits is not 1
constexpr std::size_t kLongestHeader = std::size_t{1} << 20U;
constexpr std::string_view kBeforeHash = "\"hash\": \"";
constexpr std::string_view kBehindHash = "\"}\n";
constexpr std::size_t kHashDigits = 16;
constexpr float kMostWeight = 1e6F;
constexpr std::size_t kScaleNumbers = kEstimateScaleParts.size() * kTurns * (kMaxPlayers - 1);

/// The hash of the id space of actions, by which the weights of actions are ordered.
std::string hash_of_actions() {
  Digest digest;
  for (unsigned v = 0; v < index(Verb::order); ++v) {
    digest.add(kVerbRows[v].name);
    digest.add(kVerbRows[v].count);
  }
  return hexadecimal(digest.value());
}

/// Appends numbers as bytes, the lowest first.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}
  template <typename T>
  void add(const std::vector<T>& numbers) {
    for (const T number : numbers) {
      const auto bits = static_cast<std::make_unsigned_t<T>>(number);
      for (unsigned i = 0; i < sizeof(T); ++i) {
        out_.push_back(static_cast<char>(static_cast<u8>(bits >> 8 * i)));
      }
    }
  }

 private:
  std::string& out_;
};

/// Takes numbers from bytes. The caller has checked that there are enough.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  template <typename T>
  void take(std::vector<T>& numbers, std::size_t n) {
    numbers.resize(n);
    for (T& number : numbers) {
      std::make_unsigned_t<T> bits = 0;
      for (unsigned i = 0; i < sizeof(T); ++i) {
        const auto byte = static_cast<u8>(bytes_[at_++]);
        bits = static_cast<std::make_unsigned_t<T>>(bits | std::make_unsigned_t<T>{byte} << 8 * i);
      }
      number = static_cast<T>(bits);
    }
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

void add_float(JsonWriter& json, float number) { json.raw(number == 0 ? "0" : digits_of(number)); }

void add_trunk(JsonWriter& json, std::string_view key, const TrunkData& trunk) {
  json.key(key).open_object();
  json.key("width").number(trunk.width);
  json.key("layers").open_list();
  for (const TrunkData::Layer& layer : trunk.layers) json.number(layer.outputs);
  json.close_list();
  json.key("inputs").open_list();
  for (const std::string& input : trunk.inputs) json.text(input);
  json.close_list();
  json.close_object();
}

/// All of the header before its hash.
std::string header_of(const NetworkData& network) {
  std::string text;
  JsonWriter json(text);
  const bool has_scale = network.logit_scale != 1;
  json.open_object();
  json.key("format").text(kFormat).key("version").number(has_scale ? kVersionWithScale : kVersion);
  json.key("name").text(network.name);
  // Written in the form that it has after reading, so that a network that was read has the hash of
  // its file.
  json.key("training").raw(parse_json(network.training).dump());
  json.key("actions").text(hash_of_actions());
  const auto floats = [&](std::string_view key, const std::vector<float>& numbers) {
    json.key(key).open_list();
    for (const float number : numbers) add_float(json, number);
    json.close_list();
  };
  add_trunk(json, "policy", network.policy);
  if (has_scale) floats("logit_scale", {network.logit_scale});
  floats("script_weight", network.script_weight);
  floats("script_best", network.script_best);
  add_trunk(json, "value", network.value);
  floats("evaluation_weight", network.evaluation_weight);
  json.key("scales").open_list();
  for (const auto& row : network.scales) {
    for (const EstimateScale& scale : row) {
      for (const auto part : kEstimateScaleParts) add_float(json, scale.*part);
    }
  }
  json.close_list();
  return text + ", " + std::string(kBeforeHash);
}

void add_trunk(ByteWriter& writer, const TrunkData& trunk) {
  writer.add(trunk.rows);
  writer.add(trunk.bias);
  for (const TrunkData::Layer& layer : trunk.layers) {
    writer.add(layer.weights);
    writer.add(layer.bias);
  }
}

std::string payload_of(const NetworkData& network) {
  std::string bytes;
  ByteWriter writer(bytes);
  add_trunk(writer, network.policy);
  writer.add(network.action_weights);
  writer.add(network.action_bias);
  add_trunk(writer, network.value);
  writer.add(network.win_weights);
  writer.add(network.win_bias);
  writer.add(network.vp_weights);
  writer.add(network.vp_bias);
  writer.add(network.rollout_turn);
  writer.add(network.rollout_edition);
  writer.add(network.rollout_players);
  return bytes;
}

std::string hash_of(std::string_view before_hash, std::string_view payload) {
  Digest digest;
  digest.add(before_hash);
  digest.add(payload);
  return hexadecimal(digest.value());
}

std::vector<float> floats_of(const Json& json, const char* key, std::size_t n) {
  const Json& list = member(json, key);
  if (!list.is_array() || list.size() != n) {
    throw InputError(std::string("\"") + key + "\" should list " + std::to_string(n) + " numbers");
  }
  std::vector<float> numbers;
  for (const Json& value : list) {
    if (!value.is_number() || std::abs(value.get<double>()) > kMostWeight) {
      throw InputError(std::string("\"") + key + "\" should have numbers up to " +
                       digits_of(kMostWeight));
    }
    numbers.push_back(value.get<float>());
  }
  return numbers;
}

unsigned width_of(const Json& value) {
  if (!value.is_number_unsigned() || value.get<u64>() > TrunkData::kMostWidth) {
    throw InputError("the width of a layer should be a number up to " +
                     std::to_string(TrunkData::kMostWidth));
  }
  return value.get<unsigned>();
}

TrunkData read_trunk(const Json& header, const char* key) {
  const Json& json = member(header, key);
  if (!json.is_object()) throw InputError(std::string("\"") + key + "\" is not an object");
  TrunkData trunk;
  trunk.inputs = words_of(json, "inputs");
  if (trunk.inputs.size() >= std::numeric_limits<u16>::max()) {
    throw InputError("\"inputs\" has " + std::to_string(trunk.inputs.size()) +
                     " names, expected fewer than " +
                     std::to_string(std::numeric_limits<u16>::max()));
  }
  trunk.width = width_of(member(json, "width"));
  const Json& layers = member(json, "layers");
  if (!layers.is_array() || layers.empty() || layers.size() > TrunkData::kMostLayers) {
    throw InputError("\"layers\" should list 1 to " + std::to_string(TrunkData::kMostLayers) +
                     " widths");
  }
  unsigned inputs = trunk.width;
  for (const Json& value : layers) {
    trunk.layers.push_back({inputs, width_of(value), {}, {}});
    inputs = trunk.layers.back().outputs;
  }
  return trunk;
}

NetworkData read_header(const Json& json) {
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    throw InputError("not a network file: expected \"format\": \"" + std::string(kFormat) + "\"");
  }
  const u64 version = number_of(json, "version");
  if (version != kVersion && version != kVersionWithScale) {
    throw InputError("version " + std::to_string(version) + " of the format is not known, only " +
                     std::to_string(kVersion) + " and " + std::to_string(kVersionWithScale));
  }
  if (text_of(json, "actions") != hash_of_actions()) {
    throw InputError("the network is for other actions than those of this version");
  }
  NetworkData network;
  network.name = text_of(json, "name");
  const Json& training = member(json, "training");
  if (!training.is_object()) throw InputError("\"training\" is not an object");
  network.training = training.dump();
  network.policy = read_trunk(json, "policy");
  if (version == kVersionWithScale) {
    network.logit_scale = floats_of(json, "logit_scale", 1).front();
  }
  network.script_weight = floats_of(json, "script_weight", kVerbs);
  network.script_best = floats_of(json, "script_best", kVerbs);
  network.value = read_trunk(json, "value");
  network.evaluation_weight = floats_of(json, "evaluation_weight", kTurns);
  const std::vector<float> scales = floats_of(json, "scales", kScaleNumbers);
  auto number = scales.begin();
  for (auto& row : network.scales) {
    for (EstimateScale& scale : row) {
      for (const auto part : kEstimateScaleParts) scale.*part = *number++;
    }
  }
  return network;
}

std::size_t payload_size(const TrunkData& trunk) {
  std::size_t bytes = sizeof(i16) * trunk.width * (trunk.inputs.size() + 1);
  for (const TrunkData::Layer& layer : trunk.layers) {
    bytes += std::size_t{layer.outputs} * (layer.inputs + sizeof(i32));
  }
  return bytes;
}

std::size_t payload_size(const NetworkData& network) {
  const std::size_t heads =
      std::size_t{NetworkData::kChoices} * (network.policy.outputs() + sizeof(i32)) +
      std::size_t{2 * kMaxPlayers} * (network.value.outputs() + sizeof(i32));
  constexpr std::size_t kRolloutTables = kTurns + kEditions + kMaxPlayers - 1;
  return payload_size(network.policy) + payload_size(network.value) + heads +
         kRolloutTables * NetworkData::kChoices * sizeof(i16);
}

void read_trunk(ByteReader& reader, TrunkData& trunk) {
  reader.take(trunk.rows, trunk.inputs.size() * trunk.width);
  reader.take(trunk.bias, trunk.width);
  for (TrunkData::Layer& layer : trunk.layers) {
    reader.take(layer.weights, std::size_t{layer.outputs} * layer.inputs);
    reader.take(layer.bias, layer.outputs);
  }
}

void read_payload(std::string_view bytes, NetworkData& network) {
  if (bytes.size() != payload_size(network)) {
    throw InputError("the numbers after the header are " + std::to_string(bytes.size()) +
                     " bytes, expected " + std::to_string(payload_size(network)));
  }
  ByteReader reader(bytes);
  read_trunk(reader, network.policy);
  reader.take(network.action_weights, NetworkData::kChoices * network.policy.outputs());
  reader.take(network.action_bias, NetworkData::kChoices);
  read_trunk(reader, network.value);
  const std::size_t seats = std::size_t{kMaxPlayers} * network.value.outputs();
  reader.take(network.win_weights, seats);
  reader.take(network.win_bias, kMaxPlayers);
  reader.take(network.vp_weights, seats);
  reader.take(network.vp_bias, kMaxPlayers);
  reader.take(network.rollout_turn, kTurns * NetworkData::kChoices);
  reader.take(network.rollout_edition, kEditions * NetworkData::kChoices);
  reader.take(network.rollout_players, (kMaxPlayers - 1) * NetworkData::kChoices);
}

}  // namespace

std::string network_file(const NetworkData& network) {
  const std::string header = header_of(network);
  const std::string payload = payload_of(network);
  return header + hash_of(header, payload) + std::string(kBehindHash) + payload;
}

std::string network_hash(const NetworkData& network) {
  return hash_of(header_of(network), payload_of(network));
}

NetworkData read_network_file(std::string_view text) {
  if (text.starts_with(kSqliteFileStart)) {
    throw InputError("a ledger, not a network; expected a file that `carrack learn` has written");
  }
  if (text.size() > kLongestNetworkFile) {
    throw InputError("not a network file: it has more than " +
                     std::to_string(kLongestNetworkFile >> 20U) + " MiB");
  }
  const std::size_t end = text.substr(0, kLongestHeader).find('\n');
  const std::size_t tail = kHashDigits + kBehindHash.size();
  if (end == std::string_view::npos || end + 1 < kBeforeHash.size() + tail) {
    throw InputError("not a network file: expected a line of JSON of at most " +
                     std::to_string(kLongestHeader >> 20U) + " MiB");
  }
  const std::string_view header = text.substr(0, end + 1);
  const std::string_view payload = text.substr(end + 1);
  NetworkData network = read_header(parse_json(header));
  read_payload(payload, network);
  const std::string_view before_hash = header.substr(0, header.size() - tail);
  const std::string_view hash = header.substr(before_hash.size(), kHashDigits);
  if (!before_hash.ends_with(kBeforeHash) || hash != hash_of(before_hash, payload)) {
    throw InputError("the network does not have the hash that it names: it has been changed");
  }
  return network;
}

}  // namespace carrack
