// Key figures, the ledger and the events as tables.

const total = (values) => values.reduce((a, b) => a + b, 0);

function keyFigures() {
  const list = make("dl", { class: "figures" });
  const add = (...about) => list.append(card(...about));
  add(
    "Simulated",
    `${number(data.end - data.start)} s`,
    `t = ${number(data.start)} to ${number(data.end, 7)} s`,
  );
  add("Bodies, elements", `${count(data.bodies.length)}, ${count(data.elements.length)}`);
  add("Steps", count(data.steps), `tolerance ${number(data.tolerance, 3)}`);
  add("Instants with events", count(data.instants));
  add("Mode changes", count(data.modeChanges));
  add("Output samples", count(data.samples));
  return list;
}

const PROOF_WORDS = {
  laws: "forces obey their laws",
  balance: "mass times acceleration is force",
  coulomb: "limits and signs of friction",
  continuity: "nothing jumps by itself",
};

/** Five cards: what the run's numbers say about themselves. */
function proofCards() {
  const list = make("dl", { class: "figures proofs", "aria-label": "Proofs" });
  const words = { ...PROOF_WORDS, energy: `of ${number(data.ledger.moved, 4)} J moved` };
  for (const { name, relative, limit, holds } of data.proofs) {
    const value = relative === null ? "no number" : number(relative, 2);
    list.append(
      make(
        "div",
        { class: holds ? "good" : "bad" },
        make("dt", {}, `${holds ? "✓" : "!"} ${name[0].toUpperCase()}${name.slice(1)}`),
        make(
          "dd",
          {},
          value,
          make("small", {}, `${holds ? "below" : "not below"} ${number(limit, 2)}`),
          make("small", {}, words[name]),
        ),
      ),
    );
  }
  return list;
}

const blank = (x) => (x === 0 ? "" : x);

function ledgerTable() {
  const { kinetic, motion, stored, dissipated, supplied, initial, residual, numerical, changes } =
    data.ledger;
  const rows = [];
  data.bodies.forEach((body, i) => {
    const words = { prescribed: "body, prescribed", steady: "body, mass inf", free: "body" }[
      body.kind
    ];
    rows.push([body.name, words, blank(motion[i]), blank(kinetic[i]), "", ""]);
  });
  data.elements.forEach((element, i) => {
    rows.push([
      element.name,
      elementWords(element),
      blank(supplied[i]),
      "",
      blank(stored[i]),
      blank(dissipated[i]),
    ]);
  });
  const put = total(motion) + total(supplied);
  const foot = [
    ["All", "", put, total(kinetic), total(stored), total(dissipated)],
    ["At the start", "kinetic and stored", initial, "", "", ""],
    ...(changes ? [["Changes", "put in by other parameters", changes, "", "", ""]] : []),
    ...(numerical ? [["Steps", "lost by the method", "", "", "", numerical]] : []),
    ["Residual", "all that is there less all that was put in", residual, "", "", ""],
  ];
  return make(
    "div",
    {
      class: rows.length > 40 ? "scroll" : "scroll whole",
      tabindex: "0",
      role: "region",
      "aria-label": "Energy ledger",
    },
    table(
      {
        names: ["Name", "Kind", "Put in [J]", "Kinetic [J]", "Stored [J]", "Dissipated [J]"],
        numeric: [0, 0, 1, 1, 1, 1],
      },
      rows,
      foot,
    ),
  );
}

// --- events ----------------------------------------------------------------------------------

const EVENTS_AT_ONCE = 200;
const SHOW_INSTANT = "Show this instant in the diagram and in the plots";

/** Index in the list of events -> impulse. */
const impulses = lazily(() => {
  const flat = data.events.impulses;
  return new Map(flat.filter((_, i) => i % 2 === 0).map((i, k) => [i, flat[2 * k + 1]]));
});

function eventRow(i) {
  const [t, name, from, to, cause] = data.events.list.slice(5 * i, 5 * i + 5);
  const element = data.elements[name];
  const word = (mode) => (CAUSES[cause] === "jump" || !element ? "input" : modeWord(element, mode));
  return [
    make("button", { type: "button", class: "row", title: SHOW_INSTANT }, String(t).replace("-", MINUS)),
    data.eventNames[name],
    word(from),
    word(to),
    CAUSES[cause] === "impact"
      ? `impact ${number(impulses().get(i))} ${units(element.angle).impulse}`
      : CAUSES[cause],
  ];
}

function chooser(label, options) {
  const select = make(
    "select",
    {},
    make("option", { value: "" }, "all"),
    ...options.map(([value, text]) => make("option", { value }, text)),
  );
  return { select, label: make("label", {}, `${label} `, select) };
}

function eventTable() {
  const { total: all, first, list } = data.events;
  const n = list.length / 5;
  if (!n) return [make("p", {}, "No events.")];
  const names = [...new Set(Array.from({ length: n }, (_, i) => list[5 * i + 1]))].sort(
    (a, b) => a - b,
  );
  const element = chooser(
    "Element",
    names.map((name) => [name, data.eventNames[name]]),
  );
  const cause = chooser(
    "Cause",
    CAUSES.map((word, i) => [i, word]),
  );
  const shown = make("span", { class: "quiet", role: "status" });
  const place = make("span", { class: "quiet", role: "status" });
  const more = make("button", { type: "button" }, "Show more");
  const holder = make("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": "Table of events",
  });
  let most = EVENTS_AT_ONCE,
    chosen = [];
  const fill = () => {
    chosen = [];
    for (let i = 0; i < n; ++i) {
      if (element.select.value !== "" && list[5 * i + 1] !== Number(element.select.value)) continue;
      if (cause.select.value !== "" && list[5 * i + 4] !== Number(cause.select.value)) continue;
      chosen.push(i);
    }
    holder.replaceChildren(
      table(
        { names: ["t [s]", "Element", "From", "To", "Cause"], numeric: [0, 0, 0, 0, 0] },
        chosen.slice(0, most).map(eventRow),
      ),
    );
    shown.textContent = `${count(Math.min(most, chosen.length))} of ${count(chosen.length)} shown`;
    more.hidden = chosen.length <= most;
  };
  const restart = () => {
    most = EVENTS_AT_ONCE;
    fill();
  };
  element.select.addEventListener("change", restart);
  cause.select.addEventListener("change", restart);
  holder.addEventListener("click", ({ target }) => {
    const row = target.closest("tbody tr");
    if (!row || String(getSelection())) return;
    const t = list[5 * chosen[row.sectionRowIndex]];
    cursor.set(t);
    place.textContent = `Diagram and plots are at t = ${number(t, 7)} s`;
  });
  more.addEventListener("click", () => {
    most += 5 * EVENTS_AT_ONCE;
    fill();
  });
  fill();
  const note =
    all > n
      ? make(
          "p",
          { class: "notice" },
          `The first ${count(first)} and the last ${count(n - first)} of ${count(all)} events are listed here; events.csv has all of them.`,
        )
      : "";
  return [
    note,
    make("div", { class: "controls" }, element.label, cause.label, place),
    make("p", {}, shown),
    holder,
    more,
  ];
}
