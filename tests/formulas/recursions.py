"""The recursions that `luztar derive` prints for many pairs, done as they are printed."""
import re

from formula import exactly, value_of, parse, symbols


class Recursion:
    """Formulas by their left sides, tables by their headers. `state` says values and rates."""

    def __init__(self, reader, words, lines, tables):
        self.reader, self.words, self.tables = reader, words, tables
        self.lines = {line.name(): line.right for line in lines}
        self.cells = {}

    def own(self, name):
        return self.reader.symbol("", name)

    def has(self, name):
        return self.own(name) in self.lines

    def formula(self, name, **values):
        """The right side of a printed formula with these values of its symbols."""
        tree = self.lines[self.own(name)]
        given = {self.own(key): value for key, value in values.items()}
        missing = symbols(tree) - given.keys()
        if missing:
            raise ValueError(f"{name}: no value of {missing}")
        return value_of(tree, given.__getitem__)

    def column(self, table, name):
        for header in (name, self.own(name)):
            if header in table.header:
                return table.header.index(header)
        raise KeyError(name)

    def text(self, table, row, name):
        return table.rows[row][self.column(table, name)]

    def number(self, table, row, name, values):
        text = self.text(table, row, name)
        if text not in self.cells:
            self.cells[text] = parse(self.reader.tokens(text))
        return value_of(self.cells[text], values)

    def limits(self, table, row, values):
        """Values of the symbols that stand for the limits in this table."""
        return {name: self.number(table, row, name, values) for name in ("FT_i", "L_i", "U_i")
                if self.own(name) in table.header}


class Chain(Recursion):
    """Nested clipping over masses and forces of the bodies of a row."""

    def forces(self, state, values):
        table = self.tables[0]
        n = len(table.rows) - 1
        pairs = [self.text(table, i, "pair to the next") for i in range(n)]
        sign = -1 if "count against the order" in self.words else 1
        rates = state.solution.state.rate
        kinetic = {k: exactly(sign * state.solution.force[pairs[k]]) for k in range(n) if rates[pairs[k]] != 0}
        found, first = {}, 0
        while first < n:
            last = first
            while last < n and last not in kinetic:
                last += 1
            if last > first:
                for k, force in self.run(first, last - 1, kinetic, values).items():
                    found[pairs[k]] = exactly(0) - force if sign < 0 else force
            first = last + 1
        return found

    def run(self, first, last, kinetic, values):
        """Pairs first ... last at rest; kinetic forces at the ends count as part of F."""
        table, found, following = self.tables[0], {}, exactly(0)
        force = [self.number(table, b, "F_i", values) for b in range(len(table.rows))]
        mass = [self.number(table, b, "M_i", values) for b in range(len(table.rows))]
        if first - 1 in kinetic:
            force[first] += kinetic[first - 1]
        if last + 1 in kinetic:
            force[last + 1] -= kinetic[last + 1]
        for j in range(last, first - 1, -1):
            before = exactly(0)
            for i in range(first, j + 1):
                a = self.acceleration(sum(force[i + 1:j + 2], force[i]), sum(mass[i + 1:j + 2], mass[i]), before,
                                      following, j + 1 == len(mass) - 1, values)
                z = self.formula("z_i", F_i=force[i], M_i=mass[i], s_before=before, a_ij=a)
                before = self.formula("s_i", z_i=z, **self.limits(table, i, values))
            found[j] = following = self.formula("T_j", s_j=before)
        return found

    def acceleration(self, force, mass, before, following, is_last, values):
        given = re.search(r"\(([^()]*) if the last body is among them\)", self.words)
        if given and is_last:
            return value_of(parse(self.reader.tokens(given[1])), values)
        return self.formula("a_ij", F_sum=force, M_sum=mass, s_before=before, T_next=following)


class GeneralChain(Recursion):
    """The same in terms of W and c."""

    def forces(self, state, values):
        table = self.tables[0]
        n = len(table.rows)
        pairs = [self.text(table, i, "pair") for i in range(n)]
        rates = state.solution.state.rate
        moving = {k: exactly(state.solution.force[pairs[k]]) for k in range(n) if rates[pairs[k]] != 0}
        numbers = lambda name: [self.number(table, i, name, values) if self.text(table, i, name) else exactly(0)
                                for i in range(n)]
        self.w, self.v, self.c = numbers("W_ii"), numbers("V_i"), numbers("c_i")
        found, first = {}, 0
        while first < n:
            last = first
            while last < n and last not in moving:
                last += 1
            if last > first:
                found |= {pairs[k]: force for k, force in self.run(first, last - 1, moving, values).items()}
            first = last + 1
        return found

    def run(self, first, last, moving, values):
        table, found = self.tables[0], {}
        following = moving.get(last + 1, exactly(0))
        for j in range(last, first - 1, -1):
            d = {j: self.formula("d_j", W_jj=self.w[j])}
            r = {j: self.formula("r_j", c_j=self.c[j], V_j=self.v[j], T_next=following)}
            for k in range(j - 1, first - 1, -1):
                d[k] = self.formula("d_k", W_kk=self.w[k], V_k=self.v[k], d_next=d[k + 1])
                r[k] = self.formula("r_k", c_k=self.c[k], V_k=self.v[k], r_next=r[k + 1], d_next=d[k + 1])
            before = moving.get(first - 1, exactly(0))
            for i in range(first, j + 1):
                before = self.formula("s_i", r_i=r[i], d_i=d[i], V_before=self.v[i - 1] if i > 0 else exactly(0),
                                      s_before=before, **self.limits(table, i, values))
            found[j] = following = self.formula("T_j", s_j=before)
        return found


class Tree(Recursion):
    """Messages on a tree. Its accelerations are where rising polylines have a value: whether those of
    the oracle are is exact, and enough since there is one such place."""

    def complaints(self, state, values):
        self.values, self.solution = values, state.solution
        bodies = self.tables[0]
        self.given = self.tables[1] if len(self.tables) > 1 else None
        self.names = [self.text(bodies, i, "body") for i in range(len(bodies.rows))]
        return [f"{name}: {complaint}" for i, name in enumerate(self.names) if (complaint := self.complaint(i))]

    def rests(self, pair):
        return self.solution.state.rate[pair] == 0

    def cell(self, i, name):
        return self.number(self.tables[0], i, name, self.values)

    def parent_rests(self, i):
        pair = self.text(self.tables[0], i, "pair")
        return bool(pair) and self.rests(pair)

    def complaint(self, i):
        x = exactly(self.solution.held_acceleration[self.names[i]])
        if not self.parent_rests(i):  # a root
            return None if 0 in self.g(i, x) else f"g is {self.g(i, x)} at the acceleration"
        parent = exactly(self.solution.held_acceleration[self.text(self.tables[0], i, "parent")])
        stuck = self.formula("x_c", E_c=self.cell(i, "E_i"), x_i=parent, b_c=self.cell(i, "b_i"), D_c=self.cell(i, "D_i"))
        low, high = self.cell(i, "L_i").low, self.cell(i, "U_i").low
        needed = exactly(0) - self.g(i, stuck) / self.cell(i, "D_i")
        if needed.high >= low and needed.low <= high:
            return None if x == stuck else f"sticks at {stuck}, not {x}"
        limit = exactly(low if needed.high < low else high)
        wanted = exactly(0) - self.cell(i, "D_i") * limit
        return None if wanted.low in self.g(i, x) else f"g is {self.g(i, x)}, not {wanted}"

    def g(self, i, x):
        """The force that body i and all behind it take at this acceleration."""
        children = given = exactly(0)
        for c in range(len(self.names)):
            if not self.parent_rests(c) or self.text(self.tables[0], c, "parent") != self.names[i]:
                continue
            e, d = self.cell(c, "E_i"), self.cell(c, "D_i")
            own = self.formula("x_c", E_c=e, x_i=x, b_c=self.cell(c, "b_i"), D_c=d)
            force = self.formula("T_c", g_c=self.g(c, own), D_c=d, L_c=self.cell(c, "L_i"), U_c=self.cell(c, "U_i"))
            children += e * force
        for p in range(len(self.given.rows) if self.given else 0):
            if self.text(self.given, p, "body") == self.names[i] and self.rests(self.text(self.given, p, "pair")):
                given += self.pull(p, x)
        one = exactly(1)
        return self.formula("g_i", M_i=self.cell(i, "M_i"), x_i=x, F_i=self.load(i), sum_c=one, E_c=one, T_c=children,
                            sum_p=one, D_p=one, T_p=given)

    def pull(self, p, x):
        """D_p T_p, with the limit that the sign says."""
        cell = lambda name: self.number(self.given, p, name, self.values)
        low, high = cell("L_p"), cell("U_p")
        rate = (cell("D_p") * x + cell("b_p")).low
        force = high if rate > 0 else low if rate < 0 else type(low)(low.low, high.high)
        return cell("D_p") * force

    def load(self, i):
        """Of pairs that move the force counts as part of F."""
        load = self.cell(i, "F_i")
        named = [self.text(table, k, "pair") for table in self.tables for k in range(len(table.rows))]
        for pair in self.solution.frictions:
            if pair.name in named and self.solution.state.rate[pair.name] != 0:
                load -= exactly(pair.arms.get(self.names[i], 0) * self.solution.force[pair.name])
        return load


def recursion(reader, words, lines, tables):
    """Of the formulas that stand together, or None for the box problem, which has none."""
    base = Recursion(reader, words, lines, tables)
    if base.has("a_ij"):
        return Chain(reader, words, lines, tables)
    if base.has("d_j"):
        return GeneralChain(reader, words, lines, tables)
    return Tree(reader, words, lines, tables) if base.has("g_i") else None
