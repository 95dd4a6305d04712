"""A run by src/luztar/stepping/README.md: grid, inputs, corrections, static friction, rows, events and the energy ledger."""
import math

from laws import beyond, sign
from ledger import Ledger
from rows import Rows
from static_friction import StaticFriction
from step import Gap, Rate, Step

SAME_INSTANT = 1e-9  # of a step
SOLVES = 5  # a guess and up to four corrections
SETTLED = 1e-12


class Group:
    """Elements with proportional deflections: one edge."""

    def __init__(self, terms):
        self.terms = terms  # [(body, coefficient)]
        self.members = []  # [(element, ratio)]
        self.d = self.w = 0.0
        self.mode = 0
        self.is_stop = False
        self.contact = self.acting = 0  # of a stop: the edge at which it is held; at which it acts in a step
        self.undecided = False
        self.dry = 0.0

    def of(self, kind):
        return [(e, r) for e, r in self.members if e.kind == kind]

    def next_contact(self):
        """Where it acted and has no rate at the end of the step."""
        return self.acting if self.is_stop and self.next_w == 0.0 else 0

    def across(self, x):
        return sum(c * x[b] for b, c in self.terms)


class Outside:
    """A written force: its mean over the step, as an action along its terms."""

    def __init__(self, element):
        self.element, self.mean = element, 0.0
        self.action = 1.0 if element.kind == "force" else -1.0


class Run(StaticFriction, Ledger, Rows):
    def __init__(self, network, ends=None):
        """ends: the ends of the steps where they are adaptive."""
        self.net, self.ends = network, ends
        self.t, self.margin = network.start, math.inf
        bodies = network.bodies
        self.q = {b: body.motion[1](network.start) if body.motion else body.position for b, body in bodies.items()}
        self.v = {b: body.motion[2](network.start, network.start + 1e-9 * network.step) if body.motion else body.velocity
                  for b, body in bodies.items()}
        self.free = [b for b, body in bodies.items() if not body.is_given]
        self.index = {b: i for i, b in enumerate(self.free)}
        self.groups, self.of = [], {}
        self.outside = []
        for element in network.elements:
            if element.kind in ("force", "law"):
                self.outside.append(Outside(element))
            else:
                self.join(element)
        for g in self.groups:
            g.d = g.across(self.q)
            g.w = 0.0 if g.of("link") else g.across(self.v)
            g.mode = sign(g.w)
            for e, _ in g.of("stop"):
                near = 4e-16 * max([abs(c * self.q[b]) for b, c in g.terms] + [abs(g.d)])
                g.contact = next((s for s, edge in ((1, e.upper), (-1, e.lower)) if abs(g.d - edge) <= near), 0)
        self.branch = {(e.name, s): 0 for e in network.elements if e.kind == "friction" for s in (1, -1)}
        self.levels, self.strengths = {}, {}
        for g in self.groups:
            for e, r in g.of("friction"):
                for s in (1, -1):
                    self.branch[e.name, s] = e.sides[s].next_branch(0, abs(r * g.w))
        self.feedback = any(not o.element.of_time for o in self.outside) or any(
            e.varies for g in self.groups for e, _ in g.of("friction"))
        self.acceleration = None
        self.rows, self.events = [], []
        self.loose_hits = set()  # impacts whose impulse friction shares, in a way that is not unique
        names = [e.name for e in network.elements]
        self.dissipated, self.supplied = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
        self.motion_work = dict.fromkeys(bodies, 0.0)
        self.numerical = self.moved = 0.0
        self.shared = set()  # frictions that took a share that is not unique while they moved
        self.initial = self.kinetic(self.v) + self.stored({id(g): g.d for g in self.groups})
        self.steps = 0
        self.past = []  # (h, mean accelerations) of steps since the last event
        self.speed = max(map(abs, self.v.values()))
        self.error = 0.0  # largest of a step that is not the shortest, relative to the largest velocity so far

    def join(self, element):
        is_stop = element.kind == "stop"
        terms = element.terms
        for g in self.groups:
            if is_stop or g.is_stop or {b for b, _ in terms} != {b for b, _ in g.terms}:
                continue
            own = dict(terms)
            ratio = own[g.terms[0][0]] / g.terms[0][1]
            if all(own[b] * g.terms[0][1] == own[g.terms[0][0]] * c for b, c in g.terms):
                g.members.append((element, ratio))
                self.of[element.name] = g, ratio
                return
        g = Group(terms)
        g.is_stop = is_stop
        g.members.append((element, 1.0))
        self.groups.append(g)
        self.of[element.name] = g, 1.0

    # Energy.

    def kinetic(self, v):
        return sum(0.5 * self.net.bodies[b].mass * v[b] ** 2 for b in self.free)

    def spring_energy(self, element, d):
        return 0.5 * element.stiffness * beyond(element, d) ** 2

    def stored(self, d):
        return sum(self.spring_energy(e, r * d[id(g)]) for g in self.groups for e, r in g.members
                   if e.kind in ("spring", "gap"))

    # A step.

    def next_end(self):
        net, t0 = self.net, self.t
        jump = None
        if self.ends is not None:
            t1 = next(t for t in self.ends if t > t0)
        else:
            t1 = net.start + (math.floor((t0 - net.start) / net.step + 1e-6) + 1) * net.step
        soon = SAME_INSTANT * (t1 - t0)
        for cut in net.cuts:
            if t0 + SAME_INSTANT * net.step < cut <= t1 + soon:
                jump = cut
                t1 = cut if cut < t1 - soon else t1
                break
        h = t1 - t0
        if self.ends is None and abs(h - net.step) <= SAME_INSTANT * net.step:
            h = net.step
        return t1, h, jump is not None

    def run(self):
        net = self.net
        end = net.start + net.duration
        done = 0
        while True:
            t0 = self.t
            t1, h, jump = self.next_end()
            self.work_out(t0, t1, h)
            soon = SAME_INSTANT * net.step
            while True:
                time = net.start + done * net.interval
                if time > min(t1 + soon, end + soon):
                    break
                done += 1
                s = min(max((time - t0) / h, 0.0), 1.0)
                s = 1.0 if time >= t1 - soon else 0.0 if time <= t0 + soon else s
                self.rows.append(self.row(time, s, h))
            if end <= t1 + SAME_INSTANT * h:
                self.book(1.0 if end >= t1 - SAME_INSTANT * h else (end - t0) / h)
                if end >= t1 - SAME_INSTANT * h:
                    self.accept(t1, h)
                return self
            self.book(1.0)
            self.accept(t1, h)
            if jump:
                self.jump()

    def given_next(self, t1):
        next_v = {}
        for b, body in self.net.bodies.items():
            if body.motion:
                next_v[b] = body.motion[2](t1, self.middle)
            elif body.is_given:
                next_v[b] = self.v[b]
        return next_v

    def work_out(self, t0, t1, h):
        self.middle = t0 + 0.5 * h
        self.h = h
        for o in self.outside:
            if o.element.of_time:
                f = o.element.value
                o.mean = (f(t0, self.middle) + 4.0 * f(self.middle, self.middle) + f(t1, self.middle)) / 6.0
        given = self.given_next(t1)
        next_v = dict(self.v)
        if self.acceleration:
            for b in next_v:
                next_v[b] += h * self.acceleration[b]
        before = None
        for number in range(SOLVES):
            levels = self.mean_forces(next_v, number > 0)
            if number > 0:
                change = max((abs(x - y) for x, y in zip(levels, before)), default=0.0)
                size = max((max(abs(x), abs(y)) for x, y in zip(levels, before)), default=0.0)
                if not self.feedback or change <= SETTLED * size:
                    break
            before = levels
            problem = self.problem(h, given)
            self.settle(problem)
            next_v = dict(given)
            for b, i in self.index.items():
                next_v[b] = self.v[b] + problem.u[i]
        self.next_v = next_v
        self.next_q = {b: self.q[b] + h * 0.5 * (self.v[b] + next_v[b]) for b in self.q}
        self.account(problem, h)

    def mean_forces(self, next_v, solved):
        """Forces and levels that depend on the motion, at the mean of both ends. All of them as a list."""
        if not self.feedback:
            return []
        v = {b: 0.5 * (x + next_v[b]) for b, x in self.v.items()}
        q = {b: x + 0.5 * self.h * v[b] for b, x in self.q.items()}
        found = []
        for o in self.outside:
            if not o.element.of_time:
                o.mean = o.element.at(self.middle, self.middle, q, v)
            found.append(o.mean)
        for g in self.groups:
            if solved:
                rate = 0.5 * (g.w + g.next_w)
            else:
                rate = g.across(v) if g.mode else 0.0
            for e, r in g.of("friction"):
                for s in (1, -1):
                    level, self.strengths[e.name, s] = self.level(e, s, r * rate, self.middle, self.middle, q, v)
                    self.levels[e.name, s] = level
                    found += [level] if e.varies else []
        return found

    def level(self, e, s, rate, t, m, q, v):
        """Level and limit at rest of a friction in one direction."""
        side = e.sides[s]
        speed = abs(rate)
        normal = max(e.normal(t, m, q, v), 0.0) if e.normal else 1.0
        branch = side.next_branch(self.branch[e.name, s], speed)
        return side.level_at(speed, branch, normal), side.static * normal

    def limits(self, g, at_rest):
        """Lower and upper dry force of a group."""
        found = {}
        for way in (1, -1):
            total = 0.0
            for e, r in g.of("friction"):
                s = way * sign(r)
                slides, holds = self.levels[e.name, s], self.strengths[e.name, s]
                total += abs(r) * (max(slides, holds) if at_rest else slides)
            found[way] = total
        return -found[-1], found[1]

    def problem(self, h, given):
        if not self.feedback:
            for g in self.groups:
                for e, _ in g.of("friction"):
                    for s in (1, -1):
                        self.levels[e.name, s], self.strengths[e.name, s] = e.sides[s].level(0.0), e.sides[s].static
        impulses = [0.0] * len(self.free)
        for o in self.outside:
            for b, c in o.element.terms:
                if b in self.index:
                    impulses[self.index[b]] += h * c * o.action * o.mean
        rates = []
        for g in self.groups:
            row = [0.0] * len(self.free)
            change = 0.0
            for b, c in g.terms:
                if b in self.index:
                    row[self.index[b]] = c
                else:
                    change += c * (given[b] - self.v[b])
            rates.append(self.rate(g, Rate(row, g.w, change, g.d), h))
        return Step(h, [self.net.bodies[b].mass for b in self.free], impulses, rates)

    def rate(self, g, rate, h):
        backward = forward = 0.0
        for e, r in g.members:
            if e.kind == "spring":
                mean = r * (g.d + 0.5 * h * g.w) - e.rest
                rate.linear.append((r * h * (e.stiffness * mean + e.damping * r * g.w),
                                    r * r * h * (0.25 * h * e.stiffness + 0.5 * e.damping)))
            elif e.kind == "damper":
                rate.linear.append((r * r * h * e.damping * g.w, 0.5 * r * r * h * e.damping))
            elif e.kind == "gap":
                low, high = sorted((e.lower / r, e.upper / r))
                gap = Gap(h, r * r * e.stiffness, r * r * e.damping, low, high, e.rest / r)
                gap.side = gap.side_at(g.d)
                rate.gaps.append(gap)
            elif e.kind == "friction":
                forward += r * r * e.sides[sign(r)].viscous
                backward += r * r * e.sides[-sign(r)].viscous
            elif e.kind == "link":
                rate.rigid = True
            else:
                self.place_stop(e, g, rate, h)
        rate.viscous = (backward, forward)
        rate.before = 0.5 * h * (forward if g.w > 0.0 else backward) * g.w
        rate.mode, rate.dry = (0 if rate.stop else g.mode), g.dry * h
        if not rate.can_hold() and not rate.mode:
            rate.mode = 1
        return rate

    @staticmethod
    def is_hit(e, g, h):
        ahead = g.d + h * g.w
        return g.w > 0.0 and ahead > e.upper or g.w < 0.0 and ahead < e.lower

    def moving(self, g):
        return {b for b, _ in g.terms if b in self.free}

    def joined_to(self, g):
        """The bodies without given motion that edges join to those of a group."""
        found, grown = self.moving(g), True
        while grown:
            more = found.union(*(self.moving(x) for x in self.groups if found & self.moving(x)))
            found, grown = more, len(more) > len(found)
        return found

    def place_stop(self, e, g, rate, h):
        """One that is hit, or in contact, acts one way only; beside a hit what merely touches is free."""
        way, hit = sign(g.w), self.is_hit(e, g, h)
        held = 0 if way else g.contact
        near = self.joined_to(g)
        beside = any(self.is_hit(stop, group, h) and near & self.moving(group)
                     for group in self.groups for stop, _ in group.of("stop"))
        g.acting = way if hit else held or (0 if beside else 1 if g.d >= e.upper else -1 if g.d <= e.lower else 0)
        if not held:
            self.margin = min([self.margin] + [abs(x - edge) for x in (g.d + h * g.w, g.d) for edge in (e.lower, e.upper)])
        if g.acting:
            rate.stop = (g.acting, -e.restitution * g.w if hit else 0.0)

    def accept(self, t1, h):
        for g in self.groups:
            for e, r in g.members:
                self.event(t1, g, e, r)
                if e.kind == "friction":
                    for s in (1, -1):
                        self.branch[e.name, s] = e.sides[s].next_branch(self.branch[e.name, s], abs(r * g.next_w))
        self.acceleration = {b: (self.next_v[b] - x) / h for b, x in self.v.items()}
        self.judge_step(h)
        self.v, self.q = self.next_v, self.next_q
        for g in self.groups:
            g.d, g.w, g.dry, g.undecided = g.next_d, g.next_w, g.next_dry, g.next_undecided
            g.mode = sign(g.w)
            g.contact = g.next_contact()
        self.t = t1

    def judge_step(self, h):
        """What adaptive steps keep below the tolerance."""
        self.steps += 1
        self.speed = max([self.speed] + [abs(x) for x in self.next_v.values()])
        changes = any(
            g.of("gap") and any(gap.side_at(g.d) != gap.side_at(g.next_d) for gap in g.gaps)
            or any(e.kind in ("friction", "link", "stop") for e, _ in g.members) and sign(g.w) != sign(g.next_w)
            for g in self.groups)
        errors = [0.0]
        for b, a in self.acceleration.items():
            if changes and self.past:
                errors.append(0.5 * h * abs(a - self.past[-1][1][b]))
            elif len(self.past) > 1:
                (h2, a2), (h1, a1) = self.past[-2:]
                bend = (a - a1[b]) / (h + h1) - (a1[b] - a2[b]) / (h1 + h2)
                errors.append(h ** 3 / 12.0 * abs(6.0 * bend / (h + h1 + h2)))
        hit = any(g.is_stop and g.next_dry * g.w > 0.0 for g in self.groups)  # a jump of velocity at any length
        if h > 1e-11 * self.net.step and self.speed and not hit:
            self.error = max(self.error, max(errors) / self.speed)
        self.past = [] if changes else self.past + [(h, self.acceleration)]

    def jump(self):
        self.acceleration = None
        self.past = []
        change = {}
        for b, body in self.net.bodies.items():
            if body.motion:
                after = body.motion[2](self.t, self.t + 1e-6 * self.net.step)
                change[b] = after - self.v[b]
                self.v[b] = after
        for g in self.groups:
            g.w += sum(c * change.get(b, 0.0) for b, c in g.terms)
            g.mode = sign(g.w)
