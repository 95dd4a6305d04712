// What plots of a sweep share: zoom of both axes, pointer and keys, choosing a point.

/** [low, high] with some air in the units of a scale. */
function airOn({ to, from }, [low, high]) {
  return withAir(to(low), to(high)).map(from);
}

class SweepChart extends Chart {
  constructor(about) {
    super(about);
    this.window = [null, null]; // ends of the axes x and y where they are zoomed
  }

  xRange() {
    return this.window[0] || this.wholeX();
  }
  yRange() {
    return this.window[1] || this.wholeY();
  }

  /** Called when another point is pointed at; `anew` when a point was chosen. */
  follow() {
    if (this.visible && !this.dirty) this.paintCursor();
  }

  leave() {
    show.pointed = -1;
    super.leave();
    follow();
  }

  isDragged({ from, to }) {
    return Math.abs(from[0] - to[0]) > 6 || Math.abs(from[1] - to[1]) > 6;
  }

  zoom(from, to) {
    const ordered = (a, b) => (a < b ? [a, b] : [b, a]);
    if (Math.abs(from[0] - to[0]) > 6)
      this.window[0] = ordered(this.fromX(from[0]), this.fromX(to[0]));
    if (Math.abs(from[1] - to[1]) > 6)
      this.window[1] = ordered(this.fromY(from[1]), this.fromY(to[1]));
    this.zoomed();
  }

  zoomAt(factor) {
    const closer = ({ to, from }, low, high) => {
      const middle = (to(low) + to(high)) / 2,
        half = ((to(high) - to(low)) / 2) * factor;
      return [from(middle - half), from(middle + half)];
    };
    this.window = [closer(this.xScale, this.x0, this.x1), closer(this.yScale, this.y0, this.y1)];
    this.zoomed();
  }

  reset() {
    this.window = [null, null];
    this.zoomed();
  }

  zoomed() {
    const any = [...charts].some(({ window: ends }) => ends && ends.some(Boolean));
    document.getElementById("reset-zoom").hidden = !any;
    this.redraw();
  }

  look(px, py) {
    const row = this.rowNear(px, py);
    this.pointed = row >= 0;
    this.place = [px, py];
    if (!this.pointed) this.readout.hidden = true;
    pointAt(row);
  }

  press(px, py) {
    this.look(px, py);
    if (show.pointed >= 0) choose(show.pointed);
  }

  key(event) {
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") choose(focusRow());
    else if (!up || !this.stepUp(up * (event.shiftKey ? 20 : 1))) return super.key(event);
    event.preventDefault();
  }

  stepUp() {
    return false;
  }

  /** The keys moved to a row: it is shown as if the pointer were there. */
  goTo(row) {
    if (row < 0) return;
    this.pointed = true;
    this.place = null;
    pointAt(row);
  }

  /** Along a dimension of the grid, over places without a row. */
  stepAlong(dimension, n) {
    const d = grid.dimensions.indexOf(dimension);
    const levels = [...focus()];
    levels[d] = Math.max(0, Math.min(dimension.levels.length - 1, levels[d] + n));
    this.goTo(rowAtLevels(levels));
    return true;
  }

  clearOver() {
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    const chosen = show.chosen >= 0 && this.placeOf(show.chosen);
    if (chosen) this.markInside(context, ...chosen, "--limit");
    return context;
  }

  markInside(context, px, py, colour) {
    const { x, y, w, h } = this.box;
    if (px >= x && px <= x + w && py >= y && py <= y + h) this.mark(context, px, py, colour);
  }

  paintDrag(context) {
    const { from, to } = this.drag;
    const { x, y, w, h } = this.box;
    const across = Math.abs(from[0] - to[0]) > 6,
      up = Math.abs(from[1] - to[1]) > 6;
    context.fillStyle = theme.colour("--accent");
    context.globalAlpha = 0.18;
    context.fillRect(
      across ? from[0] : x,
      up ? from[1] : y,
      across ? to[0] - from[0] : w,
      up ? to[1] - from[1] : h,
    );
    context.globalAlpha = 1;
  }

  paintYName(context, text) {
    context.fillStyle = theme.colour("--quiet");
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text, 2, 9);
  }
}
