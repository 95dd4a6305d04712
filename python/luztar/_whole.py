"""Whole numbers that calls are given."""
from __future__ import annotations

import operator

MOST_THREADS = 1024  #: as on the command line


def whole(name: str, value: object, least: int, most: int | None = None, what: str = "") -> int:
    """`value` as an int. Raises TypeError if it is none, ValueError if it is out of range.

    :param what: what the least number stands for
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: give a whole number, not {type(value).__name__}") from None
    if number < least or (most is not None and number > most):
        begin = f"{least} ({what})" if what else f"{least}"
        reach = f"from {begin} to {most}" if most is not None else f"from {begin} on"
        raise ValueError(f"{name}={number}: give a whole number {reach}")
    return int(number)


def threads_from(value: object) -> int:
    return whole("threads", value, 0, MOST_THREADS, "one for each core")
