"""The rules of docs/reduction.md by SymPy: each statement symbolically where SymPy decides it, and at
random fractions; solving rules by the solution sets that SymPy finds in single values.

Needs SymPy (Debian: python3-sympy). Without it the tests are skipped, except with CI=true or
LUZTAR_CHECK_ALL=1 (./check --all), where that is an error.
"""
import os
import pathlib
import random
import re
import sys
import unittest

try:
    import sympy
except ImportError:
    sympy = None
    system_python = "/usr/bin/python3"  # the one that Debian's packages belong to
    if sys.executable != system_python and os.path.exists(system_python):
        if not os.environ.get("LUZTAR_SYMPY_TRIED"):
            os.environ["LUZTAR_SYMPY_TRIED"] = "1"
            os.execv(system_python, [system_python, *sys.argv])

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reduction.md"
POINTS = 40
REQUIRED = os.environ.get("CI") == "true" or os.environ.get("LUZTAR_CHECK_ALL") == "1"


def rules() -> list[tuple[str, str, str]]:
    """Name, statement and condition of each row of the table."""
    found = []
    for line in PAGE.read_text().partition("\n## The algebra")[2].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and cells[1].startswith("`"):
            found.append((cells[0], cells[1].strip("`"), cells[2].strip("`")))
    return found


if sympy:
    # Sets are described by the direction s in [-1, 1] that sgn takes at 0.
    DIRECTION = sympy.Symbol("direction", real=True)

    def sat(x, a):
        return sympy.Max(-a, sympy.Min(x, a))

    def luz(x, a):
        return x + (sympy.Abs(x - a) - sympy.Abs(x + a)) / 2

    def sign(x):
        return sympy.Piecewise((1, x > 0), (-1, x < 0), (DIRECTION, True))

    def tar(x, a):
        return x + a * sign(x)

    WORDS = {"luz": luz, "sat": sat, "tar": tar, "sign": sign, "abs": sympy.Abs,
             "min": sympy.Min, "max": sympy.Max}

    def read(text: str):
        names = set(re.findall(r"[A-Za-z]\w*", text)) - set(WORDS)
        symbols = {name: sympy.Symbol(name, real=True) for name in names}
        # Every number is a SymPy number: 1/3 must not become a double.
        text = re.sub(r"(?<![A-Za-z\w])(\d+)", r"Integer(\1)", text.replace("^", "**"))
        return eval(text, {"__builtins__": {}}, {**WORDS, **symbols, "Integer": sympy.Integer})

    def read_claim(text: str):
        left, right = re.split(r" (?:=|in) ", text)
        return read(left), read(right)

    def symbols_of(*expressions) -> list:
        found = set().union(*(sympy.sympify(e).free_symbols for e in expressions)) - {DIRECTION}
        return sorted(found, key=str)

    def single(expression, point) -> bool:
        """True if the expression has one value there."""
        return not expression.subs(point).has(DIRECTION)

    def ends(expression, point) -> tuple:
        """Least and greatest value; every set here is an interval, linear in the direction."""
        value = sympy.sympify(expression).subs(point)
        values = [value.subs(DIRECTION, d) for d in (-1, 1)]
        return min(values), max(values)


def fraction(rng: random.Random):
    return sympy.Rational(rng.randint(-6, 6), rng.choice([1, 1, 2, 3, 4, 5]))


class Point:
    """Random values that satisfy a condition."""

    def __init__(self, condition: str, symbols: list, rng: random.Random) -> None:
        self.conditions = [read(part) for part in condition.split(", ") if part]
        self.symbols = symbols
        self.rng = rng

    def draw(self) -> dict:
        for _ in range(20000):
            point = {s: fraction(self.rng) for s in self.symbols}
            for s in self.symbols:  # widths and factors: few points would do otherwise
                if str(s)[0] in "abgkCF" and self.rng.random() < 0.8:
                    point[s] = abs(point[s])
            if all(sympy.sympify(c).subs(point) == sympy.true for c in self.conditions):
                return point
        raise AssertionError("no point satisfies the condition")


def finite(value) -> bool:
    return not sympy.sympify(value).has(sympy.zoo, sympy.nan, sympy.oo)


class Table(unittest.TestCase):
    def test_the_table_is_found(self) -> None:
        self.assertGreater(len(rules()), 25)


@unittest.skipUnless(sympy or REQUIRED, "SymPy is not installed: tools/deps.sh algebra")
class Rules(unittest.TestCase):
    def setUp(self) -> None:
        self.assertIsNotNone(sympy, "SymPy is missing: tools/deps.sh algebra")
        self.rng = random.Random(20260101)

    def test_identities_hold_at_random_fractions(self) -> None:
        for name, statement, condition in rules():
            if "=>" in statement:
                continue
            left, right = read_claim(statement)
            symbols = symbols_of(left, right, *(read(c) for c in condition.split(", ") if c))
            points = Point(condition, symbols, self.rng)
            for _ in range(POINTS):
                point = points.draw()
                a, b = ends(left, point), ends(right, point)
                if not all(map(finite, (*a, *b))):
                    continue
                self.assertEqual(a, b, f"{name} at {point}")

    def test_equations_have_the_solutions_that_the_rule_gives(self) -> None:
        for name, statement, condition in rules():
            if "=>" not in statement:
                continue
            before, after = (read_claim(part) for part in re.split(r" <?=> ", statement))
            symbols = symbols_of(*before, *after)
            points = Point(condition, symbols, self.rng)
            unknown = after[0] if after[0].is_Symbol else None
            seen = 0
            for i in range(POINTS):
                point = points.draw()
                if unknown is not None and i % 2 == 0:
                    value = after[1].subs({s: v for s, v in point.items() if s != unknown})
                    if unknown not in after[1].free_symbols and finite(value):
                        point[unknown] = value
                sides = [ends(side, point) for side in (*before, *after)]
                if not all(finite(v) for side in sides for v in side):
                    continue
                meet = [a[0] <= b[1] and b[0] <= a[1] for a, b in (sides[:2], sides[2:])]
                seen += bool(meet[0])
                self.assertTrue(meet[1] or not meet[0], f"{name} at {point}")
                if "<=>" in statement:
                    self.assertEqual(meet[0], meet[1], f"{name} at {point}")
            self.assertGreater(seen, 0, name)

    def test_identities_of_single_values_by_simplify(self) -> None:
        """As piecewise functions: on each of the pieces SymPy's difference is 0."""
        for name, statement, condition in rules():
            if "=>" in statement or condition not in ("a >= 0", "a >= 0, b >= 0"):
                continue
            left, right = read_claim(statement)
            if (left - right).has(DIRECTION):
                continue
            x, real_a, real_b = sympy.symbols("x a b", real=True)
            a, b, d = sympy.symbols("a b d", positive=True)
            for narrow, widths in ((a, {real_a: a, real_b: a + d}), (b, {real_a: b + d, real_b: b})):
                wide = narrow + d
                # The kinks are at the widths and their sum: one place in each gap, and they.
                for place in (0, narrow / 2, narrow, narrow + d / 2, wide, wide + narrow / 2,
                              wide + narrow, wide + narrow + 1):
                    for side in (1, -1):
                        value = (left - right).subs(widths).subs(x, side * place)
                        value = sympy.simplify(value.rewrite(sympy.Piecewise))
                        self.assertEqual(value, 0, f"{name} at x = {side * place}")


if __name__ == "__main__":
    unittest.main()
