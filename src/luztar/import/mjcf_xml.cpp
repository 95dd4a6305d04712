// The door to the XML reader of Boost.
#include "luztar/import/mjcf_xml.h"

#include <algorithm>
#include <utility>

#include <boost/property_tree/detail/rapidxml.hpp>

namespace luztar::mjcf {
namespace {

namespace xml = boost::property_tree::detail::rapidxml;

constexpr int kDeepestElement = 200;

class Reader {
 public:
  Reader(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_ends_.push_back(i);
  }

  SourceLocation at(const char* place, const char* begin) const {
    const auto byte = static_cast<std::size_t>(place - begin);
    const auto line = std::lower_bound(line_ends_.begin(), line_ends_.end(), byte);
    const std::size_t first = line == line_ends_.begin() ? 0 : *(line - 1) + 1;
    return {file_, static_cast<int>(line - line_ends_.begin()) + 1,
            static_cast<int>(byte - first) + 1};
  }

  /// The reader calls itself for each level: the stack must bear it.
  void limit_depth() const {
    int depth = 0;
    for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
      if (text_.compare(i, 4, "<!--") == 0) i = std::min(text_.find("-->", i), text_.size() - 2);
      const bool opens =
          text_[i] == '<' && text_[i + 1] != '/' && text_[i + 1] != '!' && text_[i + 1] != '?';
      const bool closes =
          (text_[i] == '<' && text_[i + 1] == '/') || (text_[i] == '/' && text_[i + 1] == '>');
      depth += opens ? 1 : closes ? -1 : 0;
      if (depth > kDeepestElement)
        throw ModelError(at(text_.data() + i, text_.data()),
                         "elements are nested more than 200 deep", "write them flatter");
    }
  }

  Element read(const xml::xml_node<char>& node, const char* begin) const {
    Element element{.name = std::string(node.name(), node.name_size()),
                    .where = at(node.name(), begin),
                    .attributes = {},
                    .children = {}};
    for (auto* one = node.first_attribute(); one != nullptr; one = one->next_attribute())
      element.attributes.push_back({.name = std::string(one->name(), one->name_size()),
                                    .value = std::string(one->value(), one->value_size()),
                                    .where = at(one->name(), begin)});
    for (auto* child = node.first_node(); child != nullptr; child = child->next_sibling())
      if (child->type() == xml::node_element) element.children.push_back(read(*child, begin));
    return element;
  }

 private:
  const std::string& text_;
  std::string file_;
  std::vector<std::size_t> line_ends_{};
};

}  // namespace

Element parse_xml(const std::string& text, const std::string& file) {
  const Reader reader(text, file);
  reader.limit_depth();
  std::vector<char> buffer(text.begin(), text.end());
  buffer.push_back('\0');
  xml::xml_document<char> document;
  try {
    document.parse<xml::parse_non_destructive | xml::parse_validate_closing_tags>(buffer.data());
  } catch (const xml::parse_error& error) {
    throw ModelError(reader.at(error.where<char>(), buffer.data()),
                     std::string("this is no XML: ") + error.what(), "mend the file");
  }
  const auto* root = document.first_node();
  if (root == nullptr)
    throw ModelError({file, 1, 1}, "there is no element in this file", "give a file with <mujoco>");
  return reader.read(*root, buffer.data());
}

}  // namespace luztar::mjcf
