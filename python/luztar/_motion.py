"""What a diagram shows of a run at an instant: shifts of bodies, modes and deflections of elements.

The rules are those of the report (src/luztar/io/report/54_motion.js).
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from luztar._layout import Body, Element

if TYPE_CHECKING:
    from luztar.run import Run

Numbers = NDArray[np.float64]

SHIFT_MOST = 30.0  #: pixels that a free body moves to either side
TURN_LEAST = 0.5  #: radians that the body which turns farthest is drawn to turn, at least
_PIXELS_PER_METRE = 96 / 0.0254


@dataclass(frozen=True)
class Moment:
    """An element at an instant."""

    mode: str  #: in words; "" of what has none
    part: float  #: of the deflection in its range, -1 to 1
    gap: float  #: of the deflection between the edges, -1 to 1
    force: float  #: by its greatest size in the run, -1 to 1


def _round_down(x: float) -> float:
    """1, 2 or 5 times a power of ten, at most x."""
    power = 10.0 ** math.floor(math.log10(x))
    return float(next(digit for digit in (5, 2, 1) if digit * power <= x * (1 + 1e-9)) * power)


def _within(x: float, low: float, high: float) -> float:
    """-1 at the lower, 1 at the upper, 0 in the middle."""
    if not high > low or not math.isfinite(x):
        return 0.0
    return max(-1.0, min(1.0, (2 * x - low - high) / (high - low)))


def _largest(columns: Sequence[Numbers]) -> float:
    """Half the greatest range; 0 of nothing."""
    return max((float(np.ptp(column)) / 2 for column in columns if column.size), default=0.0)


class Motion:
    """A run at the times of the pictures."""

    def __init__(self, run: Run, times: Numbers, bodies: Sequence[Body],
                 elements: Sequence[Element]) -> None:
        self.times = times
        self._rows = run.at(times)
        self._modes = run.modes
        self._elements = {element.name: element for element in elements}
        free = {body.name for body in bodies if body.kind == "free"}
        angles = {body.name for body in bodies if body.angle}
        q = {name: np.asarray(column) for name, column in self._rows.q.items()}
        shift = self._reach(q, free - angles) or self._reach(q, set(q) - angles)
        turn = self._reach(q, free & angles) or self._reach(q, angles)
        #: how many times as large as it is the motion is drawn
        self.shift_scale = _round_down(SHIFT_MOST / (shift * _PIXELS_PER_METRE)) if shift else 0.0
        self.turn_scale = max(1.0, _round_down(TURN_LEAST / turn)) if turn else 0.0
        self._angles, self._q = angles, q
        #: driven bodies that go too far to be shifted
        self._passing = {name for name in set(q) - angles if _largest([q[name]]) > shift}
        self._reaches = {name: (float(d.min()), float(d.max())) for name, d in
                         self._rows.d.items() if d.size}
        self._forces = {name: float(np.abs(f).max()) for name, f in self._rows.f.items() if f.size}

    @staticmethod
    def _reach(q: Mapping[str, Numbers], names: set[str]) -> float:
        return _largest([q[name] for name in names if name in q])

    def words(self) -> str:
        """How large the motion is drawn."""
        parts = []
        if self.shift_scale:
            parts.append(f"motion × {self.shift_scale:.6g}")
        if self.turn_scale > 1:
            parts.append(f"turns × {self.turn_scale:.6g}")
        return ", ".join(parts)

    def shift(self, body: str, i: int) -> float:
        """Pixels to the right of the middle of its range."""
        if body in self._angles or body in self._passing or body not in self._q:
            return 0.0
        return self._offset(body, i) * self.shift_scale * _PIXELS_PER_METRE

    def passed(self, body: str, i: int) -> float | None:
        """Pixels that marks on a driven body have gone; None of a body that is shifted."""
        if body not in self._passing:
            return None
        return self._offset(body, i) * self.shift_scale * _PIXELS_PER_METRE

    def turn(self, body: str, i: int) -> float | None:
        """Radians, counterclockwise; None of a body that does not turn."""
        if body not in self._angles or body not in self._q:
            return None
        return float(self._q[body][i]) * self.turn_scale

    def _offset(self, body: str, i: int) -> float:
        q = self._q[body]
        return float(q[i]) - float(q.min() + q.max()) / 2

    def moment(self, name: str, i: int) -> Moment:
        """An element in the i-th picture."""
        element = self._elements[name]
        low, high = self._reaches.get(name, (0.0, 0.0))
        d = float(self._rows.d[name][i]) if name in self._reaches else 0.0
        lower = element.lower if math.isfinite(element.lower) else min(low, element.upper)
        upper = element.upper if math.isfinite(element.upper) else max(high, element.lower)
        most = self._forces.get(name, 0.0)
        force = float(self._rows.f[name][i]) / most if most else 0.0
        return Moment(self._mode(name, i), _within(d, low, high), _within(d, lower, upper), force)

    def _mode(self, name: str, i: int) -> str:
        intervals = self._modes.get(name)
        if intervals is None or not len(intervals):
            return ""
        at = int(np.searchsorted(intervals["begin"], self.times[i], side="right")) - 1
        return str(intervals["mode"][max(at, 0)])
