// SVG text, appended to a string as it is drawn: shapes, text that fits its place, runs and flows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carrack::picture {

/// In the units of the page, from its upper left corner.
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

/// The width of a line in the widest font that the picture may be shown in (DejaVu Sans); whatever
/// is not ASCII counts as a wide letter.
[[nodiscard]] double text_width(std::string_view text, const Font& font) noexcept;

/// The text, or its beginning with "…" where it would be wider than `width`; printable.
[[nodiscard]] std::string shortened(std::string_view text, double width, const Font& font);

/// `new_world_city` as people write it: `New World City`.
[[nodiscard]] std::string title_case(std::string_view name);

/// Attributes are in single quotes, as the text ends up inside JSON.
class Svg {
 public:
  [[nodiscard]] const std::string& str() const noexcept { return out_; }
  [[nodiscard]] std::string take() noexcept { return std::move(out_); }

  /// Markup as it is.
  Svg& raw(std::string_view markup);
  /// A number with at most two decimals.
  Svg& number(double value);
  /// Text with the characters of markup escaped.
  Svg& escaped(std::string_view text);

  /// A rectangle with round corners; `look` is its other attributes.
  Svg& rect(const Rect& r, double radius, std::string_view look);
  Svg& line(double x1, double y1, double x2, double y2, std::string_view look);
  /// A definition of the page (see symbols.hpp), with what a pointer over it is told.
  Svg& use(std::string_view id, double x, double y, std::string_view tooltip = {});
  /// A line of text at its baseline, smaller where it would be wider than `width`.
  Svg& text(std::string_view line, double x, double y, double width, Font font);

  Svg& open_scaled(double x, double y, double scale);
  Svg& close() { return raw("</g>"); }

 private:
  std::string out_;
};

/// Names in boxes, wrapped line by line into `area`; all of them smaller where they are many.
void flow(Svg& svg, const Rect& area, const std::vector<std::string>& names, double size,
          std::string_view look);

}  // namespace carrack::picture
