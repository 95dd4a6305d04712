// The run's data.

const CAUSES = [
  "break",
  "stop",
  "rest",
  "follow",
  "touch",
  "leave",
  "jump",
  "impact",
  "sample",
  "tooth",
];

/** A column of equal values is written as one number, a long one with few bits a number. */
function expand(column, n) {
  if (typeof column === "string") return decode(column);
  if (column && column.blocks) return decodeBlocks(column.blocks, n);
  if (column && column.places) return decodeTimes(column);
  return new Float64Array(n).fill(column === null ? NaN : column);
}

/** Changes [t, mode, ...] of many are written as times and a text with mode + 1 of each. */
function flatChanges(bands) {
  if (Array.isArray(bands)) return bands;
  const times = decodeTimes(bands.t);
  return [...bands.modes].flatMap((digit, i) => [times[i], Number(digit) - 1]);
}

for (const element of data.elements) if (element.bands) element.bands = flatChanges(element.bands);

const lazily = (make) => {
  let value;
  return () => (value === undefined ? (value = make()) : value);
};

const rowTimes = lazily(() =>
  data.rows ? atEvents(expand(data.rows.t, data.rows.n)) : new Float64Array(0),
);

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
  if (!row || !(k < row.length)) return null;
  const key = `${part} ${i} ${k}`;
  if (!readColumns.has(key)) {
    const isSum = row[k] && row[k].sum !== undefined;
    const values = isSum ? sumOfBodies(data.elements[i], row[k].sum) : expand(row[k], data.rows.n);
    readColumns.set(key, values);
  }
  return readColumns.get(key);
}

/** Columns that were read, which several plots share. */
const readColumns = new Map();

/** A deflection (k = 0) or a rate (k = 1) of an element whose arms do not turn. */
function sumOfBodies({ terms }, k) {
  const sum = new Float64Array(data.rows.n);
  for (const [body, factor] of terms) {
    if (body === GROUND) continue;
    const values = rowValues("bodies", body, k);
    for (let i = 0; i < sum.length; ++i) sum[i] += factor * values[i];
  }
  return sum;
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
