"""Names that people type, and what they probably meant."""
from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str]) -> str:
    """"did you mean 'x'?", or what there is."""
    names = list(known)
    owned = [one for one in names if one.endswith("." + name)]  # "block" of "q.block"
    if owned:
        return f"did you mean '{owned[0]}'?"
    close = difflib.get_close_matches(name, names, 1, 0.5 if len(name) < 4 else 0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    if not names:
        return "there is none"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"there is: {shown}"


def public(of: type) -> list[str]:
    """Names of a class that are for users."""
    return [name for name in dir(of) if not name.startswith("_")]


WIDTH = 80  #: letters of a line on a screen


def elided(names: list[str], width: int) -> str:
    """Names with commas: the first ones and the last one, if there is no room for all."""
    words = ", ".join(names)
    if len(words) <= width:
        return words
    for kept in range(min(len(names) - 2, width // 3), 0, -1):  # a name takes 3 letters or more
        words = f"{', '.join(names[:kept])}, ... ({len(names)}), {names[-1]}"
        if len(words) <= width:
            return words
    first = names[0] if len(names) == 1 else f"{names[0]}, ... ({len(names)})"
    room = width - (len(first) - len(names[0]))
    return _shortened(names[0], room) + first[len(names[0]):]


def _shortened(name: str, width: int) -> str:
    """The beginning and the end of a name."""
    if len(name) <= width:
        return name
    return f"{name[:width - 3 - width // 3]}...{name[len(name) - width // 3:]}"
