// A document which uses every construct.
#pragma once

#include "luztar/derive/document.h"

namespace luztar::testing {

inline Expression formula(const char* text) { return parse_expression(text, {}); }

inline Document whole_document() {
  using Sign = Line::Sign;
  const Notation notation{{{"FT12", "F_{T012}"},
                           {"C12", "C_{12}"},
                           {"p", "p"},
                           {"psi_delta_0", "(\\psi-\\delta)_0"},
                           {"Dt", "\\Delta t"},
                           {"wheel", "\\psi"},
                           {"upper", "12"},
                           {"strange", "\\vec{s}_1"}}};
  const auto line = [](const char* left, Sign sign, const char* right) {
    return Line{formula(left), {{sign, formula(right)}}, {}, {}};
  };
  Document document{"Two bodies, `every_construct` & 100 % of <them>", notation, {}};

  Line stick = line("f.upper", Sign::Equal,
                    "sat(F.block1 - M1/(M1 + M2)*luz(F.block1 + F.wheel, FT20), FT12)");
  stick.conditions = {line("rate.upper", Sign::Equal, "0"),
                      line("rate.lower", Sign::NotEqual, "0")};
  Line slip = line("f.upper", Sign::Equal, "C12*rate.upper + FT12*sign(rate.upper)");
  slip.conditions = {line("rate.upper", Sign::NotEqual, "0")};
  slip.words = "(own)";
  Line chain = line("F_w", Sign::Defined, "(M2*F.block1 - M1*F.wheel)/(M1 + M2)");
  chain.parts.push_back({Sign::Equal, formula("F.block1 - M1*(F.block1 + F.wheel)/(M1 + M2)")});
  chain.parts.push_back({Sign::LessEqual, formula("FT12")});

  document.sections.push_back(
      {"Primary model of $block1$ and $wheel$",
       {Paragraph{"The bodies `block1` and `wheel` rub with force $f.upper$, where $rate.upper$ is "
                  "the relative velocity; $v.wheel = 0$ at first. Signs as they come: 5 < 6, a_b, "
                  "*star*, #1, $ 5, {x}, ~ ^ \\ | \"quoted\" [1] é ż ≤ µ."},
        Display{{line("M1*a.block1", Sign::In, "F.block1 - C12*tar(rate.upper, FT12/C12)"),
                 line("M2*a.wheel", Sign::In,
                      "F.wheel + C12*tar(rate.upper, FT12/C12) - C20*tar(v.wheel, FT20/C20)")}},
        Paragraph{"Formulas with two or more cases:"},
        Display{{slip, stick, chain, line("abs(w)", Sign::GreaterEqual, "FT12"),
                 line("k_dg", Sign::Greater, "0"), line("I_delta", Sign::Less, "limit"),
                 line("M1", Sign::Implies, "M1 + M2")}}}});

  Line very_long =
      line("f.lower", Sign::Equal,
           "sat(F.block1 + F.wheel + F.third - (M1 + M2)/(M1 + M2 + M3)*luz(F.block1 + F.wheel + "
           "F.third + F.fourth, FT34) + M1*M2*M3/(M1*M2 + M2*M3 + M1*M3)*luz(F.block1 - F.wheel + "
           "F.third, FT23) - (M1^2 + M2^2)/M3^2*sat(F.fourth - F.third, FT45 + FT56), FT20)");
  Line long_left{formula("M1*M2/(M1 + M2)*(a.block1 - a.wheel) + C12*tar(v.block1 - v.wheel, "
                         "FT12/C12) + C20*tar(v.wheel, FT20/C20) + k*luz(q.block1 - q.wheel, gap)"),
                 {{Sign::In, formula("(M2*F.block1 - M1*F.wheel)/(M1 + M2)")}},
                 {line("C12", Sign::Greater, "0")},
                 "after Gauss"};
  document.sections.push_back(
      {"Long formulas",
       {Display{{very_long, line("a.third", Sign::Equal, "(F.third - f.lower)/M3")}},
        Display{{long_left}}}});

  document.sections.push_back(
      {"Functions and numbers",
       {Display{
           {line("y1", Sign::Equal, "sin(2*pi*fn*t)^2 + cos(x)^-3 - tan(x/2)*asin(x)"),
            line("y2", Sign::Equal, "acos(x) + atan(x) + atan2(x, y) + sinh(x) + cosh(x)"),
            line("y3", Sign::Equal, "tanh(x) + exp(-x/L) - log(abs(x) + 1) + sqrt(x^2 + 1)"),
            line("y4", Sign::Equal, "sign(x) + min(1, x, 3) - max(x, 2) + step(x)"),
            line("y5", Sign::Equal, "pulse(t, 1, Dt) + square(x) - saw(x)"),
            line("y6", Sign::Equal, "luz(x, psi_delta_0) + tar(x, a) + sat(x, a)"),
            line("y7", Sign::Equal, "if(x < 0, -1, if(x <= 1e-9, 0, 1.5e26*x))"),
            line("y8", Sign::Equal, "3*if(x > 0, x, 0) + if(x >= 1, x, -x)/2"),
            line("y9", Sign::Equal, "x^y^z + (x^y)^z + (-x)^2 - x^2 + (a/b)^n + luz(x, a)^2"),
            line("z1", Sign::Equal, "a - (b - c) + (a + b)*(c - d)*-3 - -2*k*2*3^x"),
            line("z2", Sign::Equal, "a/b/c + a/(b/c) + a*(b/c) + (a + 1/(1 + 1/x))/2"),
            line("z3", Sign::Equal, "rise*Dt^2*pi + MT0psi*mu_k + strange*v.strange^2"),
            line("z.brush", Sign::Equal, "q.left_wheel + q.psi + a.z1 + F.wheel + f.beta_2")}}}});

  document.sections.push_back(
      {"Lists and tables",
       {ListItems{{"a short one",
                   "- one that begins with a sign, with $M1/(M1 + M2)$ in it and so "
                   "many words that it needs more than a line on a terminal",
                   "[1] looks like an option"}},
        DocumentTable{{"name", "symbol", "what | it is"},
                      {{"`FT12`", "$FT12$", "dry friction, $abs(f.upper) <= FT12$"},
                       {"`psi_delta_0`", "$psi_delta_0$",
                        "half of the freeplay between the shaft and the wheel, in radians; a long "
                        "cell that has to be wrapped in a terminal and on paper"},
                       {"", "", "1. & 2."}}},
        Paragraph{"1. This looks like a list. "}}});
  return document;
}

}  // namespace luztar::testing
