"""Names that people type, and what they probably meant."""
from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str]) -> str:
    """"did you mean 'x'?", or what there is."""
    names = list(known)
    close = difflib.get_close_matches(name, names, 1, 0.5 if len(name) < 4 else 0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    if not names:
        return "there is none"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"there is: {shown}"
