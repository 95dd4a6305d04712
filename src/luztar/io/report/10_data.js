// The run's data, and how its modes and units are written.

const FRICTION_MODES = {
  "-1": "backward",
  0: "stuck",
  1: "forward",
  2: "several, each too short to be seen",
};
const SPRING_MODES = {
  "-1": "lower",
  0: "gap",
  1: "upper",
  2: "several, each too short to be seen",
};
const FREEWHEEL_MODES = {
  0: "engaged",
  1: "free",
  2: "several, each too short to be seen",
};
const RATCHET_MODES = { ...FREEWHEEL_MODES, "-1": "engaged", 0: "free" };
const PUSHING_MODES = { ...SPRING_MODES, 0: "open" };
const STOP_MODES = { ...SPRING_MODES, 0: "free" };
const MODE_COLOURS = {
  backward: "--backward",
  stuck: "--stuck",
  engaged: "--stuck",
  forward: "--forward",
  lower: "--backward",
  gap: "--gap",
  open: "--gap",
  free: "--gap",
  upper: "--forward",
};
const CAUSES = ["break", "stop", "follow", "touch", "leave", "jump", "impact", "sample", "tooth"];

function modeWord(element, mode) {
  if (element.pitch) return RATCHET_MODES[mode];
  const modes = { friction: FRICTION_MODES, freewheel: FREEWHEEL_MODES, stop: STOP_MODES };
  return (modes[element.kind] || (element.pushes ? PUSHING_MODES : SPRING_MODES))[mode];
}

function modeColour(element, mode) {
  return MODE_COLOURS[modeWord(element, mode)] || "--mixed";
}

/** A column is written as a single number when all its values are equal. */
function expand(column, n) {
  if (Array.isArray(column)) return Float64Array.from(column, (x) => (x === null ? NaN : x));
  return new Float64Array(n).fill(column === null ? NaN : column);
}

const lazily = (make) => {
  let value;
  return () => (value === undefined ? (value = make()) : value);
};

const rowTimes = lazily(() => (data.rows ? expand(data.rows.t, data.rows.n) : new Float64Array(0)));

/**
 * Curve k of body or element i over the whole run: { x: times, y: values }, or null. If it is
 * thinned, `rows` is its last stretch in full.
 */
function timeCurve(part, i, k) {
  const values = rowValues(part, i, k);
  const rows = values && { x: rowTimes(), y: values };
  const thinned = data.thinned && data.thinned[part][i] && data.thinned[part][i][k];
  return thinned
    ? { x: expand(thinned.t, thinned.n), y: expand(thinned.y, thinned.n), rows }
    : rows;
}

/** The same at consecutive samples (of the last stretch, if the run is long), for loops. */
function rowValues(part, i, k) {
  const row = data.rows && data.rows[part][i];
  return row && k < row.length ? expand(row[k], data.rows.n) : null;
}

/** Bands [from, to, mode] from changes [t, mode, ...], neighbours of the same mode joined. */
function bandsOf(changes) {
  const bands = [];
  for (let i = 0; i < changes.length; i += 2) {
    const to = i + 2 < changes.length ? changes[i + 2] : data.end;
    const last = bands[bands.length - 1];
    if (last && last[2] === changes[i + 1]) last[1] = to;
    else if (to > changes[i]) bands.push([changes[i], to, changes[i + 1]]);
  }
  return bands;
}

/** Of merged bands the first and the last stretch in full, from the events on the page; or null. */
function exactBands(element) {
  const { first, list } = data.events;
  const index = data.elements.indexOf(element),
    n = list.length / 5;
  if (!element.merged || !n) return null;
  const merged = bandsOf(element.bands);
  const changes = [];
  const addEvents = (from, to) => {
    let begun = false;
    for (let i = from; i < to; ++i) {
      const [t, name, before, after, cause] = list.slice(5 * i, 5 * i + 5);
      if (name !== index || CAUSES[cause] === "jump") continue;
      if (!begun) changes.push(from ? list[5 * from] : element.bands[0], before);
      begun = true;
      changes.push(t, after);
    }
  };
  addEvents(0, first);
  if (n === first) return bandsOf(changes);
  const left = list[5 * (first - 1)],
    right = list[5 * first];
  changes.push(left, modeAt(merged, left));
  for (const [t, , mode] of merged) if (t > left && t < right) changes.push(t, mode);
  addEvents(first, n);
  return bandsOf(changes);
}

function modeAt(bands, t) {
  let low = 0,
    high = bands.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bands[middle][0] <= t) low = middle;
    else high = middle - 1;
  }
  return bands.length ? bands[low][2] : null;
}

// --- units -----------------------------------------------------------------------------------

const PREFIXES = { "-9": "n", "-6": "µ", "-3": "m", 0: "", 3: "k", 6: "M", 9: "G" };

function units(angle) {
  return angle
    ? { q: "rad", v: "rad/s", a: "rad/s²", f: "N m", impulse: "N m s" }
    : { q: "m", v: "m/s", a: "m/s²", f: "N", impulse: "N s" };
}

/** { factor, unit } so that the largest value * factor is a handy number; m2, kg have no prefix. */
function scaled(unit, largest) {
  if (!(largest > 0) || !unit || /\d|^kg/.test(unit) || (largest >= 0.1 && largest < 1e4))
    return { factor: 1, unit };
  const power = Math.max(-9, Math.min(9, 3 * Math.floor(Math.log10(largest) / 3)));
  return { factor: 10 ** -power, unit: PREFIXES[power] + unit };
}

function largestOf(values) {
  let largest = 0;
  for (const y of values) if (Math.abs(y) > largest) largest = Math.abs(y);
  return largest;
}
