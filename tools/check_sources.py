#!/usr/bin/env python3
"""Does each source compile by itself, without those that a unity build puts before it?

    tools/check_sources.py [FOLDER...]               default: src apps
    tools/check_sources.py --windows [FOLDER...]     for Windows, by MinGW (Debian: g++-mingw-w64-x86-64-posix)

Reads the sources, writes nothing. A source whose name ends in _posix or _windows is for such a system only.
With --windows nothing is linked and nothing runs, and the headers of others are those of this machine.
The last line is `N passed, N failed`; exit status 1 if one failed, 3 if there is no compiler.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-I", "src", "-I", "."]
MINGW = "x86_64-w64-mingw32-g++"
# Headers of others that are the same on each system.
HEADERS = {"Eigen": "eigen3/Eigen", "toml++": "toml++", "CLI": "CLI", "nlohmann": "nlohmann", "tao": "tao",
           "boost": "boost", "fmt": "fmt"}


def found_by_build() -> tuple[list[str], pathlib.Path]:
    """Where version.h was written, as flags, and the folder of Eigen, as the build has found them."""
    flags, prefix = [], pathlib.Path("/usr")
    for cache in sorted(ROOT.glob("build/*/CMakeCache.txt")):
        eigen = re.search(r"^Eigen3_DIR:PATH=(.*)/share/eigen3/cmake$", cache.read_text(), re.M)
        flags, prefix = ["-I", str(cache.parent / "include")], pathlib.Path(eigen[1] if eigen else "/usr")
    return flags, prefix / "include"


def compiler(windows: bool, scratch: pathlib.Path) -> list[str]:
    """The command before the name of a source. For Windows `scratch` gets links to the headers of others, whose
    own folder has those of this system too."""
    flags, headers = found_by_build()
    if not windows:
        return [os.environ.get("CXX", "c++"), *FLAGS, *flags, "-isystem", str(headers / "eigen3")]
    for name, folder in HEADERS.items():
        (scratch / name).symlink_to(headers / folder)
    return [shutil.which(MINGW + "-posix") or MINGW, *FLAGS, *flags, "-isystem", str(scratch)]


def message(source: pathlib.Path, command: list[str]) -> str:
    """What the compiler says of a source; empty if it has nothing to say."""
    done = subprocess.run([*command, str(source.relative_to(ROOT))], cwd=ROOT, capture_output=True, text=True)
    return done.stderr


def main(names: list[str]) -> int:
    windows = "--windows" in names
    names = [name for name in names if name != "--windows"]
    if any(name.startswith("-") for name in names):
        print(__doc__)
        return 2
    if windows and not shutil.which(MINGW):
        print(f"no {MINGW}: tools/deps.sh windows brings it")
        return 3
    others = "_posix" if windows else "_windows"
    sources = sorted(source for name in names or ["src", "apps"]
                     for source in (ROOT / name).rglob("*.cpp") if not source.stem.endswith(others))
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        command = compiler(windows, pathlib.Path(scratch))
        messages = [text for text in pool.map(lambda source: message(source, command), sources) if text]
    print("".join(messages), end="")
    print(f"{len(sources) - len(messages)} passed, {len(messages)} failed")
    return 1 if messages or not sources else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
