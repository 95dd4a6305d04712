// What is shown: axes, the point that the pointer is at and the one that was chosen.

const MAP = "map",
  CURVES = "curves",
  POINTS = "points";

const varied = parameters.filter(({ levels }) => levels.length > 1);

/** `at` are levels of the grid's dimensions: where sections go through if nothing is pointed at. */
const show = {
  kind: grid ? (varied.length > 1 ? MAP : CURVES) : POINTS,
  x: varied[0] || parameters[0],
  y: varied[1] || null,
  over: null, // column below points
  at: grid ? grid.dimensions.map(({ levels }) => (levels.length - 1) >> 1) : [],
  logarithmic: false,
  pointed: -1,
  chosen: -1,
};
show.over = show.x ? show.x.column : data.found[0];

const levelsOf = (row) => grid.dimensions.map(({ index }) => index[row]);
const rowAtLevels = (levels) =>
  grid.rowAt[levels.reduce((place, level, d) => place + level * grid.strides[d], 0)];

/** Levels that sections go through. */
const focus = () => (show.pointed >= 0 ? levelsOf(show.pointed) : show.at);
const focusRow = () => {
  if (show.pointed >= 0) return show.pointed;
  return grid && show.kind !== POINTS ? rowAtLevels(show.at) : show.chosen;
};

const shared = { pending: false, listeners: [] };

/** All charts follow, once a frame. */
function follow() {
  if (shared.pending) return;
  shared.pending = true;
  requestAnimationFrame(() => {
    shared.pending = false;
    for (const chart of charts) chart.follow();
  });
}

function pointAt(row) {
  show.pointed = row;
  follow();
}

function choose(row) {
  show.chosen = row;
  if (grid && row >= 0) show.at = levelsOf(row);
  for (const listener of shared.listeners) listener();
  for (const chart of charts) chart.follow(true);
}

const valueScale = ({ range }) => (show.logarithmic && range[0] > 0 ? LOGARITHM : LINEAR);

// --- words -----------------------------------------------------------------------------------

const exact = (value) => (Number.isFinite(value) ? String(value) : "–");
const isWayColumn = (column) => ways !== null && column === ways.column;
const wayWord = (value) => (value > 0 ? "forward" : "backward");
const givenWord = (column, value) =>
  isWayColumn(column)
    ? wayWord(value)
    : withUnit(`${column.name} = ${number(value, 7)}`, column.unit);
const wayColour = (level) => (ways.levels[level] > 0 ? "--forward" : "--backward");

function shortened(words, most = 70) {
  return words.length > most ? `${words.slice(0, most)} …` : words;
}

/** What the read-out says of a row and a column of a measure. */
function linesOf(row, column) {
  const lines = data.given.map((one) => givenWord(one, one.values[row]));
  if (failures.has(row)) lines.push(`failed: ${shortened(failures.get(row))}`);
  else lines.push(withUnit(`${column.name} = ${number(column.values[row], 7)}`, column.unit));
  return lines;
}

/** A word of a shell: what has no meaning inside of double quotes stays readable. */
const quoted = (word) =>
  /^[^"\\$`!]*$/.test(word) ? `"${word}"` : `'${word.replace(/'/g, "'\\''")}'`;

function commandOf(row) {
  const sets = parameters
    .filter(({ column }) => Number.isFinite(column.values[row]))
    .map(({ column }) => ` --set ${quoted(`${column.name}=${exact(column.values[row])}`)}`);
  return data.command + sets.join("");
}
