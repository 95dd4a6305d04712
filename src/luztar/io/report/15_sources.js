// What can be plotted: channels of this run, of other runs and of measured files.

/**
 * A channel: { name, unit, bodies, curve() }, where curve() gives { x: times [s], y: values } in SI
 * and bodies are the indices of those of this run that move what it shows. A source: { label,
 * channels }; that of this page has the label "".
 */
const sources = [];

function runSource() {
  const channels = [];
  const add = (part, i, k, name, unit, bodies) => {
    if (!hasCurve(part, i, k)) return;
    channels.push({ name, unit, bodies, curve: lazily(() => timeCurve(part, i, k)) });
  };
  data.bodies.forEach(({ name, angle }, i) => {
    const unit = units(angle);
    ["q", "v", "a"].forEach((kind, k) =>
      add("bodies", i, k, `${kind}.${name}`, unit[kind], [i]),
    );
  });
  data.elements.forEach(({ name, angle, terms }, i) => {
    const unit = units(angle),
      bodies = terms.map(([body]) => body).filter((body) => body !== GROUND);
    const kinds = [
      ["d", "q"],
      ["rate", "v"],
      ["f", "f"],
      ["lower", "f"],
      ["upper", "f"],
    ];
    kinds.forEach(([kind, of], k) => add("elements", i, k, `${kind}.${name}`, unit[of], bodies));
  });
  (data.states || []).forEach(({ name, unit }, i) => add("states", i, 0, `x.${name}`, unit, []));
  return { label: "", channels };
}

const hasCurve = (part, i, k) => data.rows && data.rows[part][i] && k < data.rows[part][i].length;

/** A source whose channels have the same times. */
function tableSource(label, t, columns) {
  const channels = columns.map(({ name, unit, y }) => ({
    name: `${name} (${label})`,
    unit,
    bodies: [],
    curve: () => ({ x: t, y }),
  }));
  return { label, channels };
}

const allChannels = () => sources.flatMap(({ channels }) => channels);

/** A channel by its name, or the difference "one - other" of two; null: there is none. */
function channelNamed(text) {
  const find = (name) => allChannels().find((channel) => channel.name === name.trim());
  const one = find(text);
  if (one) return one;
  const [first, second, ...more] = text.split(" - ").map(find);
  if (!first || !second || more.length) return null;
  return {
    name: text,
    unit: first.unit,
    bodies: [...first.bodies, ...second.bodies],
    curve: lazily(() => difference(first.curve(), second.curve())),
  };
}

/** Linear between the points of x; NaN outside of them. */
function interpolated({ x, y }, t) {
  if (!(t >= x[0] && t <= x[x.length - 1])) return NaN;
  const i = Math.max(1, firstAt(x, t));
  const part = x[i] > x[i - 1] ? (t - x[i - 1]) / (x[i] - x[i - 1]) : 1;
  return i < x.length ? y[i - 1] + part * (y[i] - y[i - 1]) : y[0];
}

/** At the times of the first. */
function difference(one, other) {
  const y = one.x === other.x ? one.y.map((value, i) => value - other.y[i]) : null;
  return { x: one.x, y: y || one.y.map((value, i) => value - interpolated(other, one.x[i])) };
}

// --- files -----------------------------------------------------------------------------------

const FACTORS = { n: 1e-9, u: 1e-6, µ: 1e-6, m: 1e-3, c: 1e-2, k: 1e3, M: 1e6 };
const SPECIAL_UNITS = {
  deg: [Math.PI / 180, "rad"],
  "°": [Math.PI / 180, "rad"],
  "deg/s": [Math.PI / 180, "rad/s"],
  rpm: [Math.PI / 30, "rad/s"],
  min: [60, "s"],
  Nm: [1, "N m"],
};

/** [factor, SI unit] of a unit as it is written in a file; of an unknown one [1, itself]. */
function siUnit(unit) {
  const plain = /^(N m|Nm|rad|m|N|s|J|W|A|V|Hz)((\/s([²2]|\^2)?)?)$/;
  if (SPECIAL_UNITS[unit]) return SPECIAL_UNITS[unit];
  const si = (text) => text.replace("Nm", "N m").replace(/\^?2$/, "²");
  if (plain.test(unit)) return [1, si(unit)];
  const rest = unit.slice(1);
  return FACTORS[unit[0]] && plain.test(rest) ? [FACTORS[unit[0]], si(rest)] : [1, unit];
}

/** "position [mm]" or "position (mm)". */
function nameAndUnit(head) {
  const [, name, square, round] = /^\s*(.*?)\s*(?:\[(.*)\]|\((.*)\))?\s*$/.exec(head);
  return { name, unit: square || round || "" };
}

/** Rows of cells; separated by semicolons, tabs or commas; with semicolons 1,5 is a number too. */
function cellsOf(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() && !/^\s*[#%]/.test(line));
  const separator = [";", "\t", ","].find((one) => lines[0] && lines[0].includes(one)) || ",";
  const rows = lines.map((line) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")),
  );
  return { rows, number: (cell) => toNumber(separator === ";" ? cell.replace(",", ".") : cell) };
}

const toNumber = (cell) => (cell === "" ? NaN : Number(cell));

/** Units of quantities of a trajectory.csv, which has none in its head, from this page's channels. */
const knownUnit = (name) =>
  (sources[0].channels.find((one) => one.name === name) || { unit: "" }).unit;

/** A source from a table with a head; the time is the column t or time, else the first one. */
function csvSource(label, text) {
  const { rows, number: read } = cellsOf(text);
  if (rows.length < 2) throw new Error(`${label} has no rows below its head`);
  if (rows[0].length < 2)
    throw new Error(`${label} is no table: its first line must name a time and other columns`);
  const heads = rows.shift().map(nameAndUnit);
  if (heads.some(({ name }) => name !== "" && Number.isFinite(Number(name))))
    throw new Error(`${label} has no head: its first line must name the columns`);
  if (rows[0].length === heads.length && rows[0].every((cell) => !Number.isFinite(read(cell))))
    rows.shift().forEach((cell, i) => (heads[i].unit ||= cell.replace(/^[[(](.*)[\])]$/, "$1")));
  const columns = heads.map(({ name, unit }, i) => {
    const [factor, si] = unit ? siUnit(unit) : [1, knownUnit(name)];
    return { name, unit: si, y: Float64Array.from(rows, (row) => factor * read(row[i] ?? "")) };
  });
  const at = Math.max(
    0,
    columns.findIndex(({ name }) => /^(t|time|zeit)$/i.test(name)),
  );
  const [time] = columns.splice(at, 1);
  if (time.y.some((t, i) => !(i === 0 ? Number.isFinite(t) : t >= time.y[i - 1])))
    throw new Error(
      `the times of ${label}, column ${heads[at].name}, do not rise or are no numbers`,
    );
  const useful = columns.filter(({ y }) => y.some(Number.isFinite));
  return tableSource(label, time.y, useful);
}

/** Adds a source, in place of one of the same label. */
function addSource(source) {
  const old = sources.findIndex(({ label }) => label === source.label);
  if (old > 0) sources.splice(old, 1, source);
  else sources.push(source);
}
