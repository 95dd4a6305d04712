#!/usr/bin/env python3
"""Joins test sources to one that compiles in a fraction of the time.

    cmake/join_sources.py OUTPUT SOURCE...

Their includes come first, once; then each source in a namespace of its own, so that helpers of
several tests may have the same name. Sources whose code does not bear that are included as they
are, behind the others: those that define a macro or something that another source uses.
"""
import pathlib
import re
import sys

HEAD = re.compile(r"(?:(?://.*|#include .*|)\n)*")  # comments and includes; not those in a text
NAMESPACE = re.compile(r"(?m)^namespace ([a-z][\w:]*) \{$")
AS_IT_IS = re.compile(r"(?m)^# *define|^[^ /].* \w+::[\w:]+\([^;]*\{$")


def join(sources: list[pathlib.Path]) -> str:
    includes: dict[str, None] = {}
    inside, behind = [], []
    for number, source in enumerate(sources):
        text = source.read_text()
        if AS_IT_IS.search(text):
            behind.append(f'#include "{source}"\n')
            continue
        head = HEAD.match(text)[0]
        includes |= dict.fromkeys(re.findall(r"(?m)^#include .*$", head))
        own = f"test_{number}"
        body, named = NAMESPACE.subn(rf"namespace \1::{own} {{", text.removeprefix(head))
        begin, end = ("", "") if named else (f"namespace {own} {{\n", "}\n")
        inside.append(f'{begin}#line {head.count(chr(10)) + 1} "{source}"\n{body}\n{end}')
    return "\n".join(includes) + "\n" + "".join(inside) + "".join(behind)


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__)
        return 2
    sources = [pathlib.Path(name) for name in arguments[1:]]
    output = pathlib.Path(arguments[0])
    output.parent.mkdir(exist_ok=True)
    output.write_text(join(sources))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
