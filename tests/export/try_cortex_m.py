#!/usr/bin/env python3
"""Programs that `luztar export c` writes, on an emulated Cortex-M: events, instructions, sizes.

    tests/export/try_cortex_m.py [EXAMPLE[=SECONDS] ...]    belt and gear_system=0.05 if none is named

Needs gcc-arm-none-eabi, libnewlib-arm-none-eabi and qemu-system-arm of Debian, 900 MB installed; too
much for CI. Instructions are those of the emulator with `-icount shift=0`, counted by a timer of the
board: 40 at least.
"""
import csv
import pathlib
import shutil
import struct
import sys
import tempfile
import tomllib

from exported import APP, EXAMPLES, ROOT, Exported, run

STEP = 1e-3  # [s]
BOARDS = {  # processor: board of qemu, options of the compiler
    "Cortex-M7, doubles in hardware": ("mps2-an500", ["-mcpu=cortex-m7", "-mfpu=fpv5-d16",
                                                      "-mfloat-abi=hard"]),
    "Cortex-M4, doubles in software": ("mps2-an386", ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16",
                                                      "-mfloat-abi=hard"]),
}
NEEDED = ("arm-none-eabi-gcc", "arm-none-eabi-size", "qemu-system-arm")
LAYOUT = """
ENTRY(reset)
MEMORY { code : ORIGIN = 0, LENGTH = 4M  data : ORIGIN = 0x20000000, LENGTH = 4M }
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > code
  .ARM.exidx : { *(.ARM.exidx*) *(.ARM.extab*) } > code
  .data : { *(.data*) } > data
  .bss : { *(.bss*) *(COMMON) } > data
}
"""
# Output by semihosting: lines of words; numbers as the bits of doubles.
PROGRAM = """
#include "NAME.h"
#include <stdint.h>

int main(void);

static void call(int what, const void *with)
{
  register int r0 __asm__("r0") = what;
  register const void *r1 __asm__("r1") = with;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void words(const char *text) { call(4, text); }

static void number(double value)
{
  union { double d; uint64_t u; } bits;
  char text[18];
  int i;
  bits.d = value;
  for (i = 0; i < 16; i++) text[i] = "0123456789abcdef"[bits.u >> (60 - 4*i) & 15];
  text[16] = ' ';
  text[17] = 0;
  words(text);
}

void reset(void)
{
  static const uint32_t over[2] = {0x20026, 0}; /* the program ends */
  *(volatile uint32_t *)0xe000ed88 |= 0xf00000; /* floating point */
  __asm__ volatile("dsb\\n isb");
  main();
  call(0x18, (const void *)over[0]);
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static const struct {
  uint32_t stack;
  void (*start)(void);
} vectors = {0x20400000, reset};

static struct NAME r;

int main(void)
{
  volatile uint32_t *const timer = (volatile uint32_t *)0x40000000;
  const double h = STEP;
  double most = 0.0, sum = 0.0;
  long n, steps = STEPS;
  int i, status;
  timer[2] = timer[1] = 0xffffffff;
  timer[0] = 1;
  status = NAME_init(&r, 0);
  for (n = 1; n <= steps && status == 0; n++) {
    const uint32_t begin = timer[1];
    double spent;
    status = NAME_run_to(&r, n*h);
    spent = 40.0*(begin - timer[1]);
    sum += spent;
    if (spent > most) most = spent;
    for (i = 0; i < r.events; i++) {
      words("event ");
      words(NAME_element_name(r.event[i].element));
      words(" ");
      words(NAME_cause_name(r.event[i].cause));
      words(" ");
      number(r.event[i].t);
      words("\\n");
    }
  }
  words("end ");
  number(status);
  number(r.t);
  number(sum/steps);
  number(most);
  words("\\n");
  return 0;
}
"""


def value(bits: str) -> float:
    return float(struct.unpack(">d", bytes.fromhex(bits))[0])


def build(made: Exported, duration: float, flags: list[str]) -> str:
    """The program for a board; its file."""
    text = PROGRAM.replace("NAME", made.name).replace("STEPS", str(round(duration/STEP)))
    main, layout = made.folder / "board.c", made.folder / "board.ld"
    main.write_text(text.replace("STEP", str(STEP)))
    layout.write_text(LAYOUT)
    program = str(made.folder / "board.elf")
    done = run("arm-none-eabi-gcc", "-std=c99", "-O2", "-mthumb", "-ffunction-sections",
               "-Wl,--gc-sections", *flags, "-nostartfiles", "-T", str(layout), str(main),
               str(made.folder / f"{made.name}.c"), "-o", program, "-lm")
    if done.returncode:
        raise SystemExit(done.stderr)
    return program


def wanted(name: str, folder: pathlib.Path) -> list[list[str]]:
    run(APP, "simulate", str(EXAMPLES / f"{name}.toml"), "--no-report", "-o", str(folder))
    rows = list(csv.reader((folder / "events.csv").read_text().splitlines()))[1:]
    return [[row[1], row[4].split()[0], row[0]] for row in rows]


def differences(events: list[list[str]], others: list[list[str]]) -> str:
    """"" if the events are the same; times may differ by 1e-9 of the larger of 1 s and the time."""
    if [e[:2] for e in events] != [e[:2] for e in others]:
        return f"{len(events)} events, not {len(others)}, or others"
    worst = max((abs(value(e[2]) - float(o[2]))/max(1.0, float(o[2]))
                 for e, o in zip(events, others)), default=0.0)
    return "" if worst <= 1e-9 else f"times differ by {worst:.1e} s"


def try_one(name: str, seconds: str, folder: pathlib.Path) -> bool:
    made = Exported(EXAMPLES / f"{name}.toml", folder)
    if made.made.returncode:
        print(made.made.stderr)
        return False
    text = tomllib.loads(made.model.read_text())
    duration = float(seconds or text["simulation"]["duration"])
    others = [row for row in wanted(name, folder / "out") if float(row[2]) < duration]
    fine = True
    for processor, (board, flags) in BOARDS.items():
        program = build(made, duration, flags)
        sizes = run("arm-none-eabi-size", program).stdout.splitlines()[1].split()[:3]
        done = run("qemu-system-arm", "-M", board, "-display", "none", "-semihosting-config",
                   "enable=on,target=native", "-icount", "shift=0", "-kernel", program)
        lines = [line.split() for line in (done.stdout + done.stderr).splitlines()]
        end = next((line[1:] for line in lines if line[:1] == ["end"]), None)
        if end is None:
            print(f"{name}, {processor}: no end: {done.stderr[-300:]}")
            fine = False
            continue
        wrong = differences([line[1:] for line in lines if line[:1] == ["event"]], others)
        fine = fine and not wrong and value(end[0]) == 0.0
        print(f"{name}, {processor}: {wrong or f'{len(others)} events as luztar simulate'}; "
              f"t = {value(end[1])} s; instructions for 1 ms: {value(end[2]):.0f}, at most "
              f"{value(end[3]):.0f}; bytes of code {sizes[0]}, of data {int(sizes[1]) + int(sizes[2])}")
    return fine


def main(names: list[str]) -> int:
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        print(f"not here: {', '.join(missing)}; install gcc-arm-none-eabi, "
              "libnewlib-arm-none-eabi and qemu-system-arm")
        return 1
    if not pathlib.Path(APP).exists():
        print(f"{APP} is not built: {ROOT}/luztar --version")
        return 1
    fine = True
    for each in names or ["belt", "gear_system=0.05"]:
        name, _, seconds = each.partition("=")
        with tempfile.TemporaryDirectory() as folder:
            fine = try_one(name, seconds, pathlib.Path(folder)) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
