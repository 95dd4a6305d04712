"""What the elements of a run know of themselves."""


def sign(x):
    return (x > 0.0) - (x < 0.0)


def beyond(e, d):
    x = d - e.rest
    return x if e.kind == "spring" else max(x - e.upper, 0.0) + min(x - e.lower, 0.0)


def side_of(e, d):
    x = d - e.rest
    return (x > e.upper) - (x < e.lower)
