// Columns of the table, the measures that they make, and whether the points are a grid.

for (const column of [...data.given, ...data.found]) column.values = decode(column.values);

/** Why rows failed, by their number. */
const failures = new Map();
for (let i = 0; i < data.failed.length; i += 2)
  failures.set(data.failed[i], data.words[data.failed[i + 1]]);

const labelOf = ({ name, unit }) => (unit ? `${name} [${unit}]` : name);
const withUnit = (text, unit) => (unit && text !== "–" ? `${text} ${unit}` : text);

const sorted = (values) => Float64Array.from(values).filter(Number.isFinite).sort();

/** A value below which a part of the sorted values lies, between neighbours linearly. */
function quantile(list, part) {
  const place = part * (list.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, list.length - 1);
  return list[below] + (place - below) * (list[above] - list[below]);
}

/** Columns NAME[1], NAME[2], ... are one measure: { name, unit, columns: [{ name, values }], range }. */
function measuresOf(found) {
  const byName = new Map();
  for (const column of found) {
    const [, name] = column.name.match(/^(.*\))\[\d+\]$/) || [null, column.name];
    if (!byName.has(name)) byName.set(name, { name, unit: column.unit, columns: [] });
    byName.get(name).columns.push(column);
  }
  const measures = [...byName.values()];
  for (const measure of measures)
    measure.range = rangeOf(...measure.columns.map(({ values }) => values));
  return measures;
}

// --- how values are spread -------------------------------------------------------------------

function isEven(levels, { to }) {
  const step = (to(levels[levels.length - 1]) - to(levels[0])) / (levels.length - 1);
  return levels.every((level, i) => Math.abs(to(level) - to(levels[0]) - i * step) < 1e-4 * step);
}

/** The scale in which the sorted values are evenly spaced, or their middle is in the middle. */
function scaleOf(list) {
  const n = list.length,
    low = list[0],
    high = list[n - 1];
  if (!(low > 0) || !(high > low) || n < 3 || isEven(list, LINEAR)) return LINEAR;
  if (isEven(list, LOGARITHM)) return LOGARITHM;
  const off = (scale) => Math.abs(partOf(scale, quantile(list, 0.5), low, high) - 0.5);
  return high > 50 * low && off(LOGARITHM) < off(LINEAR) ? LOGARITHM : LINEAR;
}

/** A column with its levels, and of each row the number of its level. */
function dimensionOf(column) {
  const all = sorted(column.values);
  const levels = all.filter((value, i) => i === 0 || value !== all[i - 1]);
  const numbers = new Map(Array.from(levels, (level, i) => [level, i]));
  const index = Int32Array.from(column.values, (value) => numbers.get(value) ?? -1);
  const scale = column.log === undefined ? scaleOf(levels) : column.log ? LOGARITHM : LINEAR;
  return { column, levels, index, scale, even: isEven(levels, scale) };
}

function isMonotone({ index }, ways) {
  const rises = (step) => {
    const last = new Map();
    return index.every((level, row) => {
      const way = ways ? ways.index[row] : 0;
      const before = last.get(way);
      last.set(way, level);
      return before === undefined || step * (ways && way === 0 ? -1 : 1) * (level - before) > 0;
    });
  };
  return rises(1) || rises(-1);
}

/** { dimensions, rowAt: by place, strides }, or null if most places would be empty. */
function gridOf(dimensions) {
  const strides = dimensions.map((_, i) =>
    dimensions.slice(i + 1).reduce((n, { levels }) => n * levels.length, 1),
  );
  const size = dimensions.reduce((n, { levels }) => n * levels.length, 1);
  if (!(size <= 2 * data.rows)) return null;
  const rowAt = new Int32Array(size).fill(-1);
  for (let row = 0; row < data.rows; ++row) {
    let place = 0;
    for (let d = 0; d < dimensions.length; ++d) place += dimensions[d].index[row] * strides[d];
    if (!(place >= 0) || rowAt[place] >= 0) return null; // twice, or not a number
    rowAt[place] = row;
  }
  return { dimensions, strides, rowAt };
}

const measures = measuresOf(data.found);
const isWay = ({ name }, column) =>
  data.carried !== "" && name === "way" && column === data.given.length - 1;
/** Up or down in a sweep that carries its state, else null. */
const ways = data.given.filter(isWay).map(dimensionOf)[0] || null;
const parameters = data.given.filter((one, column) => !isWay(one, column)).map(dimensionOf);
/** One parameter in any order is random, unless it has a few values only. */
const isOrdered = () =>
  parameters.length > 1 || parameters[0].levels.length <= 12 || isMonotone(parameters[0], ways);
const grid =
  data.rows && parameters.length && isOrdered()
    ? gridOf([...parameters, ...(ways ? [ways] : [])])
    : null;
