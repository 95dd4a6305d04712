// What was found, in tables.

/** The interval of a value's profile. */
function profileOf(i, digits) {
  const profile = data.profiles.find(({ of }) => of === i);
  if (!profile) return "";
  const end = (x) => (x === null ? "no end" : number(x, digits));
  return `${end(profile.lower)} … ${end(profile.upper)}`;
}

function valuesTable() {
  const balanced = data.values.some(({ balance }) => balance !== null);
  const rows = data.values.map((one, i) => {
    const digits = digitsFor(one.value, one.error);
    const told = one.error !== null;
    return [
      one.unit ? `${one.name} [${one.unit}]` : one.name,
      number(one.value, digits),
      told ? number(one.error, 2) : "–",
      told && one.value ? `${number((100 * one.error) / Math.abs(one.value), 2)} %` : "–",
      told ? `${number(one.lower, digits)} … ${number(one.upper, digits)}` : "–",
      ...(data.profiles.length ? [profileOf(i, digits)] : []),
      number(one.start, 5),
      ...(balanced ? [one.balance === null ? "" : number(one.balance, 5)] : []),
      make("span", { class: "wraps" }, one.words),
    ];
  });
  const names = ["Value", "Found", "Error", "of it", "95 % interval"];
  if (data.profiles.length) names.push("of its profile");
  names.push("Start");
  if (balanced) names.push("Balance of forces");
  const numeric = [false, ...names.slice(1).map(() => true), false];
  names.push("");
  return inScroll(rightAligned(table({ names, numeric }, rows), numeric), "Values found");
}

/** Two places behind the point, for correlations. */
const inPlaces = (x) => (Number(x.toFixed(2)) === 0 ? "0.00" : x.toFixed(2).replace("-", MINUS));

/** Correlations of the errors: shaded where two values are told only together. */
function correlationTable() {
  const names = data.values.map(({ name }) => name);
  const rows = data.correlation.map((row, i) => [
    names[i],
    ...row.map((x) => (x === null ? "–" : inPlaces(x))),
  ]);
  const numeric = [false, ...names.map(() => true)];
  const node = rightAligned(table({ names: ["", ...names], numeric }, rows), numeric);
  node.querySelectorAll("tbody tr").forEach((row, i) =>
    [...row.cells].slice(1).forEach((cell, j) => {
      if (i === j) return;
      const part = Math.round(70 * Math.abs(data.correlation[i][j]) ** 2);
      const colour = data.correlation[i][j] < 0 ? "--backward" : "--forward";
      cell.style.background = `color-mix(in srgb, var(${colour}) ${part}%, transparent)`;
    }),
  );
  return inScroll(node, "Correlations");
}

function channelsTable() {
  const units = new Map();
  for (const run of data.experiments)
    for (const { name, unit } of run.channels)
      units.set(nameIn({ name, experiment: run.name }), unit);
  const rows = (list, kind) =>
    list.map((one) => [
      nameIn(one) + (units.get(nameIn(one)) ? ` [${units.get(nameIn(one))}]` : ""),
      kind,
      one.rows,
      `${number(one.noise, 4)}${one.given || one.noise === null ? "" : " *"}`,
      number(one.rms, 4),
      `${number(100 * one.relative, 4)} %`,
      inPlaces(one.correlation),
      make("span", { class: "wraps" }, one.words),
    ]);
  const names = ["Measured", "", "Rows", "Noise", "Left", "of it", "One with the next", ""];
  const numeric = [false, false, true, true, true, true, true, false];
  const all = [...rows(data.channels, "fitted"), ...rows(data.validation, "validation")];
  const parts = [inScroll(rightAligned(table({ names, numeric }, all), numeric), "Channels")];
  if (data.channels.some(({ given }) => !given))
    parts.push(make("p", { class: "quiet" }, "* estimated from what is left"));
  return parts;
}

function lawsTable({ laws, best, undecided, verdict, notFitted }) {
  const rows = laws.map((law) => [
    law.name === best ? make("strong", {}, law.name) : law.name,
    law.values,
    law.aic.toFixed(1),
    law.bic.toFixed(1),
    law.name === best ? "" : number(law.p, 2),
    law.unseen === null ? "" : number(law.unseen, 4),
    law.name === best
      ? "the simplest that is enough"
      : undecided.includes(law.name)
        ? "not excluded"
        : "",
  ]);
  const names = ["Law", "Values", "AIC", "BIC", "p", "Unseen", ""];
  const numeric = [false, true, true, true, true, true, false];
  return [
    notice(verdict),
    inScroll(rightAligned(table({ names, numeric }, rows), numeric), "Laws"),
    ...notFitted.map((words) => make("p", { class: "quiet" }, words)),
    make(
      "p",
      { class: "quiet" },
      "AIC and BIC: less the least ones. p: of the ratio of likelihoods beside the best law. Unseen: what is left in rows that a fit has not seen, in units of the noise.",
    ),
  ];
}
