"""Random mechanisms with dry friction, and states of them, in fractions."""
from fractions import Fraction
import dataclasses
import random

GROUND = "ground"


@dataclasses.dataclass
class Body:
    name: str
    mass: str = ""           # a number or a parameter; "": moved
    motion: int = 0          # coefficient of t^2


@dataclasses.dataclass
class Pair:
    name: str
    arms: dict               # body -> coefficient of the rate
    keys: tuple              # as the file has them: the bodies and the two arms
    viscous: list = None     # forward, backward; numbers or parameters
    kinetic: list = None
    static: list = None
    is_link: bool = False
    kind: str = "friction"   # spring, damper: kinetic[0] is the stiffness or the damping

    def is_symmetric(self):
        return all(a == b for a, b in (self.viscous, self.kinetic, self.static))


@dataclasses.dataclass
class Mechanism:
    bodies: list
    pairs: list
    parameters: dict         # name -> value in the file
    forces: dict             # name -> (body, value as text)

    def toml(self):
        lines = ["[parameters]"] + [f"{name} = {value}" for name, value in self.parameters.items()]
        for body in self.bodies:
            what = f'mass = "{body.mass}"' if body.mass else f'motion = "{body.motion}*t^2"'
            lines += [f"[bodies.{body.name}]", what]
        for pair in self.pairs:
            lines += self.element(pair)
        for name, (body, value) in self.forces.items():
            lines += [f"[forces.{name}]", f'on = "{body}"', f'value = "{value}"']
        return "\n".join(lines + ["[simulation]", "duration = 1", ""])

    @staticmethod
    def element(pair):
        first, second, arms = pair.keys
        kind = "links" if pair.is_link else pair.kind + "s"
        lines = [f"[{kind}.{pair.name}]", f'between = ["{first}", "{second}"]']
        if len(pair.arms) == 3:
            lines[1] = "across = { " + ", ".join(f"{body} = {arm}" for body, arm in pair.arms.items()) + " }"
        elif arms:
            lines.append(f"arms = [{arms[0]}, {arms[1]}]")
        if pair.is_link:
            return lines
        if pair.kind != "friction":
            return lines + [f'{"stiffness" if pair.kind == "spring" else "damping"} = "{pair.kinetic[0]}"']
        rows = [f'viscous = "{c}", kinetic = "{k}", static = "{s}"'
                for c, k, s in zip(pair.viscous, pair.kinetic, pair.static)]
        lines += rows[0].split(", ")
        if not pair.is_symmetric():
            lines.append("negative = { " + rows[1] + " }")
        return lines


class Draw:
    """Draws mechanisms; constants are numbers or parameters."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.parameters = {}

    def constant(self, letter, values):
        value = self.random.choice(values)
        if self.random.random() < 0.5:
            return str(value)
        name = f"{letter}{len(self.parameters)}"
        self.parameters[name] = value
        return name

    def strengths(self):
        """Both directions; static ones as a factor of kinetic ones, so that any values are a model."""
        one = lambda: self.constant("T", [0, 1, 2, 3, 5, 8]) + (" + 1" if self.random.random() < 0.1 else "")
        kinetic = one()
        viscous = self.constant("C", [1, 2]) if self.random.random() < 0.3 else "0"
        sides = [(viscous, kinetic), (viscous, kinetic)]
        if self.random.random() < 0.5:
            sides[1] = (viscous if self.random.random() < 0.5 else "0", one())
        breaks = self.random.random() < 0.2
        static = [f"2*({k})" if breaks else k for _, k in sides]
        return [c for c, _ in sides], [k for _, k in sides], static

    def pair(self, name, first, second, arms):
        ra, rb = arms or (1, 1)
        coefficients = {}
        for body, arm in ((first, ra), (second, -rb)):
            if body != GROUND:
                coefficients[body] = Fraction(arm)
        return Pair(name, coefficients, (first, second, arms), *self.strengths())

    def mechanism(self):
        pick = self.random
        count, with_arms = pick.choice([1, 2, 2, 3, 3, 3, 4, 5, 6]), pick.random() < 0.4
        chain, links = pick.random() < 0.5, pick.random() < 0.25
        bodies = [Body(f"b{i}", self.constant("M", [1, 2, 3, 5])) for i in range(count + 1)]
        arms = lambda: (pick.randint(1, 3), pick.choice([-2, -1, 1, 2, 3])) if with_arms else None
        pairs = []

        def add(first, second):
            pairs.append(self.pair(f"p{len(pairs)}", first, second, arms()))

        for i in range(1, count + 1):
            other = i - 1 if chain else pick.randrange(i)
            ends = [f"b{i}", f"b{other}"]
            turned = pick.random() < (0.5 if pick.random() < 0.5 else 0.0)
            add(*(ends if turned else ends[::-1]))
            if links and i > 1 and pick.random() < 0.4:
                pairs[-1].is_link = True
        fixed = [GROUND]
        if pick.random() < 0.3:
            bodies.append(Body("m", motion=pick.randint(-2, 2)))
            fixed.append("m")
            for pair in pairs:
                if pick.random() < 0.3:
                    pair.arms["m"] = Fraction(pick.choice([-2, -1, 1, 3]))
        for i in range(count + 1):
            if (i == count if chain else pick.random() < 0.3) and pick.random() < 0.5:
                add(f"b{i}", pick.choice(fixed))
        if pick.random() < 0.12:  # a second pair beside the first one
            first, second, ratio = pairs[0].keys
            for _ in range(pick.choice([1, 1, 2, 5])):
                pairs.append(self.pair(f"p{len(pairs)}", first, second, ratio))
        if 1 < count < 4 and pick.random() < 0.1:
            add("b0", f"b{count}")
        if all(pair.is_link for pair in pairs):
            pairs[0].is_link = False
        elements = []
        if pick.random() < 0.3:
            elements.append(self.spring(pick.choice(["spring", "damper"]), count))
        pick.shuffle(pairs)
        forces = {f"F{i}": (f"b{pick.randrange(count + 1)}", self.load()) for i in range(pick.randint(1, count + 2))}
        used = {word for pair in pairs + elements for part in (pair.viscous, pair.kinetic)
                for text in part for word in text.split()}
        used |= {body.mass for body in bodies} | {value.split("*")[0] for _, value in forces.values()}
        parameters = {name: value for name, value in self.parameters.items() if name in used}
        return self.with_shared_names(Mechanism(bodies, pairs + elements, parameters, forces))

    def with_shared_names(self, mechanism):
        """Some bodies have the name of a parameter, and so have some elements."""
        pick = self.random
        names = list(mechanism.parameters)
        if not names or pick.random() < 0.5:
            return mechanism

        def shared(own):
            new = dict(zip(pick.sample(own, len(own)), pick.sample(names, len(names))))
            return {name: new[name] if name in new and pick.random() < 0.5 else name for name in own + [GROUND]}

        body = shared([body.name for body in mechanism.bodies])
        element = shared([pair.name for pair in mechanism.pairs] + list(mechanism.forces))
        for one in mechanism.bodies:
            one.name = body[one.name]
        for pair in mechanism.pairs:
            pair.name = element[pair.name]
            pair.arms = {body[name]: arm for name, arm in pair.arms.items()}
            pair.keys = (body[pair.keys[0]], body[pair.keys[1]], pair.keys[2])
        mechanism.forces = {element[name]: (body[on], value) for name, (on, value) in mechanism.forces.items()}
        return mechanism

    def load(self):
        constant = self.constant("P", list(range(-12, 13)))
        return constant if self.random.random() < 0.7 else constant + "*t"

    def spring(self, kind, count):
        constant = self.constant("k", [1, 2, 7])
        first, second = self.random.sample(range(count + 1), 2)
        pair = Pair("s0", {f"b{first}": Fraction(1), f"b{second}": Fraction(-1)}, (f"b{first}", f"b{second}", None),
                    kind=kind, viscous=["0"], kinetic=[constant])
        return pair


# --- a state, and what holds in it --------------------------------------------------------------


class State:
    """Values of the parameters, positions and velocities, with many rates 0."""

    def __init__(self, mechanism, pick):
        self.mechanism = mechanism
        self.values = {name: Fraction(self.other(name, pick)) for name in mechanism.parameters}
        self.time = Fraction(pick.randint(0, 6), 2)
        self.q = {body.name: Fraction(pick.randint(-3, 3)) for body in mechanism.bodies}
        self.v = {body.name: Fraction(pick.randint(-1, 1)) for body in mechanism.bodies}
        for body in mechanism.bodies:
            if not body.mass:
                self.q[body.name] = body.motion * self.time**2
                self.v[body.name] = 2 * body.motion * self.time
        self.stop_some(pick)
        self.rate = {pair.name: sum(arm * self.v[body] for body, arm in pair.arms.items())
                     for pair in mechanism.pairs}

    @staticmethod
    def other(name, pick):
        return pick.choice({"T": [0, 0, 1, 1, 2, 3, 5, 8], "P": range(-12, 13)}.get(name[0], [1, 2, 3, 5]))

    def stop_some(self, pick):
        """Each link, and each pair by chance, takes the rate 0 from its second body to its first."""
        chance = pick.choice([0.3, 0.7, 1.0])
        known = {body.name for body in self.mechanism.bodies if not body.mass} | {GROUND}
        waiting = [pair for pair in self.mechanism.pairs if pair.kind == "friction"]
        while waiting:
            ready = [pair for pair in waiting if any(end in known for end in pair.keys[:2])]
            if not ready:
                known.add(waiting[0].keys[0])
                continue
            pair = ready[0]
            waiting.remove(pair)
            own = next((end for end in pair.keys[:2] if end not in known), None)
            known.update(pair.keys[:2])
            if own and (pair.is_link or pick.random() < chance):
                rest = sum(arm * self.v[body] for body, arm in pair.arms.items() if body != own)
                self.v[own] = -rest / pair.arms[own]

    def is_possible(self):
        return all(self.rate[pair.name] == 0 for pair in self.mechanism.pairs if pair.is_link)

    def number(self, text):
        return Fraction(eval(text, {"t": self.time}, {**self.values}))  # pylint: disable=eval-used

    def loads(self):
        """Of applied forces and of those that the state gives."""
        load = {body.name: Fraction(0) for body in self.mechanism.bodies}
        for body, value in self.mechanism.forces.values():
            load[body] += self.number(value)
        for pair in self.mechanism.pairs:
            if pair.kind == "friction":
                continue
            x = self.v if pair.kind == "damper" else self.q
            force = self.number(pair.kinetic[0]) * sum(arm * x[body] for body, arm in pair.arms.items())
            for body, arm in pair.arms.items():
                load[body] -= arm * force
        return load

    def sliding(self, pair):
        rate = self.rate[pair.name]
        side = 0 if rate > 0 else 1
        level = self.number(pair.kinetic[side])
        return self.number(pair.viscous[side]) * rate + (level if side == 0 else -level)

    def limits(self, pair):
        return -self.number(pair.static[1]), self.number(pair.static[0])
