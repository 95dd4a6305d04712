"""Random models with repeated parts: several repeats, up to three indices, conditions, neighbours at the border and
around it, local parameters that need each other, random ones, every kind of element."""
import random

DEFAULT_INDICES = ["i", "j", "k"]


class Repeat:
    """What other parts of the file need to know of one [repeat]."""

    def __init__(self, name, body, counts, indices, sizes):
        self.name, self.body, self.counts, self.indices, self.sizes = name, body, counts, indices, sizes
        self.factors = []  # names of local parameters from 0.5 to 1.5

    def at(self, expressions):
        return f"{self.body}[{', '.join(expressions)}]"


class Draw:
    def __init__(self, seed, method):
        self.pick = random.Random(f"{seed} {method}")
        self.stepping = method == "stepping"
        self.method = method
        self.model = {"title": f"template {seed}", "repeat": {}}
        self.repeats = []
        self.links = self.chance(0.2)
        self.current = None

    def chance(self, p):
        return self.pick.random() < p

    def one(self, *choices):
        return self.pick.choice(choices)

    def plain(self, low, high):
        return round(self.pick.uniform(low, high), self.pick.choice([2, 3, 6]))

    # --- expressions -----------------------------------------------------------------------------------------

    def factor(self):
        """An expression from 0.5 to 1.5 of what is known here."""
        here = self.current
        texts = ["1", "g", str(self.plain(0.5, 1.5))]
        if here:
            i, last = here.indices[0], here.indices[-1]
            texts += [f"1 + 0.4*sin({i})", f"if({i} < 3, 0.6, 1.4)", f"1 + 0.3*cos({i}*{last} + g)",
                      f"max(0.5, 1.5 - {last}/10)", f"0.5 + {i}/{here.counts[0]}" if here.sizes[0] else "1",
                      f"1 - 0.5*(-1)^{i}", f"min(1.2, 2^({i}-4) + 0.5)"]
            if len(here.indices) == 1:
                texts += [f"1.5 - {i}/count", f"if(2*{i} <= count, 1.25, g)"]
            texts += 3 * here.factors
        return self.pick.choice(texts)

    def positive(self, low, high):
        """An expression of positive values about the middle of low and high."""
        middle = self.plain(low, high)
        return self.one(middle, f"{middle}*({self.factor()})", f"({self.factor()})*{middle}",
                        f"{middle}*({self.factor()})/({self.factor()})")

    def signed(self, size):
        return f"{self.plain(-size, size)}*({self.factor()})"

    # --- the file --------------------------------------------------------------------------------------------

    def draw(self):
        self.model["parameters"] = {
            "n": self.pick.randint(2, 6), "rows": self.pick.randint(1, 4), "g": self.plain(0.7, 1.3),
            "cols": "rows + 1", "s": self.pick.randint(0, 2**53), "F": self.plain(0.5, 3),
            "ku": {"value": self.plain(0.05, 0.3), "unit": "N/mm"}}
        self.model["signals"] = {"wave": {"value": f"{self.plain(0.2, 1)}*sin({self.plain(2, 9)}*t) + g*t"}}
        self.model["simulation"] = self.simulation()
        self.outside()
        for name in self.pick.sample(["chain", "sheet", "stack", "extra"], self.pick.randint(1, 3)):
            self.repeat(name)
        self.between_repeats()
        if self.chance(0.5):
            self.model["output"] = self.output()
        return self.model

    def simulation(self):
        table = {"duration": self.one(0.4, 0.7, "0.5*g"), "method": self.method}
        if self.chance(0.6):
            table["samples"] = self.pick.randint(2, 30)
        else:
            table["interval"] = self.one(0.05, 0.1, 0.0625)
        if self.stepping:
            table["step"] = self.one(0.01, 0.005, 0.0078125)
        return table

    def output(self):
        patterns = self.pick.sample(["q.*", "v.*_1", "*.frame", "?.*", "a.fr*me", "q.drive"], self.pick.randint(1, 3))
        return {"channels": patterns, "format": self.one("csv", "npy", ["csv", "npy"])}

    def outside(self):
        self.model["bodies"] = {"frame": {"mass": self.positive(1, 5)},
                                "drive": {"motion": self.one("0.2*sin(7*t)", "0.1*wave", "0.05*t^2", "0.3*t")}}
        self.model["springs"] = {"ties": {"between": ["frame", "drive"], "stiffness": "ku"}}
        self.model["frictions"] = {"bed": {"between": ["frame", "ground"], "kinetic": "F"}}

    def repeat(self, name):
        n = len(self.repeats)
        here = self.shape(name, n)
        self.current = here
        repeat = {"count": here.counts[0] if len(here.counts) == 1 else here.counts}
        if here.indices != DEFAULT_INDICES[:len(here.indices)]:
            repeat["index"] = here.indices if len(here.indices) > 1 else here.indices[0]
        repeat["parameters"] = self.locals(here)
        repeat["bodies"] = {here.body: self.block()}
        if self.chance(0.3):
            repeat["bodies"]["pad" + str(n)] = {**self.block(), "where": f"{here.indices[0]} > 1"}
            repeat["springs"] = {"padding" + str(n): {**self.spring(), "between": ["pad" + str(n), here.body],
                                                      "where": f"{here.indices[0]} > 1"}}
        for k in range(self.pick.randint(1, 5)):
            self.element(repeat, here, f"e{n}{k}")
        self.model["repeat"][name] = repeat
        self.repeats.append(here)
        self.current = None

    def shape(self, name, n):
        p = self.model["parameters"]
        rows, columns = p["rows"], p["rows"] + 1
        body = ["block", "node", "layer"][n]
        forms = [(["n"], [p["n"]]), (["n"], [p["n"]]), (["2*n - 1"], [2 * p["n"] - 1]), ([3], [3]), ([1], [1]),
                 (["rows", "cols"], [rows, columns]), (["cols", 2], [columns, 2]), (["rows", 3], [rows, 3]),
                 ([2, "rows", 2], [2, rows, 2]), (["max(n - 6, 0)"], [max(p["n"] - 6, 0)])]
        counts, sizes = self.pick.choice(forms)
        indices = DEFAULT_INDICES[:len(counts)]
        if self.chance(0.4):
            indices = self.pick.sample(["row", "column", "level", "a", "b"], len(counts))
        return Repeat(name, body, list(counts), indices, sizes)

    def locals(self, here):
        table = {}
        for name in self.pick.sample(["m", "mu", "w", "ratio", "x_1"], self.pick.randint(1, 4)):
            kind = self.pick.randrange(5)
            seed = self.one(7, "s", 0, self.pick.randint(0, 10**6), "n + 3")
            if kind == 0:
                table[name] = {"uniform": [0.5, self.one(1.5, "g + 0.2")], "seed": seed}
            elif kind == 1:
                table[name] = {"normal": [1, 0.1], "seed": seed}
            elif kind == 2:
                table[name] = {"lognormal": ["g", 0.05], "seed": seed}
            elif kind == 3:  # deviation of what others are
                middle = self.factor()
                table[name] = {"uniform": [f"0.8*({middle})", f"1.1*({middle})"], "seed": seed}
            else:
                table[name] = self.factor()
            here.factors.append(name)
        names = list(table)
        self.pick.shuffle(names)  # they may need one that comes later
        return {name: table[name] for name in names}

    # --- parts -----------------------------------------------------------------------------------------------

    def block(self):
        item = {self.one("mass", "inertia"): self.positive(0.5, 3)}
        if self.chance(0.1):
            return {"motion": f"0.05*({self.factor()})*sin({self.plain(2, 8)}*t)"}
        if self.chance(0.05):
            return {"mass": "inf", "position": self.signed(0.2)}
        if not self.links:
            if self.chance(0.6):
                item["velocity"] = self.signed(1)
            if self.chance(0.4):
                item["position"] = self.signed(0.3)
        return item

    def spring(self):
        item = {"stiffness": self.one("ku", self.positive(20, 200))}
        if self.chance(0.4):
            item["damping"] = self.positive(0.1, 2)
        if self.chance(0.3):
            item["rest"] = self.signed(0.1)
        if self.chance(0.3):
            item["freeplay"] = self.one(0, self.positive(0.001, 0.05))
        elif self.chance(0.2):
            item["gap"] = [f"-({self.positive(0.01, 0.05)})", self.positive(0.01, 0.1)]
        if not self.stepping and self.chance(0.1):
            return {"force": f"{self.plain(20, 80)}*({self.factor()})*d + 0.3*v*abs(v)"}
        return item

    def friction(self, here):
        item = {"kinetic": self.positive(0.2, 2)}
        if self.chance(0.4):
            item["static"] = f"1.3*({item['kinetic']})"
        if self.chance(0.4):
            item["viscous"] = self.positive(0.05, 1)
        kind = self.pick.randrange(8)
        if kind == 0 and "static" in item:
            item["stribeck"] = {"velocity": self.positive(0.05, 0.5)}
        elif kind == 1:
            item = {"table": [[0, self.positive(1, 2)], [0.2, self.positive(0.5, 1)], [1, 1.5]]}
        elif kind == 2:
            item["negative"] = {"kinetic": "0.8", "static": self.positive(2, 3)}
        elif kind == 3:
            item["normal"] = self.one(f"1 + 0.2*({self.factor()})", f"2 + sin(3*t)*({self.factor()})",
                                      f"1 + 0.1*abs(q.{here.body})", "1.5 + 0.2*v.frame^2")
        elif kind == 4 and not self.stepping:
            item = {"law": "dahl", "sigma0": self.positive(1e3, 1e4), "kinetic": self.positive(0.5, 2)}
        elif kind == 5:
            item["hysteresis"] = {"rise": 0.5, "fall": self.positive(0.1, 0.2), "kinetic": self.positive(0.2, 2)}
        return item

    def element(self, repeat, here, name):
        kind = self.pick.choice(["springs", "springs", "frictions", "frictions", "frictions", "dampers", "stops",
                                 "forces"] + ["links"] * self.links)
        place, where = self.place(here)
        conditions = list(where)
        if self.chance(0.2):
            conditions.append(self.one(f"{here.indices[0]} < 4", f"sin({here.indices[-1]}) > -0.1",
                                       f"{here.indices[0]}*{here.indices[-1]} >= 2"))
        if kind == "forces":
            item = {"value": self.force(here)}
            if self.chance(0.5):
                item["on"], conditions = here.body, []
            else:
                item.update(place)
        else:
            item = {**place, **{"springs": self.spring, "frictions": lambda: self.friction(here), "links": dict,
                                "dampers": lambda: {"damping": self.positive(0.1, 2)},
                                "stops": lambda: {"gap": [self.one(-5, "-inf", "-6*g"), self.positive(4, 6)],
                                                  "restitution": self.one(0, 0.5, "0.3*g")}}[kind]()}
        if conditions:
            item["where"] = conditions if len(conditions) > 1 or self.chance(0.3) else conditions[0]
        repeat.setdefault(kind, {})[name] = item

    def force(self, here):
        texts = [f"{self.plain(-3, 3)}*sin({self.plain(1, 9)}*t + {here.indices[0]})", f"F*({self.factor()})*cos(5*t)",
                 f"wave*({self.factor()})", f"-{self.plain(0.1, 1)}*({self.factor()})*v.{here.body}",
                 f"2*(q.frame - q.{here.body})*({self.factor()})",
                 f"step(t - 0.1*{here.indices[-1]})", f"{self.plain(1, 4)}*({self.factor()})"]
        last = ", ".join(map(str, here.counts))
        if all(here.sizes):
            texts.append(f"0.5*q.{here.body}[{last}] + 0.1*v.{here.body}[{', '.join('1' for _ in here.sizes)}]")
        return self.pick.choice(texts)

    def place(self, here):
        """Two bodies of which at least one is of this instance, and when both are there."""
        i, n = here.indices, here.counts
        along = self.pick.randrange(len(i))
        fixed = "frame" if self.chance(0.5) else self.one("ground", "drive")
        moved = list(i)
        kind = self.pick.randrange(6)
        where = []
        if kind == 0 or not all(here.sizes):
            other = fixed
        elif kind == 1:
            moved[along] = f"{i[along]} + 1"
            other, where = here.at(moved), [f"{i[along]} < {n[along]}"]
        elif kind == 2:
            moved[along] = f"{i[along]} - 1"
            other, where = here.at(moved), [f"{i[along]} > 1"]
        elif kind == 3:  # a ring
            moved[along] = f"if({i[along]} < {n[along]}, {i[along]} + 1, 1)"
            other, where = here.at(moved), [f"{n[along]} > 1"]
        elif kind == 4:  # mirrored
            moved[along] = f"{n[along]} + 1 - {i[along]}"
            other, where = here.at(moved), [f"2*{i[along]} < {n[along]} + 1"]
        else:
            other, where = self.elsewhere(here, fixed)
        pair = [here.body, other] if self.chance(0.5) else [other, here.body]
        return self.deflection(pair), where

    def elsewhere(self, here, fixed):
        """A body of a repeat before, with its own number of indices."""
        others = [other for other in self.repeats if all(other.sizes)]
        if not others:
            return fixed, []
        other = self.pick.choice(others)
        return other.at([here.indices[0], *map(str, other.counts[1:])]), [f"{here.indices[0]} <= {other.counts[0]}"]

    def deflection(self, pair):
        if self.chance(0.15):
            return {"between": pair, "arms": [self.positive(0.5, 2), self.one(-1, 1, self.positive(0.5, 2))]}
        if self.chance(0.15):
            if "ground" not in pair:
                return {"across": {pair[0]: self.positive(0.5, 2), pair[1]: f"-({self.positive(0.5, 2)})"}}
        return {"between": pair}

    def between_repeats(self):
        """Elements outside of templates name instances in both ways."""
        for k, here in enumerate(self.repeats):
            if not all(here.sizes):
                continue
            last = "_".join(map(str, here.sizes))
            first = [str(1)] * len(here.sizes)
            if self.chance(0.6):
                self.model.setdefault("forces", {})[f"pull{k}"] = {
                    "on": self.one(here.at(list(map(str, here.counts))), f"{here.body}_{last}"),
                    "value": self.one("3*t", f"F*sin(4*t) - 0.2*v.{here.at(first)}", f"wave - q.{here.body}_{last}")}
            if self.chance(0.4):
                self.model["springs"][f"hook{k}"] = {
                    "between": [here.at(first), self.one("frame", "drive")], "stiffness": "30*g"}
