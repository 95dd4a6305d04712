#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "luztar/model/check.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/functions.h"

namespace luztar {
namespace {

struct Reserved {
  std::string_view name, meaning;
};
/// What formulas say by themselves.
constexpr std::array<Reserved, 5> kReserved = {
    {{"t", "the time"}, {"d", "a deflection"}, {"v", "a rate"}, {"pi", "a number"}, {"inf", ""}}};
constexpr std::size_t kLongestName = 200;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_well_formed(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || !is_letter(name.front())) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// Bodies, elements and states never stand in an expression by their name alone, and a table and
/// what a controller holds not where a function does: they may be called `floor`.
std::string why_reserved(const Names::Entry& entry) {
  if (entry.kind == NameKind::Body)
    return entry.name == "ground" ? "it is the body that does not move" : "";
  const bool alone = space_of(entry.kind) == NameSpace::Formula;
  if (!alone) return "";
  if (entry.kind != NameKind::Memory && find_function(entry.name) != nullptr)
    return "it is a function";
  for (const Reserved& reserved : kReserved)
    if (reserved.name == entry.name)
      return reserved.meaning.empty() ? "it is infinity"
                                      : "in formulas it is " + std::string(reserved.meaning);
  return "";
}

const char* word_for(NameKind kind) {
  switch (kind) {
    case NameKind::Parameter:
      return "parameter";
    case NameKind::Table:
      return "table";
    case NameKind::Signal:
      return "signal";
    case NameKind::Memory:
      return "value in memory";
    case NameKind::State:
      return "state";
    case NameKind::Controller:
      return "controller";
    case NameKind::Body:
      return "body";
    case NameKind::Inertia:
      return "inertia";
    case NameKind::Element:
      return "element";
  }
  return "";
}

/// Who shares a space.
const char* words_for(NameSpace space) {
  constexpr std::array kWords = {"parameters, signals and tables", "states and controllers",
                                 "bodies", "inertias", "elements"};
  return kWords[static_cast<std::size_t>(space)];
}

bool stands_before(const SourceLocation& a, const SourceLocation& b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

}  // namespace

void check_name(const Names::Entry& entry, Diagnostics& mistakes) {
  const std::string quoted = "'" + std::string(entry.name.substr(0, 60)) + "'";
  if (!is_well_formed(entry.name)) {
    mistakes.push_back({*entry.where, quoted + " is not a name",
                        "use a letter, then letters, digits and _, at most 200"});
  } else if (const std::string why = why_reserved(entry); !why.empty()) {
    mistakes.push_back({*entry.where, "the name " + quoted + " is reserved: " + why,
                        std::string("give the ") + word_for(entry.kind) + " another name"});
  }
}

NameSpace space_of(NameKind kind) {
  switch (kind) {
    case NameKind::State:
    case NameKind::Controller:
      return NameSpace::States;
    case NameKind::Body:
      return NameSpace::Bodies;
    case NameKind::Inertia:
      return NameSpace::Inertias;
    case NameKind::Element:
      return NameSpace::Elements;
    default:
      return NameSpace::Formula;
  }
}

std::string with_article(NameKind kind) {
  const bool vowel = kind == NameKind::Element || kind == NameKind::Inertia;
  return (vowel ? "an " : "a ") + std::string(word_for(kind));
}

Names::Names(const Model& model) {
  outputs_ = output_names(model.controllers);
  entries_.reserve(model.parameters.size() + model.tables.size() + model.signals.size() +
                   model.states.size() + model.controllers.size() + model.bodies.size() +
                   model.inertias.size() + number_of_elements(model));
  for (const auto& x : model.parameters)
    entries_.push_back({x.name, NameKind::Parameter, &x.where});
  for (const auto& x : model.tables) entries_.push_back({x.name, NameKind::Table, &x.where});
  for (const auto& x : model.signals) entries_.push_back({x.name, NameKind::Signal, &x.where});
  for (const auto& x : model.states) entries_.push_back({x.name, NameKind::State, &x.where});
  for (const auto& x : model.controllers)
    entries_.push_back({x.name, NameKind::Controller, &x.where});
  for (const auto& x : model.bodies) entries_.push_back({x.name, NameKind::Body, &x.where});
  for (const auto& x : model.inertias) entries_.push_back({x.name, NameKind::Inertia, &x.where});
  for_each_element_list(model, [&](PartKind part, const auto& list) {
    for (const auto& x : list) entries_.push_back({x.name, NameKind::Element, &x.where, part});
  });
  places_[static_cast<std::size_t>(NameSpace::Bodies)].reserve(model.bodies.size());
  places_[static_cast<std::size_t>(NameSpace::Elements)].reserve(number_of_elements(model));
  for (std::size_t i = 0; i < entries_.size(); ++i)
    places_[static_cast<std::size_t>(space_of(entries_[i].kind))].emplace(entries_[i].name, i);
}

const Names::Entry* Names::find(const std::string& name, NameSpace space) const {
  const auto& places = places_[static_cast<std::size_t>(space)];
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &entries_[found->second];
}

bool Names::has(const std::string& name, NameKind kind) const {
  const Entry* entry = find(name, space_of(kind));
  return entry != nullptr && entry->kind == kind;
}

std::string Names::what_is(const std::string& name) const {
  std::string text;
  for (const NameSpace space :
       {NameSpace::Formula, NameSpace::States, NameSpace::Bodies, NameSpace::Elements})
    if (const Entry* entry = find(name, space))
      text +=
          (text.empty() ? "'" + name.substr(0, 60) + "' is " : " and ") + with_article(entry->kind);
  return text;
}

bool Names::any_twice() const {
  std::size_t different = 0;
  for (const auto& places : places_) different += places.size();
  return different < entries_.size();
}

std::vector<std::string> Names::of(std::initializer_list<NameKind> kinds) const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) {
    if (std::find(kinds.begin(), kinds.end(), entry.kind) != kinds.end()) {
      names.emplace_back(entry.name);
    }
  }
  return names;
}

void check_names(const Names& names, Diagnostics& mistakes) {
  if (!names.any_twice()) {  // in the order of the kinds; the caller sorts by place
    for (const Names::Entry& entry : names.entries()) check_name(entry, mistakes);
    return;
  }
  std::vector<Names::Entry> entries = names.entries();
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return stands_before(*a.where, *b.where); });
  std::map<std::pair<NameSpace, std::string_view>, const Names::Entry*> first_use;
  for (const Names::Entry& entry : entries) {
    check_name(entry, mistakes);
    const NameSpace space = space_of(entry.kind);
    const auto [first, is_new] = first_use.emplace(std::pair(space, entry.name), &entry);
    if (is_new) continue;
    const SourceLocation& there = *first->second->where;
    std::string what = "the name '" + std::string(entry.name.substr(0, 60)) + "' is taken by " +
                       with_article(first->second->kind);
    if (there.line > 0) what += " in line " + std::to_string(there.line);
    mistakes.push_back(
        {*entry.where, what, words_for(space) + std::string(" need different names")});
  }
}

std::string suggest(const std::string& name, const std::vector<std::string>& known,
                    const std::string& otherwise) {
  constexpr std::size_t kFew = 8;
  const std::string close = closest_name(name, known);
  if (!close.empty()) return "did you mean '" + close + "'?";
  if (known.empty() || known.size() > kFew) return otherwise;
  std::string text = "there is ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i > 0) text += i + 1 == known.size() ? " and " : ", ";
    text += known[i];
  }
  return text;
}

const SourceLocation& known_place(const SourceLocation& where, const SourceLocation& fallback) {
  return where.line > 0 ? where : fallback;
}

}  // namespace luztar
