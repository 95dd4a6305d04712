"""Linear systems: A, B, C, D of a model (docs/running.md, `linearize`)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from luztar import _core
from luztar._extras import of_extra


class LinearVariable(NamedTuple):
    """A state, an input or an output, and its value in what the system is about."""

    name: str
    unit: str  #: SI; "" where it is not known, or there is none
    value: float


class TransferFunction(NamedTuple):
    """numerator(s)/denominator(s), of z with controllers: coefficients of falling powers."""

    numerator: NDArray[np.float64]
    denominator: NDArray[np.float64]  #: the first is 1
    zeros: NDArray[np.complex128]
    poles: NDArray[np.complex128]  #: without those that zeros cancel
    static_gain: float  #: inf where there is a pole at rest


@dataclass(frozen=True)
class LinearSystem:
    """x' = A x + B u, y = C x + D u; with controllers x[k+1] = A x[k] + B u[k], of one period.

    x, u and y are what states, inputs and outputs are more than their values here.
    """

    A: NDArray[np.float64]  #: (states, states)
    B: NDArray[np.float64]  #: (states, inputs)
    C: NDArray[np.float64]  #: (outputs, states)
    D: NDArray[np.float64]  #: (outputs, inputs)
    states: list[LinearVariable]
    inputs: list[LinearVariable]
    outputs: list[LinearVariable]
    period: float  #: of controllers; 0: there are none [s]
    time: float  #: of forces and modes [s]
    at_rest: bool  #: about an equilibrium
    modes: dict[str, tuple[str, float]]  #: element: "sticks", "slides" ..., and its rate [m/s]
    followers: dict[str, str]  #: bodies that are no states: "q.load": "0.5 q.motor"
    notes: list[str]  #: in words

    def poles(self) -> NDArray[np.complex128]:
        """Eigenvalues of A by size [1/s; with controllers of one period], (states)."""
        return np.array(_core.linear_poles(self.A.tolist()), dtype=complex)

    def transfer_function(self, output: str | None = None,
                          input: str | None = None) -> TransferFunction:
        """From one input to one output; the first ones if none are named.

        Raises KeyError for a name of nothing.
        """
        row, column = _place(self.outputs, output), _place(self.inputs, input)
        found = _core.linear_transfer(self.A.tolist(), self.B.tolist(), self.C.tolist(),
                                      self.D.tolist(), self.period, row, column)
        return TransferFunction(
            np.array(found["numerator"]), np.array(found["denominator"]),
            np.array(found["zeros"], dtype=complex), np.array(found["poles"], dtype=complex),
            found["static_gain"])

    def response(self, omega: ArrayLike) -> NDArray[np.complex128]:
        """The response to sines of these angular frequencies [rad/s], (omega, outputs, inputs).

        It is C (s I - A)^-1 B + D at s = i omega, with controllers at z = exp(i omega period).
        Raises numpy.linalg.LinAlgError at a pole.
        """
        place = 1j * np.atleast_1d(np.asarray(omega, dtype=float))
        if self.period > 0.0:
            place = np.exp(place * self.period)
        unit = np.eye(len(self.states))
        return np.array([self.C @ np.linalg.solve(s * unit - self.A, self.B) + self.D
                         for s in place], dtype=complex).reshape(
                             len(place), len(self.outputs), len(self.inputs))

    def bode(self, omega: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Size and phase [rad] of the response, (omega, outputs, inputs), the phase without jumps."""
        response = self.response(omega)
        return np.abs(response), np.unwrap(np.angle(response), axis=0)

    def to_control(self) -> Any:
        """The same as a ``control.StateSpace``, with its period and names: "q_block" for "q.block".

        Raises ModuleNotFoundError, with the command that installs it, without python-control.
        """
        with of_extra("control"):
            import control
        return control.ss(self.A, self.B, self.C, self.D, *([self.period] if self.period else []),
                          inputs=_without_dots(self.inputs), outputs=_without_dots(self.outputs),
                          states=_without_dots(self.states))


def _without_dots(variables: list[LinearVariable]) -> list[str]:
    """Names as python-control takes them."""
    return [item.name.replace(".", "_") for item in variables]


def _place(variables: list[LinearVariable], name: str | None) -> int:
    names = [item.name for item in variables]
    if name is None and names:
        return 0
    if name not in names:
        raise KeyError(f"no '{name}'; there is: {', '.join(names) or 'nothing'}")
    return names.index(name)


def linear_from(found: dict[str, Any]) -> LinearSystem:
    for kind in ("states", "inputs", "outputs"):
        found[kind] = [LinearVariable(*row) for row in found[kind]]
    n, m, p = (len(found[kind]) for kind in ("states", "inputs", "outputs"))
    for name, shape in (("A", (n, n)), ("B", (n, m)), ("C", (p, n)), ("D", (p, m))):
        found[name] = np.array(found[name], dtype=float).reshape(shape)
    modes = {name: (state, rate) for name, state, rate in found.pop("modes")}
    return LinearSystem(**found, modes=modes)
