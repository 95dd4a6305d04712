#!/usr/bin/env python3
"""Does each source compile by itself, without those that a unity build puts before it?

    tools/check_sources.py [FOLDER...]     default: src apps

Reads the sources, writes nothing. The last line is `N passed, N failed`; exit status 1 if one failed.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-I", "src", "-I", "."]


def folders() -> list[str]:
    """Where version.h was written, and Eigen, as the build has found them."""
    found = []
    for cache in sorted(ROOT.glob("build/*/CMakeCache.txt")):
        eigen = re.search(r"^Eigen3_DIR:PATH=(.*)/share/eigen3/cmake$", cache.read_text(), re.M)
        found = ["-I", str(cache.parent / "include"), "-isystem",
                 (eigen[1] if eigen else "/usr") + "/include/eigen3"]
    return found


def message(source: pathlib.Path) -> str:
    """What the compiler says of a source; empty if it has nothing to say."""
    command = [os.environ.get("CXX", "c++"), *FLAGS, *folders(), str(source.relative_to(ROOT))]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stderr


def main(names: list[str]) -> int:
    if any(name.startswith("-") for name in names):
        print(__doc__)
        return 2
    sources = sorted(source for name in names or ["src", "apps"]
                     for source in (ROOT / name).rglob("*.cpp"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        messages = [text for text in pool.map(message, sources) if text]
    print("".join(messages), end="")
    print(f"{len(sources) - len(messages)} passed, {len(messages)} failed")
    return 1 if messages or not sources else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
