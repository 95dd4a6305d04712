"""Formulas of a document as SymPy expressions."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from luztar._extras import of_extra

with of_extra("algebra"):
    import sympy

if TYPE_CHECKING:
    from luztar.derivation import Formula

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*(\s*\()?")
_KNOWN = {
    "abs": sympy.Abs, "sign": sympy.sign, "sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log,
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "asin": sympy.asin, "acos": sympy.acos,
    "atan": sympy.atan, "atan2": sympy.atan2, "sinh": sympy.sinh, "cosh": sympy.cosh,
    "tanh": sympy.tanh, "min": sympy.Min, "max": sympy.Max, "floor": sympy.floor,
}
_RELATIONS = {
    "=": sympy.Eq, ":=": sympy.Eq, "!=": sympy.Ne, "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt,
    ">=": sympy.Ge,
}


def expression(text: str) -> sympy.Expr:
    """Text as `luztar derive` prints it. Every name is a real symbol, "pi" is the number."""
    names: dict[str, Any] = {}
    text = re.sub(r"(\w)'(?=\()", r"\1_slope", text)  # of a table

    def placed(match: re.Match[str]) -> str:
        word = match[0]
        name = word.rstrip("( \t")
        if match[1]:
            names[f"f_{name}"] = _KNOWN.get(name) or sympy.Function(name)
            return f"f_{name}("
        place = "s_" + name.replace(".", "__dot__")
        names[place] = sympy.pi if name == "pi" else sympy.Symbol(name, real=True)
        return place

    written = re.sub(r"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?)|" + _NAME.pattern,
                     lambda m: m[1] if m[1] else placed(_NAME.match(m[0]) or m), text)
    return sympy.sympify(written.replace("^", "**"), locals=names)


def _relation(line: dict[str, Any]) -> sympy.Basic:
    left = expression(line["left"]["expression"])
    relations: list[sympy.Basic] = []
    for part in line["parts"]:
        right = expression(part["expression"])
        if part["relation"] in _RELATIONS:
            relations.append(_RELATIONS[part["relation"]](left, right))
        else:  # an inclusion, an implication
            relations.append(sympy.Function(part["relation"])(left, right))
        left = right
    return relations[0] if len(relations) == 1 else sympy.And(*relations)


_SECTION = "Linear system"


def matrices(tree: dict[str, Any]) -> dict[str, sympy.Matrix]:
    """A, B, C, D: tables of entries, with lines for those that are long."""
    section = next((s for s in tree["sections"] if s["title"] == _SECTION), None)
    if section is None:
        raise KeyError(f"no section '{_SECTION}': write derive(linear=True)")
    rows: dict[str, list[list[sympy.Expr]]] = {}
    long: dict[sympy.Expr, sympy.Expr] = {}
    for content in section["content"]:
        table = content.get("table", {"header": [""], "rows": []})
        name = table["header"][0]
        if name in ("A", "B", "C", "D"):
            parts = rows.setdefault(name, [[] for _ in table["rows"]])
            for row, cells in zip(parts, table["rows"]):
                row.extend(expression(cell.strip("$")) for cell in cells[1:])
        for line in content.get("formulas", ()):
            if line["parts"][0]["relation"] == ":=":
                long[expression(line["left"]["expression"])] = expression(
                    line["parts"][0]["expression"])
    return {name: sympy.Matrix(part).xreplace(long) for name, part in rows.items()}


def formulas(tree: dict[str, Any], section: str) -> list[Formula]:
    """Every formula of a section with its conditions."""
    from luztar.derivation import Formula

    titles = [s["title"] for s in tree["sections"]]
    if section not in titles:
        raise KeyError(f"no section '{section}'; there is: {', '.join(titles)}")
    found = []
    for content in tree["sections"][titles.index(section)]["content"]:
        for line in content.get("formulas", ()):
            if not line["parts"]:
                continue
            conditions = [_relation(c) for c in line["conditions"]]
            found.append(Formula(_relation(line), sympy.And(*conditions)))
    return found
