"""Reads what `luztar derive` prints, as docs/running.md says that formulas are printed.

A document is a list of sections (title, contents); contents are formula.Statement, Table, and str
for words.
"""
from fractions import Fraction
import dataclasses
import json
import math
import re

from formula import statement


@dataclasses.dataclass
class Table:
    header: list
    rows: list  # of strings, as printed


def ends_operand(tokens):
    return bool(tokens) and (tokens[-1][0] in ("number", "symbol") or tokens[-1] == ("sign", ")"))


class PlainReader:
    """Formulas in one line: the expressions of model files, and the text for a terminal."""
    NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?|\.\d+")
    SIGNS = {"·": "*"}
    RELATIONS = [":=", "!=", "<=", ">=", "≠", "≤", "≥", "∈", "=", "<", ">"]
    RELATION_NAMES = {"≠": "!=", "≤": "<=", "≥": ">=", "∈": "in"}
    FUNCTIONS = {"luz", "sat", "tar", "sgn", "sign", "abs", "min", "max"}
    RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))

    def tokens(self, text):
        tokens, at = [], 0
        while at < len(text):
            at = self.token(text, at, tokens)
        return tokens

    def token(self, text, at, tokens):
        c = text[at]
        if c.isspace():
            return at + 1
        for relation in self.RELATIONS:
            if text.startswith(relation, at):
                tokens.append(("relation", self.RELATION_NAMES.get(relation, relation)))
                return at + len(relation)
        if c == "∞":
            tokens.append(("number", math.inf))
            return at + 1
        if c in "⁻" or c in self.RAISED:
            return self.raised(text, at, tokens)
        if c == "|":
            self.bar(tokens)
            return at + 1
        if c.isalpha():
            return self.name(text, at, tokens)
        if found := self.NUMBER.match(text, at):
            tokens.append(("number", Fraction(found[0])))
            return found.end()
        tokens.append(("sign", self.SIGNS.get(c, c)))
        return at + 1

    def bar(self, tokens):
        if ends_operand(tokens):
            tokens.append(("sign", ")"))
        else:
            tokens += [("function", "abs"), ("sign", "(")]

    def raised(self, text, at, tokens):
        tokens.append(("sign", "^"))
        if text[at] == "⁻":
            tokens.append(("sign", "-"))
            at += 1
        digits = ""
        while at < len(text) and text[at] in self.RAISED:
            digits += self.RAISED[text[at]]
            at += 1
        tokens.append(("number", Fraction(digits)))
        return at

    def name(self, text, at, tokens):
        found = re.compile(r"[A-Za-zα-ωΑ-Ω0-9_.]+'*").match(text, at)
        name = found[0]
        if name in self.FUNCTIONS and text.startswith("(", found.end()):
            tokens.append(("function", {"sign": "sgn"}.get(name, name)))
        elif name == "inf":
            tokens.append(("number", math.inf))
        else:
            tokens.append(("symbol", name))
        return found.end()


class TextReader(PlainReader):
    flag = "text"

    def symbol(self, kind, name):
        return {"q": name, "v": name + "'", "a": name + "''", "f": "T_" + name, "rate": "v_" + name,
                "F": "F_" + name, "x": "x_" + name, "": name}[kind]

    def read(self, text):
        self.sections = []
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if re.fullmatch("[═─]+", line):
                lines[at - 1] = lines[at] = "\0" + lines[at - 1]
        blocks = re.split(r"\n\n+", "\n".join(lines))
        for block in blocks:
            self.block(block.split("\n"))
        return self.sections[1:]  # without the title

    def block(self, lines):
        while lines and lines[0].startswith("\0"):
            if len(lines) > 1 and lines[1] == lines[0]:
                self.sections.append((lines[0][1:], []))
            lines = lines[1:]
        if not lines or not any(lines):
            return
        contents = self.sections[-1][1]
        if len(lines) > 1 and re.fullmatch("─+(  ─+)+", lines[1]):
            contents.append(self.table(lines))
        elif lines[0].startswith("   "):
            contents.extend(self.display(lines))
        elif lines[0].startswith("  - "):
            contents.extend(" ".join(item.split()) for item in re.split(r"^  - ", "\n".join(lines), flags=re.M)
                            if item)
        else:
            contents.append(" ".join(lines))

    @staticmethod
    def table(lines):
        ends = [(m.start(), m.end()) for m in re.finditer("─+", lines[1])]
        cells = lambda line: [line[a:b].strip() for a, b in ends]
        rows = []
        for line in map(cells, lines[2:]):
            if line[0]:
                rows.append(line)
            else:
                rows[-1] = [(a + " " + b).strip() for a, b in zip(rows[-1], line)]
        return Table(cells(lines[0]), rows)

    def display(self, lines):
        """A formula goes on in lines that begin with an operator, a relation, `if` or `and`, inside
        parentheses, or that have no relation."""
        formulas = []
        for line in lines:
            text = line.strip()
            goes_on = formulas and (
                re.match(r"(\+ |- |·|/|if |and |[=∈≤≥<>≠] |:= )", text)
                or formulas[-1].count("(") > formulas[-1].count(")")
                or not re.search("[=∈≤≥<>≠]", text))
            if goes_on:
                formulas[-1] += " " + text
            else:
                formulas.append(text)
        return [self.formula(text) for text in formulas]

    def formula(self, text):
        text, published, _ = re.sub(r"\s+", " ", text).partition(" as published")
        text, _, tail = text.partition(" if ")
        conditions = [statement(self.tokens(part)) for part in tail.split(" and ")] if tail else []
        return statement(self.tokens(text), conditions, published.strip())


class JsonReader(PlainReader):
    flag = "json"

    def symbol(self, kind, name):
        return kind + "." + name if kind else name

    def read(self, text):
        return [(section["title"], [part for content in section["content"] for part in self.content(content)])
                for section in json.loads(text)["sections"]]

    def content(self, content):
        if "formulas" in content:
            return [self.formula(line) for line in content["formulas"]]
        if "table" in content:
            plain = lambda cells: [self.plain(cell) for cell in cells]
            return [Table(plain(content["table"]["header"]), [plain(row) for row in content["table"]["rows"]])]
        return [self.plain(text) for text in content.get("list", [content.get("paragraph")])]

    @staticmethod
    def plain(words):
        return re.sub("[`$]", "", words)

    def formula(self, line):
        tokens = self.tokens(line["left"]["expression"])
        for part in line["parts"]:
            relation = part["relation"]
            tokens += [("relation", relation)] + self.tokens(part["expression"])
        return statement(tokens, [self.formula(condition) for condition in line["conditions"]], line["words"])
