"""Checks HTML pages against MathML Core, the part of MathML that browsers show.

    tests/tools/mathml_core.py PAGE.html...

The tables are those of the specification, https://www.w3.org/TR/mathml-core/ (sections 2.1.3
global attributes, 3 and 4 elements). Deprecated and legacy attributes are left out.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

GLOBAL = {"class", "id", "style", "dir", "displaystyle", "scriptlevel"}
TOKENS = {"mi", "mn", "mo", "mtext", "mspace"}
CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "munder": 2,
            "munderover": 3, "mroot": 2}
ATTRIBUTES = {
    "math": {"display", "alttext"},
    "mrow": set(), "mn": set(), "mtext": set(), "msqrt": set(), "mroot": set(), "mstyle": set(),
    "msub": set(), "msup": set(), "msubsup": set(), "mtable": set(), "mtr": set(),
    "mi": {"mathvariant"},
    "mo": {"form", "fence", "separator", "lspace", "rspace", "stretchy", "symmetric", "maxsize",
           "minsize", "largeop", "movablelimits"},
    "mspace": {"width", "height", "depth"},
    "mfrac": {"linethickness"},
    "mover": {"accent"}, "munder": {"accentunder"}, "munderover": {"accent", "accentunder"},
    "mpadded": {"width", "height", "depth", "lspace", "voffset"},
    "mphantom": set(),
    "mtd": {"columnspan", "rowspan"},
}
PARENTS = {"mtr": {"mtable"}, "mtd": {"mtr"}}
VALUES = {
    "display": r"block|inline", "form": r"prefix|infix|postfix", "mathvariant": r"normal",
    "displaystyle": r"true|false", "stretchy": r"true|false", "accent": r"true|false",
    "minsize": r"\d*\.?\d+em", "maxsize": r"\d*\.?\d+em", "width": r"\d*\.?\d+em",
}
# Named characters of HTML are not those of XML; ours are signs or numbers.
MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)


def mistakes_in_element(element: xml.Element, parent: str) -> list[str]:
    name, found = element.tag, []
    if name not in ATTRIBUTES:
        return [f"<{name}> is not of MathML Core"]
    for attribute, value in element.attrib.items():
        if attribute not in ATTRIBUTES[name] | GLOBAL:
            found.append(f"<{name}> has no attribute {attribute}")
        elif attribute in VALUES and not re.fullmatch(VALUES[attribute], value):
            found.append(f"<{name} {attribute}=\"{value}\"> is not a value of it")
    if name in CHILDREN and len(element) != CHILDREN[name]:
        found.append(f"<{name}> needs {CHILDREN[name]} children, not {len(element)}")
    if name in TOKENS and len(element):
        found.append(f"<{name}> holds <{element[0].tag}>")
    if name in TOKENS - {"mspace"} and not (element.text or "").strip(" \n"):
        found.append(f"<{name}> is empty")
    if name not in TOKENS and (element.text or "").strip():
        found.append(f"<{name}> holds the bare text '{element.text}'")
    if (element.tail or "").strip() and parent:
        found.append(f"bare text '{element.tail}' behind <{name}>")
    if parent not in PARENTS.get(name, {parent}):
        found.append(f"<{name}> in <{parent}>")
    return found


def mistakes_below(element: xml.Element, parent: str = "") -> list[str]:
    found = mistakes_in_element(element, parent)
    for child in element:
        found += mistakes_below(child, element.tag)
    return found


def formulas_of(page: str) -> list[str]:
    return MATH.findall(page)


def mistakes(page: str) -> list[str]:
    """What is wrong with the formulas of a page."""
    found = []
    for formula in formulas_of(page):
        try:
            found += mistakes_below(xml.fromstring(formula))
        except xml.ParseError as error:
            found.append(f"not well formed: {error}: {formula}")
    return found


def main() -> int:
    failed = 0
    for name in sys.argv[1:]:
        page = pathlib.Path(name).read_text()
        found = mistakes(page) if formulas_of(page) else ["no formulas"]
        failed += bool(found)
        for line in found:
            print(f"FAILED: {name}: {line}")
    print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
