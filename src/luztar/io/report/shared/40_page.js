// Sections, tables and what every page does when it opens and when it is printed.

const page = document.getElementById("page");
const contents = document.getElementById("contents");

function section(id, title, ...children) {
  contents.append(make("a", { href: `#${id}` }, title));
  page.append(
    make(
      "section",
      { id, "aria-labelledby": `${id}-title` },
      make("h2", { id: `${id}-title` }, title),
      ...children,
    ),
  );
}

function notice(words, bad = false) {
  return make("p", { class: bad ? "notice bad" : "notice" }, words);
}

/** A card: a term, its value and a remark. */
function card(term, value, small) {
  return make(
    "div",
    {},
    make("dt", {}, term),
    make("dd", {}, value, small ? make("small", {}, small) : ""),
  );
}

/** rows: arrays of cells; numbers are set right-aligned. */
function table(head, rows, foot = []) {
  const row = (cells, tag) =>
    make(
      "tr",
      {},
      ...cells.map((cell, i) => {
        const numeric = typeof cell === "number" || cell === "";
        const attributes = { class: numeric || (tag === "th" && head.numeric[i]) ? "n" : null };
        if (tag === "th") attributes.scope = "col";
        return make(tag, attributes, typeof cell === "number" ? number(cell) : cell);
      }),
    );
  const body = make("tbody", {}, ...rows.map((cells) => row(cells, "td")));
  return make(
    "table",
    {},
    make("thead", {}, row(head.names, "th")),
    body,
    foot.length ? make("tfoot", {}, ...foot.map((cells) => row(cells, "td"))) : "",
  );
}

/** A table that scrolls by itself where it is too wide and, unless `whole`, too long. */
function inScroll(tableNode, about, whole = true) {
  return make(
    "div",
    { class: whole ? "scroll whole" : "scroll", tabindex: "0", role: "region", "aria-label": about },
    tableNode,
  );
}

/** Cells of numbers that are written as texts. */
function rightAligned(node, numeric) {
  for (const row of node.querySelectorAll("tbody tr"))
    [...row.cells].forEach((cell, i) => cell.classList.toggle("n", numeric[i]));
  return node;
}

// Pages are drawn for the width of the paper before they are printed.
function startPrinting() {
  document.documentElement.classList.add("printing");
  theme.apply("light");
  for (const chart of charts) {
    chart.dirty = true;
    chart.refresh();
  }
}

function endPrinting() {
  document.documentElement.classList.remove("printing");
  theme.apply(theme.wanted());
}

function startPage(build) {
  theme.start();
  build();
  theme.listeners.push(redrawAll);
  addEventListener("beforeprint", startPrinting);
  addEventListener("afterprint", endPrinting);
}
