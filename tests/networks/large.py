"""Random large networks of parts that nothing joins but the ground and given motions, written out."""
import random


class Draw:
    def __init__(self, seed, method):
        self.pick = random.Random(f"large {seed} {method}")
        self.stepping = method == "stepping"
        self.method = method
        self.stops = 0.1  # share of pairs of neighbours
        self.shapes = ["chain", "tree", "ring", "star"]

    def chance(self, p):
        return self.pick.random() < p

    def one(self, *choices):
        return self.pick.choice(choices)

    def number(self, low, high):
        return round(self.pick.uniform(low, high), 4)

    # --- parts: kind -> name -> keys -----------------------------------------------------------------------

    def part(self, name, size, shape=None):
        """Bodies along a line, a tree or a ring."""
        part = {kind: {} for kind in ("bodies", "springs", "dampers", "frictions", "links", "stops", "forces")}
        shape = shape or self.one(*self.shapes)
        bodies = [f"{name}_{k}" for k in range(size)]
        moves, pushed = self.one((0, 0.03), (0.1, 0.1), (0.6, 0.25), (1, 0.25))  # shares of the bodies
        for body in bodies:
            part["bodies"][body] = {"mass": self.number(0.5, 3)}
            if self.chance(moves):
                part["bodies"][body]["velocity"] = self.number(-1, 1)
        for k in range(1, size):
            parent = {"star": 0, "tree": self.pick.randrange(max(0, k - 8), k)}.get(shape, k - 1)
            self.couple(part, f"{name}_c{k}", bodies[parent], bodies[k])
        if shape == "ring" and size > 2:
            self.couple(part, f"{name}_c0", bodies[-1], bodies[0])
        for k, body in enumerate(bodies):
            self.support(part, f"{name}_s{k}", body)
            if self.chance(pushed):
                part["forces"][f"{name}_f{k}"] = {"on": body, "value": self.force()}
        return part

    def parts(self, bodies, largest=14):
        """So many of them that they have at least `bodies` bodies."""
        parts = []
        while sum(len(part["bodies"]) for part in parts) < bodies:
            parts.append(self.part(f"p{len(parts)}", self.pick.randint(1, largest)))
        return parts

    def couple(self, part, name, a, b):
        kind = self.pick.randrange(8)
        if kind < 5:
            part["springs"][name] = {"between": [a, b], "stiffness": self.number(20, 200)}
            spring = part["springs"][name]
            if self.chance(0.3):
                spring["damping"] = self.number(0.1, 1)
            if self.chance(0.2):
                spring["freeplay"] = self.number(0.005, 0.05)
        if kind in (4, 5, 6):
            part["frictions"][name + "p"] = {"between": [a, b], **self.friction()}
        if kind == 7:
            part["dampers"][name] = {"between": [a, b], "damping": self.number(0.2, 2)}
        if self.chance(self.stops):
            part["stops"][name + "e"] = {"between": [a, b], "gap": [-self.number(0.05, 0.2), self.number(0.05, 0.2)],
                                         "restitution": self.one(0, 0.5)}

    def support(self, part, name, body):
        kind = self.pick.randrange(5)
        if kind < 3:
            part["frictions"][name] = {"between": [body, "ground"], **self.friction()}
        elif kind == 3:
            part["frictions"][name] = {"between": [body, self.one("drive", "belt", "slab")], **self.friction()}
        if self.chance(0.2):
            part["springs"][name + "k"] = {"between": [body, self.one("ground", "drive")],
                                           "stiffness": self.number(20, 200)}

    def friction(self):
        item = {"kinetic": self.number(0.2, 2)}
        if self.chance(0.3):
            item["static"] = round(item["kinetic"] * self.number(1.05, 1.4), 6)
        if self.chance(0.3):
            item["viscous"] = self.number(0.05, 0.5)
        return item

    def force(self):
        return f"{self.number(-4, 4)}*sin({self.number(1, 9)}*t + {self.number(0, 6)})"

    # --- models --------------------------------------------------------------------------------------------

    def frame(self, duration):
        return {"title": "parts", "simulation": {"duration": duration, "method": self.method, "samples": 11,
                                                 **({"step": 0.005} if self.stepping else {})},
                "bodies": {"drive": {"motion": f"0.1*sin({self.number(2, 6)}*t)"},
                           "belt": {"motion": f"{self.number(0.1, 0.5)}*t"},
                           "slab": {"mass": "inf", "velocity": self.number(-0.5, 0.5)}}}

    def model(self, frame, parts):
        model = {**frame, **{kind: {} for kind in parts[0] if kind != "bodies"}, "bodies": dict(frame["bodies"])}
        for part in parts:
            for kind, items in part.items():
                model[kind].update(items)
        used = {name for kind in parts[0] for item in model[kind].values() for name in item.get("between", [])}
        for body in list(frame["bodies"]):
            if body not in used:
                del model["bodies"][body]
        return model
