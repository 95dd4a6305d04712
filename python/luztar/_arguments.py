"""What calls take: checked here, so that a mistake is told in the words of the caller."""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from luztar import _core
from luztar._names import suggestion


def names_from(what: str, value: object) -> list[str]:
    """Names of bodies, elements or parameters; one text is one name.

    Raises TypeError for what is neither a text nor a list of texts.
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        names = list(value)
        if all(isinstance(name, str) for name in names):
            return [str(name) for name in names]
        given = next(type(name).__name__ for name in names if not isinstance(name, str))
        raise TypeError(f"{what}: give names, [\"NAME\"], not a list with {given}")
    raise TypeError(f"{what}: give a list of names, [\"NAME\"], not {type(value).__name__}")


def number_from(what: str, value: object) -> float:
    """One number. Raises TypeError for any other thing."""
    if not isinstance(value, (bool, str, bytes)):
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
    raise TypeError(f"{what}: give a number, not {type(value).__name__}")


def speeds_from(what: str, value: object) -> dict[str, float]:
    """Speeds [m/s, rad/s] by name. Raises TypeError for any other thing."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{what}: give speeds by name, {{\"NAME\": 0.1}} in m/s or rad/s, "
                        f"not {type(value).__name__}")
    return {text_from(what, name): number_from(f"{what}: {name}", speed)
            for name, speed in value.items()}


def slips_from(what: str, value: object) -> dict[str, float | None]:
    """Names of frictions that slide, or their speeds [m/s, rad/s] or None by name."""
    if not isinstance(value, Mapping):
        if isinstance(value, str) or (isinstance(value, Iterable) and not isinstance(value, bytes)):
            return dict.fromkeys(names_from(what, value))
    elif any(speed is None for speed in value.values()):
        return {text_from(what, name): None if speed is None else number_from(what, speed)
                for name, speed in value.items()}
    return dict(speeds_from(what, value))


def text_from(what: str, value: object) -> str:
    """A text. Raises TypeError for any other thing."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{what}: give a text, not {type(value).__name__}")


def path_from(what: str, value: object) -> str:
    """A path. Raises TypeError for what is none."""
    if isinstance(value, (str, os.PathLike)):
        path: Any = os.fspath(value)
        if isinstance(path, str):
            return path
    raise TypeError(f"{what}: give a path, not {type(value).__name__}")


def mapping_from(what: str, value: object, example: str) -> Mapping[Any, Any]:
    """Values by name: a dict or what behaves so, a DataFrame. Raises TypeError for another thing."""
    if hasattr(value, "keys") and hasattr(value, "__getitem__"):
        return value  # type: ignore[return-value]
    raise TypeError(f"{what}: write {example}, not {type(value).__name__}")


def advice_on(word: str, known: Iterable[str], *places: str) -> str:
    """What to write instead of an unknown keyword: a habit of other programs, or the nearest."""
    for place in places:
        habit = _core.habit_advice(word, place)
        if habit:
            return habit
    return suggestion(word, known)
