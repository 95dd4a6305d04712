// How often and how long pairs stick and slip, touch and are free.

const STRETCHES = ["count", "total", "mean", "shortest", "longest", "initial", "final"];

/** What a table says of its pairs, held and free. */
const HELD_KINDS = [
  {
    of: ({ kind, sticks }) => sticks && kind === "friction",
    title: "Frictions",
    held: "stick",
    free: "slip",
    use: true,
  },
  {
    of: ({ kind, sticks }) => sticks && kind !== "friction",
    title: "Freewheels",
    held: "lock",
    free: "free",
  },
  {
    of: ({ sticks }) => !sticks,
    title: "Stops and springs with a gap",
    held: "contact",
    free: "gap",
    hit: true,
  },
];

const stretchesOf = (list) => Object.fromEntries(STRETCHES.map((key, i) => [key, list[i]]));

/** Impacts of an element among the events on the page. */
function impactsOf(i) {
  const { list } = data.events;
  let found = 0;
  for (let k = 0; k < list.length; k += 5)
    if (list[k + 1] === i && CAUSES[list[k + 4]] === "impact") ++found;
  return found;
}

const allEventsListed = () => 5 * data.events.total === data.events.list.length;

function heldColumns({ held, free, use, hit }, rows) {
  const word = (text) => text[0].toUpperCase() + text.slice(1);
  const inside = (stretches, value) => (stretches.count ? value : "");
  const columns = [
    { head: "Pair", value: (row) => row.name },
    { head: "Heat", about: "[J]", value: (row) => row.dissipated },
  ];
  if (use) columns.push({ head: "Force", about: "/ limit", value: (row) => row.use || "" });
  if (hit && rows.some(({ impacts }) => impacts)) {
    const about = allEventsListed() ? "" : "listed";
    columns.push({ head: "Impacts", about, value: (row) => row.impacts });
  }
  for (const [kind, name] of [
    ["held", held],
    ["free", free],
  ]) {
    columns.push({ head: `${word(name)}s`, value: (row) => row[kind].count, leads: true });
    for (const key of ["mean", "longest", "shortest"])
      columns.push({
        head: word(key),
        about: `${name} [s]`,
        value: (row) => inside(row[kind], row[kind][key]),
      });
    columns.push({ head: "Share", about: `${name} [%]`, value: (row) => 100 * row[kind].share });
    for (const key of ["initial", "final"])
      columns.push({ head: word(key), about: `${name} [s]`, value: (row) => row[kind][key] || "" });
  }
  return columns;
}

function heldRow(element) {
  const i = data.elements.indexOf(element);
  const [held, free] = [element.held, element.free].map(stretchesOf);
  const time = held.total + free.total;
  for (const one of [held, free]) one.share = time > 0 ? one.total / time : 0;
  return {
    i,
    name: element.name,
    held,
    free,
    dissipated: data.ledger.dissipated[i] ?? NaN,
    use: element.use,
    impacts: impactsOf(i),
  };
}

const fourDigits = (value) => (value === "" ? "" : Number(value.toPrecision(4)));

/** A table whose heads sort it; the first column leads to the pair. */
class SortedTable {
  constructor(about, columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.by = null;
    this.falls = true;
    const scrolls = rows.length > 20 ? "" : " whole";
    this.holder = make("div", {
      class: `scroll held${scrolls}`,
      tabindex: "0",
      role: "region",
      "aria-label": about,
    });
    this.fill();
  }

  sort(k) {
    this.falls = this.by === k ? !this.falls : k > 0;
    this.by = k;
    const { value } = this.columns[k];
    const rank = (row) => (value(row) === "" ? -Infinity : value(row));
    const order = (a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);
    this.rows.sort((a, b) => (this.falls ? -order(a, b) : order(a, b)));
    this.fill();
    this.holder.querySelectorAll("th button")[k].focus();
  }

  fill() {
    const cells = this.rows.map((row) => this.columns.map((column, k) => this.cell(column, row, k)));
    const heads = this.columns.map((column, k) => this.head(column, k));
    const numeric = this.columns.map((_, k) => k > 0);
    const made = rightAligned(table({ names: heads, numeric }, cells), numeric);
    made.querySelectorAll("thead th").forEach((cell, k) => {
      if (k === this.by) cell.setAttribute("aria-sort", this.falls ? "descending" : "ascending");
    });
    this.holder.replaceChildren(made);
  }

  /** The name leads to the pair, a count of stretches to the events between them. */
  cell({ value, leads }, row, k) {
    if (!k) return make("a", { href: `#element-${row.i}` }, value(row));
    const shown = fourDigits(value(row));
    return leads && eventTable.has(row.i) ? eventTable.linkTo(row.i, number(shown)) : shown;
  }

  head({ head, about }, k) {
    const arrow = k === this.by ? (this.falls ? " ↓" : " ↑") : "";
    const button = make("button", { type: "button", class: "sort" }, head + arrow);
    if (about) button.append(make("small", {}, about));
    button.addEventListener("click", () => this.sort(k));
    return button;
  }
}

function heldTables() {
  const pairs = data.elements.filter(({ modes, held }) => modes && held);
  const tables = HELD_KINDS.map((kind) => ({ kind, rows: pairs.filter(kind.of).map(heldRow) }));
  return tables
    .filter(({ rows }) => rows.length)
    .flatMap(({ kind, rows }) => [
      make("h3", {}, kind.title),
      new SortedTable(kind.title, heldColumns(kind, rows), rows).holder,
    ]);
}

function heldNote() {
  const words =
    "Counts, means, shortest and longest are of those that begin and end within the run; a count leads to the events of the pair. " +
    "An impact takes no time: it is no contact. " +
    "Initial is the one that the run begins with, final the one that it ends with: their other end is not known. " +
    "Heat is the work dissipated. Force / limit is the greatest at the output points while it sticks, 1 where it broke loose.";
  return make("p", { class: "quiet" }, words);
}
