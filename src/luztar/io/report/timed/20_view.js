// The time axes of a run, which move together, and the instant shown.

/** The stretch of time that all time axes show. */
const view = { from: data.start, to: data.end, zoomed: false };
if (!(view.to > view.from)) [view.from, view.to] = [data.start - 0.5, data.start + 0.5];
const wholeRun = { from: view.from, to: view.to };

/** Are called when the stretch has changed. */
const viewListeners = [];

function setTimeView(from, to) {
  const least = (wholeRun.to - wholeRun.from) * 1e-9;
  view.from = Math.max(wholeRun.from, from);
  view.to = Math.min(wholeRun.to, Math.max(to, view.from + least));
  view.zoomed = view.from > wholeRun.from || view.to < wholeRun.to;
  document.getElementById("reset-zoom").hidden = !view.zoomed;
  redrawAll();
  for (const listener of viewListeners) listener();
}

/** The instant that the page shows: it stays where it was put last. null: not put yet. */
const cursor = {
  t: null,
  listeners: [],
  pending: false,

  /** Listeners are called once before the next picture, with the last t. */
  set(t) {
    this.t = t;
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      for (const listener of this.listeners) listener(this.t);
    });
  },
  listen(listener) {
    this.listeners.push(listener);
  },
};

cursor.listen(() => {
  for (const chart of charts) if (chart.visible) chart.paintCursor();
});
