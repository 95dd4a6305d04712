// What differs, in tables.

const tableOf = (names, numeric, rows, about, whole = true) =>
  inScroll(rightAligned(table({ names, numeric }, rows), numeric), about, whole);

function runsTable() {
  const rows = data.runs.map((run, i) => [
    make("i", {
      class: "rule",
      style: `display: inline-block; width: 1.4em; border-top: 3px solid var(${lookOf(i).colour})`,
    }),
    letterOf(i),
    run.name,
    run.words ? `${run.status}: ${run.words}` : run.status,
    number(run.end, 8),
    count(run.rows),
    count(run.all),
  ]);
  const names = ["", "", "Run", "How it ended", "at t [s]", "Rows", "Events"];
  return tableOf(names, [false, false, false, false, true, true, true], rows, "Runs");
}

/** Values by name: of the first run, and of those that have another. */
function valuesTable(key, title) {
  const names = [...new Set(data.pairs.flatMap((pair) => pair[key].map(([name]) => name)))];
  if (!names.length) return null;
  const rows = names.map((name) => {
    const found = data.pairs.map((pair) => pair[key].find(([other]) => other === name));
    const [, first, , unit] = found.find((one) => one);
    return [unit ? `${name} [${unit}]` : name, first || "–", ...found.map((one) => (one ? one[2] : first) || "–")];
  });
  const numeric = [false, ...data.runs.map(() => true)];
  return tableOf([title, ...data.runs.map((_, i) => letterOf(i))], numeric, rows, title);
}

const INTERPOLATION_WORDS = { "same times": "none, same times" };

const numbersOfDifference = ({ greatest, time, rms, relative }) => [
  number(greatest, 4),
  number(time, 7),
  number(rms, 4),
  `${number(100 * relative, 3)} %`,
];

/** Of a difference that is no more than rounding. */
const sameValues = ({ greatest }) => [greatest ? "same but for rounding" : "same", "", "", ""];

function differencesTable() {
  const rows = data.channels.flatMap((channel) =>
    channel.differences.map((one) => [
      channel.unit ? `${channel.name} [${channel.unit}]` : channel.name,
      nameOfDifference(one),
      ...(isReal(one, channel) ? numbersOfDifference(one) : sameValues(one)),
      INTERPOLATION_WORDS[one.between] ?? one.between,
    ]),
  );
  const names = [
    ...["Channel", "Difference", "Greatest", "at t [s]", "Root mean square"],
    ...["Greatest / largest value", "Interpolation"],
  ];
  return tableOf(names, [false, false, true, true, true, true, false], rows, "Differences");
}

function eventCounts(pair, run) {
  const letter = letterOf(run);
  const rows = pair.events.map((one) => [
    one.element,
    count(one.matched),
    count(one.onlyFirst),
    count(one.onlySecond),
    one.matched ? number(one.shift, 5) : "–",
    one.matched ? number(one.time, 7) : "–",
  ]);
  const names = ["Element", "Matched", "A only", `${letter} only`, "Greatest shift [s]", "at t [s]"];
  return tableOf(names, [false, true, true, true, true, true], rows, `Events of A and ${letter}`);
}

/** The n-th events of each element side by side, in the order of the first run that has them. */
function eventRows() {
  const rows = new Map();
  data.runs.forEach(({ events }, run) => {
    const counts = new Map();
    for (const [t, element, from, to, cause] of events) {
      const n = (counts.get(element) || 0) + 1;
      counts.set(element, n);
      const key = `${n} ${element}`;
      if (!rows.has(key)) rows.set(key, { n, element, times: [], words: [] });
      rows.get(key).times[run] = t;
      rows.get(key).words[run] = `${from} → ${to}${from === to ? ` (${cause})` : ""}`;
    }
  });
  const timeOf = ({ times }) => times.find((t) => t !== undefined);
  return [...rows.values()].sort((a, b) => timeOf(a) - timeOf(b));
}

function eventTable() {
  const rows = eventRows().map(({ n, element, times, words }) => {
    const kinds = new Set(words.filter((one) => one));
    const alone = kinds.size > 1 || data.runs.some((_, run) => times[run] === undefined);
    const cells = data.runs.map((_, run) => {
      if (times[run] === undefined) return "–";
      return number(times[run], 8) + (kinds.size > 1 ? ` ${words[run]}` : "");
    });
    const kind = kinds.size > 1 ? "differ" : [...kinds][0];
    return [element, count(n), alone ? make("strong", {}, kind) : kind, ...cells];
  });
  const names = ["Element", "n", "Event", ...data.runs.map((_, i) => `t of ${letterOf(i)} [s]`)];
  const numeric = [false, true, false, ...data.runs.map(() => true)];
  return tableOf(names, numeric, rows, "Events side by side", false);
}
