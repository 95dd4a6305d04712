// The run's data.

const CAUSES = ["break", "stop", "rest", "follow", "touch", "leave", "jump", "impact", "sample", "tooth"];

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
