"""Random networks of every kind of element that method = "stepping" takes."""
import math
import random

from network import Network, Side

PI = math.pi


class Draw:
    def __init__(self, seed, kind):
        self.random = random.Random(f"{kind} {seed}")
        self.kind = kind
        self.mixes = kind == "mixed" or (kind == "adaptive" and seed % 2 == 0)
        self.net = Network()
        self.net.kinds.add(kind)
        self.count = 0
        self.linked, self.led, self.stopped = set(), set(), set()  # bodies with links, to motions, with stops

    def has(self, kind, chance=0.0):
        """The kind asked for always; others now and then in mixed networks."""
        found = self.kind == kind or self.random.random() < (chance if self.mixes else 0.0)
        if found:
            self.net.kinds.add(kind)
        return found

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def network(self):
        net, pick = self.net, self.random
        net.step = pick.choice([0.01, 0.005, 0.004, 1 / 128])
        net.duration = self.number(0.8, 1.2)
        net.interval = pick.choice([net.step, net.step, 2 * net.step, 0.0137])
        if pick.random() < 0.2:
            net.start = self.number(-1.0, 1.0)
        self.has_links = self.has("links", 0.3)
        self.bodies()
        pairs = self.pairs()
        for pair in pairs:
            self.elements(*pair)
        self.forces()
        if self.has("adaptive", 0.0):
            net.adaptive = pick.choice([1e-3, 1e-4])
            net.step = 0.02
            net.duration = 0.4
            net.interval = 0.02
        net.cuts = sorted(set(net.cuts))
        return net

    def bodies(self):
        net = self.net
        self.names = [f"b{i}" for i in range(self.random.randint(1, 5))]
        for name in self.names:
            quick = not self.has_links and self.random.random() < (0.1 if self.kind == "contacts" else 0.4)
            net.add_body(name, mass=self.number(0.3, 3.0), position=self.number(-0.2, 0.2),
                         velocity=self.number(-1.0, 1.0) if quick else 0.0)
        self.ends = list(self.names)
        if self.has("motion", 0.35):
            self.motion("base")
        if self.has("infinite", 0.25):
            velocity = 0.0 if self.has_links else self.number(-0.8, 0.8)
            net.add_body("wall", mass=math.inf, position=self.number(-0.2, 0.2), velocity=velocity)
            self.ends.append("wall")
        self.ends.append("ground")

    def motion(self, name):
        """With a velocity that starts from 0, so that links fit."""
        a, w, kink = self.number(0.05, 0.3), self.number(3.0, 12.0), self.instant()
        start = self.net.start
        text = f"{a!r}*(1 - cos({w!r}*(t - {start!r})))"
        kinks = self.random.random() < 0.5
        rise = self.random.choice([0.7, 0.03, 0.005])

        def place(t):
            return a * (1.0 - math.cos(w * (t - start)))

        def speed(t, m):
            return a * w * math.sin(w * (t - start)) + (rise if kinks and m > kink else 0.0)
        if kinks:
            text += f" + {rise!r}*max(0, t - {kink!r})"
            self.net.cuts.append(kink)
            self.net.kinds.add("kinks")
        self.net.add_body(name, motion=(text, place, speed))
        self.ends.append(name)

    def instant(self):
        net = self.net
        time = self.number(net.start + 0.1, net.start + 0.7)
        if self.random.random() < 0.3:
            time = net.start + round((time - net.start) / net.step) * net.step
        return time

    def pairs(self):
        """Who is tied to whom: chains, trees, floors and cycles."""
        names, pick = self.names, self.random
        pairs = [(names[i], names[i - 1] if pick.random() < 0.7 else pick.choice(names[:i])) for i in range(1, len(names))]
        pairs += [(b, e) for b in names for e in self.ends[len(names):] if pick.random() < 0.5]
        pairs += [tuple(pick.sample(names, 2)) for _ in range(pick.randint(0, 1)) if len(names) > 2]
        if not pairs:
            pairs.append((names[0], self.ends[-1]))
        pick.shuffle(pairs)
        return [pair if pick.random() < 0.7 else pair[::-1] for pair in pairs[:8]]

    def terms(self, a, b):
        """Keys and coefficients of an element between two bodies."""
        if self.ratio is None:
            keys, one, two = {"between": [a, b]}, 1.0, -1.0
        else:
            one, two = self.ratio
            if self.random.random() < 0.5:
                keys = {"between": [a, b], "arms": [one, -two]}
            else:
                keys = {"across": {x: c for x, c in ((a, one), (b, two)) if x != "ground"}}
        return keys, [(x, c) for x, c in ((a, one), (b, two)) if x != "ground"]

    def elements(self, a, b):
        pick = self.random
        self.ratio = None
        if self.has("ratios", 0.3):
            self.ratio = (self.number(0.5, 2.0), pick.choice([-1, 1]) * self.number(0.5, 2.0))
        made = 0
        if (self.kind == "gaps" or self.mixes) and (self.kind == "gaps" or pick.random() < 0.4):
            self.has("gaps", 1.0)
            self.gap(a, b)
            made += 1
        stops = self.kind in ("stops", "contacts") or self.mixes
        if stops and not {a, b} & self.led and (self.kind == "contacts" or self.has("stops", 0.4)):
            self.stop(a, b)
            made += 1
        is_tied = self.has_links and pick.random() < 0.35 and not {"ground", "wall"} & {a, b}
        if is_tied and self.link_fits(a, b):
            self.link(a, b)
            made += 1
        if pick.random() < 0.75 or not made:
            self.friction(a, b)
        if pick.random() < 0.15:
            self.friction(a, b)
        if pick.random() < 0.4:
            self.spring(a, b)
        if pick.random() < 0.2:
            keys, terms = self.terms(a, b)
            c = self.number(0.05, 1.5)
            self.net.add("damper", self.name("c"), terms, keys | {"damping": c}, damping=c)
        if self.has("laws", 0.3):
            self.law(a, b)

    def link_fits(self, a, b):
        """One link for a body, so that no two contradict each other."""
        if {a, b} & self.linked or {a, b} <= self.stopped or "base" in (a, b) and (self.net.cuts or {a, b} & self.stopped):
            return False
        self.linked |= {a, b}
        if "base" in (a, b):
            self.led |= {a, b}
        return True

    def link(self, a, b):
        keys, terms = self.terms(a, b)
        self.net.kinds.add("links")
        self.net.add("link", self.name("k"), terms, keys)

    def spring(self, a, b):
        keys, terms = self.terms(a, b)
        k, c, rest = self.number(5, 200), self.random.choice([0.0, self.number(0.05, 1.0)]), \
            self.random.choice([0.0, self.number(-0.1, 0.1)])
        self.net.add("spring", self.name("s"), terms, keys | {"stiffness": k, "damping": c, "rest": rest},
                     stiffness=k, damping=c, rest=rest)

    def gap(self, a, b):
        keys, terms = self.terms(a, b)
        k, c = self.number(20, 600), self.random.choice([0.0, self.number(0.1, 4.0), self.number(4.0, 20.0)])
        rest = self.random.choice([0.0, self.number(-0.1, 0.1)])
        keys |= {"stiffness": k, "damping": c, "rest": rest}
        if self.random.random() < 0.5:
            keys["freeplay"] = upper = self.number(0.001, 0.05)
            lower = -upper
        else:
            lower, upper = -self.number(0.0, 0.1), self.number(0.001, 0.1)
            keys["gap"] = [lower, upper]
        self.net.add("gap", self.name("g"), terms, keys, stiffness=k, damping=c, rest=rest, lower=lower, upper=upper)

    def place(self, terms):
        place = {b: body.motion[1](self.net.start) if body.motion else body.position
                 for b, body in self.net.bodies.items()}
        return sum(c * place[b] for b, c in terms)

    def stop(self, a, b):
        keys, terms = self.terms(a, b)
        self.stopped |= {a, b}
        d = self.place(terms)
        lower, upper = round(d - self.number(0.0, 0.15), 3) - 0.001, round(d + self.number(0.0, 0.15), 3) + 0.001
        if self.kind == "contacts" and self.random.random() < 0.8:  # at an edge from the start
            lower, upper = self.random.choice([(d, d + 0.05), (d - 0.05, d), (d - 0.002, d)])
        if self.random.random() < 0.3:
            upper = max(upper, math.inf if upper > d else d)
        e = self.random.choice([0.0, 0.5, 1.0, self.number(0.0, 1.0)])
        written = [lower, "inf" if upper == math.inf else upper]
        self.net.add("stop", self.name("t"), terms, keys | {"gap": written, "restitution": e}, lower=lower, upper=upper,
                     restitution=e)

    # Friction.

    def friction(self, a, b):
        keys, terms = self.terms(a, b)
        own, forward = self.laws(None)
        keys |= own
        backward = forward
        if self.random.random() < 0.25 and "normal" not in own:
            other, backward = self.laws(own, forward)
            keys["negative"] = other
        normal = None
        if self.has("normal", 0.35):
            keys["normal"], normal = self.normal()
        varies = normal is not None or any(key in x for key in ("stribeck", "table", "hysteresis")
                                           for x in (keys, keys.get("negative", {})))
        self.net.add("friction", self.name("f"), terms, keys, sides={1: forward, -1: backward}, normal=normal,
                     varies=varies)

    def laws(self, above, forward=None):
        """Keys of one direction and their meaning; below `above` all of it is written anew."""
        pick = self.random
        keys = {}
        viscous = pick.choice([0.0, self.number(0.05, 1.0)])
        keys["viscous"] = viscous
        kinetic = pick.choice([self.number(0.2, 2.0)] * 9 + [0.0])
        static = kinetic
        if above is not None:
            asks = next((x for x in ("stribeck", "table", "hysteresis") if x in above), None)
            if asks:  # only numbers that leave the rest as it is
                other = {"viscous": viscous}
                return other, Side(viscous, forward.static, forward.level, forward.hysteresis)
        if self.has("stribeck", 0.3):
            static = round(kinetic * self.number(1.1, 1.9), 3) or 1.0
            v_s, n = self.number(0.05, 0.4), pick.choice([1, 2, 2, 3])
            keys |= {"kinetic": kinetic, "static": static, "stribeck": {"velocity": v_s, "exponent": n}}
            return keys, Side(viscous, static,
                              lambda u: kinetic + (static - kinetic) * math.exp(-(u / v_s) ** n))
        if self.has("tables", 0.25):
            return self.table(keys, viscous)
        if self.has("static", 0.4) or pick.random() < (0.7 if self.kind == "contacts" else 0.25):
            static = round(kinetic * self.number(1.05, 1.8), 3) or 1.0
        hysteresis = None
        if self.has("hysteresis", 0.2):
            rise = self.number(0.1, 0.5)
            hysteresis = {"rise": rise, "fall": round(rise * self.number(0.4, 0.95), 3), "kinetic": self.number(0.1, 1.0)}
            if pick.random() < 0.5:
                hysteresis["viscous"] = self.number(0.0, 1.0)
            keys["hysteresis"] = hysteresis
        keys |= {"kinetic": kinetic, "static": static}
        return keys, Side(viscous, static, lambda u: kinetic, hysteresis)

    def table(self, keys, viscous):
        speeds = [0.0]
        for _ in range(self.random.randint(1, 4)):
            speeds.append(round(speeds[-1] + self.number(0.02, 0.3), 3))
        points = [[u, self.number(0.2, 2.0)] for u in speeds]
        static = round(points[0][1] * self.random.choice([1.0, self.number(1.05, 1.5)]), 3)
        static = max(static, points[0][1])
        keys |= {"table": points, "static": static}

        def level(u):
            for (u0, l0), (u1, l1) in zip(points, points[1:]):
                if u <= u1:
                    return l0 + (l1 - l0) * (u - u0) / (u1 - u0)
            return points[-1][1]
        return keys, Side(viscous, static, level)

    def normal(self):
        a, c, w, b = self.number(0.8, 2.0), self.number(0.1, 0.6), self.number(2, 15), self.random.choice(self.names)
        way = self.random.randrange(4)
        if way == 0:
            return f"{a!r} + {c!r}*sin({w!r}*t)", lambda t, m, q, v: a + c * math.sin(w * t)
        if way == 1:
            return f"{a!r} + {c!r}*abs(q.{b})", lambda t, m, q, v: a + c * abs(q[b])
        if way == 2:
            return f"max(0, {a!r} - {c!r}*v.{b})", lambda t, m, q, v: max(0.0, a - c * v[b])
        other = self.random.choice(self.names)
        k = self.number(1, 8)
        return (f"max(0.1, {k!r}*(q.{b} - q.{other}) + {a!r})",
                lambda t, m, q, v: max(0.1, k * (q[b] - q[other]) + a))

    # Forces.

    def forces(self):
        for b in self.names:
            if self.random.random() < 0.7 or b == self.names[0]:
                text, value = self.signal()
                self.net.add("force", self.name("p"), [(b, 1.0)], {"on": b, "value": text}, value=value, of_time=True)
            if self.has("feedback", 0.25) and self.random.random() < 0.7:
                self.state_force(b)
        if self.random.random() < 0.2 and len(self.names) > 1:
            a, b = self.random.sample(self.names, 2)
            text, value = self.signal()
            self.net.add("force", self.name("p"), [(a, 1.0), (b, -1.0)], {"between": [a, b], "value": text}, value=value,
                         of_time=True)

    def signal(self):
        a, w, p = self.number(0.5, 5.0), self.number(2, 20), self.number(0, 3)
        if self.has("jumps", 0.3):
            return self.jumping(a, w, p)
        if self.random.random() < 0.3:
            return f"{a!r} + {w!r}*t*t*t", lambda t, m: a + w * t ** 3
        return f"{a!r}*sin({w!r}*t + {p!r})", lambda t, m: a * math.sin(w * t + p)

    def jumping(self, a, w, p):
        net, way = self.net, self.random.randrange(6)
        time, width = self.instant(), self.number(0.05, 0.3)
        if way == 0:
            net.cuts.append(time)
            return f"{a!r}*step(t - {time!r})", lambda t, m: a if m > time else 0.0
        if way == 1:
            net.cuts += [time, time + width]
            return (f"{a!r}*pulse(t, {time!r}, {width!r})", lambda t, m: a if time < m < time + width else 0.0)
        if way == 4:
            net.cuts.append(time)
            return (f"if(t < {time!r}, {a!r}*t, {p!r})", lambda t, m: a * t if m < time else p)
        if way == 5:
            return self.data(a)
        period = PI if way == 2 else 2.0 * PI
        first = math.ceil((w * net.start + p) / period)
        last = math.floor((w * (net.start + net.duration + net.step) + p) / period)
        net.cuts += [(period * k - p) / w for k in range(first, last + 1)]
        if way == 2:
            return (f"{a!r}*square({w!r}*t + {p!r})",
                    lambda t, m: a if math.floor((w * m + p) / PI) % 2 == 0 else -a)

        def saw(t, m):
            whole = math.floor((w * m + p) / (2.0 * PI))
            return a * ((w * t + p) / PI - 2.0 * whole - 1.0)
        return f"{a!r}*saw({w!r}*t + {p!r})", saw

    def data(self, a):
        """Measured data that hold each value until the next one."""
        net, name = self.net, self.name("m")
        times = [net.start - 0.1]
        while times[-1] < net.start + net.duration + 0.1:
            times.append(round(times[-1] + self.number(0.05, 0.4), 3))
        values = [self.number(-3.0, 3.0) for _ in times]
        net.signals[name] = {"file": f"{name}.csv", "interpolation": "hold", "scale": a}
        net.files[f"{name}.csv"] = "".join(f"{t!r},{x!r}\n" for t, x in zip(times, values))
        net.cuts += times[1:]
        return name, lambda t, m: a * next(x for t0, x in reversed(list(zip(times, values))) if t0 <= m)

    def state_force(self, b):
        a, c = self.number(0.3, 3.0), self.number(0.1, 1.0)
        other = self.random.choice(self.names)
        way = self.random.randrange(4)
        if way == 0:
            text, at = f"-{a!r}*v.{b}*abs(v.{b})", lambda t, m, q, v: -a * v[b] * abs(v[b])
        elif way == 1:
            text, at = f"{c!r}*sin(3*t)*q.{other} - {a!r}*q.{b}^3", \
                lambda t, m, q, v: c * math.sin(3 * t) * q[other] - a * q[b] ** 3
        elif way == 2:
            text, at = f"{a!r}*tanh(v.{other} - v.{b})", lambda t, m, q, v: a * math.tanh(v[other] - v[b])
        else:
            text, at = f"-{a!r}*sat(q.{b}, {c!r})", lambda t, m, q, v: -a * max(-c, min(c, q[b]))
        self.net.add("force", self.name("p"), [(b, 1.0)], {"on": b, "value": text}, of_time=False, at=at)

    def law(self, a, b):
        keys, terms = self.terms(a, b)
        k, c = self.number(1.0, 20.0), self.number(0.1, 2.0)
        way = self.random.randrange(3)
        if way == 0:
            table, text, law = "springs", f"{k!r}*d + {c!r}*d^3", lambda t, d, v: k * d + c * d ** 3
        elif way == 1:
            table, text, law = "dampers", f"{c!r}*v*abs(v)", lambda t, d, v: c * v * abs(v)
        else:
            table, text, law = "springs", f"{k!r}*(1 + 0.3*sin(4*t))*d + {c!r}*atan(v)", \
                lambda t, d, v: k * (1 + 0.3 * math.sin(4 * t)) * d + c * math.atan(v)

        def at(t, m, q, v):
            return law(t, sum(x * q[y] for y, x in terms), sum(x * v[y] for y, x in terms))
        self.net.add("law", self.name("w"), terms, keys | {"force": text}, of_time=False, at=at, table=table)
