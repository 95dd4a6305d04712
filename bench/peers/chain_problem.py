"""../chain_problem.h in Python, number by number: the chain for a seed."""

import math

MASK = (1 << 64) - 1


class Mt19937_64:
    """The generator of the C++ standard, [rand.predef]: its 10000th value is a test's."""

    def __init__(self, seed=5489):
        x = [seed]
        for i in range(1, 312):
            x.append((6364136223846793005 * (x[-1] ^ (x[-1] >> 62)) + i) & MASK)
        self.x, self.at = x, 312

    def next(self):
        x = self.x
        if self.at == 312:
            for i in range(312):
                y = (x[i] & 0xFFFFFFFF80000000) | (x[(i + 1) % 312] & 0x7FFFFFFF)
                x[i] = x[(i + 156) % 312] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0)
            self.at = 0
        y = x[self.at]
        self.at += 1
        y ^= (y >> 29) & 0x5555555555555555
        y ^= (y << 17) & 0x71D67FFFEDA60000
        y ^= (y << 37) & 0xFFF7EEE000000000
        return y ^ (y >> 43)


class Chain:
    """Lists as in ../chain_problem.h; `first`: the load is on the first block only."""

    def __init__(self, n, first, seed=1):
        engine = Mt19937_64(seed)

        def random(low, high):
            return low + (high - low) * (engine.next() >> 11) * 2.0**-53

        self.n = n
        self.mass, self.stiffness, self.viscous, self.dry = [], [], [], []
        self.amplitude, self.frequency, self.phase = [], [], []
        for i in range(n):
            self.mass.append(random(0.5, 2.0))
            self.stiffness.append(random(50.0, 200.0))
            self.viscous.append(random(0.1, 0.5))
            self.dry.append(random(1.0, 3.0))
            frequency, phase = random(10.0, 20.0), random(0.0, 2.0 * math.pi)
            driven = i == 0 if first else i % 5 == 0
            self.amplitude.append((5.0 if first else 14.0) if driven else 0.0)
            self.frequency.append(frequency)
            self.phase.append(0.0 if first else phase)
