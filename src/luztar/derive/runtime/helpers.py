#if !GENERATED
"""What single laws of a model call."""
#endif
#if RATES


def rate_of(*parts):
    """A sum, and exactly 0 where it is 0 up to rounding: gear ratios need not divide."""
    total = 0.0
    for part in parts:
        total += part
    return 0.0 if abs(total) <= 1e-15*max(abs(part) for part in parts) else total
#endif
#if TABLES


def interpolate(rows, x):
    """Straight lines between the rows (x, y), the last y beyond."""
    for (x0, y0), (x1, y1) in zip(rows, rows[1:]):
        if x < x1:
            return y0 + (x - x0)*(y1 - y0)/(x1 - x0)
    return rows[-1][1]
#endif
#if STOPS


def side_of(parts, lower, upper):
    """The edge that a stop with this deflection rests on: 1 upper, -1 lower, 2 both, 0 none."""
    d = 0.0
    for part in parts:
        d += part
    largest = max(abs(part) for part in parts)
    above = d >= upper - 1e-12*max(largest, abs(upper))
    below = d <= lower + 1e-12*max(largest, abs(lower))
    return 2 if above and below else above - below
#endif
#if PUSHES


def push(now, body, force):
    now.force[body] += force
#if LARGEST
    now.largest = max(now.largest, abs(force))
#endif
#endif
