"""Formulas as they stand on paper, evaluated exactly: numbers are fractions, sgn(0) is the set -1 ... 1.

A formula is a list of tokens, as a reader of a format makes them:
("number", Fraction), ("symbol", name), ("function", name), ("sign", one of + - * / ^ ( ) ,).
"""
from fractions import Fraction
import dataclasses
import math
import operator

RELATIONS = {"=", ":=", "in", "<=", ">=", "<", ">", "!="}


@dataclasses.dataclass(frozen=True)
class Range:
    """All numbers from low to high."""
    low: object
    high: object

    def __neg__(self):
        return exactly(-self.low) if self.low is self.high else Range(-self.high, -self.low)

    def __add__(self, other):
        if self.low is self.high and other.low is other.high:
            return exactly(self.low + other.low)
        return Range(self.low + other.low, self.high + other.high)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        if self.low is self.high and other.low is other.high:
            return exactly(times(self.low, other.low))
        ends = [times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Range(min(ends), max(ends))

    def __truediv__(self, other):
        if other.low != other.high:
            raise ValueError("division by a set")
        if math.isinf(other.low):
            return exactly(0)
        return self * exactly(Fraction(1) / other.low)

    def is_number(self):
        return self.low == self.high

    def __contains__(self, number):
        return self.low <= number <= self.high


def times(a, b):
    """0 times infinity is 0: nothing of a limit that is none."""
    return Fraction(0) if a == 0 or b == 0 else a * b


def exactly(number):
    return Range(number, number)


def sgn(x):
    if x.low > 0:
        return exactly(1)
    if x.high < 0:
        return exactly(-1)
    return Range(-1 if x.low <= 0 else 1, 1 if x.high >= 0 else -1)


def monotone(function):
    return lambda *x: Range(function(*[a.low for a in x]), function(*[a.high for a in x]))


def luz(x, width):
    side = width.low
    return Range(*(max(end - side, min(end + side, 0)) for end in (x.low, x.high)))


def sat(x, width):
    side = width.low
    return Range(*(max(-side, min(end, side)) for end in (x.low, x.high)))


def tar(x, width):
    return x + width * sgn(x)


def magnitude(x):
    ends = [abs(x.low), abs(x.high)]
    return Range(0 if 0 in x else min(ends), max(ends))


def power(x, exponent):
    if not x.is_number() or not exponent.is_number() or exponent.low.denominator != 1:
        raise ValueError("a power of a set, or one that is no whole number")
    return exactly(Fraction(x.low) ** int(exponent.low))


FUNCTIONS = {"sgn": sgn, "luz": luz, "sat": sat, "tar": tar, "abs": magnitude,
             "min": monotone(min), "max": monotone(max)}


OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": power}


class Parser:
    """Sums of products of powers; a sign before a product turns all of it."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def whole(self):
        tree = self.sum()
        if self.at != len(self.tokens):
            raise ValueError(f"behind the formula stands {self.tokens[self.at:]}")
        return tree

    def peek(self, *signs):
        return (self.at < len(self.tokens) and self.tokens[self.at][0] == "sign"
                and self.tokens[self.at][1] in signs)

    def take(self):
        if self.at == len(self.tokens):
            raise ValueError(f"the formula ends too early: {self.tokens}")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, sign):
        if self.take() != ("sign", sign):
            raise ValueError(f"{sign} expected at {self.at} of {self.tokens}")

    def sum(self):
        tree = self.product()
        while self.peek("+", "-"):
            tree = (self.take()[1], tree, self.product())
        return tree

    def product(self):
        if self.peek("-"):
            self.take()
            return ("negate", self.product())
        tree = self.power()
        while self.peek("*", "/"):
            tree = (self.take()[1], tree, self.power())
        return tree

    def power(self):
        tree = self.single()
        if self.peek("^"):
            self.take()
            negative = self.peek("-") and self.take()
            exponent = self.power()
            return ("^", tree, ("negate", exponent) if negative else exponent)
        return tree

    def single(self):
        kind, value = self.take()
        if kind in ("number", "symbol"):
            return (kind, value)
        if kind == "function":
            self.expect("(")
            arguments = [self.sum()]
            while self.peek(","):
                self.take()
                arguments.append(self.sum())
            self.expect(")")
            return ("call", value, arguments)
        if (kind, value) == ("sign", "("):
            tree = self.sum()
            self.expect(")")
            return tree
        raise ValueError(f"{value!r} at {self.at} of {self.tokens}")


def parse(tokens):
    return Parser(tokens).whole()


def symbols(tree):
    if tree[0] == "symbol":
        return {tree[1]}
    parts = tree[2] if tree[0] == "call" else [] if tree[0] == "number" else tree[1:]
    return set().union(*(symbols(part) for part in parts))


def value_of(tree, values):
    """`values` gives the Range of a symbol."""
    kind = tree[0]
    if kind == "number":
        return exactly(tree[1])
    if kind == "symbol":
        return values(tree[1])
    if kind == "negate":
        return -value_of(tree[1], values)
    if kind == "call":
        return FUNCTIONS[tree[1]](*[value_of(part, values) for part in tree[2]])
    return OPERATORS[kind](value_of(tree[1], values), value_of(tree[2], values))


@dataclasses.dataclass
class Statement:
    """left REL right REL right ..., if all of the conditions; words that stand behind it."""
    sides: list  # trees
    relations: list
    conditions: list
    words: str = ""

    @property
    def left(self):
        return self.sides[0]

    @property
    def right(self):
        return self.sides[-1]

    def name(self):
        """The symbol on the left side, if it is one."""
        return self.left[1] if self.left[0] == "symbol" else None

    def defines(self):
        return self.relations[0] == ":="

    def is_true(self, values):
        ends = [value_of(side, values) for side in self.sides]
        return all(holds(a, relation, b) for a, relation, b in zip(ends, self.relations, ends[1:]))

    def applies(self, values):
        return all(condition.is_true(values) for condition in self.conditions)


def same(a, b):
    return a == b or abs(float(a - b)) <= 1e-12 * max(abs(a), abs(b))


def holds(a, relation, b):
    if relation == "in":
        tolerance = 1e-12 * max(abs(a.low), 1)
        return b.low - tolerance <= a.low and a.high <= b.high + tolerance
    if not a.is_number() or not b.is_number():
        raise ValueError(f"{relation} between sets {a}, {b}")
    a, b = a.low, b.low
    return {"=": lambda: same(a, b), ":=": lambda: same(a, b), "!=": lambda: a != b, "<=": lambda: a <= b,
            ">=": lambda: a >= b, "<": lambda: a < b, ">": lambda: a > b}[relation]()


def statement(tokens, conditions=(), words=""):
    """Tokens with relations among them ("relation", one of RELATIONS)."""
    sides, relations = [[]], []
    for token in tokens:
        if token[0] == "relation":
            relations.append(token[1])
            sides.append([])
        else:
            sides[-1].append(token)
    return Statement([parse(side) for side in sides], relations, list(conditions), words)
