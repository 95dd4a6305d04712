"""Runs in files (docs/python.md, "Runs in files")."""
from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from luztar import _containers, _exports
from luztar._arguments import path_from
from luztar._parts import damage_told, run_of
from luztar._result_folder import run_of_folder

if TYPE_CHECKING:
    from luztar.model import Model
    from luztar.run import Run

_WRITERS: dict[str, Callable[[Run, Path], None]] = {
    ".npz": _containers.write_npz, ".h5": _containers.write_hdf5,
    ".hdf5": _containers.write_hdf5, ".mat": _exports.write_matlab,
    ".parquet": _exports.write_parquet}

_READERS: dict[str, Callable[[str], Any]] = {
    ".npz": _containers.NpzSource, ".h5": _containers.HdfSource, ".hdf5": _containers.HdfSource}

_OTHER_FILES = frozenset([
    ".csv", ".tsv", ".txt", ".json", ".toml", ".html", ".npy", ".pkl", ".pickle", ".zip", ".nc",
    ".hdf", ".xlsx", ".xls", ".feather", ".arrow", ".zarr", ".luztar"])


def save(run: Run, path: str) -> Path:
    """See :meth:`luztar.Run.save`."""
    file = Path(path)
    ending = file.suffix.lower()
    if ending in _OTHER_FILES:
        raise ValueError(f"a run is not saved as '{ending}': write .npz, .h5, .mat or .parquet, or "
                         "a folder without an ending for .csv files")
    if ending in _WRITERS:
        _WRITERS[ending](run, file)
    else:
        run._save_folder(path)
    return file


def load_run(path: str | os.PathLike[str], model: Model | None = None) -> Run:
    """A run out of a file of :meth:`Run.save`, ``.npz`` or ``.h5``, or out of a folder of result
    files, with all that it had, to the bit. Nothing is run.

    :param path: the file; the folder that ``luztar simulate`` or ``run.save`` wrote, or the
        ``summary.json`` in it.
    :param model: of a folder: the model that was run; None: the model file that its summary names.

    Of a folder there are no energies over time (``run.ledger.end`` is there) and no deflections of
    events. Raises OSError for what is not there, ModelError with the path for a file that is
    damaged, no run, of a later version, or a folder of another model.
    """
    name = path_from("path", path)
    file = Path(name)
    if not file.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    if file.is_dir() or file.name == "summary.json":
        return run_of_folder(name if file.is_dir() else str(file.parent), model)
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise ValueError(f"'{name}' does not hold all of a run: give a file .npz or .h5 that "
                         "run.save wrote, or a folder of result files")
    with damage_told(name), reader(name) as parts:
        return run_of(parts, name)
