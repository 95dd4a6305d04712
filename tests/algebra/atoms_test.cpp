// The order of atoms, and one object for each.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/algebra/formula.h"
#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/polynomial.h"
#include "written_formula.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("the order is that of the text with numbers as numbers") {
  CHECK(to_text(formula("F10 + F9 + F2 + E*F1")) == "E*F1 + F2 + F9 + F10");
  CHECK(Formula::symbol("F2") < Formula::symbol("F10"));
  const auto atoms = atoms_of(formula("sat(x, b) + luz(x, F10) + luz(x, F2)"));
  REQUIRE(atoms.size() == 3);
  CHECK(to_text(atom_formula(atoms[0])) == "luz(x, F2)");
  CHECK(to_text(atom_formula(atoms[1])) == "luz(x, F10)");
  CHECK(to_text(atom_formula(atoms[2])) == "sat(x, b)");
}

TEST_CASE("names are in the order of their text, runs of digits in that of their numbers") {
  const std::vector<std::string> ordered{"2",   "10",   "A",    "F",  "F1",  "F01", "F2",
                                         "F10", "F10a", "F10b", "Fa", "a.9", "a.10"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      CAPTURE(ordered[i]);
      CAPTURE(ordered[j]);
      // A number with a zero in front comes behind itself: F01 > F1, but before F2.
      if (ordered[i] == "F1" && ordered[j] == "F01") continue;
      if (ordered[i] == "F01" && ordered[j] == "F1") continue;
      CHECK((compare_names(ordered[i], ordered[j]) <=> 0) == (i <=> j));
    }
  }
  CHECK(compare_names("F1", "F01") != 0);
  CHECK(compare_names("n99999999999999999999", "n100000000000000000000") < 0);  // above 2^64
}

TEST_CASE("there is one atom for each symbol and each function of equal formulas") {
  CHECK(make_symbol_atom("M1") == make_symbol_atom("M1"));
  CHECK(make_symbol_atom("M1") != make_symbol_atom("M2"));
  const AtomPtr one = make_function_atom(Op::Luz, {formula("x + y"), formula("a")});
  CHECK(one == make_function_atom(Op::Luz, {formula("y + x"), formula("2*a/2")}));
  CHECK(one != make_function_atom(Op::Sat, {formula("x + y"), formula("a")}));
  CHECK(one != make_function_atom(Op::Luz, {formula("a"), formula("x + y")}));
  CHECK(compare_atoms(make_symbol_atom("luz"), one) < 0);  // a symbol of this name goes first
}

TEST_CASE("an atom that nobody holds is forgotten, and made anew") {
  std::weak_ptr<const Atom> gone = make_symbol_atom("nobody else has this name");
  CHECK(gone.expired());
  CHECK(make_symbol_atom("nobody else has this name")->name == "nobody else has this name");
}
