"""A model written in Python: three sledges in a row, pulled by a spring that winds up.

Each sledge holds still until the chain in front of it pulls hard enough; then all slip at once.
"""
import luztar as lz

N = 3
bodies = {f"sledge{i}": {"mass": 2.0} for i in range(1, N + 1)}
frictions = {f"floor{i}": {"between": [f"sledge{i}", "ground"], "kinetic": "FK", "static": "FS"}
             for i in range(1, N + 1)}
springs = {f"rope{i}": {"between": [f"sledge{i}", f"sledge{i + 1}"], "stiffness": "k"}
           for i in range(1, N)}

model = lz.Model(
    title="Three sledges on a winch",
    parameters={"FK": {"value": 12.0, "unit": "N"}, "FS": {"value": 20.0, "unit": "N"},
                "k": {"value": 2.0, "unit": "N/mm"}, "v0": {"value": 10.0, "unit": "mm/s"}},
    bodies={**bodies, "winch": {"motion": "v0*t"}},
    springs={**springs, "cable": {"between": [f"sledge{N}", "winch"], "stiffness": "k/4"}},
    frictions=frictions,
    simulation={"duration": 30.0, "samples": 3001})

run = model.simulate()
print(run)

# The last sledge breaks loose when the cable pulls with F_S: k/4 v0 t = F_S.
p = run.parameters
first = run.events[0]
expected = p["FS"] / (p["k"] / 4 * p["v0"])
print(f"the first event: {first['name']} {first['cause']} at {first['t']:.12f} s, "
      f"by hand {expected:.12f} s")
assert first["name"] == f"floor{N}" and abs(first["t"] - expected) < 1e-12
assert run.q["sledge1"][run.t < first["t"]].max() == 0.0, "what holds does not creep"

axes = run.plot("q.sledge1", "q.sledge2", "q.sledge3", "q.winch", "f.cable", modes="floor3")
axes[0].figure.savefig("02_model_in_code.png", dpi=100)
