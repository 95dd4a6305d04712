// A curve over something else than time: the nearest of its points is pointed at.

class CurveChart extends PlaneChart {
  // Each kind gives: x, y (arrays), pointLines(i): what the read-out says

  look(px, py) {
    let best = 0;
    for (let i = 1; i < this.x.length; ++i)
      if (Math.abs(this.toX(this.x[i]) - px) < Math.abs(this.toX(this.x[best]) - px)) best = i;
    this.index = best;
    this.pointed = true;
    this.pointedAt = py;
    this.paintCursor();
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    if (!this.pointed) return;
    const px = this.toX(this.x[this.index]);
    this.mark(context, px, this.toY(this.y[this.index]), "--limit");
    this.showReadout(px, this.pointedAt, this.pointLines(this.index));
  }

  step(n) {
    const at = (this.index ?? this.x.length >> 1) + n;
    this.index = Math.max(0, Math.min(this.x.length - 1, at));
    this.look(this.toX(this.x[this.index]), this.box.y + this.box.h / 2);
  }
}
