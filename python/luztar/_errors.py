"""What is wrong with a model, and what became of a run."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Diagnostic(NamedTuple):
    """One mistake. A line or column of 0 is not known."""

    file: str
    line: int
    column: int
    what: str
    advice: str

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.what}" + (f"; {self.advice}" if self.advice else "")


class RunEnded(RuntimeError):
    """A run that was to go on has ended; the stepper keeps the time and the values of its end."""


class ModelError(ValueError):
    """A model, or a value that was given to it, is wrong.

    ``diagnostics`` has every independent mistake, ``file``, ``line`` and ``column`` are those of
    the first one; the text has a line for each.
    """

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[ModelError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)

    @classmethod
    def _from_core(cls, mistakes: Sequence[tuple[str, int, int, str, str]],
                   _text: str) -> ModelError:
        return cls([Diagnostic(*mistake) for mistake in mistakes])

    @property
    def file(self) -> str:
        return self.diagnostics[0].file

    @property
    def line(self) -> int:
        return self.diagnostics[0].line

    @property
    def column(self) -> int:
        return self.diagnostics[0].column


class RunWarning(UserWarning):
    """A run ended before its end, or its results are not to be trusted: see ``Run.diagnosis``."""
