// What bodies and elements do at an instant, from the curves of the page.

/** Last index with x[i] <= t, at least 0. */
function lastAt(x, t) {
  let low = 0,
    high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A curve of the page at any instant; at an event the value after it. Between points it is straight,
 * cubic where `slope` is the curve of its slopes.
 */
class CurveAt {
  constructor({ x, y, rows }, slope) {
    this.whole = { x, y };
    this.rows = rows;
    this.slope = slope;
  }

  get range() {
    return (this.found ??= rangeOf(this.whole.y));
  }

  value(t) {
    const isRow = this.rows && t >= this.rows.x[0];
    const { x, y } = isRow ? this.rows : this.whole;
    const i = lastAt(x, t);
    if (i + 1 === x.length || t <= x[i]) return y[i];
    const part = (t - x[i]) / (x[i + 1] - x[i]);
    const straight = y[i] + (y[i + 1] - y[i]) * part;
    const slope = this.slope && (isRow ? this.slope.rows : this.slope.whole);
    return slope && slope.x === x ? straight + this.bend(x, y, slope.y, i, part) : straight;
  }

  /** What Hermite's cubic is above the straight line. */
  bend(x, y, slope, i, part) {
    const step = x[i + 1] - x[i],
      rise = y[i + 1] - y[i];
    const before = slope[i] * step - rise,
      after = slope[i + 1] * step - rise;
    return part * (1 - part) * (before * (1 - part) - after * part);
  }
}

function curveAt(part, i, k, slope = null) {
  const curve = timeCurve(part, i, k);
  return curve && curve.x.length ? new CurveAt(curve, slope) : null;
}

class BodyMotion {
  constructor(body, i) {
    this.body = body;
    this.v = curveAt("bodies", i, 1, curveAt("bodies", i, 2));
    this.q = curveAt("bodies", i, 0, this.v);
    const [low, high] = this.q ? this.q.range : [0, 0];
    this.middle = (low + high) / 2 || 0;
    this.reach = (high - low) / 2 || 0;
  }

  /** How far it is from the middle of its range [m, rad]. */
  offset(t) {
    return this.q ? this.q.value(t) - this.middle : 0;
  }

  /** The same of its whole range: -1 to 1. */
  part(t) {
    return this.reach ? this.offset(t) / this.reach : 0;
  }
}

/** "" of what has no modes. */
function conditionOf(element, mode) {
  if (!element.modes || mode === null) return "";
  if (mode === 2) return "several";
  const sticks = element.kind === "friction" || element.kind === "freewheel";
  if (!sticks) return mode === 0 ? "open" : "contact";
  if (element.kind === "freewheel") return modeWord(element, mode) === "engaged" ? "sticks" : "open";
  return mode === 0 ? "sticks" : "slides";
}

/** From the accelerations of its bodies; null where arms turn (a factor is 0 then) or these are not kept. */
function slopeOfRate(element) {
  const isKept = ([body, factor]) =>
    factor !== 0 && (body === GROUND || rowValues("bodies", body, 2) !== null);
  if (!data.rows || !element.terms || !element.terms.every(isKept)) return null;
  const curve = { x: rowTimes(), y: sumOfBodies(element, 2) };
  return new CurveAt({ ...curve, rows: curve });
}

class ElementMotion {
  constructor(element, i) {
    this.element = element;
    this.rate = curveAt("elements", i, 1, slopeOfRate(element));
    [this.f, this.lower, this.upper] = [2, 3, 4].map((k) => curveAt("elements", i, k));
    this.d = curveAt("elements", i, 0, this.rate);
    this.bands = element.modes ? exactBands(element) || bandsOf(element.bands) : [];
    this.rest = element.kind === "spring" ? element.rest : 0;
    const [low, high] = this.d ? this.d.range : [0, 0];
    this.range = [low - this.rest, high - this.rest];
    const { lower, upper } = element;
    this.edges = [lower ?? Math.min(low - this.rest, upper ?? 0), upper ?? Math.max(high - this.rest, lower ?? 0)];
  }

  modeAt(t) {
    return this.bands.length ? modeAt(this.bands, t) : null;
  }

  /** { mode, condition, d, rate, f, part, margin, gap, contact, closed, engaged } at t. */
  at(t) {
    const value = (curve) => (curve ? curve.value(t) : NaN);
    const mode = this.modeAt(t);
    const condition = conditionOf(this.element, mode);
    const d = value(this.d),
      f = value(this.f);
    const contact = condition === "contact" ? mode : 0;
    return {
      mode,
      condition,
      d,
      f,
      rate: value(this.rate),
      part: within(d - this.rest, this.range),
      margin: condition === "sticks" ? this.margin(t, f) : NaN,
      gap: this.gap(d - this.rest),
      contact,
      closed: this.closed(d - this.rest, contact),
      engaged: condition === "sticks",
    };
  }

  /** Force over the limit that it would break at; NaN: it has no limit. */
  margin(t, f) {
    const limit = f < 0 ? this.lower : this.upper;
    const value = limit ? limit.value(t) : NaN;
    return value === 0 ? NaN : f / value;
  }

  /** Where the tongue is between the edges, -1 to 1, and which edges there are. */
  gap(x) {
    const { lower, upper } = this.element;
    return {
      part: within(x, this.edges),
      hasLower: lower !== null,
      hasUpper: upper !== null,
    };
  }

  /** How far it is beyond an edge, of the farthest in the run: 0 to 1. */
  closed(x, contact) {
    if (!contact) return 0;
    const [edge, far] = contact > 0 ? [this.edges[1], this.range[1]] : [this.edges[0], this.range[0]];
    return far === edge ? 0 : Math.max(0, Math.min(1, (x - edge) / (far - edge)));
  }
}

/** Of x between two values: -1 at the lower, 1 at the upper, 0 in the middle. */
function within(x, [low, high]) {
  if (!(high > low) || !Number.isFinite(x)) return 0;
  return Math.max(-1, Math.min(1, (2 * x - low - high) / (high - low)));
}

/** 1, 2 or 5 times a power of ten, at most x. */
function roundDown(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [5, 2, 1].find((digit) => digit * power <= x * (1 + 1e-9)) * power;
}

const SHIFT_MOST = 30, // pixels that a body moves to either side
  TURN_LEAST = 0.5, // radians that the body which turns farthest is drawn to turn, at least
  PIXELS_PER_METRE = 96 / 0.0254;

/** All of the model. */
class Motion {
  constructor() {
    this.bodies = data.bodies.map((body, i) => new BodyMotion(body, i));
    this.elements = data.elements.map((element, i) => new ElementMotion(element, i));
    const reach = (angle, list) =>
      Math.max(0, ...list.filter(({ body }) => body.angle === angle).map((one) => one.reach));
    const free = this.bodies.filter(({ body }) => body.kind === "free");
    const shift = reach(false, free) || reach(false, this.bodies);
    const turn = reach(true, free) || reach(true, this.bodies);
    /** How many times as large as it is the motion is drawn. */
    this.shiftScale = shift ? roundDown(SHIFT_MOST / (shift * PIXELS_PER_METRE)) : 0;
    this.turnScale = turn ? Math.max(1, roundDown(TURN_LEAST / turn)) : 0;
    this.reach = shift * PIXELS_PER_METRE;
    for (const one of this.bodies) one.passes = !one.body.angle && one.reach > shift;
  }

  /** Pixels that a body moves to either side, at most. */
  get farthest() {
    return this.reach * this.shiftScale;
  }

  enlarge(factor) {
    this.shiftScale *= factor;
    this.turnScale *= factor;
  }

  /** Whether the motion drawn twice as large stays in the drawing. */
  get canGrow() {
    return this.farthest <= SHIFT_MOST;
  }

  /** Pixels to the right; a driven body that goes too far stays, and its marks pass. */
  shift(i, t) {
    const one = this.bodies[i];
    if (!one || one.body.angle || one.passes) return 0;
    return one.offset(t) * this.shiftScale * PIXELS_PER_METRE;
  }

  passed(i, t) {
    return this.bodies[i].offset(t) * this.shiftScale * PIXELS_PER_METRE;
  }

  /** Degrees, clockwise as SVG counts them. */
  turn(i, t) {
    const { q } = this.bodies[i];
    return q ? (-q.value(t) * this.turnScale * 180) / Math.PI : 0;
  }
}
