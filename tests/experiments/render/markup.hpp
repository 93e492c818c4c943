// A minimal XML reader for the tests of pictures.
#pragma once

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace carrack::testing {

/// An element of well-formed XML; elements are in the order of start tags.
struct Element {
  std::string tag;
  std::map<std::string, std::string> attributes;
  std::string text;        // directly inside it
  std::size_t parent = 0;  // its index; the root's is its own
};

/// The elements of a document. An error is written to `fault`.
inline std::vector<Element> read_markup(std::string_view xml, std::string& fault) {
  std::vector<Element> elements;
  std::vector<std::size_t> open;
  std::size_t at = 0;
  const auto fail = [&](const std::string& what) {
    fault = what + " at " + std::string(xml.substr(at, 60));
    return elements;
  };
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':' || c == '_';
  };
  while (at < xml.size()) {
    if (xml[at] != '<') {
      const std::size_t end = std::min(xml.find('<', at), xml.size());
      const std::string_view text = xml.substr(at, end - at);
      for (std::size_t amp = text.find('&'); amp != text.npos; amp = text.find('&', amp + 1)) {
        const std::string_view entity = text.substr(amp, text.find(';', amp) - amp + 1);
        if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;") return fail("bare &");
      }
      if (!open.empty()) elements[open.back()].text += text;
      if (open.empty() && text.find_first_not_of(" \n") != text.npos) return fail("loose text");
      at = end;
      continue;
    }
    if (xml.substr(at, 2) == "</") {
      const std::size_t end = xml.find('>', at);
      if (open.empty() || xml.substr(at + 2, end - at - 2) != elements[open.back()].tag) {
        return fail("wrong end tag");
      }
      open.pop_back();
      at = end + 1;
      continue;
    }
    Element element;
    std::size_t i = at + 1;
    while (i < xml.size() && is_name(xml[i])) element.tag += xml[i++];
    if (element.tag.empty()) return fail("no tag");
    while (i < xml.size() && xml[i] == ' ') {
      std::string key;
      for (++i; i < xml.size() && is_name(xml[i]); ++i) key += xml[i];
      if (key.empty() || xml.substr(i, 2) != "='") return fail("wrong attribute");
      const std::size_t end = xml.find('\'', i + 2);
      if (end == xml.npos) return fail("open attribute");
      const std::string value(xml.substr(i + 2, end - i - 2));
      if (value.find('<') != value.npos) return fail("< in attribute");
      if (!element.attributes.emplace(key, value).second) return fail("attribute twice");
      i = end + 1;
    }
    const bool empty = xml.substr(i, 2) == "/>";
    if (!empty && (i >= xml.size() || xml[i] != '>')) return fail("open tag");
    element.parent = open.empty() ? elements.size() : open.back();
    elements.push_back(std::move(element));
    if (!empty) open.push_back(elements.size() - 1);
    at = i + (empty ? 2 : 1);
  }
  if (!open.empty()) fault = "never closed: " + elements[open.back()].tag;
  return elements;
}

}  // namespace carrack::testing
