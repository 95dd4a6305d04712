// Documents as one HTML page with MathML: no network, no script; light or dark as the system is.
#include <cstddef>
#include <string>

#include "luztar/core/html_text.h"
#include "luztar/derive/embedded.h"
#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

constexpr double kHtmlWidth = 510;  // points at letters of 10 points: 60 rem at those of the page

// The report switches to its dark colours with a button; here the system does.
std::string dark_style() {
  constexpr std::string_view kDark = ":root[data-theme=\"dark\"]";
  const std::size_t begin = page_css.find(kDark);
  if (begin == std::string_view::npos) return {};
  const std::size_t colours = begin + kDark.size();
  const std::size_t end = page_css.find('}', colours) + 1;
  return "@media screen and (prefers-color-scheme: dark) {\n:root" +
         std::string(page_css.substr(colours, end - colours)) + "\n}\n";
}

class HtmlPrinter {
 public:
  explicit HtmlPrinter(const Document& document) : document_(document) {}

  std::string print() {
    begin();
    sections("h2");
    return out_ + "</main>\n</body>\n</html>\n";
  }

  std::string fragment() {
    sections("h3");
    return out_;
  }

 private:
  void sections(const std::string& heading) {
    for (const Section& section : document_.sections) {
      out_ += "<section>\n";
      if (!section.title.empty())
        out_ += "<" + heading + ">" + words(section.title) + "</" + heading + ">\n";
      for (const auto& part : section.content) {
        std::visit([&](const auto& one) { add(one); }, part);
      }
      out_ += "</section>\n";
    }
  }

  void begin() {
    std::string title;  // without formulas, which a window's title cannot show
    for (const Inline& part : inlines_of(document_.title)) title += part.text;
    out_ =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; img-src data:\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
        escape_html(title) + "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n" +
        std::string(page_css) + dark_style() + std::string(document_css) +
        "</style>\n</head>\n<body>\n<main>\n";
    if (!document_.title.empty()) out_ += "<h1>" + words(document_.title) + "</h1>\n";
  }

  std::string math(const Row& row) const { return to_mathml(row, document_.notation); }

  std::string words(const std::string& text) const {
    std::string result;
    for (const Inline& part : inlines_of(text)) {
      if (part.kind == Inline::Kind::Formula) {
        result += "<math>" + math(inline_row(part.text, true)) + "</math>";
      } else if (part.kind == Inline::Kind::Code) {
        result += "<code>" + escape_html(part.text) + "</code>";
      } else {
        result += escape_html(part.text);
      }
    }
    return result;
  }

  void add(const Paragraph& paragraph) { out_ += "<p>" + words(paragraph.text) + "</p>\n"; }

  void add(const ListItems& list) {
    if (list.items.empty()) return;
    out_ += "<ul>\n";
    for (const std::string& item : list.items) out_ += "<li>" + words(item) + "</li>\n";
    out_ += "</ul>\n";
  }

  void add(const Display& display) {
    const DisplaySize size{kHtmlWidth, 12.5, 15, [&](const Row& row) {
                             return width_in_points(row, document_.notation);
                           }};
    for (const DisplayBlock& block : lay_out(display, true, size)) {
      out_ += "<div class=\"formulas\"><table role=\"presentation\">\n";
      for (const DisplayRow& row : block.rows) {
        const bool first = &row == &block.rows.front();
        const std::string left = block.aligned ? cell(row.left, "left") : "";
        out_ += "<tr>" + left + right(row, !block.aligned && first) + "</tr>\n";
      }
      out_ += "</table></div>\n";
    }
  }

  // Cells of HTML, not of MathML: browsers differ in how those are aligned.
  std::string cell(const Row& row, const std::string& style) const {
    const std::string begin = "<td class=\"" + style + "\">";
    if (row.empty()) return begin + "</td>";
    return begin + "<math displaystyle=\"true\">" + math(row) + "</math></td>";
  }

  std::string right(const DisplayRow& row, bool whole) const {
    if (row.relation.empty()) return cell(row.right, whole ? "right" : "right on");
    Row all{{RowItem::Kind::Relation, row.relation}};
    all.insert(all.end(), row.right.begin(), row.right.end());
    return cell(all, "right");
  }

  void row(const std::vector<std::string>& cells, const std::string& tag) {
    out_ += "<tr>";
    for (const std::string& cell : cells) {
      out_ += "<" + tag + ">" + words(cell) + "</" + tag.substr(0, 2) + ">";
    }
    out_ += "</tr>\n";
  }

  void add(const DocumentTable& table) {
    out_ += "<div class=\"scroll whole\"><table>\n<thead>\n";
    row(table.header, "th scope=\"col\"");
    out_ += "</thead>\n<tbody>\n";
    for (const auto& cells : table.rows) row(cells, "td");
    out_ += "</tbody>\n</table></div>\n";
  }

  const Document& document_;
  std::string out_;
};

}  // namespace

std::string print_html(const Document& document) { return HtmlPrinter(document).print(); }

std::string html_fragment(const Document& document) { return HtmlPrinter(document).fragment(); }

}  // namespace luztar
