// What the help of each command says below its options.
#pragma once

inline constexpr const char* kExamples = R"~(
Examples:
  luztar simulate examples/janecek_guide.toml
  luztar simulate guide.toml --out out/stiff --set FS=40 --set "fn=2*pi"
  luztar simulate guide.toml --duration 60 --samples 0 --no-report
  luztar simulate guide.toml --checkpoint 60 || luztar simulate guide.toml --resume out/guide
  luztar simulate guide.toml --duration 20 --continue out/guide --out out/rest
  luztar simulate guide.toml --json | jq .energy.relative_residual
  luztar check models/*.toml
  luztar derive examples/two_blocks_on_ground.toml --steps
  luztar examples
  luztar examples belt && luztar simulate belt.toml
  luztar equilibrium examples/preloaded_pads.toml
  luztar modes examples/brake_squeal.toml --set mu=0.3
  luztar linearize plant.toml --inputs F --outputs q.block --out plant.py
  luztar sweep belt.toml --vary v0=0.02:1:50 --measure "period(contact)"
  luztar compare out/guide out/stiff --page compare.html
  luztar export fmu plant.toml --inputs F --outputs q.block
  luztar export modelica plant.toml -o plant.mo
  luztar import drive.mo --out drive.toml
  luztar reduce gear.toml --limit I_delta=0 --limit k_dg=inf --verify --out small.toml

Exit status: 0 fine; 1 file system or memory; 2 wrong model or arguments, nothing
written; 3 compared runs differ by more than --tolerance; 4 the run ended early
for numerical reasons, results up to there kept; 130 interrupted, results up to
there kept.
)~";

inline constexpr const char* kSimulateNotes = R"(
Values are numbers in SI or expressions of the model's parameters ("10/fn").
DIR receives summary.json, events.csv, trajectory.csv (unless there are no
samples) and report.html; files of a former run in DIR are replaced, but not
those of one that was killed and can be resumed.
)";

inline constexpr const char* kImportNotes = R"(
What has no counterpart is named with its place, and nothing is written. What
is imported: docs/import.md.
)";

inline constexpr const char* kReduceNotes = R"(
NAME is a parameter, or a value of the model: block3.mass, teeth.stiffness.
Prints the steps, one rule each, with their conditions and equations. Without
limits only what can be simplified as it is: parallel frictions, links ...
--verify exits with 4 if the full model does not tend to the reduced one, or if
that cannot be told; so does a reduced model that ends at once.
)";

inline constexpr const char* kDeriveNotes = R"(
Formats: text, markdown, latex (a file that compiles as it is), html (with
MathML), json; c and python give functions accelerations(t, q, v, ...) and
friction_forces(...) without dependencies. --linear adds x' = A x + B u,
y = C x + D u of up to 6 bodies that move, in the modes in force at PLACE.
)";

inline constexpr const char* kExportCNotes = R"(
c writes NAME.h and NAME.c: NAME_init(), NAME_step(), events, inputs; math.h
only. With -DLUZTAR_MAIN NAME.c is a program for trying: docs/export.md.
)";

inline constexpr const char* kEquilibriumNotes = R"(
The forces are those at the start of the run. Exits with 4 where there is none.
)";

inline constexpr const char* kExportFmuNotes = R"(
The FMU has the model, its data and a library for this platform; nothing else is
needed to run it. Parameters can be set in it. Both kinds are in one file where
the model has them: one that another program cannot integrate (delay()) has
Co-Simulation alone, and a note says so. --compiled: FMI 2.0, Co-Simulation; the
FMU has the C too, and a library of it for this platform.
)";

inline constexpr const char* kExportModelicaNotes = R"(
The model has the names and parameters of the file, in SI, for OpenModelica, Dymola
and others. What has no counterpart there is named with its place, and nothing is
written: docs/export.md.
)";

inline constexpr const char* kFitNotes = R"(
[fit] of the model file says which columns were measured and what is free. Start
values are those of the file, or of --set. Exits with 4 if nothing is found.
)";

inline constexpr const char* kCompareNotes = R"(
RUN is a folder of results or a model file, which is run. Each run is compared
with the first one; with --with each run with the measured data. Columns of the
data have the names of channels, "q.block" or "q.block [mm]", or those of --map.
--tolerance X exits with 3 if runs differ by more than X: a channel by X times
its largest value, an event by X times the duration; or one without a partner.
)";

inline constexpr const char* kModesNotes = R"(
What is not named does what it does at rest: a friction holds, or slides where a
body moves on; what is pressed touches. Several names: NAME,NAME.
)";

inline constexpr const char* kLinearizeNotes = R"(
The modes are those in force at PLACE: what sticks there sticks. FILE.m is for
MATLAB and Octave, FILE.py for the Python package control. With sampled
controllers the system is that of one period.
)";

inline constexpr const char* kSweepNotes = R"(
VALUES are FROM:TO:N (evenly), FROM:TO:N:log, or A,B,C; a unit may stand behind
them: --vary "v0=20:1000:50 mm/s". All combinations are run, the last --vary
running fastest. Random values: uniform(LEAST,MOST) loguniform(LEAST,MOST)
normal(MEAN,DEVIATION) lognormal(MEDIAN,DEVIATION OF THE LOGARITHM).
Measures (docs/sweeps.md), of x: an expression of q.BODY, v.BODY, a.BODY,
f.ELEMENT, d.ELEMENT, x.STATE, t and parameters:
  max(x) min(x) range(x) mean(x) rms(x) last(x) at_event(x, ELEMENT, n)
  at_events(x, ELEMENT, how many) strobe(x, PERIOD, how many)
  amplitude(x, FREQUENCY) phase(x, FREQUENCY) period(ELEMENT) events(ELEMENT)
  stick_time(ELEMENT) stick_share(ELEMENT) contact_time(ELEMENT)
  contact_share(ELEMENT) impacts(ELEMENT) dissipated(ELEMENT)
What is not given is taken from [sweep] of the file. DIR receives table.csv
and sweep.html, a page of curves and maps. A killed sweep goes on with --resume.
)";
