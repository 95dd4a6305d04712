// Puts the page of a sweep together: summary, plots, the chosen point, all rows.

const ROWS_AT_ONCE = 200;

function heading() {
  const n = failures.size;
  const words = n
    ? `! ${count(n)} of ${count(data.rows)} points failed`
    : `✓ ${count(data.rows)} points`;
  page.append(
    make("h1", {}, data.title),
    make(
      "p",
      {},
      make("span", { class: n ? "chip bad" : "chip good" }, words),
      make("code", {}, data.command),
    ),
    ...failureNotices(),
    make("dl", { class: "figures" }, ...summaryCards()),
  );
}

function failureNotices() {
  const often = new Map();
  for (const words of failures.values()) often.set(words, (often.get(words) || 0) + 1);
  const list = [...often].sort((a, b) => b[1] - a[1]);
  const notices = list
    .slice(0, 3)
    .map(([words, n]) => notice(`${count(n)} × ${shortened(words, 400)}`, true));
  if (list.length > 3)
    notices.push(notice(`and ${count(list.length - 3)} other reasons, in the table below`, true));
  return notices;
}

function spreadWord({ levels, scale, even }) {
  const n = count(levels.length);
  if (levels.length === 1) return "one value";
  if (!grid) return `${n} values${scale === LOGARITHM ? ", over decades" : ""}`;
  if (!even || levels.length < 3) return `${n} values`;
  return `${n} values, evenly${scale === LOGARITHM ? " in the logarithm" : ""}`;
}

function orderWord() {
  if (!grid) return parameters.length > 1 ? "no grid" : "in no order";
  if (data.carried) return `with the state carried on along ${data.carried}`;
  if (parameters.length === 1) return "";
  return grid.rowAt.length === data.rows ? "all combinations" : "some of all combinations";
}

function summaryCards() {
  const cards = [card("Points", count(data.rows), orderWord())];
  for (const dimension of parameters) {
    const { column, levels } = dimension;
    const ends = levels.length > 1 ? [levels[0], levels[levels.length - 1]] : [levels[0]];
    cards.push(
      card(
        column.name,
        withUnit(ends.map((x) => number(x, 4)).join(" to "), column.unit),
        spreadWord(dimension),
      ),
    );
  }
  cards.push(card("Measures", count(measures.length)));
  return cards;
}

// --- the chosen point ------------------------------------------------------------------------

const panel = make("section", {
  id: "point",
  "aria-label": "Chosen point",
  "aria-live": "polite",
  hidden: true,
});

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(panel.querySelector("code"));
    button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
  }
}

function fillPanel() {
  const row = show.chosen;
  panel.hidden = row < 0;
  if (row < 0) return;
  const button = make("button", { type: "button", class: "copy" }, "Copy command");
  button.addEventListener("click", () => copy(commandOf(row), button));
  const close = make("button", { type: "button", "aria-label": "Close", class: "close" }, "×");
  close.addEventListener("click", () => choose(-1));
  panel.replaceChildren(
    make("div", { class: "bar" }, make("strong", {}, `Point ${count(row + 1)}`), close),
    valueList(row),
    failures.has(row) ? notice(failures.get(row), true) : "",
    make("div", { class: "command" }, make("code", {}, commandOf(row)), button),
    data.carried
      ? make(
          "p",
          { class: "quiet" },
          "The command starts from the state of the model, not from that of the point before.",
        )
      : "",
  );
}

function valueList(row) {
  const item = (term, value) => make("div", {}, make("dt", {}, term), make("dd", {}, value));
  const text = (one) =>
    isWayColumn(one) ? wayWord(one.values[row]) : withUnit(exact(one.values[row]), one.unit);
  const given = data.given.map((one) => item(one.name, text(one)));
  const found = measures.map(({ name, columns }) => item(name, columns.map(text).join(", ")));
  return make("dl", { class: "values" }, ...given, ...found);
}

// --- all rows --------------------------------------------------------------------------------

function rowTable() {
  const order = Array.from({ length: data.rows }, (_, row) => row);
  const columns = [{ name: "Point", values: order }, ...data.given, ...data.found];
  const sort = { column: columns[0], step: 1 };
  let most = ROWS_AT_ONCE;
  const holder = make("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": "Table of points",
  });
  const shown = make("span", { class: "quiet", role: "status" });
  const more = make("button", { type: "button" }, "Show more");
  const fill = () => {
    holder.replaceChildren(rowsAsTable(columns, order.slice(0, most), sort, arrange));
    shown.textContent = `${count(Math.min(most, data.rows))} of ${count(data.rows)} shown`;
    more.hidden = data.rows <= most;
  };
  const arrange = (column) => {
    sort.step = sort.column === column ? -sort.step : 1;
    sort.column = column;
    order.sort((a, b) => compare(column.values[a], column.values[b], sort.step) || a - b);
    fill();
  };
  more.addEventListener("click", () => {
    most += 5 * ROWS_AT_ONCE;
    fill();
  });
  fill();
  return [make("div", { class: "controls" }, shown), holder, more];
}

/** What is not a number comes last. */
function compare(a, b, step) {
  if (Number.isFinite(a) && Number.isFinite(b)) return step * (a - b);
  return Number.isFinite(b) - Number.isFinite(a);
}

function rowsAsTable(columns, rows, sort, arrange) {
  const heads = columns.map((column) => {
    const mark = sort.column === column ? (sort.step > 0 ? " ▲" : " ▼") : "";
    const button = make("button", { type: "button", class: "sort" }, `${labelOf(column)}${mark}`);
    button.addEventListener("click", () => arrange(column));
    return button;
  });
  const cells = (row) => {
    const button = make("button", { type: "button", class: "row" }, count(row + 1));
    button.addEventListener("click", () => choose(row));
    return [button, ...columns.slice(1).map(({ values }) => values[row]), failures.get(row) || ""];
  };
  const names = failures.size ? [...heads, "Failed"] : heads;
  const numeric = names.map((_, i) => i > 0 && i < heads.length);
  return table(
    { names, numeric },
    rows.map((row) => cells(row).slice(0, names.length)),
  );
}

function buildPage() {
  heading();
  const help =
    "Drag over a plot to zoom, double click for the whole. A click, or Enter, chooses a point; arrow keys move.";
  section("plots", "Measures", make("p", { class: "quiet" }, help), controls, plots);
  section("points", "Points", ...rowTable());
  page.append(panel, make("footer", {}, `Written by ${data.tool}. Numbers are in SI.`));
  if (data.rows && measures.length) rebuild();
}

startPage(buildPage);
document.getElementById("reset-zoom").addEventListener("click", () => {
  for (const chart of charts) chart.reset();
});
