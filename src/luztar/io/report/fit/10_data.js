// The numbers of a fit, and their words.

for (const run of data.experiments) {
  run.time = decode(run.time);
  for (const channel of run.channels) channel.unit = channel.unit.replace("s2", "s²");
  for (const channel of run.channels)
    for (const key of ["t", "measured", "model", "curve"]) channel[key] = decode(channel[key]);
}
for (const profile of data.profiles)
  for (const key of ["value", "rise"]) profile[key] = decode(profile[key]);
for (const law of data.laws)
  for (const key of ["velocity", "force", "error"]) law[key] = decode(law[key]);

/** Errors to each side, within which 95 of 100 values lie. */
const WIDE = 1.959964;

const nameIn = ({ name, experiment }) => (experiment ? `${name} [${experiment}]` : name);
const unitOf = ({ angle }) => units(angle);

/** Rows from `fittedUntil` on are for validation. */
const untilOf = (run) => run.fittedUntil ?? Infinity;

/** The digits that an error leaves, at least `least`. */
function digitsFor(value, error, least = 3) {
  if (!(error > 0) || !Number.isFinite(error) || !value) return 7;
  const places = Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(error)) + 2;
  return Math.max(least, Math.min(12, places));
}
