"""Parameters of a model."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from luztar._names import suggestion


class Parameter(NamedTuple):
    """A parameter of a model, with its value in SI."""

    name: str
    value: float
    unit: str  #: as written in the file; "" if none
    about: str
    factor: float  #: value in SI of one such unit


class Parameters(Mapping[str, Parameter]):
    """Parameters by name. They never change: a call is given other values."""

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        self._parameters = dict(parameters)

    def __getitem__(self, name: str) -> Parameter:
        if name not in self._parameters:
            raise KeyError(f"no parameter '{name}'; {suggestion(name, self._parameters)}")
        return self._parameters[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def __setitem__(self, name: str, value: object) -> NoReturn:
        raise TypeError(f"a model never changes: model.simulate({name}={value!r}) runs it with "
                        "another value")

    def __repr__(self) -> str:
        return repr(self._parameters)
