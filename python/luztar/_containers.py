"""Files that hold all of a run: a zip of arrays for numpy, and HDF5."""
from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._extras import of_extra
from luztar._parts import model_parts_of, parts_of

if TYPE_CHECKING:
    from luztar.run import Run


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file that gets its name when it is written."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        os.replace(part, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)


def _is_text(name: str) -> bool:
    return name.endswith((".json", ".toml"))


# --- .npz --------------------------------------------------------------------------------------

def write_npz(run: Run, path: Path) -> None:
    """A zip with a .npy file for each array, as numpy.savez; texts are files beside them."""
    parts = {**parts_of(run), **model_parts_of(run.model)}
    with whole_file(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED,
                                                   compresslevel=1) as archive:
        for name, value in parts.items():
            if isinstance(value, (str, bytes)):
                archive.writestr(name, value)
                continue
            with archive.open(name + ".npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(value), allow_pickle=False)


class NpzSource:
    """Parts of an .npz file."""

    def __init__(self, path: str) -> None:
        self._archive = zipfile.ZipFile(path)
        self._names = frozenset(self._archive.namelist())

    def __enter__(self) -> NpzSource:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._archive.close()

    def __contains__(self, name: object) -> bool:
        return name in self._names or f"{name}.npy" in self._names

    def __getitem__(self, name: str) -> Any:
        if name in self._names:
            value = self._archive.read(name)
            return value.decode("utf-8") if _is_text(name) else value
        if f"{name}.npy" not in self._names:
            raise KeyError(name)
        with self._archive.open(f"{name}.npy") as file:
            return np.lib.format.read_array(file, allow_pickle=False)


# --- HDF5 --------------------------------------------------------------------------------------

_GROUPS = ("q", "v", "a", "d", "f", "mode", "z", "x", "energy")


def _place(name: str) -> str:
    """"q.block" lies in /q/block."""
    before, slash, last = name.rpartition("/")
    kind, _, owner = last.partition(".")
    return f"{before}{slash}{kind}/{owner}" if kind in _GROUPS else name


def _in_bytes(array: NDArray[Any]) -> NDArray[Any]:
    """Words of a structured array as bytes: HDF5 has no fixed UTF-32."""
    fields = [(name, f"S{max(1, dtype.itemsize // 4)}" if dtype.kind == "U" else dtype)
              for name, (dtype, *_) in (array.dtype.fields or {}).items()]
    return array.astype(fields)


def write_hdf5(run: Run, path: Path) -> None:
    """Datasets /t, /q/BODY ..., /events, /energy/NAME with their units; texts beside them."""
    with of_extra("hdf5"):
        import h5py
    parts = {**parts_of(run), **model_parts_of(run.model)}
    units = {"t": "s", **run.units, **{f"energy.{name}": "J" for name in _core.ledger_names()}}
    with whole_file(path) as part, h5py.File(part, "w") as file:
        for name, value in parts.items():
            if isinstance(value, bytes):
                value = np.frombuffer(value, dtype=np.uint8)
            elif isinstance(value, np.ndarray) and value.dtype.names:
                value = _in_bytes(value)
            large = isinstance(value, np.ndarray) and value.size > 100
            packed = {"compression": "gzip", "compression_opts": 1, "shuffle": True}
            data = file.create_dataset(_place(name), data=value, **(packed if large else {}))
            if units.get(name):
                data.attrs["unit"] = units[name]
        file.attrs["title"] = run.model.title


class HdfSource:
    """Parts of an HDF5 file."""

    def __init__(self, path: str) -> None:
        with of_extra("hdf5"):
            import h5py
        self._file: Any = h5py.File(path, "r")
        self._dataset = h5py.Dataset

    def __enter__(self) -> HdfSource:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._file.close()

    def __contains__(self, name: object) -> bool:
        return _place(str(name)) in self._file

    def __getitem__(self, name: str) -> Any:
        data = self._file[_place(name)]
        if not isinstance(data, self._dataset):
            raise ValueError(f"'{name}' is no dataset")
        return data.asstr()[()] if _is_text(name) else data[()]
