"""A positioning servo that hunts: static friction, and an integral that winds up.

While the table holds at the error e, the force grows at Ki e until it reaches the static limit.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz
from luztar import plot

model = lz.example("hunting_servo")
run = model.simulate(duration=60, samples=6001)
print(run)

# Each hold lasts as the law of the controller says.
p = run.parameters
guide = run.modes["guide"]
holds = guide[guide["mode"] == "stuck"][1:-1]
worst = 0.0
for begin, end, _ in holds[:12]:
    at = np.searchsorted(run.t, begin, side="right")  # the first sample within the hold
    error = p["r"] - run.q["table"][at]
    force = run.f["guide"][at] - p["Ki"] * error * (run.t[at] - begin)  # where it stopped
    closed = (p["FS"] - np.sign(error) * force) / (p["Ki"] * abs(error))
    worst = max(worst, abs((end - begin) / closed - 1))
print(f"{len(holds)} holds; their times differ from the law by {worst:.1e} at most")
assert worst < 1e-8

# Without an excess of static friction it comes to rest. With 12.25 N it happens to stop 2 um from
# the target, where the integral takes two minutes to break it loose: a single point at zero.
calm = model.sweep({"FS": np.linspace(8, 16, 33)}, "range(q.table)", transient=40, duration=60)
hunts = calm["range(q.table)"] > 1e-6
print(f"it hunts with F_S from {calm['FS'][hunts].min():.2f} N on; F_K = {p['FK']:.0f} N")
assert not hunts[0] and hunts[-1]

figure, (above, below) = plt.subplots(2, 1, layout="constrained")
above.plot(run.t, 1000 * run.q["table"], linewidth=1)
above.axhline(1000 * p["r"], color="black", linewidth=0.6)
plot.bands(run, "guide", above)
above.set(xlabel="time [s], shaded: holds", ylabel="position [mm]", title=model.title)
below.plot(calm["FS"], 1000 * calm["range(q.table)"], ".-", linewidth=1)
below.set(xlabel="static friction [N]", ylabel="hunting [mm]")
figure.savefig("09_hunting_servo.png", dpi=100)
