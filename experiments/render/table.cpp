#include "experiments/render/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/error.hpp"

namespace carrack {
namespace {

/// Visible characters; UTF-8 continuation bytes do not count.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// A text in lines of at most `most` visible characters, broken at spaces.
std::vector<std::string> wrapped(const std::string& text, std::size_t most) {
  std::vector<std::string> lines{""};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.back().empty() && width(lines.back()) + 1 + width(word) > most) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

}  // namespace

Table::Table(std::vector<std::string> header, std::vector<Align> columns)
    : columns_(std::move(columns)) {
  add(std::move(header));
  if (columns_.empty()) columns_.push_back(Align::left);
  columns_.resize(rows_.front().size(), Align::right);
}

void Table::add(std::vector<std::string> row) {
  constexpr std::size_t kMaxCellLength = 2000;
  for (std::string& cell : row) cell = printable(cell, kMaxCellLength);
  rows_.push_back(std::move(row));
}

std::string Table::text(std::size_t most) const {
  constexpr std::size_t kNarrowest = 24;  // least width of a wrapped column
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::size_t others = 2 * (widths.size() - 1);
  for (std::size_t c = 0; c + 1 < widths.size(); ++c) others += widths[c];
  const std::size_t room = most > others ? most - others : 0;
  const bool wraps = columns_.back() == Align::left && room >= kNarrowest && widths.back() > room;
  if (!wraps) return text_of(rows_, widths);
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : rows_) {
    rows.push_back(row);
    const std::vector<std::string> lines = wrapped(row.back(), room);
    rows.back().back() = lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) {
      rows.emplace_back(widths.size()).back() = lines[i];
    }
  }
  widths.back() = room;
  return text_of(rows, widths);
}

std::string Table::text_of(const std::vector<std::vector<std::string>>& rows,
                           const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string& cell = rows[r][c];
      const std::string padding(widths[c] - std::min(widths[c], width(cell)), ' ');
      if (c != 0) text += "  ";
      text += columns_[c] == Align::left ? cell + padding : padding + cell;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    if (r != 0) continue;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      text += (c == 0 ? "" : "  ") + std::string(widths[c], '-');
    }
    text += '\n';
  }
  return text;
}

std::string fixed(double value, int decimals) {
  const int length = std::snprintf(nullptr, 0, "%.*f", decimals, value);
  std::string text(static_cast<std::size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, "%.*f", decimals, value);
  const bool is_zero = text.find_first_of("123456789infa") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

std::string with_error(double mean, double half, int decimals) {
  if (std::isnan(half)) return fixed(mean, decimals);
  return fixed(mean, decimals) + " ± " + fixed(half, decimals);
}

std::string with_interval(double mean, const Interval& interval, int decimals) {
  if (!interval.is_known()) return fixed(mean, decimals);
  return fixed(mean, decimals) + " " + interval_text(interval, decimals);
}

std::string p_value_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.001 ? "<0.001" : fixed(p, 3);
}

std::string interval_text(const Interval& interval, int decimals) {
  if (!interval.is_known()) return "-";
  return "[" + fixed(interval.low, decimals) + ", " + fixed(interval.high, decimals) + "]";
}

std::string grouped(double value) {
  std::string digits = fixed(value, 0);
  const int first = digits.front() == '-' ? 1 : 0;
  for (int at = static_cast<int>(digits.size()) - 3; at > first; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

}  // namespace carrack
