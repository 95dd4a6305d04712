#!/usr/bin/env python3
"""Runs every code block of a document, in a scratch copy of the project with what is built.

    tools/check_readme.py README.md [docs/more.md ...]

    ```sh      each line is a command; it must succeed
    ```cpp     compiled against the library and run (without main(): its lines become main)
    ```python  run with the package of build/python-env (tools/python_env.sh), after the python
               blocks before it, whose output is not shown again
    ```toml    must pass `luztar check`; a piece of a model is completed with a body and a duration.
               After a first line `# NAME.toml` the model is a file for the blocks behind it
    ```cmake   must name a file, which a test builds
    ```text    the output of the block just before it; a line `...` stands for any lines. Numbers
               must be equal, but for times in ns to s, residuals below 1e-9, and rounding. After
               other text it is only shown; such blocks are counted
    other      an error: what is not run goes out of date

If the first line is a comment `# PATH ...` or `// PATH ...` and PATH is a file of the project, the
block must be the text of that file, comments at the top aside.
"""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBER = r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
SMALL = 1e-9  # residuals of proofs
KINDS = {"sh", "cpp", "python", "toml", "cmake", "text"}

PYTHON_BEFORE = "blocks_before.py"  # the python blocks of a document so far


@dataclasses.dataclass
class Block:
    kind: str
    line: int  # of its first line of content
    text: str
    follows: bool = False  # only blank lines between the block before and this one


class Wrong(Exception):
    """A block that does not do what the document says."""


def blocks_of(text: str) -> list[Block]:
    """The fenced code blocks of a Markdown text, in order."""
    found: list[Block] = []
    block: Block | None = None
    follows = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"```(\w*)\s*$", line)
        if block is None:
            if fence:
                block = Block(fence[1], number + 1, "", follows)
            elif line.strip():
                follows = False
        elif fence and not fence[1]:
            found.append(block)
            block, follows = None, True
        else:
            block.text += line + "\n"
    if block is not None:
        raise Wrong(f"line {block.line - 1}: the block has no end")
    return found


def without_clock(line: str) -> str:
    """A line of output without measured times and speeds, and with single spaces."""
    line = re.sub(rf"{NUMBER} ?(ns|us|µs|ms)\b|(?<=\bin ){NUMBER} ?(s|min)\b", "TIME", line)
    line = re.sub(rf"{NUMBER} a second\b", "SPEED", line)
    return re.sub(r"\s+", " ", line).strip()


def same_line(want: str, have: str) -> bool:
    """Words are equal, numbers equal but for the rounding of a decimal place, residuals small."""
    want, have = without_clock(want), without_clock(have)
    if re.sub(NUMBER, "#", want) != re.sub(NUMBER, "#", have):
        return False
    return all(same_number(*pair) for pair in zip(re.findall(NUMBER, want), re.findall(NUMBER, have)))


def same_number(want: str, have: str) -> bool:
    """Equal but for one unit of the last decimal place, or both small."""
    fraction = re.search(r"\.(\d+)(?:e([-+]?\d+))?$", want, re.IGNORECASE)
    place = 10.0 ** (int(fraction[2] or 0) - len(fraction[1])) if fraction else 0.0
    return abs(float(want) - float(have)) <= max(1.001 * place, SMALL)


def compare(expected: str, printed: str) -> None:
    """Every expected line must be printed, one after the other; `...` lets lines be left out."""
    want = [line for line in expected.splitlines() if line.strip()]
    have = [line for line in printed.splitlines() if line.strip()]
    position, anywhere = 0, False
    for line in want:
        if line.strip() == "...":
            anywhere = True
            continue
        while anywhere and position < len(have) and not same_line(line, have[position]):
            position += 1
        if position >= len(have) or not same_line(line, have[position]):
            got = have[position] if position < len(have) else "the end"
            raise Wrong(f"expected {line!r}, printed {got!r}")
        position, anywhere = position + 1, False
    if not anywhere and position < len(have):
        raise Wrong(f"printed more: {have[position]!r}")


def scratch_copy(folder: pathlib.Path) -> pathlib.Path:
    """The project without its history and builds, but with the program that is built."""
    copy = folder / "luztar"
    ignore = shutil.ignore_patterns(".git", "build", "out", "node_modules", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=ignore, symlinks=True)
    (copy / "build" / "release").mkdir(parents=True)
    program = ROOT / "build" / "release" / "luztar"
    if not program.exists():
        raise Wrong("build/release/luztar is not there: tools/build.sh release")
    for file in (program, *program.parent.glob("libluztar_c.*")):
        shutil.copy2(file, copy / "build" / "release")
    for stamp in (ROOT / "build" / "release").glob(".built*"):
        shutil.copy2(stamp, copy / "build" / "release")
    # Copying made the folders new; the front doors would build again.
    for stamp in (copy / "build" / "release").glob(".built*"):
        os.utime(stamp)
    return copy


def execute(command: list[str], folder: pathlib.Path, timeout: float = 600) -> str:
    """Standard output of a command that must succeed; `luztar` is the program in build/release."""
    path = f"{folder / 'build' / 'release'}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=timeout, env={**os.environ, "PATH": path})
    if done.returncode:
        raise Wrong(f"exit status {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def run_sh(block: Block, copy: pathlib.Path) -> str:
    output = ""
    for line in block.text.splitlines():
        command = re.sub(r"\s+# .*$", "", line).strip()
        if not command or command.startswith("#"):
            continue
        if re.fullmatch(r"\./check( --all)?", command) and os.environ.get("LUZTAR_CHECKING"):
            continue  # this very run
        output += execute(["bash", "-c", command], copy)
    return output


def program_text(code: str) -> str:
    """A whole program from the lines of a document."""
    if re.search(r"\bint main\(", code):
        return code
    lines = code.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    rest = [line for line in lines if not line.startswith("#include")]
    return "\n".join([*includes, '#include "luztar/luztar.h"', "using namespace luztar;",
                      "int main() {", *rest, "}"]) + "\n"


def run_cpp(block: Block, copy: pathlib.Path) -> str:
    named_file(block, copy)
    source, program = copy / "block.cpp", copy / "block"
    source.write_text(program_text(block.text))
    libraries = sorted((ROOT / "build" / "release").glob("libluztar_*.a"))
    if not libraries:
        raise Wrong("no libraries in build/release: tools/build.sh release")
    eigen = [f"-I{p}" for p in ("/usr/include/eigen3", "/usr/local/include/eigen3",
                                "/opt/homebrew/include/eigen3") if pathlib.Path(p).is_dir()]
    ours = [f"-I{ROOT / folder}" for folder in ("src", "build/release/include")]
    execute(["c++", "-std=c++20", "-O1", *ours, *eigen, str(source), "-o", str(program),
             "-Wl,--start-group", *map(str, libraries), "-Wl,--end-group", "-lfmt"], copy)
    return execute([str(program)], copy)


def run_python(block: Block, copy: pathlib.Path) -> str:
    interpreter = ROOT / "build" / "python-env" / "bin" / "python"
    if not interpreter.exists():
        raise Wrong("no package in build/python-env: tools/python_env.sh")
    before = copy / PYTHON_BEFORE
    before.touch()
    code = (f"import contextlib, io, os\nos.environ['MPLBACKEND'] = 'Agg'\n"
            f"with contextlib.redirect_stdout(io.StringIO()):\n    exec({before.read_text()!r})\n"
            f"exec({block.text!r})\n")
    output = execute([str(interpreter), "-c", code], copy)
    with before.open("a") as file:
        file.write(block.text)
    return output


def without_head(text: str) -> str:
    """A file without the comments at its top."""
    return re.sub(r"\A((#(?!include)|//).*\n)+", "", text)


def named_file(block: Block, copy: pathlib.Path) -> str | None:
    """The file of the project that the first line names, None if it names none; its text is the block's."""
    named = re.match(r"(?:#|//) (\S+\.\w+)\b", block.text)
    if not named or not (copy / named[1]).is_file():
        return None
    if without_head((copy / named[1]).read_text()) != without_head(block.text):
        raise Wrong(f"differs from {named[1]}")
    return named[1]


def run_cmake(block: Block, copy: pathlib.Path) -> str:
    if not named_file(block, copy):
        raise Wrong("names no file of the project")
    return ""


def completed(model: str) -> str:
    """A piece of a model with what every model needs."""
    if not re.search(r"^\[bodies\.", model, re.MULTILINE):
        model += "\n[bodies.some_body]\nmass = 1.0\n"
    if "[simulation]" not in model:
        model += "\n[simulation]\nduration = 1.0\n"
    return model


def run_toml(block: Block, copy: pathlib.Path) -> str:
    if (new := re.match(r"# (\w+\.toml)\n", block.text)) and not (ROOT / new[1]).is_file():
        (copy / new[1]).write_text(block.text)
        return execute(["build/release/luztar", "check", new[1]], copy)
    named_file(block, copy)
    # Not among the sources, examples/ too: what is newer than the program is built again.
    model = copy / "block_of_the_document.toml"
    model.write_text(completed(block.text))
    try:
        return execute(["build/release/luztar", "check", str(model.relative_to(copy))], copy)
    finally:
        model.unlink()


RUN = {"sh": run_sh, "cpp": run_cpp, "python": run_python, "toml": run_toml, "cmake": run_cmake}


@dataclasses.dataclass
class Tally:
    blocks: int = 0
    shown: int = 0  # text that is nobody's output
    wrong: int = 0


def check(document: pathlib.Path, copy: pathlib.Path, tally: Tally) -> None:
    """Runs all blocks of a document; prints what is wrong and counts."""
    output: str | None = None
    (copy / PYTHON_BEFORE).unlink(missing_ok=True)
    for block in blocks_of(document.read_text()):
        tally.blocks += 1
        try:
            if block.kind not in KINDS:
                raise Wrong(f"a block {block.kind or 'without a kind'}; use {sorted(KINDS)}")
            if block.kind != "text":
                output = None
                output = RUN[block.kind](block, copy)
            elif not block.follows:
                tally.shown += 1
            elif output is None:
                raise Wrong("the output of a block that failed")
            else:
                compare(block.text, output)
        except (Wrong, subprocess.TimeoutExpired) as error:
            print(f"{document.name}:{block.line}: {block.kind}: {error}")
            tally.wrong += 1


def main(documents: list[str]) -> int:
    if not documents:
        print(__doc__)
        return 2
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        try:
            copy = scratch_copy(pathlib.Path(folder))
            for document in documents:
                check(pathlib.Path(document), copy, tally)
        except Wrong as error:
            print(error)
            return 1
    print(f"{tally.blocks} blocks, {tally.shown} only shown, {tally.wrong} wrong")
    return 1 if tally.wrong or not tally.blocks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
