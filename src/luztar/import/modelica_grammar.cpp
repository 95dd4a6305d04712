// The grammar of Modelica as far as models of mechanics need it: the door to PEGTL.
#include <charconv>
#include <memory>
#include <string_view>
#include <type_traits>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "luztar/import/modelica_syntax.h"
#include "luztar/import/modelica_tree.h"

namespace luztar::modelica {
namespace {

namespace grammar {

using namespace tao::pegtl;  // NOLINT: its words are those of a grammar

struct gap
    : star<sor<space, seq<two<'/'>, until<eolf>>, seq<string<'/', '*'>, until<string<'*', '/'>>>>> {
};
template <class Rule>
struct token : seq<Rule, gap> {};
template <char... C>
struct sign : seq<string<C...>, gap> {};
template <class Word>
struct keyword : seq<Word, not_at<identifier_other>, gap> {};

#define LUZTAR_WORD(name, text) \
  struct name : keyword<TAO_PEGTL_STRING(text)> {}
LUZTAR_WORD(w_algorithm, "algorithm");
LUZTAR_WORD(w_and, "and");
LUZTAR_WORD(w_annotation, "annotation");
LUZTAR_WORD(w_connect, "connect");
LUZTAR_WORD(w_constrainedby, "constrainedby");
LUZTAR_WORD(w_each, "each");
LUZTAR_WORD(w_else, "else");
LUZTAR_WORD(w_elseif, "elseif");
LUZTAR_WORD(w_elsewhen, "elsewhen");
LUZTAR_WORD(w_encapsulated, "encapsulated");
LUZTAR_WORD(w_end, "end");
LUZTAR_WORD(w_enumeration, "enumeration");
LUZTAR_WORD(w_equation, "equation");
LUZTAR_WORD(w_expandable, "expandable");
LUZTAR_WORD(w_extends, "extends");
LUZTAR_WORD(w_external, "external");
LUZTAR_WORD(w_final, "final");
LUZTAR_WORD(w_for, "for");
LUZTAR_WORD(w_if, "if");
LUZTAR_WORD(w_import, "import");
LUZTAR_WORD(w_impure, "impure");
LUZTAR_WORD(w_in, "in");
LUZTAR_WORD(w_initial, "initial");
LUZTAR_WORD(w_inner, "inner");
LUZTAR_WORD(w_loop, "loop");
LUZTAR_WORD(w_not, "not");
LUZTAR_WORD(w_operator, "operator");
LUZTAR_WORD(w_or, "or");
LUZTAR_WORD(w_outer, "outer");
LUZTAR_WORD(w_partial, "partial");
LUZTAR_WORD(w_protected, "protected");
LUZTAR_WORD(w_public, "public");
LUZTAR_WORD(w_pure, "pure");
LUZTAR_WORD(w_redeclare, "redeclare");
LUZTAR_WORD(w_replaceable, "replaceable");
LUZTAR_WORD(w_then, "then");
LUZTAR_WORD(w_when, "when");
LUZTAR_WORD(w_while, "while");
LUZTAR_WORD(w_within, "within");
#undef LUZTAR_WORD

struct prefix_word
    : sor<TAO_PEGTL_STRING("parameter"), TAO_PEGTL_STRING("constant"), TAO_PEGTL_STRING("discrete"),
          TAO_PEGTL_STRING("flow"), TAO_PEGTL_STRING("stream"), TAO_PEGTL_STRING("input"),
          TAO_PEGTL_STRING("output")> {};
struct prefix : seq<prefix_word, not_at<identifier_other>> {};
struct kind_word
    : sor<TAO_PEGTL_STRING("model"), TAO_PEGTL_STRING("package"), TAO_PEGTL_STRING("block"),
          TAO_PEGTL_STRING("class"), TAO_PEGTL_STRING("connector"), TAO_PEGTL_STRING("record"),
          TAO_PEGTL_STRING("function"), TAO_PEGTL_STRING("type")> {};
struct kind : seq<kind_word, not_at<identifier_other>> {};
struct reserved
    : sor<w_algorithm, w_and, w_annotation, w_connect, w_constrainedby, w_each, w_else, w_elseif,
          w_elsewhen, w_encapsulated, w_end, w_enumeration, w_equation, w_expandable, w_extends,
          w_external, w_final, w_for, w_if, w_import, w_impure, w_in, w_inner, w_loop, w_not,
          w_operator, w_or, w_outer, w_partial, w_protected, w_public, w_pure, w_redeclare,
          w_replaceable, w_then, w_when, w_while, w_within, prefix, kind> {};

struct plain_name : seq<not_at<reserved>, identifier> {};
struct quoted_name
    : seq<one<'\''>, plus<sor<seq<one<'\\'>, any>, not_one<'\'', '\\', '\n'>>>, one<'\''>> {};
struct ident : sor<plain_name, quoted_name> {};
struct name_text : seq<opt<one<'.'>>, list<ident, one<'.'>>> {};
struct name : token<name_text> {};

struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>> {};
struct number
    : seq<sor<seq<plus<digit>, opt<seq<one<'.'>, star<digit>>>>, seq<one<'.'>, plus<digit>>>,
          opt<exponent>> {};
struct text : seq<one<'"'>, star<sor<seq<one<'\\'>, any>, not_one<'"', '\\'>>>, one<'"'>> {};

struct expression;
struct class_definition;
struct modification_list;

struct colon_mark : one<':'> {};
struct subscripts
    : seq<sign<'['>, list<sor<token<seq<colon_mark, not_at<one<'='>>>>, expression>, sign<','>>,
          sign<']'>> {};
struct part : seq<token<ident>, opt<subscripts>> {};
struct reference : seq<opt<one<'.'>>, list<part, sign<'.'>>> {};
struct argument_name : seq<ident, at<gap, one<'='>, not_at<one<'='>>>> {};
struct argument : seq<opt<token<argument_name>, sign<'='>>, expression> {};
struct iterator : seq<token<ident>, opt<w_in, expression>> {};
struct comprehension : seq<w_for, list<iterator, sign<','>>> {};
struct arguments : seq<sign<'('>, opt<list<argument, sign<','>>>, opt<comprehension>, sign<')'>> {};
struct call : seq<reference, opt<arguments>> {};  // no second look at a reference
struct initial_call : seq<TAO_PEGTL_STRING("initial"), not_at<identifier_other>, gap, arguments> {};
struct parenthesis : seq<sign<'('>, opt<list<expression, sign<','>>>, sign<')'>> {};
struct row : list<expression, sign<','>> {};
struct matrix : seq<sign<'['>, list<row, sign<';'>>, sign<']'>> {};
struct braces : seq<sign<'{'>, opt<list<expression, sign<','>>>, opt<comprehension>, sign<'}'>> {};
struct end_mark : w_end {};
struct primary
    : sor<token<number>, token<text>, initial_call, call, parenthesis, matrix, braces, end_mark> {};
struct power_sign : sor<string<'.', '^'>, one<'^'>> {};
struct power : seq<primary, opt<token<power_sign>, primary>> {};
struct product_sign : sor<string<'.', '*'>, string<'.', '/'>, one<'*', '/'>> {};
struct product : list<power, token<product_sign>> {};
struct sum_sign : sor<string<'.', '+'>, string<'.', '-'>, one<'+', '-'>> {};
struct sum : seq<opt<token<sum_sign>>, product, star<token<sum_sign>, product>> {};
struct relation_sign
    : sor<string<'<', '='>, string<'>', '='>, string<'=', '='>, string<'<', '>'>, one<'<', '>'>> {};
struct relation : seq<sum, opt<token<relation_sign>, sum>> {};
struct negation_sign : seq<TAO_PEGTL_STRING("not"), not_at<identifier_other>> {};
struct negation : seq<opt<token<negation_sign>>, relation> {};
struct and_sign : seq<TAO_PEGTL_STRING("and"), not_at<identifier_other>> {};
struct conjunction : list<negation, token<and_sign>> {};
struct or_sign : seq<TAO_PEGTL_STRING("or"), not_at<identifier_other>> {};
struct disjunction : list<conjunction, token<or_sign>> {};
struct range_sign : seq<one<':'>, not_at<one<'='>>> {};
struct range
    : seq<disjunction, opt<token<range_sign>, disjunction, opt<token<range_sign>, disjunction>>> {};
struct choice : seq<w_if, expression, w_then, expression,
                    star<w_elseif, expression, w_then, expression>, w_else, expression> {};
struct expression : sor<choice, range> {};

struct annotation : seq<w_annotation, modification_list> {};
struct about : list<token<text>, sign<'+'>> {};
struct description : seq<opt<about>, opt<annotation>> {};
struct modification : sor<seq<modification_list, opt<sor<sign<'='>, sign<':', '='>>, expression>>,
                          seq<sor<sign<':', '='>, sign<'='>>, expression>> {};
struct changed_value : seq<star<sor<w_each, w_final>>, name, opt<modification>, opt<about>> {};
struct redeclared : seq<w_redeclare, star<sor<w_each, w_final, w_replaceable>>, opt<token<kind>>,
                        name, opt<sor<seq<sign<'='>, name>, name>>, opt<modification>, opt<about>> {
};
struct modification_list
    : seq<sign<'('>, opt<list<sor<redeclared, changed_value>, sign<','>>>, sign<')'>> {};

struct condition : seq<w_if, expression> {};
struct component
    : seq<token<ident>, opt<subscripts>, opt<modification>, opt<condition>, description> {};
struct component_clause
    : seq<star<token<prefix>>, name, opt<subscripts>, list<component, sign<','>>> {};
struct alias : seq<ident, at<gap, one<'='>>> {};
struct import_all : string<'.', '*'> {};
struct import_list : seq<sign<'.', '{'>, list<token<ident>, sign<','>>, sign<'}'>> {};
struct import_clause : seq<w_import,
                           sor<seq<token<alias>, sign<'='>, name>,
                               seq<name, opt<sor<token<import_all>, import_list>>>>,
                           description> {};
struct extends_clause : seq<w_extends, name, opt<modification_list>, description> {};
struct constraint : seq<w_constrainedby, name, opt<modification_list>, description> {};
struct replaceable_mark : sor<w_replaceable, w_redeclare, w_outer, w_inner> {};
struct element : seq<star<sor<w_final, replaceable_mark>>, sor<class_definition, component_clause>,
                     opt<constraint>> {};

struct statement;
struct statements : star<statement, sign<';'>> {};
struct equation_if
    : seq<w_if, expression, w_then, statements, star<w_elseif, expression, w_then, statements>,
          opt<w_else, statements>, w_end, w_if> {};
struct equation_for : seq<w_for, list<iterator, sign<','>>, w_loop, statements, w_end, w_for> {};
struct equation_while : seq<w_while, expression, w_loop, statements, w_end, w_while> {};
struct equation_when : seq<w_when, expression, w_then, statements,
                           star<w_elsewhen, expression, w_then, statements>, w_end, w_when> {};
struct connection : seq<w_connect, sign<'('>, reference, sign<','>, reference, sign<')'>> {};
struct equality : seq<expression, opt<sor<sign<':', '='>, sign<'='>>, expression>> {};
struct statement
    : seq<sor<connection, equation_if, equation_for, equation_while, equation_when, equality>,
          description> {};
struct initial_section : seq<w_initial, w_equation, statements> {};
struct equation_section : seq<w_equation, statements> {};
struct algorithm_section : seq<opt<w_initial>, w_algorithm, statements> {};
struct external_part : seq<w_external, until<at<one<';'>>, sor<text, any>>, sign<';'>> {};
struct class_annotation : seq<annotation, sign<';'>> {};
struct composition
    : star<sor<w_public, w_protected, seq<import_clause, sign<';'>>, seq<extends_clause, sign<';'>>,
               initial_section, equation_section, algorithm_section, external_part,
               class_annotation, seq<not_at<w_end>, element, sign<';'>>>> {};
struct partial_mark : w_partial {};
struct kind_prefix
    : star<sor<partial_mark, w_encapsulated, w_final, w_expandable, w_operator, w_pure, w_impure>> {
};
struct new_name : ident {};
struct end_name : ident {};
struct long_class : seq<opt<w_extends>, token<new_name>, opt<modification_list>, opt<about>,
                        composition, w_end, token<end_name>> {};
struct enumeration
    : seq<w_enumeration, sign<'('>,
          opt<sor<token<colon_mark>, list<seq<token<ident>, description>, sign<','>>>>, sign<')'>> {
};
struct short_class
    : seq<token<new_name>, sign<'='>,
          sor<seq<enumeration, description>, seq<star<token<prefix>>, name, opt<subscripts>,
                                                 opt<modification_list>, description>>> {};
struct class_definition : seq<kind_prefix, token<kind>, sor<short_class, long_class>> {};
struct within_clause : seq<w_within, opt<name>, sign<';'>> {};
struct byte_order_mark : string<'\xef', '\xbb', '\xbf'> {};
struct file : seq<opt<byte_order_mark>, gap, opt<within_clause>,
                  plus<star<w_final>, class_definition, sign<';'>>, eof> {};

}  // namespace grammar

template <class Rule>
using Kept = tao::pegtl::parse_tree::selector<
    Rule,
    tao::pegtl::parse_tree::store_content::on<
        grammar::prefix, grammar::kind, grammar::name_text, grammar::number, grammar::text,
        grammar::ident, grammar::argument_name, grammar::power_sign, grammar::product_sign,
        grammar::sum_sign, grammar::relation_sign, grammar::negation_sign, grammar::and_sign,
        grammar::or_sign, grammar::range_sign, grammar::alias, grammar::import_all,
        grammar::partial_mark, grammar::new_name, grammar::end_name, grammar::colon_mark,
        grammar::reference, grammar::initial_call, grammar::end_mark>,
    tao::pegtl::parse_tree::remove_content::on<
        grammar::subscripts, grammar::argument, grammar::arguments, grammar::call,
        grammar::comprehension, grammar::parenthesis, grammar::row, grammar::matrix,
        grammar::braces, grammar::choice, grammar::annotation, grammar::about,
        grammar::modification, grammar::modification_list, grammar::changed_value,
        grammar::redeclared, grammar::condition, grammar::component, grammar::component_clause,
        grammar::import_clause, grammar::import_list, grammar::extends_clause,
        grammar::replaceable_mark, grammar::equation_if, grammar::equation_for,
        grammar::equation_while, grammar::equation_when, grammar::connection, grammar::equality,
        grammar::initial_section, grammar::equation_section, grammar::algorithm_section,
        grammar::external_part, grammar::class_annotation, grammar::enumeration,
        grammar::long_class, grammar::short_class, grammar::class_definition,
        grammar::within_clause>,
    tao::pegtl::parse_tree::fold_one::on<grammar::power, grammar::product, grammar::sum,
                                         grammar::relation, grammar::negation, grammar::conjunction,
                                         grammar::disjunction, grammar::range>>;

/// Brackets and classes in each other, at most: the stack bears them with sanitizers too.
constexpr std::size_t kDeepest = 60;

template <class Rule, class... Others>
inline constexpr bool kIsAny = (std::is_same_v<Rule, Others> || ...);

template <class Rule>
struct Limit : std::conditional_t<kIsAny<Rule, grammar::expression, grammar::modification_list,
                                         grammar::class_definition, grammar::statement>,
                                  tao::pegtl::limit_depth<kDeepest>, tao::pegtl::nothing<Rule>> {};

/// How far any rule has come: there is what nothing fits.
struct Furthest {
  std::size_t byte{};
};

template <class Rule>
struct Watched : tao::pegtl::normal<Rule> {
  template <class Input>
  static void failure(const Input& in, Furthest& furthest) noexcept {
    const auto byte = static_cast<std::size_t>(in.current() - in.begin());
    if (byte > furthest.byte) furthest.byte = byte;
  }
};

/// What a node is called in modelica_tree.cpp.
std::string_view word_of(std::string_view type) { return type.substr(type.rfind(':') + 1); }

Node converted(const tao::pegtl::parse_tree::node& from) {
  Node to{.type = std::string(word_of(from.type)), .content = {}, .place = {}, .children = {}};
  if (from.has_content()) to.content = from.string();
  to.place = {static_cast<int>(from.begin().line), static_cast<int>(from.begin().column)};
  for (const auto& child : from.children) to.children.push_back(converted(*child));
  return to;
}

Place place_of(const std::string& text, std::size_t byte) {
  Place place{.line = 1, .column = 1};
  for (std::size_t i = 0; i < byte && i < text.size(); ++i) {
    const bool ends = text[i] == '\n';
    place.line += ends ? 1 : 0;
    place.column = ends ? 1 : place.column + 1;
  }
  return place;
}

std::string next_word(const std::string& text, std::size_t byte) {
  std::size_t end = byte;
  const auto is_word = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_';
  };
  while (end < text.size() && is_word(end)) ++end;
  return text.substr(byte, std::max<std::size_t>(end - byte, 1));
}

}  // namespace

Node parse_tree(const std::string& text, const std::string& file) {
  namespace pegtl = tao::pegtl;
  Furthest furthest;
  pegtl::memory_input<> in(text, file);
  try {
    const auto root = pegtl::parse_tree::parse<grammar::file, Kept, Limit, Watched>(in, furthest);
    if (root) return converted(*root);
  } catch (const pegtl::parse_error& error) {
    const auto& where = error.positions().front();
    throw ModelError({file, static_cast<int>(where.line), static_cast<int>(where.column)},
                     "brackets, classes or blocks are nested more than 60 deep",
                     "write it flatter");
  }
  const Place place = place_of(text, furthest.byte);
  const std::string what = furthest.byte >= text.size()
                               ? "the text ends before the model does"
                               : "unexpected " + quote(next_word(text, furthest.byte));
  throw ModelError({file, place.line, place.column}, what,
                   "luztar import reads Modelica 3 and 4; is a ';' missing before it?");
}

}  // namespace luztar::modelica
