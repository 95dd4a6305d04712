#include "luztar/symbolic/symbol_look.h"

#include <string>

#include <doctest/doctest.h>

using luztar::look_of_name;
using luztar::Notation;
using luztar::plain_signs;
using luztar::read_latex;

namespace {

std::string signs(const char* latex) {
  const auto look = read_latex(latex);
  return look ? plain_signs(*look) : "-";
}

}  // namespace

TEST_CASE("LaTeX of letters, scripts, Greek, dots and words is read") {
  CHECK(signs("M_1") == "M_{1}");
  CHECK(signs("M_{12}^{a}") == "M_{12}^{a}");
  CHECK(signs("M^a_{12}") == "M_{12}^{a}");
  CHECK(signs("\\dot{\\psi}_1") == "\\psi'_{1}");
  CHECK(signs("\\ddot z_\\text{block 1}") == "z''_{block 1}");
  CHECK(signs("\\Delta t") == "\\Deltat");
  CHECK(signs("(\\psi-\\delta)_0") == "(\\psi-\\delta)_{0}");
  CHECK(signs("{{x}}") == "x");
}

TEST_CASE("anything else is not understood, and never half of it") {
  for (const char* latex :
       {"", "\\mathcal{W}", "M_{", "M_", "_1", "M_1_2", "M}", "x^2^3", "a$b", "\\dot{xy}",
        "\\text{a$}", "\\text{", "\\text", "\\dot", "\\", "a\\b{", "\\frac{a}{b}", "M_{}", "x=1"}) {
    CAPTURE(latex);
    CHECK(signs(latex) == "-");
  }
}

TEST_CASE("a name's first letter carries the rest as its index, words stay words") {
  struct Row {
    const char* name;
    const char* signs;
  };
  for (const Row& row : {
           Row{"M", "M"},
           Row{"M1", "M_{1}"},
           Row{"FT12", "F_{T12}"},
           Row{"FTS", "F_{TS}"},
           Row{"NULL", "NULL"},
           Row{"kc", "k_{c}"},
           Row{"mu_psi", "\\mu_{\\psi}"},
           Row{"Mpsi", "M_{\\psi}"},
           Row{"phi", "\\varphi"},
           Row{"F_T_12", "F_{T,12}"},
           Row{"rise_time", "rise time"},
       }) {
    CAPTURE(row.name);
    CHECK(plain_signs(look_of_name(row.name)) == row.signs);
  }
}

TEST_CASE("an entry for the whole symbol comes before one for its body, both before the name") {
  Notation notation{{{"block", "\\xi"}, {"v.block", "u"}, {"a.block", "\\oops"}}};
  CHECK(plain_signs(look_of("v.block", notation)) == "u");
  CHECK(plain_signs(look_of("q.block", notation)) == "\\xi");
  CHECK(plain_signs(look_of("a.block", notation)) == "\\xi''");  // its own is not understood
  CHECK(plain_signs(look_of("a.other", notation)) == "z''_{other}");
  CHECK(plain_signs(look_of("f.block", notation)) == "T_{\\xi}");
  CHECK(plain_signs(look_of("rate.12", notation)) == "v_{12}");
}

TEST_CASE("each Greek letter has one name, and back") {
  for (const char* name : {"alpha", "varepsilon", "varphi", "omega", "Gamma", "Omega"}) {
    CAPTURE(name);
    CHECK(luztar::greek_of_letter(luztar::greek_letter(name)) == name);
  }
  CHECK(luztar::greek_letter("phi") == "ϕ");
  CHECK(luztar::greek_name("phi") == "varphi");  // as in the papers
  CHECK(luztar::greek_name("partial").empty());  // a sign, no name
  CHECK(luztar::greek_letter("partial") == "∂");
  CHECK(luztar::greek_letter("").empty());
}

TEST_CASE("a symbol is parted at its first dot") {
  CHECK(luztar::split_symbol("v.a.b").prefix == "v");
  CHECK(luztar::split_symbol("v.a.b").name == "a.b");
  CHECK(luztar::split_symbol("FT12").prefix.empty());
  CHECK(luztar::time_derivatives("q") == 0);
  CHECK(luztar::time_derivatives("a") == 2);
  CHECK(luztar::time_derivatives("rate") == -1);
}
