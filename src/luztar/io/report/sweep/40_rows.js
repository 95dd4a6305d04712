// Values of rows over a parameter: a section of the grid as a curve, or all rows as dots.

const FEW = 120; // points that each get a dot

class RowsChart extends SweepChart {
  /**
   * `along`: a dimension of the grid, else all rows are shown over `column`. Many columns of a
   * measure are dots over each other.
   */
  constructor({
    measure,
    along = null,
    column = along.column,
    caption = measure.name,
    height = 240,
  }) {
    super({
      caption,
      note: `${measure.unit ? `[${measure.unit}] ` : ""}over ${labelOf(column)}`,
      about: `${caption}${measure.unit ? ` in ${measure.unit}` : ""} over ${column.name}`,
      height,
    });
    Object.assign(this, { measure, along, column });
    this.xLabel = shortened(labelOf(column), 28);
    if (along && parameters.length > 1) this.top = 20;
    const parameter = parameters.find((one) => one.column === column);
    this.scale = parameter ? parameter.scale : scaleOf(sorted(column.values));
  }

  /** [{ rows, colour }]: rows in the order of the axis, -1 where there is none. */
  series() {
    if (this.along) return this.section();
    const all = Array.from({ length: data.rows }, (_, row) => row);
    return this.byWay((level) => (ways ? all.filter((row) => ways.index[row] === level) : all));
  }

  section() {
    const { dimensions, rowAt, strides } = grid;
    const levels = focus();
    const d = dimensions.indexOf(this.along);
    const through = (place) =>
      Array.from(this.along.levels, (_, i) => rowAt[place + (i - levels[d]) * strides[d]]);
    const place = levels.reduce((sum, level, k) => sum + level * strides[k], 0);
    const w = dimensions.indexOf(ways);
    return this.byWay((level) => through(ways ? place + (level - levels[w]) * strides[w] : place));
  }

  /** Forward first: backward is dashed, so that both are seen where they agree. */
  byWay(rowsOf) {
    if (!ways) return [{ rows: rowsOf(0), colour: "--curve", dash: [] }];
    const series = Array.from(ways.levels, (_, level) => ({
      rows: rowsOf(level),
      colour: wayColour(level),
      dash: ways.levels[level] > 0 ? [] : [6, 5],
    }));
    return series.reverse();
  }

  /** Says which section is shown; the same one need not be drawn again. */
  sectionKey() {
    if (!this.along) return "";
    const d = grid.dimensions.indexOf(this.along);
    return focus()
      .filter((_, k) => k !== d && grid.dimensions[k] !== ways)
      .join();
  }

  follow(anew) {
    if (this.visible && (anew || this.drawn !== this.sectionKey())) this.redraw();
    else super.follow();
  }

  fit(width, height) {
    this.xScale = this.scale;
    this.yScale = valueScale(this.measure);
    this.drawn = this.sectionKey();
    this.shown = this.series();
    super.fit(width, height);
  }

  wholeX() {
    return airOn(this.xScale, rangeOf(this.column.values));
  }
  wholeY() {
    const [low, high] = this.measure.range;
    return low <= high ? airOn(this.yScale, [low, high]) : [0, 1];
  }

  paint(context) {
    const { columns } = this.measure;
    const joined = this.along && columns.length === 1;
    for (const one of this.shown) {
      for (const { values } of columns) {
        if (joined) this.join(context, one, values);
        this.dots(context, joined ? RowsChart.beside(one, values) : one, values, joined);
      }
      this.crosses(context, one.rows);
    }
  }

  /** The rows of a curve that get a dot: all of few, else those without a neighbour. */
  static beside({ rows, ...look }, values) {
    const isLonely = (_, i) =>
      !Number.isFinite(values[rows[i - 1]]) && !Number.isFinite(values[rows[i + 1]]);
    return { rows: rows.length <= FEW ? rows : rows.filter(isLonely), ...look };
  }

  join(context, { rows, colour, dash }, values) {
    const x = rows.map((row) => this.column.values[row]);
    const y = rows.map((row) => values[row]);
    this.curve(context, x, y, 0, rows.length, colour, 1.8, dash);
  }

  dots(context, { rows, colour, dash }, values, joined) {
    const many = rows.length * this.measure.columns.length;
    const whole = joined ? 4 : many > 20000 ? 1.5 : many > 2000 ? 2 : 3;
    const size = dash.length ? 0.7 * whole : whole;
    context.fillStyle = theme.colour(colour);
    context.globalAlpha = many > 20000 ? 0.5 : 0.85;
    for (const row of rows) {
      const y = values[row];
      if (!Number.isFinite(y)) continue;
      const px = this.toX(this.column.values[row]),
        py = this.toY(y);
      context.fillRect(px - size / 2, py - size / 2, size, size);
    }
    context.globalAlpha = 1;
  }

  /** Rows that failed, along the bottom. */
  crosses(context, rows) {
    const py = this.bottom();
    context.strokeStyle = theme.colour("--bad");
    context.lineWidth = 1.6;
    context.beginPath();
    for (const row of rows) {
      if (!failures.has(row)) continue;
      const px = this.toX(this.column.values[row]);
      context.moveTo(px - 3, py - 3);
      context.lineTo(px + 3, py + 3);
      context.moveTo(px - 3, py + 3);
      context.lineTo(px + 3, py - 3);
    }
    context.stroke();
  }

  /** What the other parameters are along a section. */
  paintAbove(context) {
    if (!this.along) return;
    const levels = focus();
    const others = grid.dimensions.map((one, d) => [one, one.levels[levels[d]]]);
    const words = others
      .filter(([one]) => one !== this.along && one !== ways && one.levels.length > 1)
      .map(([one, value]) => givenWord(one.column, value));
    context.fillStyle = theme.colour("--quiet");
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillText(words.join(", "), this.box.x + this.box.w, 9);
  }

  bottom() {
    return this.box.y + this.box.h - 7;
  }

  /** Where a row is drawn; failed ones at the bottom. */
  heightOf(row, values) {
    return failures.has(row) ? this.bottom() : this.toY(values[row]);
  }

  placeOf(row) {
    if (this.along && !this.shown.some(({ rows }) => rows.includes(row))) return null;
    const [{ values }] = this.measure.columns;
    return [this.toX(this.column.values[row]), this.heightOf(row, values)];
  }

  rowNear(px, py) {
    const { columns } = this.measure;
    const joined = this.along && columns.length === 1;
    let best = -1,
      least = joined ? Infinity : 40 ** 2;
    for (const { rows } of this.shown) {
      for (const row of rows) {
        if (row < 0) continue;
        const across = (this.toX(this.column.values[row]) - px) ** 2;
        if (across >= least) continue;
        for (const column of columns) {
          const up = (this.heightOf(row, column.values) - py) ** 2;
          const far = across + (joined ? (up || 0) * 1e-3 : up);
          if (far < least) [best, least, this.nearColumn] = [row, far, column];
        }
      }
    }
    return best;
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.clearOver();
    const row = focusRow();
    if (row < 0) return;
    const px = this.toX(this.column.values[row]);
    if (!(px >= this.box.x - 1 && px <= this.box.x + this.box.w + 1)) return;
    context.lineWidth = 1;
    this.line(context, px, this.box.y, px, this.box.y + this.box.h, "--quiet");
    const column = (this.pointed && this.nearColumn) || this.measure.columns[0];
    const colour = ways ? wayColour(ways.index[row]) : "--curve";
    const marked =
      this.pointed || this.measure.columns.length === 1 ? [column] : this.measure.columns;
    for (const { values } of marked)
      this.markInside(context, px, this.heightOf(row, values), colour);
    if (!this.pointed) return;
    this.showReadout(px, this.place ? this.place[1] : this.box.y + 40, linesOf(row, column));
  }

  step(n) {
    if (this.along) return this.stepAlong(this.along, n);
    this.order ??= this.shown
      .flatMap(({ rows }) => rows)
      .sort((a, b) => this.column.values[a] - this.column.values[b]);
    const at = this.order.indexOf(focusRow());
    this.goTo(this.order[Math.max(0, Math.min(this.order.length - 1, at + n))]);
  }
}
