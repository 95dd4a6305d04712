// Plots whose two axes are zoomed together.

class PlaneChart extends Chart {
  /** Least and greatest of both axes, where nothing is zoomed. */
  showWhole(x, y) {
    this.whole = [withAir(...x), withAir(...y)];
    this.window = this.whole;
  }

  xRange() {
    return this.window[0];
  }
  yRange() {
    return this.window[1];
  }

  paintDrag(context) {
    const { from, to } = this.drag;
    context.fillStyle = theme.colour("--accent");
    context.globalAlpha = 0.18;
    context.fillRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
    context.globalAlpha = 1;
  }

  isDragged({ from, to }) {
    return Math.abs(from[0] - to[0]) > 6 && Math.abs(from[1] - to[1]) > 6;
  }

  zoom(from, to) {
    const ordered = (a, b) => (a < b ? [a, b] : [b, a]);
    this.window = [
      ordered(this.fromX(from[0]), this.fromX(to[0])),
      ordered(this.fromY(from[1]), this.fromY(to[1])),
    ];
    this.redraw();
  }

  reset() {
    this.window = this.whole;
    this.redraw();
  }

  zoomAt(factor) {
    this.window = this.window.map(([a, b]) => {
      const middle = (a + b) / 2,
        half = ((b - a) / 2) * factor;
      return [middle - half, middle + half];
    });
    this.redraw();
  }
}
