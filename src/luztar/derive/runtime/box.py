#if !GENERATED
"""The same as box.c, line by line."""
import math

from model import BODIES, IS_FREE, JOINTS
#endif

# ---- Dry friction at rest: Gauss's principle on any network --------------------------------------
#
# For each body             mass x = force - sum of arm T
# and for each joint, with  w = sum of arm x:
#                           w > 0: T = upper,  w = 0: lower <= T <= upper,  w < 0: T = lower
# is the minimum of T'WT/2 - c'T over lower <= T <= upper, with W = J M^-1 J' and c = J M^-1 force.
# From a point within the limits the forces of the free joints go to their minimum, or to the first
# limit on the way; a joint there is held. When all are there, the one that is pushed off its limit
# hardest becomes free. Every change lowers the energy, so no set comes back and the search ends by
# itself; rounding is what the tolerances are for. A joint that depends on the free ones (a cycle)
# stays held.

INFINITY = math.inf


def coefficient(now, joint, body):
    return now.row[joint][body]


def slip(now, joint):
    """w of a joint"""
    return sum(now.row[joint][b]*now.x[b] for b in range(BODIES))


class Box:
    def __init__(self, w, drive, lower, upper):
        self.w, self.drive, self.lower, self.upper = w, drive, lower, upper
        self.force = [min(max(0.0, lower[i]), upper[i]) for i in range(JOINTS)]
        self.free = []  # joints
        self.factor = []  # L and D of the free joints, W = L D L'
        self.dependent = [False]*JOINTS
        self.rounded = [False]*JOINTS
        for i in range(JOINTS):
            if not w[i][i] > 0.0:
                self.force[i] = upper[i] if drive[i] > 0.0 else lower[i] if drive[i] < 0.0 else 0.0

    def set_free(self, joint):
        """Frees a joint if it does not depend on the free ones."""
        row = []
        pivot = self.w[joint][joint]
        for k, other in enumerate(self.free):
            total = self.w[joint][other]
            for m in range(k):
                total -= row[m]*self.factor[k][m]*self.factor[m][m]
            row.append(total/self.factor[k][k])
            pivot -= row[k]*row[k]*self.factor[k][k]
        if not pivot > 1e-13*self.w[joint][joint]:
            self.dependent[joint] = True
            return False
        self.factor.append(row + [pivot])
        self.free.append(joint)
        return True

    def hold(self, k, up):
        """Holds the k-th free joint at a limit."""
        joint = self.free[k]
        self.force[joint] = self.upper[joint] if up else self.lower[joint]
        self.dependent = [False]*JOINTS
        rest = self.free[k + 1:]
        del self.free[k:], self.factor[k:]
        for other in rest:
            self.set_free(other)

    def apply_inverse(self, target):
        """The inverse of W over the free joints, times target."""
        n = len(self.free)
        for k in range(n):
            for m in range(k):
                target[k] -= self.factor[k][m]*target[m]
        for k in reversed(range(n)):
            target[k] /= self.factor[k][k]
            for m in range(k + 1, n):
                target[k] -= self.factor[m][k]*target[m]
        return target

    def minimize(self, last_freed):
        """Moves the free forces to their minimum: True, or to the first limit on the way: False."""
        target = []
        for i in self.free:
            total = self.drive[i]
            for j in range(JOINTS):
                if j not in self.free:
                    total -= self.w[i][j]*self.force[j]
            target.append(total)
        self.apply_inverse(target)
        step, blocking = 1.0, -1
        for k, i in enumerate(self.free):
            change = target[k] - self.force[i]
            room = (self.upper[i] if change > 0.0 else self.lower[i]) - self.force[i]
            if abs(change) > abs(room) and room/change < step:
                step, blocking = room/change, k
        for k, i in enumerate(self.free):
            self.force[i] = (target[k] if step == 1.0
                             else self.force[i] + step*(target[k] - self.force[i]))
        if blocking < 0:
            return True
        held = self.free[blocking]
        self.hold(blocking, target[blocking] > self.force[held]
                  or self.force[held] >= self.upper[held])
        if step > 0.0:
            self.rounded = [False]*JOINTS
        elif held == last_freed:
            self.rounded[held] = True  # it could not move at all: what pushed it was rounding
        return False

    def worst(self, largest):
        """The joint that is pushed off its limit hardest, or -1, and its w."""
        hardest, found, push = 0.0, -1, 0.0
        slips, sizes = [], []
        for i in range(JOINTS):
            parts = [-self.w[i][j]*self.force[j] for j in range(JOINTS)]
            slips.append(self.drive[i] + sum(parts))
            sizes.append(abs(self.drive[i]) + sum(abs(part) for part in parts))
        scale = max([0.0] + [sizes[i]/math.sqrt(self.w[i][i])
                             for i in range(JOINTS) if self.w[i][i] > 0.0])
        for i in range(JOINTS):
            w, own = slips[i], self.w[i][i]
            if i in self.free or not own > 0.0 or self.rounded[i]:
                continue
            if self.lower[i] == self.upper[i]:
                continue
            if w >= 0.0 and self.force[i] == self.upper[i]:
                continue
            if w <= 0.0 and self.force[i] == self.lower[i]:
                continue
            noise = (1.5e-11*max(scale*math.sqrt(own), largest*own) if self.dependent[i]
                     else 1.5e-14*max(sizes[i], largest*own))
            if abs(w) > noise and abs(w)/own > hardest:
                hardest, found, push = abs(w)/own, i, w
        return found, push

    def slide_along(self, joint, push):
        """A joint that depends on the free ones and still moves: a cycle through given motions that
        part. Its force grows at the cost of theirs until one of them meets a limit."""
        sign = 1.0 if push > 0.0 else -1.0
        limit = self.upper[joint] if sign > 0.0 else self.lower[joint]
        step, blocking = sign*(limit - self.force[joint]), -1
        target = self.apply_inverse([self.w[i][joint] for i in self.free])
        for k, i in enumerate(self.free):
            slope = -sign*target[k]
            if abs(slope) < 1e-12:
                continue
            room = ((self.upper[i] if slope > 0.0 else self.lower[i]) - self.force[i])/slope
            if room < step:
                step, blocking = room, k
        if step == INFINITY:
            return False
        for k, i in enumerate(self.free):
            self.force[i] -= sign*step*target[k]
        self.force[joint] += sign*step
        self.rounded = [False]*JOINTS
        if blocking < 0:
            self.force[joint] = limit
        else:
            self.hold(blocking, -sign*target[blocking] > 0.0)
            self.set_free(joint)
        return True


def solve(now):
    """Fills x and mode; the rest is known."""
    bodies = [b for b in range(BODIES) if IS_FREE[b]]
    for b in bodies:
        now.x[b] = now.force[b]/now.mass[b]
    w = [[sum(now.row[i][b]*now.row[j][b]/now.mass[b] for b in bodies) for j in range(JOINTS)]
         for i in range(JOINTS)]
    box = Box(w, [slip(now, i) for i in range(JOINTS)], now.lower, now.upper)
    for i in range(JOINTS):
        if w[i][i] > 0.0 and now.lower[i] < now.upper[i]:
            box.set_free(i)
    freed = -1
    for _ in range(100 + 20*JOINTS):
        if not box.minimize(freed):
            continue
        freed, push = box.worst(now.largest)
        if freed < 0 or not (box.set_free(freed) or box.slide_along(freed, push)):
            break
    largest = now.largest
    for b in bodies:
        total = now.force[b]
        for j in range(JOINTS):
            total -= now.row[j][b]*box.force[j]
        now.x[b] = total/now.mass[b]
        largest = max(largest, abs(now.mass[b]*now.x[b]))
    for i in range(JOINTS):
        speeding = slip(now, i)
        now.found[i] = box.force[i]
        now.mode[i] = 0
        if i not in box.free and abs(speeding) > 1e-12*largest*w[i][i]:
            now.mode[i] = 1 if speeding > 0.0 else -1
