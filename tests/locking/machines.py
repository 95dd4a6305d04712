"""Random drives that may lock themselves: screw jacks, worm gears, wedges with stops, freewheels, frictions behind."""
import dataclasses
import math
import random


@dataclasses.dataclass
class Link:
    """Between bodies a and b with d = ra q_a - rb q_b."""
    a: int
    b: int
    ra: float
    rb: float
    efficiency: tuple | None = None


@dataclasses.dataclass
class OneSided:
    """A stop ("lower", "upper") or a freewheel ("freewheel", d = sign q) at a body."""
    kind: str
    body: int
    sign: int = 1


@dataclasses.dataclass
class Friction:
    """Between a body and the ground; `link` is the number of the link that presses it, or None."""
    body: int
    kinetic: float
    static: float
    constant: float = 1.0
    per_force: float = 0.0
    link: int | None = None


@dataclasses.dataclass
class Piece:
    """Of the drive, from `begin` on: constant + slope (t - begin) + sine sin(omega t)."""
    begin: float
    constant: float = 0.0
    slope: float = 0.0
    sine: float = 0.0
    omega: float = 0.0

    def text(self):
        parts = [repr(self.constant)] if self.constant else []
        if self.slope:
            parts.append(f"{self.slope!r}*(t - {self.begin!r})" if self.begin else f"{self.slope!r}*t")
        if self.sine:
            parts.append(f"{self.sine!r}*sin({self.omega!r}*t)")
        return " + ".join(parts) or "0"


def text_of(pieces):
    """The expression of a load."""
    text = pieces[-1].text()
    for before, after in zip(pieces[-2::-1], pieces[:0:-1]):
        text = f"if(t < {after.begin!r}, {before.text()}, {text})"
    return text


@dataclasses.dataclass
class Machine:
    name: str
    mass: list
    weight: list
    links: list
    one_sided: list
    frictions: list
    drive: list  # pieces of the load on body 0
    duration: float
    later: dict = dataclasses.field(default_factory=dict)  # body: pieces of its load after its weight

    def toml(self):
        lines = [f'title = "{self.name}"']
        for i, mass in enumerate(self.mass):
            lines += [f"[bodies.b{i}]", f"mass = {mass!r}"]
        for k, x in enumerate(self.links):
            lines += [f"[links.l{k}]", f'between = ["b{x.a}", "b{x.b}"]', f"arms = [{x.ra!r}, {x.rb!r}]"]
            if x.efficiency:
                lines.append(f"efficiency = [{x.efficiency[0]!r}, {x.efficiency[1]!r}]")
        for k, x in enumerate(self.one_sided):
            if x.kind == "freewheel":
                ends = [f'"b{x.body}"', '"ground"']
                lines += [f"[freewheels.o{k}]", f"between = [{', '.join(ends[::x.sign])}]"]
            else:
                gap = '[0, "inf"]' if x.kind == "lower" else '["-inf", 0]'
                lines += [f"[stops.o{k}]", f'between = ["b{x.body}", "ground"]', f"gap = {gap}"]
        for k, x in enumerate(self.frictions):
            lines += [f"[frictions.r{k}]", f'between = ["b{x.body}", "ground"]', f"kinetic = {x.kinetic!r}"]
            if x.static > x.kinetic:
                lines.append(f"static = {x.static!r}")
            if x.link is not None:
                lines.append(f'normal = "{x.constant!r} + {x.per_force!r}*abs(f.l{x.link})"')
        for i, pieces in enumerate(self.loads()):
            if pieces:
                lines += [f"[forces.load{i}]", f'on = "b{i}"', f'value = "{text_of(pieces)}"']
        lines += ["[simulation]", f"duration = {self.duration!r}", f"samples = {ROWS + 1}"]
        return "\n".join(lines) + "\n"

    def loads(self):
        """Pieces of each body's load."""
        weights = [[Piece(0.0, w)] if w else [] for w in self.weight]
        return [self.drive] + [pieces + self.later.get(i, []) for i, pieces in enumerate(weights) if i]

    def elements(self):
        """Kind and arms of each elastic element, links first."""
        n, found = len(self.mass), []
        for x in self.links:
            arms = [0.0] * n
            arms[x.a], arms[x.b] = x.ra, -x.rb
            found.append(("link", arms))
        for x in self.one_sided:
            arms = [0.0] * n
            arms[x.body] = float(x.sign)
            found.append((x.kind, arms))
        return found

    def pressed(self):
        """(body, sign, constant, weights of links, part, kinetic, held) of all frictions, those of losses too."""
        found = []
        for k, x in enumerate(self.links):
            if x.efficiency:
                one = [float(j == k) for j in range(3)]
                forward, backward = 1 / x.efficiency[0] - 1, 1 - x.efficiency[1]
                found.append((x.a, x.ra, 0.0, one, 1, (forward, backward), (forward, backward)))
                found.append((x.a, x.ra, 0.0, one, -1, (backward, forward), (backward, forward)))
        for x in self.frictions:
            weights = [x.per_force * (j == x.link) for j in range(3)]
            found.append((x.body, 1.0, x.constant, weights, 0, (x.kinetic,) * 2, (x.static,) * 2))
        return found

    def jumps(self):
        return [piece.begin for pieces in self.loads() for piece in pieces[1:]]

    def rows(self):
        """Times that are compared: rows of the results that are not too near behind a jump."""
        times = [self.duration * k / ROWS for k in range(1, ROWS + 1)]
        return [t for t in times if all(not 0 <= t - jump < 0.4 * self.duration / ROWS for jump in self.jumps())]

    def ratios(self):
        """Of each body: its position per position of body 0, as the links have it."""
        found = [1.0]
        for x in self.links:
            found.append(found[x.a] * x.ra / x.rb)
        return found

    def reach(self):
        """Of each body: how far it would come if all loads pushed the machine one way without losses."""
        r = self.ratios()
        push = sum(peak(pieces, self.duration) * abs(x) for pieces, x in zip(self.loads(), r))
        inertia = sum(m * x * x for m, x in zip(self.mass, r))
        return [0.5 * self.duration**2 * push / inertia * abs(x) for x in r]


ROWS = 20


def peak(pieces, end):
    return max((abs(x.constant) + abs(x.slope) * (end - x.begin) + abs(x.sine) for x in pieces), default=0.0)


def loguniform(draw, least, most):
    return math.exp(draw.uniform(math.log(least), math.log(most)))


def tidy(x):
    """Four digits, so that models are easy to read."""
    return float(f"{x:.4g}")


def draw_link(draw, a, lossy):
    ra, rb = tidy(loguniform(draw, 0.05, 1)), tidy(loguniform(draw, 0.7, 1.5))
    if not lossy:
        return Link(a, a + 1, ra, rb)
    forward = tidy(draw.uniform(0.25, 0.95))
    locks = draw.random() < 0.8
    backward = tidy(-loguniform(draw, 0.003, 1.5) if locks else draw.uniform(0, forward))
    return Link(a, a + 1, ra, rb, (forward, backward))


def draw_links(draw, count, wedge):
    kinds = {1: [(True,)], 2: [(True, True), (True, False), (False, True)]}[count]
    lossy = draw.choice(kinds)
    if wedge:
        lossy = tuple(x and draw.random() < 0.3 for x in lossy)
    return [draw_link(draw, k, x) for k, x in enumerate(lossy)]


def draw_masses(draw, links):
    mass = [1.0]
    for x in links:
        mass.append(mass[-1] * (x.ra / x.rb) ** -2 * loguniform(draw, 0.1, 10))
    scale = loguniform(draw, 0.01, 10)
    return [tidy(m * scale) for m in mass]


def draw_frictions(draw, machine, size, wedge):
    """`size` is a force at body 0 of the size of the loads."""
    r = machine.ratios()
    if wedge:
        k = draw.randrange(len(machine.links))
        body, arm = machine.links[k].a, machine.links[k].ra
        if draw.random() < 0.2:
            body, arm = machine.links[k].b, machine.links[k].rb
        kinetic = tidy(draw.uniform(0.1, 0.8))
        static = kinetic if draw.random() < 0.6 else tidy(kinetic * draw.uniform(1, 1.6))
        per_force = tidy(arm * draw.uniform(0.4, 1.6) / static)
        constant = tidy(size / abs(r[body]) * draw.choice([0, draw.uniform(0, 0.3)]))
        machine.frictions.append(Friction(body, kinetic, static, constant, per_force, k))
    if draw.random() < (0.25 if machine.one_sided else 0.7):
        body = draw.choice([len(r) - 1, len(r) - 1, draw.randrange(len(r))])
        kinetic = tidy(size / abs(r[body]) * draw.uniform(0.05, 0.8))
        static = kinetic if draw.random() < 0.7 else tidy(kinetic * draw.uniform(1, 1.5))
        machine.frictions.append(Friction(body, kinetic, static))


def draw_drive(draw, size, duration):
    """Pieces with jumps half way between rows."""
    def amount():
        return tidy(draw.choice([1, 1, 1, -1]) * size * loguniform(draw, 0.2, 8))

    def instant(least, most):
        return duration * (draw.randrange(int(least * ROWS), int(most * ROWS)) + 0.5) / ROWS

    kind = draw.choice(["constant", "constant", "ramp", "on", "withdrawn", "withdrawn", "part", "reverses", "twice",
                        "sine"])
    first, t = amount(), instant(0.2, 0.7)
    if kind == "constant":
        return kind, [Piece(0.0, first)]
    if kind == "ramp":
        return kind, [Piece(0.0, 0.0, first)]
    if kind == "on":
        return kind, [Piece(0.0), Piece(t, first)]
    if kind == "withdrawn":
        return kind, [Piece(0.0, first), Piece(t)]
    if kind == "part":
        return kind, [Piece(0.0, first), Piece(t, tidy(first * draw.uniform(0.05, 0.9)))]
    if kind == "reverses":
        return kind, [Piece(0.0, first), Piece(t, tidy(-first * loguniform(draw, 0.1, 3)))]
    if kind == "twice":
        return kind, [Piece(0.0, first), Piece(instant(0.2, 0.4)), Piece(instant(0.5, 0.75), amount())]
    return kind, [Piece(0.0, 0.0, 0.0, first, tidy(2 * math.pi * draw.uniform(0.4, 1.5) / duration))]


def draw_one_sided(draw, n):
    kind = draw.choice(["lower", "upper", "freewheel"])
    return OneSided(kind, draw.randrange(n), draw.choice([1, -1]) if kind == "freewheel" else 1)


def draw_mixture(draw, late):
    """Two one-sided constraints, frictions pressed by any link, loads on all bodies: what may hang on stiffness."""
    wedge = draw.random() < 0.7
    links = draw_links(draw, draw.choice([1, 2, 2]), wedge)
    mass = draw_masses(draw, links)
    n = len(mass)
    machine = Machine("", mass, [0.0] * n, links, [], [], [], 2.0)
    r = machine.ratios()
    size = sum(m * x * x for m, x in zip(mass, r)) * loguniform(draw, 0.3, 10)
    for i in range(1, n):
        machine.weight[i] = tidy(draw.choice([-1, 1]) * size * loguniform(draw, 0.2, 2) / abs(r[i]))
    for part in [draw_one_sided(draw, n) for _ in range(2)]:
        if all((part.body, part.kind) != (x.body, x.kind) for x in machine.one_sided):
            machine.one_sided.append(part)
    for _ in range(draw.choice([1, 2]) if wedge else 0):
        k, body = draw.randrange(len(links)), draw.randrange(n)
        kinetic = tidy(draw.uniform(0.1, 0.8))
        per_force = tidy(abs(r[links[k].a]) * links[k].ra / abs(r[body]) * loguniform(draw, 0.3, 2) / kinetic)
        machine.frictions.append(Friction(body, kinetic, kinetic, 0.0, per_force, k))
    if draw.random() < 0.5:
        body = draw.randrange(n)
        kinetic = tidy(size / abs(r[body]) * draw.uniform(0.05, 0.8))
        machine.frictions.append(Friction(body, kinetic, kinetic))
    kind, machine.drive = draw_drive(draw, size, machine.duration)
    if late:
        body, at = draw.randrange(1, n), machine.duration * (draw.randrange(4, 14) + 0.5) / ROWS
        machine.later[body] = [Piece(at, tidy(machine.weight[body] * draw.choice([0, 0, -0.3, 0.3, -1, 2])))]
        kind += f" and a load at {body} that changes"
    where = " and ".join(f"{x.kind} at {x.body}" for x in machine.one_sided)
    machine.name = f"mixture of {n} bodies, {where}, drive: {kind}"
    return machine


def draw_machine(seed):
    draw = random.Random(f"self-locking {seed}")
    if seed % 4 == 3:
        return draw_mixture(draw, seed % 8 == 7)
    wedge = draw.random() < 0.3
    links = draw_links(draw, 1 if draw.random() < 0.6 else 2, wedge)
    mass = draw_masses(draw, links)
    n = len(mass)
    machine = Machine("", mass, [0.0] * n, links, [], [], [], 2.0)
    r = machine.ratios()
    duration = machine.duration
    # A size of loads at body 0 with which the machine turns some rad or goes some m.
    size = sum(m * x * x for m, x in zip(mass, r)) * loguniform(draw, 0.3, 10)
    if draw.random() < 0.8:
        machine.weight[-1] = tidy(draw.choice([-1, -1, 1]) * size / abs(r[-1]))
    if n == 3 and draw.random() < 0.3:
        machine.weight[1] = tidy(draw.choice([-1, 1]) * size * draw.uniform(0.1, 1) / abs(r[1]))
    where = draw.choice([n - 1, n - 1, n - 1, draw.randrange(n)])
    what = draw.choice(["lower", "lower", "lower", "upper", "freewheel", "freewheel", "freewheel", None])
    if what:
        machine.one_sided.append(OneSided(what, where, draw.choice([1, 1, -1]) if what == "freewheel" else 1))
    draw_frictions(draw, machine, size, wedge)
    kind, machine.drive = draw_drive(draw, size, duration)
    machine.name = f"{'wedge' if wedge else 'gear'} of {n} bodies, {what or 'nothing'} at {where}, drive: {kind}"
    return machine
