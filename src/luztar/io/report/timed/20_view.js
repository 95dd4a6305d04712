// The time axes of a run, which move together, and the instant pointed at.

/** The stretch of time that all time axes show, and the instant pointed at. */
const view = { from: data.start, to: data.end, cursor: null, zoomed: false };
if (!(view.to > view.from)) [view.from, view.to] = [data.start - 0.5, data.start + 0.5];
const wholeRun = { from: view.from, to: view.to };

function setTimeView(from, to) {
  const least = (wholeRun.to - wholeRun.from) * 1e-9;
  view.from = Math.max(wholeRun.from, from);
  view.to = Math.min(wholeRun.to, Math.max(to, view.from + least));
  view.zoomed = view.from > wholeRun.from || view.to < wholeRun.to;
  document.getElementById("reset-zoom").hidden = !view.zoomed;
  redrawAll();
}

let cursorPending = false;
function setCursor(t) {
  view.cursor = t;
  if (cursorPending) return;
  cursorPending = true;
  requestAnimationFrame(() => {
    cursorPending = false;
    for (const chart of charts) if (chart.visible) chart.paintCursor();
  });
}

/** A plot of the run: what it points at is an instant, which the other plots show too. */
class RunChart extends Chart {
  leave() {
    setCursor(null);
    super.leave();
  }
}
