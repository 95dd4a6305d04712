"""A printed derivation, taken at its word in a state whose solution is known."""
import dataclasses
import re

from formula import Statement, exactly, same, statement, value_of
from readers import Table, ends_operand
from recursions import Tree, recursion

CASE = re.compile(r"(.*?) at rest(?:, (.*) moves?)?:")


def names_in(words):
    return set(re.split(", | and ", words)) if words else set()


@dataclasses.dataclass
class Case:
    """What is printed for pairs that are at rest together; for none: what holds at any time."""
    at_rest: set
    words: str = ""
    lines: list = dataclasses.field(default_factory=list)
    published: list = dataclasses.field(default_factory=list)
    sets: list = dataclasses.field(default_factory=list)
    only: bool = False
    tables: list = dataclasses.field(default_factory=list)
    recursion: list = None  # of one, or None in it


class Paper:
    def __init__(self, reader, text, mechanism):
        self.reader, self.mechanism = reader, mechanism
        self.sections = dict(reader.read(text))
        self.apart = self.names_apart()
        self.definitions, self.claims, self.cases, self.singles = {}, [], [], []
        self.read_model()
        self.read_cases()
        for part in self.sections.get("Equations ready to simulate", []):
            if isinstance(part, Statement):
                self.add_claim(part)

    def names_apart(self):
        """Symbols of what has the name of something else, by kind and name."""
        kinds = {"position": "q", "velocity": "v", "acceleration": "a", "force": "f", "speed": "rate", "load": "F"}
        found = {}
        for part in self.sections.get("Names", []):
            for symbol, meaning in part.rows if isinstance(part, Table) else []:
                kind, name = re.fullmatch(r"(\w+) of \W*(?:texttt\W)?(\w+)\W*", meaning).groups()
                if kind not in kinds:
                    raise ValueError("the names of the test are not what they seem")
                found[kinds[kind], name] = symbol.strip("$")
        return found

    def symbol(self, kind, name):
        return self.apart.get((kind, name)) or self.reader.symbol(kind, name)

    def add_claim(self, line):
        if line.defines():
            self.definitions[line.name()] = line.right
        else:
            self.claims.append(line)

    def statements(self, title):
        return [part for part in self.sections.get(title, []) if isinstance(part, Statement)]

    def read_model(self):
        forces = {self.symbol("f", pair.name) for pair in self.mechanism.pairs if pair.kind != "friction"}
        for line in self.statements("Model"):
            if line.name() in forces:
                self.definitions[line.name()] = line.right
            else:
                self.add_claim(line)

    def read_cases(self):
        published = False
        for part in self.sections.get("Static friction", []):
            if isinstance(part, str) and (found := CASE.fullmatch(part)):
                published = False
                self.cases.append(Case(names_in(found[1])))
            elif isinstance(part, str) and ("form a tree" in part or "A chain of" in part) and (
                    not self.cases or self.cases[-1].lines):
                self.cases.append(Case(set(), part))
            elif isinstance(part, str):
                published = published or part.startswith("The formula as published")
                self.add_words(part, published)
            elif isinstance(part, Table):
                self.cases[-1].tables.append(part)
            elif not self.cases:
                self.singles.append(part)
            else:
                (self.cases[-1].published if published else self.cases[-1].lines).append(part)

    def add_words(self, part, published):
        if not self.cases:
            return
        case = self.cases[-1]
        if published and re.search(": (all stick|both slip.*)$", part):
            case.sets.append(part)
        case.words += " " + part
        case.only = case.only or part.endswith("only where")

    # --- a state -------------------------------------------------------------------------------

    def look(self, solution):
        """Complaints about what is printed, in this state, and how much was compared."""
        self.solution, self.state, self.count = solution, solution.state, {}
        self.known = {}
        self.fill()
        complaints = []
        for line in self.claims:
            if line.applies(self.value):
                complaints += self.hold(line, "claims")
        complaints += self.coverage()
        for name, force in solution.held.items():
            self.known[self.symbol("f", name)] = force
        for line in self.singles:
            if any(line.name() == self.symbol("f", name) for name in self.resting()):
                complaints += self.hold(line, "static")
        return complaints + [c for case in self.cases for c in self.look_at(case)]

    def resting(self):
        return {pair.name for pair in self.solution.frictions
                if not pair.is_link and self.state.rate[pair.name] == 0}

    def fill(self):
        symbol, state, solution = self.symbol, self.state, self.solution
        for body in self.mechanism.bodies:
            self.known[symbol("q", body.name)] = state.q[body.name]
            self.known[symbol("v", body.name)] = state.v[body.name]
            self.known[symbol("a", body.name)] = solution.acceleration[body.name]
        for name, value in state.values.items():  # after a body of that name, whose position is not printed then
            self.known[symbol("", name)] = value
        self.known["t"] = state.time
        for name, force in solution.force.items():
            self.known[symbol("f", name)] = force

    def value(self, name):
        if name in self.known:
            known = self.known[name]
            return known if not isinstance(known, (int, float)) and hasattr(known, "low") else exactly(known)
        return value_of(self.definitions[name], self.value)

    def tally(self, what, number=1):
        self.count[what] = self.count.get(what, 0) + number

    def hold(self, line, what):
        self.tally(what)
        return [] if line.is_true(self.value) else [f"{what}: {line}"]

    def coverage(self):
        """Every force is printed once: where a pair at rest has a closed form, and where it moves."""
        missing = []
        if any(case.words and not case.at_rest for case in self.cases):
            return []
        for pair in self.solution.frictions:
            lines = [line for line in self.claims if line.name() == self.symbol("f", pair.name)
                     and line.relations in (["="], ["in"]) and line.applies(self.value)]
            if self.state.rate[pair.name] != 0 and not lines:
                missing.append(f"nothing says the force of {pair.name} in motion")
        return missing

    def look_at(self, case):
        if case.recursion is None:
            lines = [line for line in case.lines if line.name()]
            case.recursion = [recursion(self.reader, case.words, lines, case.tables)]
        rest = case.recursion[0]
        groups = [{pair.name for pair in group if not pair.is_link}
                  for group in self.solution.groups([pair for pair in self.solution.frictions if pair.is_link
                                                     or self.state.rate[pair.name] == 0])]
        if case.at_rest and case.at_rest not in groups:
            return []
        if rest:
            return self.run(rest)
        complaints = []
        wanted = {self.symbol("f", name) for name in case.at_rest}
        printed = [line for line in case.lines if line.name() in wanted]
        for line in printed:
            complaints += self.hold(line, "static")
        if "box problem" not in case.words and not any(line.name() == "Q" for line in case.lines):
            complaints += [f"nothing says what {name} is at rest"
                           for name in sorted(wanted - {line.name() for line in printed})]
        return complaints + self.look_at_steps(case) + self.look_at_published(case)

    def run(self, rest):
        if isinstance(rest, Tree):
            self.tally("trees")
            return rest.complaints(self, self.value)
        self.tally("chains")
        return [f"recursion: {name} has {force.low}, not {self.solution.held[name]}"
                for name, force in rest.forces(self, self.value).items()
                if not same(force.low, self.solution.held[name])]

    # --- the derivation ------------------------------------------------------------------------

    def with_values(self, names, values, tree):
        kept = dict(self.known)
        self.known.update(zip(names, values))
        try:
            return value_of(tree, self.value)
        finally:
            self.known = kept

    def look_at_steps(self, case):
        """The slopes are those of Q, and vanish at the forces without limits."""
        q = next((line.right for line in case.lines if line.name() == "Q"), None)
        slopes = [line.sides[1] for line in case.lines if line.left[0] == "/" and len(line.sides) == 3]
        pairs = [pair.name for pair in self.mechanism.pairs if pair.name in case.at_rest]
        if q is None or len(slopes) != len(pairs):
            return [] if q is None else ["as many slopes as pairs are wanted"]
        forces = [self.symbol("f", name) for name in pairs]
        complaints, here = [], [exactly(self.solution.force[name]) for name in pairs]
        for k, slope in enumerate(slopes):
            beside = [[x + exactly(side) if i == k else x for i, x in enumerate(here)] for side in (1, -1)]
            ends = [self.with_values(forces, values, q) for values in beside]
            self.tally("slopes")
            if not same(((ends[0] - ends[1]) / exactly(2)).low, self.with_values(forces, here, slope).low):
                complaints.append(f"slope {slope} of Q")
        free = {line.name(): value_of(line.right, self.value) for line in case.lines if line.relations == ["="]}
        x = [free.get(self.symbol("x", name)) for name in pairs]
        if None not in x:
            complaints += [f"{slope} does not vanish without limits" for slope in slopes
                           if abs(self.with_values(forces, x, slope).low) > 1e-12]
        return complaints

    def look_at_published(self, case):
        if not case.sets:
            return []
        kept = dict(self.known)
        claimed = {}
        for line in case.published:
            value = value_of(line.right, self.value)
            (claimed if line.words else self.known)[line.name()] = value
        agrees = all(same(value.low, kept[name]) for name, value in claimed.items())
        said = any(self.is_in(item) for item in case.sets)
        self.known = kept
        self.tally("sets")
        if said and not agrees:
            return [f"published forces do not agree where they should: {case.sets}"]
        limits = [self.state.limits(pair) for pair in self.mechanism.pairs if pair.name in case.at_rest]
        if agrees and not said and case.only and (0, 0) not in limits:
            return [f"published forces agree elsewhere too: {case.sets}"]
        return []

    def is_in(self, item):
        item = item.rpartition(": ")[0]
        turned = item.endswith(", or all signs turned")
        for part in item.removesuffix(", or all signs turned").split("; or "):
            lines = [self.words_statement(text) for text in re.split(" and | with |, ", part)]
            if all(line.is_true(self.value) for line in lines):
                return True
            if turned and self.is_true_turned(lines):
                return True
        return False

    def is_true_turned(self, lines):
        kept = dict(self.known)
        for pair in self.mechanism.pairs:
            name = self.symbol("x", pair.name)
            if name in self.known:
                self.known[name] = exactly(0) - self.value(name)
        try:
            return all(line.is_true(self.value) for line in lines)
        finally:
            self.known = kept

    def words_statement(self, text):
        """In words c (x - y) is a product."""
        tokens = []
        for token in self.reader.tokens(text):
            if token == ("sign", "(") and ends_operand(tokens):
                tokens.append(("sign", "*"))
            tokens.append(token)
        return statement(tokens)
