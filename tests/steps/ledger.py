"""The energy ledger of docs/results.md, from the mean forces and rates of each step."""
from laws import beyond, sign


class Ledger:
    def account(self, problem, h):
        """Mean dry forces, work of the step."""
        self.step_dissipated, self.step_supplied = {}, {}
        self.step_motion = dict.fromkeys(self.motion_work, 0.0)
        self.step_numerical = self.step_moved = 0.0
        self.dry = {}
        for g, r in zip(self.groups, problem.rates):
            g.next_d = g.d + 0.5 * h * (g.w + g.next_w)
            mean = 0.5 * (g.w + g.next_w)
            self.share(g)
            total = self.group_force(g, h)
            for b, c in g.terms:
                if b not in self.index:
                    self.step_motion[b] += h * total * c * 0.5 * (self.v[b] + self.next_v[b])
            if g.ambiguous and mean:
                self.shared.update(e.name for e, _ in g.members)
        for o in self.outside:
            work = 0.0
            for b, c in o.element.terms:
                part = self.h * c * o.action * o.mean * 0.5 * (self.v[b] + self.next_v[b])
                work += part
                if b not in self.index:
                    self.step_motion[b] -= part
            self.step_supplied[o.element.name] = work

    def share(self, g):
        """The dry force of a group among its elements."""
        links = g.of("link")
        for e, r in g.members:
            self.dry[e.name] = 0.0
        if links:
            for e, r in links:
                self.dry[e.name] = g.next_dry / len(links) / r
        elif g.is_stop:
            self.dry[g.members[0][0].name] = g.next_dry
        else:
            source = self.levels if g.next_w else self.strengths
            weights = [(e, r, abs(r) * source[e.name, sign(g.next_dry) * sign(r) or 1]) for e, r in g.of("friction")]
            total = sum(w for _, _, w in weights)
            for e, r, w in weights:
                self.dry[e.name] = w / total * g.next_dry / r if total else 0.0

    def group_force(self, g, h):
        """Mean total force; books the work of each element on the way."""
        total = 0.0
        for e, r in g.members:
            d0, d1, w0, w1 = r * g.d, r * g.next_d, r * g.w, r * g.next_w
            mean = 0.5 * (w0 + w1)
            lost = 0.0
            if e.kind in ("spring", "gap"):
                x0, x1 = beyond(e, d0), beyond(e, d1)
                force = 0.5 * e.stiffness * (x0 + x1)
                damping = e.damping * (mean if e.kind == "spring" or x0 * x1 > 0.0 else (x1 - x0) / h)
                if e.kind == "gap":
                    self.step_numerical += h * force * mean - 0.5 * e.stiffness * (x1 * x1 - x0 * x0)
                lost = h * damping * mean
                force += damping
            elif e.kind == "damper":
                force = e.damping * mean
                lost = h * force * mean
            elif e.kind == "link":
                force = self.dry[e.name]
            else:
                force = self.dry[e.name]
                if e.kind == "friction":
                    force += 0.5 * (e.sides[sign(w0) or 1].viscous * w0 + e.sides[sign(w1) or 1].viscous * w1)
                lost = h * force * mean
                if lost < 0.0:
                    self.step_numerical += lost
                    lost = 0.0
            self.step_dissipated[e.name] = lost
            total += r * force
        return total

    def book(self, part):
        for name, x in self.step_dissipated.items():
            self.dissipated[name] += part * x
        for name, x in self.step_supplied.items():
            self.supplied[name] += part * x
        for name, x in self.step_motion.items():
            self.motion_work[name] += part * x
        self.numerical += part * self.step_numerical
        self.end = {}
        for b in self.free:
            k = 0.5 * self.net.bodies[b].mass
            self.end[b] = k * (self.v[b] ** 2 + part * (self.next_v[b] ** 2 - self.v[b] ** 2))
        for g in self.groups:
            for e, r in g.members:
                if e.kind in ("spring", "gap"):
                    one, two = self.spring_energy(e, r * g.d), self.spring_energy(e, r * g.next_d)
                    self.end[e.name] = one + part * (two - one)
