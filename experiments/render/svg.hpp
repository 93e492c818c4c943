// SVG writer that appends to a string: shapes, fitted text, runs and flows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carrack::picture {

/// A rectangle in page units, from the upper left corner of the page.
struct Rect {
  double x, y, w, h;
};

enum class Align { left, middle, right };

struct Font {
  double size;
  bool bold = false;
  Align align = Align::left;
  std::string_view fill = "#1b1b1b";
};

/// The width of a line in the widest fallback font (DejaVu Sans); non-ASCII characters count as
/// wide.
[[nodiscard]] double text_width(std::string_view text, const Font& font) noexcept;

/// The printable text, truncated with "…" if it is wider than `width`.
[[nodiscard]] std::string shortened(std::string_view text, double width, const Font& font);

/// `new_world_city` becomes `New World City`.
[[nodiscard]] std::string title_case(std::string_view name);

/// Attributes use single quotes, because the text is embedded in JSON.
class Svg {
 public:
  [[nodiscard]] const std::string& str() const noexcept { return out_; }
  [[nodiscard]] std::string take() noexcept { return std::move(out_); }

  /// Raw markup.
  Svg& raw(std::string_view markup);
  /// A number with at most two decimals and without an exponent.
  Svg& number(double value);
  /// Text with markup characters escaped.
  Svg& escaped(std::string_view text);

  /// A rectangle with rounded corners; `look` holds its other attributes.
  Svg& rect(const Rect& r, double radius, std::string_view look);
  Svg& line(double x1, double y1, double x2, double y2, std::string_view look);
  /// A use of a definition (see symbols.hpp), with a tooltip.
  Svg& use(std::string_view id, double x, double y, std::string_view tooltip = {});
  /// A line of text at its baseline, shrunk if it is wider than `width`.
  Svg& text(std::string_view line, double x, double y, double width, Font font);

  Svg& open_scaled(double x, double y, double scale);
  Svg& close() { return raw("</g>"); }

 private:
  std::string out_;
};

/// Names in boxes, wrapped into `area`; all shrunk if there are many.
void flow(Svg& svg, const Rect& area, const std::vector<std::string>& names, double size,
          std::string_view look);

}  // namespace carrack::picture
