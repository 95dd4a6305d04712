"""Static above kinetic friction within a step (docs/theory.md, section 10)."""
from laws import sign
from linear import Constraints

ROUNDING = 1e-15  # of the largest velocity: the rate of a pair that nothing holds but its neighbours
TRIALS = 2  # of a pair at rest in one step
FULL = 1.0 + 1e-9  # a force that is at its limit
TORN = 1e-2  # of the fastest: what an impact tears loose first


class StaticFriction:
    def settle(self, problem):
        """Solves the step with the limits that come out of it."""
        pairs = [(g, r) for g, r in zip(self.groups, problem.rates) if g.of("friction") and not r.rigid]
        hits = any(r.stop and r.stop[0] * r.w0 > 0.0 for r in problem.rates)
        breakable = []
        for g, r in pairs:
            r.holds = g.w == 0.0 or g.undecided
            can_break = self.limits(g, True) != self.limits(g, False) and not r.is_known
            if can_break:
                breakable.append((g, r))
            r.lower, r.upper = (self.h * x for x in self.limits(g, r.holds if can_break else True))
            r.trials, r.way = 0, 0
        problem.solve()
        while True:
            again = self.hold_what_stops(breakable) or self.break_away(breakable, hits)
            if not again:
                break
            problem.solve()
        broke = [g for g, r in breakable if r.way and not r.holds]
        stops = any(sign(g.w) and sign(r.w1) != sign(g.w) for g, r in pairs)
        for g, r in zip(self.groups, problem.rates):
            rests = r.mode == 0 and not r.stop or not r.can_hold() and abs(r.w1) <= ROUNDING * self.speed
            g.next_w, g.next_dry = (0.0 if rests else r.w1), r.dry / self.h
            g.next_undecided = bool(broke and stops and not hits and g in broke)
            g.ambiguous = id(r) in problem.ambiguous
            g.gaps = r.gaps
        self.find_shared(problem)

    def find_shared(self, problem):
        """Samples share forces among all that stands and could hold, also what slides to its end in this step."""
        standing = [(g, r) for g, r in zip(self.groups, problem.rates) if g.next_w == 0.0 and not r.is_known
                    and (r.can_hold() or g.of("friction") and any(self.limits(g, True)))]
        ties = Constraints([r.row for _, r in standing], [0.0] * len(standing), problem.n)
        for k in ties.ambiguous():
            standing[k][0].ambiguous = True

    def hold_what_stops(self, breakable):
        again = False
        for g, r in breakable:
            if r.holds or r.trials >= TRIALS:
                continue
            went = r.way or sign(g.w)
            if sign(r.w1) == went or (r.mode == 0 and r.lower < FULL * r.dry < r.upper):
                continue
            r.holds = again = True
            r.trials += 1
            r.lower, r.upper = (self.h * x for x in self.limits(g, True))
            r.mode = 0
        return again

    def break_away(self, breakable, hits):
        moving = [(g, r) for g, r in breakable if r.holds and r.mode and r.w1 != 0.0]
        fastest = max((abs(r.w1) for _, r in moving), default=0.0) if hits else 0.0
        for g, r in moving:
            if abs(r.w1) < TORN * fastest:
                continue
            r.holds, r.way = False, sign(r.w1)
            r.lower, r.upper = (self.h * x for x in self.limits(g, False))
        return bool(moving)
