"""A sweep on processes, as on the machines of a cluster: the table has the same bits.

Any executor of concurrent.futures will do. On a cluster: `Client(...).get_executor()` of
dask.distributed, `MPIPoolExecutor()` of mpi4py.
"""
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

FREQUENCIES = np.linspace(0.2, 1.6, 141)
FRICTION = [0.2, 0.5, 0.8]
VARY = {"W": FREQUENCIES, "FK": FRICTION}
MEASURES = ["range(q.mass)", "stick_share(floor)"]


def main() -> None:
    model = lz.example("den_hartog")
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as executor:
        table = model.sweep(VARY, MEASURES, duration=400, transient=300, executor=executor)
    here = model.sweep(VARY, MEASURES, duration=400, transient=300)
    print(table)
    assert all(np.array_equal(table[column], here[column]) for column in table)
    print("the same bits as in this process")

    figure, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained")
    above.plot(FREQUENCIES, table.grid("range(q.mass)") / 2, linewidth=1)
    above.set(ylabel="amplitude k/P", ylim=(0, 4), title=model.title)
    below.plot(FREQUENCIES, table.grid("stick_share(floor)"), linewidth=1)
    below.set(xlabel="W/w", ylabel="share of time at rest")
    below.legend([f"F/P = {r}" for r in FRICTION])
    figure.savefig("10_many_processes.png", dpi=100)


if __name__ == "__main__":
    main()
