"""A mechanical network in the words of docs/model.md, as text for luztar and as numbers for run.py.

An input is a pair (text, function). Functions of time are f(t, m): m is an instant within the step, which says on which
side of its jumps the input is; forces that depend on the motion are f(t, m, q, v) with q and v by the names of bodies.
"""
import math


def number(x):
    return "inf" if x == math.inf else repr(x)


def toml(value):
    if isinstance(value, str):
        return '"' + value + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(x) for x in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(x)}" for key, x in value.items()) + " }"
    return number(value)


class Body:
    def __init__(self, name, mass=None, position=0.0, velocity=0.0, motion=None):
        """motion: (text, position(t), velocity(t, m), instants of its kinks)"""
        self.name, self.mass, self.position, self.velocity, self.motion = name, mass, position, velocity, motion

    @property
    def is_given(self):
        return self.motion is not None or self.mass == math.inf

    def text(self):
        if self.motion:
            return {"motion": self.motion[0]}
        return {"mass": "inf" if self.mass == math.inf else self.mass, "position": self.position,
                "velocity": self.velocity}


class Side:
    """A friction in one direction: viscous C, static F_S, the level by the speed, on both branches of a hysteresis."""

    def __init__(self, viscous, static, level, hysteresis=None):
        # With a hysteresis C has branches as well; it is then part of what changes with speed.
        self.viscous, self.drag = (0.0, viscous) if hysteresis else (viscous, 0.0)
        self.static, self.level, self.hysteresis = static, level, hysteresis

    def next_branch(self, branch, speed):
        if self.hysteresis is None:
            return 0
        if branch == 0:
            return 1 if speed > self.hysteresis["rise"] else 0
        return 0 if speed < self.hysteresis["fall"] else 1

    def level_at(self, speed, branch, normal):
        if branch:
            return self.hysteresis["kinetic"] * normal + self.hysteresis.get("viscous", self.drag) * speed
        return self.level(speed) * normal + self.drag * speed


class Element:
    """kind: spring, gap, damper, friction, link, stop, law (a spring or damper with `force`), force."""

    def __init__(self, kind, name, terms, keys, **values):
        self.kind, self.name, self.terms, self.keys = kind, name, terms, keys
        self.__dict__.update(values)


TABLES = {"spring": "springs", "gap": "springs", "damper": "dampers", "friction": "frictions", "link": "links",
          "stop": "stops", "force": "forces"}


class Network:
    def __init__(self):
        self.bodies, self.elements = {}, []
        self.duration = self.step = 0.0
        self.start = 0.0
        self.interval = 0.0
        self.adaptive = None  # or the tolerance
        self.cuts = []  # instants at which an input jumps or a motion has a kink
        self.kinds = set()
        self.signals, self.files = {}, {}

    def add_body(self, *arguments, **values):
        body = Body(*arguments, **values)
        self.bodies[body.name] = body

    def add(self, *arguments, **values):
        self.elements.append(Element(*arguments, **values))

    def text(self):
        lines = ["[bodies]"]
        lines += [f"{name} = {toml(body.text())}" for name, body in self.bodies.items()]
        if self.signals:
            lines += ["[signals]"] + [f"{name} = {toml(keys)}" for name, keys in self.signals.items()]
        tables = {}
        for element in self.elements:
            table = element.table if element.kind == "law" else TABLES[element.kind]
            tables.setdefault(table, []).append(f"{element.name} = {toml(element.keys)}")
        for table, rows in tables.items():
            lines += [f"[{table}]", *rows]
        lines += ["[simulation]", f"duration = {self.duration!r}", 'method = "stepping"', f"step = {self.step!r}",
                  f"interval = {self.interval!r}"]
        if self.start:
            lines.append(f"start = {self.start!r}")
        if self.adaptive:
            lines += ["adaptive = true", f"tolerance = {self.adaptive!r}"]
        return "\n".join(lines) + "\n"
