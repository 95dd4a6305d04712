"""Reads C++ sources in the layout of clang-format: their functions and classes, by their braces.

A lambda is a part of the function that it stands in. A class is counted by what it declares, not by
the files that define it.
"""
import bisect
import dataclasses
import re


@dataclasses.dataclass
class Function:
    place: str
    lines: int


@dataclasses.dataclass
class Class:
    name: str
    members: int
    file: str
    space: str = ""  # namespaces or classes round it; with the file, if one has no name


TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                    # comments
    r'|R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"'  # raw strings
    r"|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)


def blank(text: str) -> str:
    """Spaces instead of everything but the ends of lines."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text: str) -> str:
    return TOKEN.sub(lambda m: blank(m[0]) if m[0][:2] in ("//", "/*") else m[0], text)


def bare(text: str) -> str:
    """Code without comments, text in quotes and preprocessor lines; all in its place."""
    text = TOKEN.sub(lambda m: blank(m[0]) if m[0][:2] in ("//", "/*") or "\n" in m[0]
                     else m[0][0] + " " * (len(m[0]) - 2) + m[0][-1], text)
    return re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", lambda m: blank(m[0]), text)


LABEL = re.compile(r"^\s*(?:(?:public|protected|private)\s*:(?!:)\s*)+")
CLASS = re.compile(r"^\s*(?:template\s*<.*>\s*)?(?:class|struct|union)\s+(?:alignas\([^)]*\)\s*)?"
                   r"([A-Za-z_][\w:]*)", re.DOTALL)
NO_MEMBER = re.compile(r"^\s*(using|typedef|friend|static|static_assert|template|enum|class|struct"
                       r"|union|namespace|extern)\b")


def members_of(statement: str) -> int:
    """How many data members a statement of a class declares."""
    statement = LABEL.sub("", statement)
    if NO_MEMBER.match(statement) or "operator" in statement:
        return 0
    while (inner := re.sub(r"<[^<>]*>", "", statement)) != statement:
        statement = inner
    statement = re.sub(r"\[[^\]]*\]", "", statement)
    statement = re.sub(r"=[^,]*", "", statement)
    if "(" in statement or not statement.strip():
        return 0
    return statement.count(",") + 1


class Reader:
    """One pass over the braces of a file: its functions and classes."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = bare(text)
        self.ends = [i for i, c in enumerate(self.text) if c == "\n"]
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.space: list[str] = []

    def line(self, position: int) -> int:
        return bisect.bisect_left(self.ends, position) + 1

    def close(self, opened: int) -> int:
        """The place of the brace that closes the one at `opened`."""
        depth = 0
        for match in re.compile(r"[{}]").finditer(self.text, opened):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                return match.start()
        raise ValueError(f"{self.name}:{self.line(opened)}: a brace without an end")

    def read(self, begin: int = 0, end: int | None = None, of: Class | None = None) -> None:
        """Declarations of a namespace, or of a class, in [begin, end)."""
        end = len(self.text) if end is None else end
        statement, first, at = "", begin, begin
        while at < end:
            c = self.text[at]
            if c == ";":
                if of is not None:
                    of.members += members_of(statement)
                statement, first = "", at + 1
            elif c == "{":
                close = self.close(at)
                if self.is_value(statement):
                    pass  # of a member or a variable: the statement goes on
                else:
                    self.block(statement, first, at, close)
                    statement, first = "", close + 1
                at = close
            else:
                statement += c
            at += 1

    @staticmethod
    def is_value(statement: str) -> bool:
        """Whether the brace behind this text begins a value: `x{1}`, `x = {1}`, `f({`, `= [] {`."""
        if not statement or statement[-1] not in " \n":
            return True
        if re.search(r"[=,(]\s*$", statement):
            return True
        return re.search(r"=\s*\[", statement) is not None

    def inside(self, name: str, opened: int, close: int, of: Class | None = None) -> None:
        self.space.append(name)
        self.read(opened + 1, close, of)
        self.space.pop()

    def block(self, statement: str, first: int, opened: int, close: int) -> None:
        head = LABEL.sub("", statement)
        begin = first + len(statement) - len(head.lstrip())
        if re.match(r"\s*(inline\s+)?namespace\b", head) or re.match(r'\s*extern\s*"', head):
            named = re.search(r"namespace\s+([\w:]+)", head)
            self.inside(named[1] if named else self.name, opened, close)
        elif found := CLASS.match(head):
            made = Class(found[1], 0, self.name, "::".join(self.space))
            self.classes.append(made)
            self.inside(found[1], opened, close, made)
        elif not re.match(r"\s*enum\b", head) and "(" in head:
            self.functions.append(Function(f"{self.name}:{self.line(begin)}",
                                           self.line(close) - self.line(begin) + 1))
