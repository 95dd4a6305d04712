"""A run that a program drives step by step."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Union

from luztar import _core
from luztar._arguments import names_from, text_from
from luztar._errors import RunEnded
from luztar.run import Proofs

Given = Union[Sequence[str], Mapping[str, Union[str, int]]]
"""Names of inputs; or each with "held", "interpolated" or the degree of a polynomial."""

Value = Union[float, str]
Number = Union[float, Sequence[float]]


class StepEvent(NamedTuple):
    """One event, with the fields of ``run.events``."""

    t: float  #: [s]
    name: str
    before: str  #: mode, in words
    after: str
    cause: str
    impulse: float  #: of impacts [N s, N m s]
    d: float  #: deflection [m, rad]


class StepperInput(NamedTuple):
    """What a program gives."""

    unit: str  #: SI; "" if the model names none
    kind: str  #: "held", "interpolated" or "polynomial"
    degree: int  #: of polynomials
    start: float  #: first value


class StepperState:
    """All that a stepper needs to go on with the same bits. It can be pickled."""

    def __init__(self, data: bytes, core: _core.StepperState | None = None) -> None:
        self._data, self._core = data, core

    def to_bytes(self) -> bytes:
        """The state as bytes: ``StepperState(data)`` is it again, for a stepper of the same model
        and inputs in any process."""
        return self._core.bytes() if self._core is not None else self._data

    def __reduce__(self) -> tuple[type[StepperState], tuple[bytes]]:
        return type(self), (self.to_bytes(),)


class Stepper:
    """A run by events, from call to call::

        plant = model.stepper(["F"])
        for n in range(1000):
            plant.step(1e-3, F=controller(plant["v.block"]))

    Steps do not cut the motion: what is read has the bits of the rows of :meth:`Model.simulate`. An
    input that changes its value is an instant, as a sample of a controller; one that does not costs
    nothing. Wrong calls raise ValueError and change nothing. One thread at a time uses a stepper.
    """

    def __init__(self, core: _core.Stepper, model: _core.Model, changed: Mapping[str, Value],
                 values_of: Callable[[Mapping[str, Any]], dict[str, Value]]) -> None:
        self._core = core
        self._model = model
        self._changed = dict(changed)
        self._values_of = values_of
        self._inputs = {row[0]: place for place, row in enumerate(core.inputs())}
        self._outputs = {row[0]: place for place, row in enumerate(core.outputs())}

    # --- names -----------------------------------------------------------------------------

    @property
    def inputs(self) -> dict[str, StepperInput]:
        """What the program gives, by name."""
        kinds = {-1: "interpolated", 0: "held"}
        return {name: StepperInput(unit, kinds.get(degree, "polynomial"), max(degree, 0), start)
                for name, unit, degree, start in self._core.inputs()}

    @property
    def outputs(self) -> dict[str, str]:
        """All that can be read, ``"q.block"``, ``"margin.contact"`` ..., with units in SI."""
        return dict(self._core.outputs())

    @property
    def parameters(self) -> dict[str, float]:
        """Present values in SI."""
        return dict(self._core.parameters())

    # --- values ----------------------------------------------------------------------------

    def __getitem__(self, name: str) -> float:
        """What is at the present time: ``stepper["q.block"]``; of an input, its value."""
        place = self._outputs.get(name)
        if place is not None:
            return self._core.value(place)
        if name in self._inputs:
            return self._core.input_value(self._inputs[name])
        return self._core.value(self._core.output(name))

    def get(self, *names: str) -> tuple[float, ...]:
        """Several of them."""
        return tuple(self[name] for name in names)

    def __setitem__(self, name: str, value: Number) -> None:
        """Sets an input for the next step: a number, or of polynomials value and derivatives."""
        place = self._inputs.get(name)
        if place is None:
            place = self._core.input(name)
        if isinstance(value, (int, float)):
            self._core.set(place, value)
            return
        try:
            numbers = [float(x) for x in value]
        except TypeError:
            self._core.set(place, float(value))  # type: ignore[arg-type]
            return
        self._core.set_polynomial(place, numbers)

    def apply_inputs(self) -> None:
        """Inputs that were set act now: what is read shows them. Interpolated ones wait for the
        next step."""
        if not self._core.apply_inputs():
            self._raise_ended()

    def set_parameters(self, parameters: Mapping[str, Value] = {}, **values: Value) -> None:
        """Goes on with other values of parameters; those not named stay."""
        new = self._values_of({**parameters, **values})
        self._core.set_parameters(self._model, {**self._changed, **new}, list(new))
        self._changed.update(new)

    # --- time ------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """[s]"""
        return self._core.time

    @property
    def next_time_event(self) -> float:
        """The next instant that is known from the time alone: a sample of a controller, a row of
        data, a step of time; inf if there is none [s]."""
        return self._core.next_time_event

    def step(self, h: float, until_event: bool = False, **inputs: Number) -> bool:
        """Goes on by h > 0 [s].

        :param until_event: no farther than the first event.
        :param inputs: values to set before: ``F=3.0``.
        :return: whether it ended at an event, with ``until_event``.

        Raises :class:`RunEnded` if the run has ended.
        """
        for name, value in inputs.items():
            self[name] = value
        end = self._core.step(h, until_event)
        if end == _ENDED:
            self._raise_ended()
        return end == _EVENT

    def step_to(self, t: float, until_event: bool = False, **inputs: Number) -> bool:
        """The same, to the time t > ``time`` [s]."""
        for name, value in inputs.items():
            self[name] = value
        end = self._core.step_to(t, until_event)
        if end == _ENDED:
            self._raise_ended()
        return end == _EVENT

    def _raise_ended(self) -> None:
        raise RunEnded(f"{self.status}: {self._core.diagnosis}")

    @property
    def events(self) -> list[StepEvent]:
        """Of the last step; at first those of the start."""
        return [StepEvent(*row) for row in self._core.events()]

    # --- the run so far --------------------------------------------------------------------

    @property
    def status(self) -> str:
        """"finished" while it goes on, else how it ended."""
        return self._core.status

    @property
    def diagnosis(self) -> str:
        """In words, if it has ended, or if a proof fails."""
        return self._core.look()[1]

    @property
    def proof(self) -> Proofs:
        """What the run up to now proves about itself."""
        return Proofs(self._core.look()[3])

    @property
    def warnings(self) -> list[str]:
        return list(self._core.look()[2])

    def save(self) -> StepperState:
        """The state of now."""
        return StepperState(b"", self._core.save())

    def restore(self, state: StepperState) -> None:
        """Goes back to a state of this stepper, or of one of the same model and inputs."""
        core = state._core
        self._core.restore(core if core is not None else self._core.state_of(state.to_bytes()))

    def __repr__(self) -> str:
        return f"<luztar.Stepper: {self.status} at t = {self.time:g} s>"


_EVENT, _ENDED = 1, 2


def _degree(name: str, kind: str | int) -> int:
    if isinstance(kind, int) and not isinstance(kind, bool) and kind > 0:
        return kind
    if kind == "held":
        return 0
    if kind == "interpolated":
        return -1
    raise ValueError(f"the input '{name}' is {kind!r}: write \"held\", \"interpolated\" or the "
                     "degree of a polynomial")


def stepper_from(model: _core.Model, inputs: Given, changed: Mapping[str, Value],
                 keys: Mapping[str, Value],
                 values_of: Callable[[Mapping[str, Any]], dict[str, Value]]) -> Stepper:
    if isinstance(inputs, str):
        raise TypeError(f"inputs: write a list of names, [{inputs!r}]")
    kinds: dict[str, str | int] = (
        {text_from("inputs", name): kind for name, kind in inputs.items()}
        if isinstance(inputs, Mapping) else dict.fromkeys(names_from("inputs", inputs), "held"))
    given = [(name, _degree(name, kind)) for name, kind in kinds.items()]
    return Stepper(_core.stepper(model, dict(changed), dict(keys), given), model, changed,
                   values_of)
