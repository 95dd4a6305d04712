// Key figures and the ledger as tables.

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
