"""What is run: one row for each peer, setting and problem.

`shown` rows stand in the table; the others are points of the plots only. `steps` ends a run early
where the whole of it would take hours: then there is a time, but no error.
"""

from dataclasses import dataclass, field


@dataclass
class Row:
    problem: str  # guide, belt, three, gear, chain, chain5
    peer: str  # the tool's name
    setting: str  # in words
    program: str  # peer_NAME, "python" or "python_tanh"
    arguments: dict = field(default_factory=dict)
    n: int = 0  # blocks of a chain
    shown: bool = True
    rounds: int = 3
    missing: str = ""  # what this peer cannot express: nothing is run


EVENT_TOOLS = (
    # peer, program, setting, tolerances, the one in the table
    ("luztar events", "peer_luztar", "{}", ("1e-6", "1e-9", "1e-12"), "1e-12"),
    ("heyoka", "python", "heyoka:{}", ("1e-6", "1e-9", "1e-12", "1e-15"), "1e-15"),
    ("odeint dopri5", "peer_events", "odeint:{}", ("1e-6", "1e-9", "1e-12"), "1e-9"),
    ("CVODE events", "peer_events", "cvode:{}", ("1e-6", "1e-9", "1e-11"), "1e-9"),
    ("scipy DOP853", "python", "scipy:DOP853:{}", ("1e-6", "1e-9", "1e-12"), "1e-9"),
)

STEP_TOOLS = (
    # peer, program, setting in words, setting
    ("luztar stepping", "peer_luztar_stepping", "", ""),
    ("MuJoCo 4", "peer_mujoco_new", "hard", "hard"),
    ("MuJoCo 4", "peer_mujoco_new", "default softness", "default"),
    ("MuJoCo 2.2", "peer_mujoco", "hard", "hard"),
    ("ODE", "peer_ode", "QuickStep, 3 iterations", "quick3"),  # its default is 20
    ("ODE", "peer_ode", "QuickStep, 20 iterations", "quick20"),
    ("ODE", "peer_ode", "QuickStep, 100 iterations", "quick100"),
    ("ODE", "peer_ode", "world step", "world"),
    ("Bullet", "peer_bullet", "10 iterations", "10"),
    ("Bullet", "peer_bullet", "100 iterations", "100"),
    ("DART", "peer_dart", "Dantzig", "dantzig"),
    ("Siconos", "peer_siconos_newton", "numerics, sparse Newton", ""),
    ("Siconos", "peer_siconos", "kernel, relays, Lemke", "lemke"),
    ("CVODE tanh(v/1e-3)", "peer_cvode_tanh", "1e-4", "1e-4"),
    ("CVODE tanh(v/1e-3)", "peer_cvode_tanh", "1e-6", "1e-6"),
)

# In Python, on the chains only: compiling takes seconds, so one process makes all turns.
TANH_TOOLS = (
    ("heyoka tanh(v/1e-3)", "1e-6", "heyoka:1e-6"),
    ("scipy LSODA tanh(v/1e-3)", "1e-4", "lsoda:1e-4"),
)


def step_row(problem, tool, **more):
    peer, program, words, setting = tool
    given = {"setting": setting} if setting else {}
    given.update(more.pop("given", {}))
    return Row(problem, peer, words, program, given, **more)


def small_rows():
    rows = []
    for problem in ("guide", "belt", "three", "gear"):
        for peer, program, setting, tolerances, shown in EVENT_TOOLS:
            rows += [Row(problem, peer, t, program, {"setting": setting.format(t)},
                         shown=t == shown, rounds=3 if t == shown else 1) for t in tolerances]
        for tool in STEP_TOOLS:
            if tool[3] in ("quick3", "quick100", "100", "1e-4"):
                continue  # a few pairs do not need more iterations
            if problem in ("guide", "belt") and not tool[0].startswith("luztar"):
                rows.append(step_row(problem, tool, missing="no static above kinetic friction"))
                continue
            for h in ("1e-3", "1e-4"):
                row = step_row(problem, tool, shown=h == "1e-3", rounds=2 if h == "1e-3" else 1,
                               given={"h": h} if "CVODE" not in tool[0] else {})
                if tool[0] == "MuJoCo 2.2" and problem == "gear":
                    row.missing = "freeplay (springs with a dead band came after 2.2)"
                if h == "1e-4" and ("CVODE" in tool[0] or tool[0] == "Siconos" or row.missing):
                    continue
                rows.append(row)
    return rows


def chain_rows():
    rows = []
    for n in (100, 1000):
        for problem in ("chain", "chain5"):
            rows.append(Row(problem, "luztar events", "1e-12", "peer_luztar",
                            {"setting": "1e-12", "n": n, "turns": 1}, n=n, rounds=1))
            for tool in STEP_TOOLS:
                row = step_row(problem, tool, n=n, given={"n": n})
                row.arguments["turns"] = 5 if "stepping" in tool[1] else 1
                if n == 1000 and tool[3] == "world":
                    row.arguments["steps"], row.rounds = 5, 1
                if n == 1000 and tool[0] == "DART":
                    row.arguments["steps"], row.rounds = 2, 1
                if tool[3] == "lemke":
                    if n == 1000 or problem == "chain5":
                        row.missing = "run at n = 100, load on the first block, only: too slow"
                    row.rounds = 1
                rows.append(row)
            rows += [Row(problem, peer, words, "python_tanh",
                         {"n": n, "setting": setting, "turns": 3}, n=n, rounds=1)
                     for peer, words, setting in TANH_TOOLS]
    return rows


def all_rows():
    return small_rows() + chain_rows()
