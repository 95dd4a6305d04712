"""Programs that `luztar export c` writes, compiled, and a stepper beside them that does the same."""
import ctypes
import dataclasses
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = os.environ.get("LUZTAR_APP", str(ROOT / "build" / "release" / "luztar"))
EXAMPLES = ROOT / "examples"
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]

# Reads what to do, line by line: `to T`, `input PLACE VALUE`, `set NAME VALUE ... ;`, and `try NAME VALUE ... ;`,
# which says what set_parameters() says and changes nothing.
DRIVER = """
#include "NAME.h"
#include <stdio.h>
#include <string.h>

static struct NAME r;

static void print_events(void)
{
  int i;
  for (i = 0; i < r.events; i++) {
    const struct NAME_event *e = &r.event[i];
    printf("event %.17g %s %s %d %d\\n", e->t, NAME_element_name(e->element),
           NAME_cause_name(e->cause), e->from, e->to);
  }
}

static void show(int status)
{
  int i;
  print_events();
  printf("at %d %d %.17g", status, r.lost, r.t);
  for (i = 0; i < NAME_BODIES; i++) printf(" %.17g", r.q[i]);
  for (i = 0; i < NAME_BODIES; i++) printf(" %.17g", r.v[i]);
  printf("\\n");
}

static void go(double t) /* in steps: 64 events at most are kept */
{
  const double begin = r.t;
  int status = 0, i;
  for (i = 1; i < 100 && status == 0 && r.lost == 0; i++) {
    status = NAME_run_to(&r, begin + i/100.0*(t - begin));
    if (status == 0) print_events();
  }
  show(status == 0 && r.lost == 0 ? NAME_run_to(&r, t) : status);
}

static void read_changes(struct NAME_parameters *p)
{
  char word[99];
  double value;
  while (scanf("%98s", word) == 1 && strcmp(word, ";") && scanf("%lf", &value) == 1) {
CHANGES  }
  (void)p;
}

int main(void)
{
  static struct NAME copy;
  char word[99];
  double value;
  int place;
  show(NAME_init(&r, 0));
  while (scanf("%98s", word) == 1) {
    if (!strcmp(word, "to") && scanf("%lf", &value) == 1) go(value);
    if (!strcmp(word, "input") && scanf("%d %lf", &place, &value) == 2) INPUT;
    if (!strcmp(word, "set") || !strcmp(word, "try")) {
      struct NAME_parameters p = r.p;
      int status;
      copy = r;
      read_changes(&p);
      status = NAME_set_parameters(word[0] == 's' ? &r : &copy, &p);
      if (word[0] == 't') printf("said %d %d\\n", status, memcmp(&copy, &r, sizeof r) == 0);
    }
  }
  return 0;
}
"""


def run(*command: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=900)


@dataclasses.dataclass
class Event:
    t: float
    name: str
    cause: str
    change: tuple[int, int]


@dataclasses.dataclass
class Reached:
    """What is known at the end of a call."""

    t: float
    state: list[float]  # positions, then velocities of all bodies
    events: list[Event]
    words: str = ""  # "" while it goes on


def _parameters(header: str) -> list[str]:
    """Those that a program may set: not those that follow from others."""
    text = header[header.index("_parameters {"):]
    lines = text[:text.index("};")].splitlines()[1:]
    return [line.split()[1].rstrip(";") for line in lines
            if "follows */" not in line and "double none;" not in line]


class Exported:
    """The program of a model, in a folder of its own."""

    def __init__(self, model: pathlib.Path, folder: pathlib.Path, inputs: tuple[str, ...] = ()):
        self.model, self.folder, self.inputs = model, folder, inputs
        self.name = model.stem
        given = ["--inputs", ",".join(inputs)] if inputs else []
        self.made = run(APP, "export", "c", str(model), "-o", str(folder), "--force", *given)
        self.parameters: list[str] = []
        if self.made.returncode == 0:
            self.parameters = _parameters((folder / f"{self.name}.h").read_text())

    def compile(self, *more: str) -> str:
        """The program that DRIVER makes of it."""
        changes = "".join(f'    if (!strcmp(word, "{name}")) p->{name} = value;\n'
                          for name in self.parameters)
        given = "NAME_set_input(&r, place, value)" if self.inputs else "(void)place"
        text = DRIVER.replace("INPUT", given).replace("CHANGES", changes).replace("NAME", self.name)
        driver, program = self.folder / "driver.c", self.folder / f"{self.name}_driver"
        driver.write_text(text)
        done = run("cc", *FLAGS, *more, str(driver), str(self.folder / f"{self.name}.c"),
                   "-o", str(program), "-lm")
        if done.returncode or done.stderr:
            raise AssertionError(done.stderr)
        return str(program)

    @staticmethod
    def follow(program: str, actions: list[str]) -> list[Reached]:
        """What is known at the start and at the end of each `to`."""
        found: list[Reached] = []
        events: list[Event] = []
        for line in run(program, given="\n".join(actions)).stdout.splitlines():
            kind, *rest = line.split()
            if kind == "event":
                events.append(Event(float(rest[0]), rest[1], rest[2], (int(rest[3]), int(rest[4]))))
                continue
            words = "" if rest[:2] == ["0", "0"] else f"status {rest[0]}, {rest[1]} events lost"
            numbers = [float(number) for number in rest[2:]]
            found.append(Reached(numbers[0], numbers[1:], events, words))
            events = []
        return found


    @staticmethod
    def answers(program: str, changes: list[dict[str, float]]) -> list[tuple[int, bool]]:
        """What set_parameters() says to each at the start, and whether nothing has changed then."""
        given = "\n".join("try " + " ".join(f"{n} {v!r}" for n, v in one.items()) + " ;"
                          for one in changes)
        said = [line.split() for line in run(program, given=given).stdout.splitlines()]
        return [(int(line[1]), line[2] == "1") for line in said if line[0] == "said"]


class _Input(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_int), ("degree", ctypes.c_int)]


class _Parameter(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_double)]


class _Event(ctypes.Structure):
    _fields_ = [("time", ctypes.c_double), ("name", ctypes.c_char_p), ("cause", ctypes.c_char_p),
                ("from_", ctypes.c_int), ("to", ctypes.c_int), ("impulse", ctypes.c_double)]


class Refused(Exception):
    """What luztar says of a call that it does not take."""


class Stepper:
    """luztar's own stepper, through its library in C."""

    def __init__(self, model: pathlib.Path, bodies: list[str], inputs: tuple[str, ...] = ()):
        self.lib = lib = ctypes.CDLL(str(pathlib.Path(APP).parent / "libluztar_c.so"))
        lib.luztar_message.restype = lib.luztar_run_status.restype = ctypes.c_char_p
        lib.luztar_message.argtypes = lib.luztar_run_status.argtypes = [ctypes.c_void_p]
        lib.luztar_n_events.restype = ctypes.c_size_t
        lib.luztar_time.restype = ctypes.c_double
        self.inputs, self.handle = inputs, ctypes.c_void_p()
        words = ctypes.create_string_buffer(2000)
        given = (_Input*max(len(inputs), 1))(*(_Input(name.encode(), 0, 0) for name in inputs))
        if lib.luztar_load(str(model).encode(), given, ctypes.c_size_t(len(inputs)), None,
                           ctypes.c_size_t(0), ctypes.byref(self.handle), words,
                           ctypes.c_size_t(len(words))):
            raise Refused(words.value.decode())
        self.places = [self.find("output", f"{kind}.{body}") for kind in "qv" for body in bodies]

    def close(self) -> None:
        self.lib.luztar_free(self.handle)

    def find(self, kind: str, name: str) -> ctypes.c_size_t:
        place = ctypes.c_size_t()
        self.check(getattr(self.lib, f"luztar_find_{kind}")(self.handle, name.encode(),
                                                             ctypes.byref(place)))
        return place

    def check(self, status: int) -> int:
        if status < 0:
            raise Refused(self.lib.luztar_message(self.handle).decode())
        return status

    def set(self, values: dict[str, float]) -> None:
        list_ = (_Parameter*len(values))(*(_Parameter(n.encode(), v) for n, v in values.items()))
        self.check(self.lib.luztar_set_parameters(self.handle, list_, ctypes.c_size_t(len(values))))

    def refuses(self, values: dict[str, float]) -> str:
        """What it says; "" where it takes them."""
        try:
            self.set(values)
        except Refused as refused:
            return str(refused)
        return ""

    def reached(self, words: str = "") -> Reached:
        value, events, state = ctypes.c_double(), [], []
        for i in range(self.lib.luztar_n_events(self.handle)):
            e = _Event()
            self.lib.luztar_get_event(self.handle, ctypes.c_size_t(i), ctypes.byref(e))
            events.append(Event(e.time, e.name.decode(), e.cause.decode(), (e.from_, e.to)))
        for place in self.places:
            self.lib.luztar_get(self.handle, place, ctypes.byref(value))
            state.append(value.value)
        return Reached(self.lib.luztar_time(self.handle), state, events, words)

    def follow(self, actions: list[str]) -> list[Reached]:
        """The same as Exported.follow()."""
        found = [self.reached()]
        early: list[Event] = []  # of changes: the program tells them with the next call
        for action in actions:
            kind, *rest = action.split()
            if kind == "set":
                self.set(dict(zip(rest[:-1:2], map(float, rest[1::2]))))
                early += self.reached().events
            elif kind == "input":
                place = self.find("input", self.inputs[int(rest[0])])
                self.check(self.lib.luztar_set(self.handle, place, ctypes.c_double(float(rest[1]))))
            else:
                ended = self.check(self.lib.luztar_step_to(self.handle,
                                                           ctypes.c_double(float(rest[0])))) == 2
                words = self.lib.luztar_run_status(self.handle).decode() if ended else ""
                found.append(self.reached(words))
                found[-1].events[:0] = early
                early = []
        return found
