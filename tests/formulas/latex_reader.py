"""Reads the LaTeX that `luztar derive` prints; see readers.py."""
from fractions import Fraction
import math
import re

from formula import statement
from readers import Table, ends_operand

GREEK = re.compile(r"\\(?:alpha|beta|gamma|delta|mu|tau|omega|partial)(?![a-z])")
RELATIONS = {"\\in": "in", "\\le": "<=", "\\ge": ">=", "\\ne": "!="}
NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
COMMAND = re.compile(r"\\[A-Za-z]+")


def group_end(text, at):
    """Behind the brace that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0) if text[i - 1] != "\\" else 0
        if depth == 0:
            return i + 1
    raise ValueError(f"no end of {text[at:]}")


class LatexReader:
    flag = "latex"

    def symbol(self, kind, name):
        if kind in ("q", "v", "a"):
            return {"q": "z", "v": r"\dot{z}", "a": r"\ddot{z}"}[kind] + r"_{\text{" + name + "}}"
        if kind:
            return {"f": "T", "rate": "v"}.get(kind, kind) + r"_{\text{" + name + "}}"
        return self.own(name)

    @staticmethod
    def own(name):
        """F0 is F with the index 0, FT_i with T,i; words are upright."""
        if re.fullmatch("[a-z]{3,}(_[a-z]+)*", name):
            return r"\text{" + name.replace("_", " ") + "}"
        parts = [part for part in re.findall(r"[A-Za-z]+|\d+", name[1:])]
        parts = [r"\text{" + part + "}" if re.fullmatch("[a-z]{3,}", part) else part for part in parts]
        index = ",".join(parts) if "_" in name[1:] else "".join(parts)
        if not index:
            return name
        return name[0] + "_" + (index if len(index) == 1 else "{" + index + "}")

    # --- formulas ------------------------------------------------------------------------------

    def tokens(self, text):
        tokens, at = [], 0
        while at < len(text):
            at = self.token(text, at, tokens)
        return tokens

    def operand(self, tokens, *new):
        """Two operands beside each other are a product."""
        if ends_operand(tokens):
            tokens.append(("sign", "*"))
        tokens += new

    def token(self, text, at, tokens):
        c = text[at]
        if c in " &~{}" or text.startswith("\\quad", at):
            return at + (5 if c == "\\" else 1)
        if c == "\\":
            return self.command(text, at, tokens)
        if text.startswith(":=", at) or c in "=<>":
            tokens.append(("relation", ":=" if c == ":" else c))
            return at + (2 if c == ":" else 1)
        if c == "^":
            return self.power(text, at + 1, tokens)
        if c == "(":
            self.operand(tokens, ("sign", "(")) if not self.is_call(tokens) else tokens.append(("sign", "("))
            return at + 1
        if found := NUMBER.match(text, at):
            self.operand(tokens, ("number", Fraction(found[0])))
            return found.end()
        if c.isalpha():
            return self.letter(text, at, at + 1, tokens)
        if c == "|":
            self.bar(tokens)
            return at + 1
        tokens.append(("sign", c))
        return at + 1

    @staticmethod
    def is_call(tokens):
        return bool(tokens) and tokens[-1][0] == "function"

    def bar(self, tokens):
        if ends_operand(tokens):
            tokens.append(("sign", ")"))
        else:
            tokens += [("function", "abs"), ("sign", "(")]

    def power(self, text, at, tokens):
        end = group_end(text, at) if text[at] == "{" else at + 1
        tokens += [("sign", "^"), *self.tokens(text[at:end].strip("{}"))]
        return end

    def letter(self, text, start, end, tokens):
        """A symbol with its index."""
        if text.startswith("_", end):
            if text[end + 1] == "{":
                end = group_end(text, end + 1)
            elif found := COMMAND.match(text, end + 1):
                end = found.end()
            else:
                end += 2
        self.operand(tokens, ("symbol", text[start:end]))
        return end

    def command(self, text, at, tokens):
        name = COMMAND.match(text, at)[0]
        end = at + len(name)
        if name == "\\frac":
            middle = group_end(text, end)
            last = group_end(text, middle)
            above, below = self.tokens(text[end + 1:middle - 1]), self.tokens(text[middle + 1:last - 1])
            wrap = lambda part: [("sign", "("), *part, ("sign", ")")]
            self.operand(tokens, ("sign", "("), *wrap(above), ("sign", "/"), *wrap(below), ("sign", ")"))
            return last
        if name in ("\\dot", "\\ddot"):
            return self.letter(text, at, group_end(text, end), tokens)
        if name == "\\text":
            return self.letter(text, at, group_end(text, end), tokens)
        if GREEK.match(text, at):
            return self.letter(text, at, end, tokens)
        if name == "\\operatorname":
            end = group_end(text, end)
            self.operand(tokens, ("function", text[at + 14:end - 1]))
            return end
        if name in ("\\min", "\\max"):
            self.operand(tokens, ("function", name[1:]))
            return end
        if name == "\\infty":
            self.operand(tokens, ("number", math.inf))
            return end
        if name in RELATIONS:
            tokens.append(("relation", RELATIONS[name]))
            return end
        return self.bracket(name, text, end, tokens)

    def bracket(self, name, text, end, tokens):
        """Sizes of brackets, and signs without a meaning of their own."""
        if name in ("\\left", "\\bigl", "\\Bigl"):
            if text[end] == "|":
                self.operand(tokens, ("function", "abs"))
            opens = ("sign", "(")
            tokens.append(opens) if self.is_call(tokens) else self.operand(tokens, opens)
            return end + 1
        if name in ("\\right", "\\bigr", "\\Bigr"):
            tokens.append(("sign", ")"))
            return end + 1
        if name == "\\cdot":
            tokens.append(("sign", "*"))
        elif name not in ("\\mathopen", "\\ensuremath"):
            raise ValueError(f"{name} in {text}")
        return end

    def formula(self, text):
        text, *tail = re.split(r"(?:\\quad )?\\text\{if \}", text, maxsplit=1)
        text, *published = re.split(r"\\quad \\text\{as published\}", text, maxsplit=1)
        parts = re.split(r"(?:\\quad )?\\text\{ ?and \}", tail[0]) if tail else []
        return statement(self.tokens(text), [statement(self.tokens(part)) for part in parts],
                         "as published" if published else "")

    # --- the document --------------------------------------------------------------------------

    def read(self, text):
        sections = []
        for part in text.split("\\section*{")[1:]:
            title, _, body = part.partition("}\n")
            sections.append((title, self.contents(body.replace("\\end{document}", ""))))
        return sections

    def contents(self, body):
        found = []
        for part in re.split(r"(\\begin\{(align\*|longtable|itemize)\}.*?\\end\{\2\})", body, flags=re.S):
            if part.startswith("\\begin{align*}"):
                found += self.display(part)
            elif part.startswith("\\begin{longtable}"):
                found.append(self.table(part))
            elif part.startswith("\\begin{itemize}"):
                items = re.sub(r"\\(begin|end)\{itemize\}", "", part).split("\\item {}")
                found += [self.plain(item) for item in items if item.strip()]
            elif part not in ("align*", "longtable", "itemize"):
                found += [self.plain(words) for words in part.split("\n\n") if words.strip()]
        return found

    @staticmethod
    def plain(words):
        """Words with formulas in them, as formulas where one stands between signs."""
        words = re.sub(r"\\texttt\{(.*?)\}", lambda m: m[1].replace("\\_", "_"), words)
        return " ".join(words.replace("$", "").split())

    def display(self, part):
        formulas = []
        for line in part.split("\n")[1:-1]:
            line = line.removesuffix(" \\\\")
            if line.startswith("&\\quad"):
                formulas[-1] += " " + line[1:].replace("\\quad", "", 1)
            else:
                formulas.append(line.replace("&", ""))
        return [self.formula(text) for text in formulas]

    def table(self, part):
        lines = [line for line in part.split("\n")[1:-1] if line.endswith("\\\\")]
        rows = [[self.plain(cell) for cell in line.removeprefix("{}").removesuffix("\\\\").split(" & ")]
                for line in lines]
        return Table(rows[0], rows[1:])
