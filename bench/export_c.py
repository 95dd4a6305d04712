#!/usr/bin/env python3
"""CPU time of a step of 1 ms: a program of `luztar export c`, compiled with -O2, beside the stepper in C.

The least of seven runs of each example, and the most, which shows the noise of the machine."""
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "export"))
from exported import APP, EXAMPLES, Exported, run  # noqa: E402

NAMES = sys.argv[1:] or ["belt", "gear_system", "janecek_guide"]
ROUNDS = 7
DRIVER = """
#include "NAME.h"
#include "luztar/exchange/luztar_c.h"
#include <stdio.h>
#include <time.h>

static struct NAME r;

static double own(int steps)
{
  clock_t begin;
  int i;
  NAME_init(&r, 0);
  begin = clock();
  for (i = 0; i < steps; i++) NAME_step(&r, 1e-3);
  return 1e9*(double)(clock() - begin)/CLOCKS_PER_SEC/steps;
}

static double stepper(int steps)
{
  luztar_stepper *plant;
  char words[500];
  clock_t begin;
  double took;
  int i;
  if (luztar_load("MODEL", 0, 0, 0, 0, &plant, words, sizeof words)) return -1.0;
  begin = clock();
  for (i = 0; i < steps; i++) luztar_step(plant, 1e-3);
  took = 1e9*(double)(clock() - begin)/CLOCKS_PER_SEC/steps;
  luztar_free(plant);
  return took;
}

int main(void)
{
  int i;
  for (i = 0; i < ROUNDS; i++) printf("%g %g\\n", own(STEPS), stepper(STEPS));
  return 0;
}
"""


def measure(name: str, folder: pathlib.Path) -> list[list[float]]:
    """Of each run the nanoseconds of a step: of the program, of the stepper."""
    model, library = EXAMPLES / f"{name}.toml", pathlib.Path(APP).parent
    duration = tomllib.loads(model.read_text())["simulation"]["duration"]
    steps = round(1e3*duration) if isinstance(duration, (int, float)) else 1000
    Exported(model, folder)
    text = DRIVER.replace("NAME", name).replace("MODEL", str(model))
    (folder / "bench.c").write_text(text.replace("STEPS", str(steps)).replace("ROUNDS", str(ROUNDS)))
    program = str(folder / "bench")
    subprocess.run(["cc", "-std=c99", "-O2", f"-I{ROOT / 'src'}", str(folder / "bench.c"),
                    str(folder / f"{name}.c"), "-o", program, f"-L{library}", "-lluztar_c",
                    f"-Wl,-rpath,{library}", "-lm"], check=True)
    return [[float(x) for x in line.split()] for line in run(program).stdout.splitlines()]


for example in NAMES:
    with tempfile.TemporaryDirectory() as place:
        own, stepper = zip(*measure(example, pathlib.Path(place)))
    print(f"{example}: export c {min(own):.0f} ns (at most {max(own):.0f}), "
          f"stepper {min(stepper):.0f} ns (at most {max(stepper):.0f})", flush=True)
