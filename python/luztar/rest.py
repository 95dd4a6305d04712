"""Equilibria and small motions (docs/running.md, `equilibrium` and `modes`)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class RestBody(NamedTuple):
    """Where a body rests [m, rad]: friction lets it be anywhere from `lower` to `upper`."""

    position: float
    lower: float
    upper: float
    given: bool  #: it is where its motion has it
    floats: bool  #: without friction nothing holds it


class RestElement(NamedTuple):
    """What an element does at rest: "holds", "slides", "pressed", "open", "touches" ..."""

    force: float  #: [N, N m]
    deflection: float  #: [m, rad]
    state: str


@dataclass(frozen=True)
class Equilibrium:
    """Where a network rests."""

    found: bool
    reason: str  #: why not, in words
    kind: str  #: "stable", "indifferent", "unstable", ... without friction
    by_friction: bool  #: without friction there is none
    exact_ranges: bool
    start_rests: bool  #: the bodies rest where the file has them
    bodies: dict[str, RestBody]
    states: dict[str, float]  #: of [states], and "LOOP.NAME" of what controllers hold
    elements: dict[str, RestElement]


class SmallMotion(NamedTuple):
    """q = Re(shape exp(value t))."""

    value: complex  #: [1/s]
    frequency: float  #: [Hz]; 0 for one that does not swing
    damping: float  #: ratio, -Re(value)/abs(value)
    stability: str  #: "stable", "neutral", "unstable"
    shape: NDArray[np.complex128]  #: (bodies) the largest is 1


@dataclass(frozen=True)
class SmallMotions:
    """M y'' + D y' + K y = 0 about a place of rest; q - q0 = basis y."""

    bodies: list[str]
    coordinates: list[str]
    basis: NDArray[np.float64]  #: (bodies, coordinates)
    mass: NDArray[np.float64]  #: (coordinates, coordinates); so are damping and stiffness
    damping: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    pattern: dict[str, tuple[str, float]]  #: element: "sticks", "slides" ..., and its rate [m/s]
    motions: list[SmallMotion]  #: by abs(value), rising
    stability: str


def equilibrium_from(found: dict[str, Any]) -> Equilibrium:
    bodies = {name: RestBody(*row) for name, row in found.pop("bodies").items()}
    elements = {name: RestElement(*row) for name, row in found.pop("elements").items()}
    return Equilibrium(**found, bodies=bodies, elements=elements)


def motions_from(found: dict[str, Any]) -> SmallMotions:
    n = len(found["coordinates"])
    for name in ("mass", "damping", "stiffness"):
        found[name] = np.array(found[name], dtype=float).reshape(n, n)
    found["basis"] = np.array(found["basis"], dtype=float).reshape(len(found["bodies"]), n)
    pattern = {name: (state, rate) for name, state, rate in found.pop("pattern")}
    motions = [SmallMotion(value, frequency, damping, stability, np.array(shape))
               for value, frequency, damping, stability, shape in found.pop("motions")]
    return SmallMotions(**found, pattern=pattern, motions=motions)
