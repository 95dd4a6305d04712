"""Rows of trajectory.csv and events.csv, from the ends of steps."""
from laws import beyond, side_of, sign


class Rows:
    def event(self, t, g, e, r):
        if e.kind == "gap":
            one, two = side_of(e, r * g.d), side_of(e, r * g.next_d)
            cause = "touch" if two else "leave"
        elif e.kind == "friction":
            one, two = sign(r * g.w), sign(r * g.next_w)
            cause = "break" if one == 0 else "stop"
        elif e.kind == "stop" and g.ambiguous:
            self.loose_hits.add((t, e.name))
            return
        elif e.kind == "stop" and self.dry[e.name] * g.w > 0.0:
            self.events.append((t, e.name, 0, g.next_contact(), ("impact", self.h * self.dry[e.name])))
            return
        else:
            return
        if one != two:
            self.events.append((t, e.name, one, two, (cause, 0.0)))

    def row(self, time, s, h):
        v = {b: x + s * (self.next_v[b] - x) for b, x in self.v.items()}
        q = {b: x + s * h * (self.v[b] + 0.5 * s * (self.next_v[b] - self.v[b])) for b, x in self.q.items()}
        row = {"t": time, "h": h, "d": {}, "f": {}, "mode": {}, "q": q, "v": v, "unique": {},
               "a": {b: (self.next_v[b] - x) / h for b, x in self.v.items()}}
        for g in self.groups:
            for e, r in g.members:
                w = r * (g.w + s * (g.next_w - g.w))
                d = r * (g.d + s * h * (g.w + 0.5 * s * (g.next_w - g.w)))
                row["d"][e.name] = d
                row["unique"][e.name] = not g.ambiguous
                row["f"][e.name] = self.row_force(e, g, r, d, w, s, time, q, v, row["mode"])
        for o in self.outside:
            e = o.element
            row["d"][e.name] = sum(c * q[b] for b, c in e.terms)
            row["unique"][e.name] = True
            row["f"][e.name] = e.value(time, self.middle) if e.of_time else e.at(time, self.middle, q, v)
        return row

    def row_force(self, e, g, r, d, w, s, time, q, v, modes):
        if e.kind in ("spring", "gap"):
            if e.kind == "gap":
                modes[e.name] = side_of(e, d)
            touches = e.kind == "spring" or side_of(e, d)
            return e.stiffness * beyond(e, d) + (e.damping * w if touches else 0.0)
        if e.kind == "damper":
            return e.damping * w
        dry = self.dry[e.name]
        if e.kind == "stop":
            modes[e.name] = g.next_contact()
        if e.kind != "friction":
            return dry
        before, after = sign(r * g.w), sign(r * g.next_w)
        mode = before if s <= 0.0 or (s < 1.0 and after == 0) else after
        modes[e.name] = mode
        if not mode and g.w + g.next_w:
            limits = [self.level(e, way, 0.0, time, self.middle, q, v)[1] for way in (-1, 1)]
            return min(max(dry, -limits[0]), limits[1])
        if mode and after == mode and mode * w > 0.0:
            dry = mode * self.level(e, mode, w, time, self.middle, q, v)[0]
        return dry + (e.sides[mode].viscous * w if mode else 0.0)
