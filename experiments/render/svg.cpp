#include "experiments/render/svg.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/types.hpp"

namespace carrack::picture {
namespace {

/// Advance widths of DejaVu Sans from U+0020 to U+007E, in hundredths of the font size.
constexpr std::array<u8, 95> kAdvance{
    32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};
constexpr double kBoldIsWider = 1.2;
constexpr double kWideLetter = 100;

constexpr double kMinSize = 6;  // font size of a flow

/// Line height and padding of a flow, relative to its font size.
constexpr double kLine = 1.75;
constexpr double kBox = 1.45;
constexpr double kPad = 0.5;
constexpr double kGap = 0.4;

/// Places the names of a flow; returns the end of the last line.
template <typename Put>
double wrap(const Rect& area, const std::vector<std::string>& names, double size, Put&& put) {
  double x = area.x;
  double y = area.y;
  for (const std::string& name : names) {
    const double width = text_width(name, {size}) + 2 * kPad * size;
    if (x > area.x && x + width > area.x + area.w) {
      x = area.x;
      y += kLine * size;
    }
    put(name, Rect{x, y, width, kBox * size});
    x += width + kGap * size;
  }
  return y + kBox * size;
}

}  // namespace

double text_width(std::string_view text, const Font& font) noexcept {
  double hundredths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      hundredths += kAdvance[byte - 0x20U];
    } else if ((byte & 0xC0U) != 0x80) {  // the first byte of a character
      hundredths += kWideLetter;
    }
  }
  return hundredths * font.size / 100 * (font.bold ? kBoldIsWider : 1);
}

std::string shortened(std::string_view text, double width, const Font& font) {
  std::string line = printable(text);
  if (text_width(line, font) <= width) return line;
  do {
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80) {
      line.pop_back();
    }
    if (!line.empty()) line.pop_back();
  } while (!line.empty() && text_width(line + "…", font) > width);
  return line + "…";
}

std::string title_case(std::string_view name) {
  std::string text(name);
  bool starts = true;
  for (char& c : text) {
    if (c == '_') c = ' ';
    if (starts && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    starts = c == ' ';
  }
  return text;
}

Svg& Svg::raw(std::string_view markup) {
  out_ += markup;
  return *this;
}

Svg& Svg::number(double value) {
  std::array<char, 320> digits;  // the largest number has 309, without decimals
  const double rounded = std::round(value * 100) / 100;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), rounded, std::chars_format::fixed)
          .ptr;
  out_.append(digits.data(), end);
  return *this;
}

Svg& Svg::escaped(std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&': out_ += "&amp;"; break;
      case '<': out_ += "&lt;"; break;
      case '>': out_ += "&gt;"; break;
      default: out_ += c; break;
    }
  }
  return *this;
}

Svg& Svg::rect(const Rect& r, double radius, std::string_view look) {
  raw("<rect x='").number(r.x).raw("' y='").number(r.y).raw("' width='").number(r.w);
  raw("' height='").number(r.h).raw("' rx='").number(radius);
  return raw("' ").raw(look).raw("/>");
}

Svg& Svg::line(double x1, double y1, double x2, double y2, std::string_view look) {
  raw("<line x1='").number(x1).raw("' y1='").number(y1).raw("' x2='").number(x2);
  return raw("' y2='").number(y2).raw("' ").raw(look).raw("/>");
}

Svg& Svg::use(std::string_view id, double x, double y, std::string_view tooltip) {
  raw("<use href='#").raw(id).raw("' x='").number(x).raw("' y='").number(y);
  if (tooltip.empty()) return raw("'/>");
  return raw("'><title>").escaped(tooltip).raw("</title></use>");
}

Svg& Svg::text(std::string_view line, double x, double y, double width, Font font) {
  if (line.empty()) return *this;
  const double wanted = text_width(line, font);
  if (wanted > width) font.size = std::floor(font.size * width / wanted * 10) / 10;
  raw("<text x='").number(x).raw("' y='").number(y).raw("' font-size='").number(font.size).raw("'");
  if (font.bold) raw(" font-weight='700'");
  if (font.align == Align::middle) raw(" text-anchor='middle'");
  if (font.align == Align::right) raw(" text-anchor='end'");
  if (font.fill != Font{1}.fill) raw(" fill='").raw(font.fill).raw("'");
  return raw(">").escaped(line).raw("</text>");
}

Svg& Svg::open_scaled(double x, double y, double scale) {
  raw("<g transform='translate(").number(x).raw(" ").number(y).raw(")");
  if (scale != 1) raw(" scale(").number(scale).raw(")");
  return raw("'>");
}

void flow(Svg& svg, const Rect& area, const std::vector<std::string>& names, double size,
          std::string_view look) {
  const auto bottom = [&] { return wrap(area, names, size, [](const auto&, const Rect&) {}); };
  while (size > kMinSize && bottom() > area.y + area.h) size -= 0.5;
  wrap(area, names, size, [&](const std::string& name, const Rect& box) {
    svg.rect(box, 0.35 * size, look);
    svg.text(name, box.x + kPad * size, box.y + 1.06 * size, box.w, {size});
  });
}

}  // namespace carrack::picture
