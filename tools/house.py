#!/usr/bin/env python3
"""Counts the house: sizes of files, functions and classes, in how many files a thing is named,
constants that say what is rounding.

    tools/house.py [--limits] [FOLDER]

Prints a table of the sources below FOLDER/src/luztar (this project if FOLDER is not given) and of
their tests. With --limits the exit status is 1 if a figure is beyond LIMITS, and each such figure
is named.
"""
import collections
import pathlib
import re
import statistics
import sys
import textwrap

import check_layers
from cpp_reader import TOKEN, Reader, without_comments

# The figures of the day on which they were written down, rounded up (LEAST: down), so that the
# house cannot get worse unnoticed. Where a figure is better by now its limit follows. A limit is
# loosened by a commit whose message gives the reason.
LIMITS = {
    "lines of a file, median": 90,
    "lines of a file, p90": 270,
    "lines of a file, most": 400,
    "files above 400 lines": 0,
    "lines of a function, median": 8,
    "lines of a function, p90": 21,
    "lines of a function, most": 60,
    "functions above 80 lines": 0,
    "data members of a class, most": 20,
    "classes above 20 data members": 0,
    "files that name Spring": 69,
    "files that name Damper": 17,
    "files that name Friction": 66,
    "files that name Link": 32,
    "files that name Stop": 37,
    "files that name Force": 37,
    "files that name Freewheel": 24,
    "files that name stribeck": 8,
    "files that name hysteresis": 6,
    "files that name table of levels": 4,
    "files that name Dahl, LuGre": 18,
    "files that name normal": 35,
    "std::int8_t in headers": 6,
    "lines of raw strings": 11,
    "named tolerances": 32,
    "lines that compare with a tolerance": 78,
    "files of a folder, most": 75,
    "floors of a folder, most": 10,
    "types with the name of another": 0,  # a linker takes the code of one for both
    "permissions of layers without use": 0,
    "bytes of CHANGELOG.md": 3300,  # what a user of 0.1.0 must know; git has the rest
}
LEAST = {"sources with a test of their name, %": 65}
LONG_FILE, LONG_FUNCTION, MANY_MEMBERS = 400, 80, 20
SHOWN_CLASSES, SHOWN_FUNCTIONS = 10, 3
WIDTH = 80

# Words of the code, comments left out. "force" alone is any force, Kind::Force a channel of results
# and "table" alone any table: what has the member `forces` is looked for, and the member `table` of
# a law.
KINDS = {
    "Spring": r"\b[Ss]prings?\b",
    "Damper": r"\b[Dd]ampers?\b",
    "Friction": r"\b[Ff]rictions?\b",
    "Link": r"\b[Ll]inks?\b",
    "Stop": r"\b[Ss]tops?\b",
    "Freewheel": r"\b(?:is_)?[Ff]reewheels?\b",
    "Force": r"(?<!\bKind::)\bForces?\b|(?:\.|->)forces\b",
}
PARTS_OF_A_LAW = {
    "stribeck": r"(?i)stribeck",
    "hysteresis": r"(?i)hysteresis",
    "table of levels": r"\b(?:law|numbers|forward|backward)(?:\.|->)table\b",
    "Dahl, LuGre": r"(?i)dahl|lugre|bristle",
    "normal": r"\bnormals?\b",
}

# A constant with a value far below 1: `constexpr double kZero = 1e-12;`, of 0x1p-46, of
# `8 * std::numeric_limits<double>::epsilon()`. A declaration counts once, however many lines and
# names it has.
CONSTANT = re.compile(r"\bconstexpr\b[^;(){}=]*(?:=|\{(?=[^,;]*;))([^;]*);")
SMALL = re.compile(r"\b\d+(?:\.\d*)?e-\d|\b0x[0-9a-f.]+p-\d|\bepsilon\(\)", re.IGNORECASE)


def quantile(values: list[int], part: float) -> int:
    """The least value that at least this part of the values does not pass."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * int(100 * part) // 100) - 1)] if ordered else 0


def raw_string_lines(text: str) -> int:
    return sum(m[0].count("\n") + 1 for m in TOKEN.finditer(text) if m[0].startswith('R"'))


def named_tolerances(code: str) -> int:
    """How many constants of code without comments have a value far below 1."""
    return sum(SMALL.search(m[1]) is not None for m in CONSTANT.finditer(code))


NAME_OF_CONSTANT = re.compile(r"\b(k[A-Z]\w*)\s*(?:=|\{)")
COMPARES = re.compile(r"(?<![<>-])(?:<=?|>=?)(?![<>])")
ARGUMENT_OF_TEMPLATE = re.compile(r"<[a-z_:]+>")


def lines_that_compare(codes: list[str]) -> int:
    """Lines of code without comments that name a tolerance and have a < or a >."""
    names = {name for code in codes for constant in CONSTANT.finditer(code)
             if SMALL.search(constant[1]) for name in NAME_OF_CONSTANT.findall(constant[0])}
    if not names:
        return 0
    named = re.compile(rf"\b(?:{'|'.join(sorted(names))})\b")
    return sum(named.search(line) is not None
               and COMPARES.search(ARGUMENT_OF_TEMPLATE.sub("", line)) is not None
               for code in codes for line in code.split("\n"))


def unused_permissions(root: pathlib.Path) -> list[str]:
    """Permissions of the table of layers that no include uses."""
    used = {(file.relative_to(root).parts[0], header.split("/")[0])
            for file in check_layers.sources(root) for _, header in check_layers.includes(file)}
    return [f"{layer} -> {other}" for layer, row in check_layers.MAY_INCLUDE.items()
            for other in row if (layer, other) not in used]


def floors(names: list[str], root: pathlib.Path) -> int:
    """The longest chain of sources of one folder that include each other; a header and its source
    are one, and so are those that include each other in a circle."""
    stem = {name: str(pathlib.Path(name).with_suffix("")) for name in names}
    below = {s: {header.removesuffix(".h") for name in names if stem[name] == s
                 for _, header in check_layers.includes(root / name)} & set(stem.values()) - {s}
             for s in set(stem.values())}

    def reach(start: str) -> set[str]:
        found, open_ = set(), [start]
        while open_:
            for other in below[open_.pop()] - found:
                found.add(other)
                open_.append(other)
        return found

    reached = {s: reach(s) | {s} for s in below}
    height: dict[str, int] = {}
    for s in sorted(below, key=lambda s: len(reached[s])):  # what is below reaches less
        circle = {t for t in reached[s] if s in reached[t]}
        under = [height[u] for t in circle for u in below[t] - circle]
        height[s] = 1 + max(under, default=0)
    return max(height.values(), default=0)


class House:
    """What is counted, of one folder."""

    def __init__(self, folder: pathlib.Path) -> None:
        root = folder / "src" / "luztar"
        self.texts = {str(p.relative_to(root)): p.read_text() for p in check_layers.sources(root)}
        self.lines = {name: text.count("\n") for name, text in self.texts.items()}
        readers = [Reader(name, text) for name, text in self.texts.items()]
        for reader in readers:
            reader.read()
        self.functions = [f for reader in readers for f in reader.functions]
        self.classes = sorted((c for reader in readers for c in reader.classes),
                              key=lambda c: (-c.members, c.name))
        self.codes = {name: without_comments(text) for name, text in self.texts.items()}
        tests = {p.name.removesuffix("_test.cpp") for p in (folder / "tests").rglob("*_test.cpp")}
        self.sources = [pathlib.Path(name).stem for name in self.texts if name.endswith(".cpp")]
        self.tested = sum(stem in tests for stem in self.sources)
        self.unused = unused_permissions(root)
        self.folders = collections.defaultdict(list)
        for name in self.texts:
            self.folders[str(pathlib.Path(name).parent)].append(name)
        self.floors = {f: floors(names, root) for f, names in self.folders.items()}
        places = collections.Counter((c.space, c.name) for c in self.classes)
        self.doubles = [f"{space}::{name}" for (space, name), number in places.items() if number > 1]
        changelog = folder / "CHANGELOG.md"
        self.changelog = len(changelog.read_bytes()) if changelog.exists() else 0
        self.figures = self.count()

    def files_naming(self, pattern: str) -> int:
        """An include names a folder: that is no knowledge of a kind. Words of other languages, which
        import/ reads and exchange/modelica/ writes, are none either."""
        own = (re.sub(r"(?m)^\s*#\s*include.*$", "", code) for name, code in self.codes.items()
               if not name.startswith(("import/", "exchange/modelica/")))
        return sum(re.search(pattern, code) is not None for code in own)

    def count(self) -> dict[str, int]:
        files, functions = list(self.lines.values()), [f.lines for f in self.functions]
        found = {
            "files": len(files),
            "lines": sum(files),
            "lines of a file, median": round(statistics.median(files)),
            "lines of a file, p90": quantile(files, 0.9),
            "lines of a file, most": max(files),
            f"files above {LONG_FILE} lines": sum(n > LONG_FILE for n in files),
            "functions": len(functions),
            "lines of a function, median": round(statistics.median(functions or [0])),
            "lines of a function, p90": quantile(functions, 0.9),
            "lines of a function, most": max(functions, default=0),
            f"functions above {LONG_FUNCTION} lines": sum(n > LONG_FUNCTION for n in functions),
            "data members of a class, most": max((c.members for c in self.classes), default=0),
            f"classes above {MANY_MEMBERS} data members":
                sum(c.members > MANY_MEMBERS for c in self.classes),
        }
        for name, pattern in (KINDS | PARTS_OF_A_LAW).items():
            found[f"files that name {name}"] = self.files_naming(pattern)
        found["std::int8_t in headers"] = sum(
            len(re.findall(r"\bstd::int8_t\b", code)) for name, code in self.codes.items()
            if name.endswith(".h"))
        found["lines of raw strings"] = sum(map(raw_string_lines, self.texts.values()))
        found["named tolerances"] = sum(map(named_tolerances, self.codes.values()))
        found["lines that compare with a tolerance"] = lines_that_compare(list(self.codes.values()))
        found["files of a folder, most"] = max(map(len, self.folders.values()))
        found["floors of a folder, most"] = max(self.floors.values())
        found["types with the name of another"] = len(self.doubles)
        found["permissions of layers without use"] = len(self.unused)
        found["bytes of CHANGELOG.md"] = self.changelog
        found["sources"] = len(self.sources)
        found["sources with a test of their name"] = self.tested
        found["sources with a test of their name, %"] = 100 * self.tested // len(self.sources)
        return found


def show(house: House) -> None:
    for name, figure in house.figures.items():
        limit = f"at most {LIMITS[name]}" if name in LIMITS else ""
        limit = f"at least {LEAST[name]}" if name in LEAST else limit
        print(f"{name:42} {figure:8}  {limit}".rstrip())
    print(f"\n{'the largest classes':30} data members  file")
    for found in house.classes[:SHOWN_CLASSES]:
        print(f"{found.name:30} {found.members:12}  {found.file}")
    print(f"\n{'the longest functions':37} lines")
    for function in sorted(house.functions, key=lambda f: -f.lines)[:SHOWN_FUNCTIONS]:
        print(f"{function.place:37} {function.lines:5}")
    for words, names in (("types with the name of another", house.doubles),
                         ("permissions of layers without use", house.unused)):
        if names:
            print("\n" + textwrap.fill(f"{words}: {', '.join(names)}", WIDTH,
                                       break_on_hyphens=False))


def beyond(figures: dict[str, int]) -> list[str]:
    """A sentence for each figure that is beyond its limit."""
    return ([f"{name}: {figures[name]}, at most {limit} allowed"
             for name, limit in LIMITS.items() if figures[name] > limit]
            + [f"{name}: {figures[name]}, at least {limit} required"
               for name, limit in LEAST.items() if figures[name] < limit])


def main(arguments: list[str]) -> int:
    limits = "--limits" in arguments
    folders = [a for a in arguments if a != "--limits"]
    if len(folders) > 1 or any(a.startswith("-") for a in folders):
        print(__doc__)
        return 2
    folder = pathlib.Path(folders[0]) if folders else pathlib.Path(__file__).parent.parent
    if not check_layers.sources(folder / "src" / "luztar"):
        print(f"{folder / 'src' / 'luztar'}: no sources")
        return 1
    house = House(folder)
    show(house)
    wrong = beyond(house.figures) if limits else []
    for sentence in wrong:
        print(f"beyond its limit: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
