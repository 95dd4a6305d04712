// The runs of a comparison, their letters and colours.

for (const channel of data.channels) {
  channel.unit = (channel.unit ?? "").replace("s2", "s²");
  const curves = [...channel.runs.map(({ curve }) => curve), channel.data, ...channel.differences];
  for (const curve of curves) {
    if (!curve) continue;
    [curve.t, curve.y] = [decode(curve.t), decode(curve.y)];
  }
}

const RUN_COLOURS = ["--curve", "--limit", "--stored", "--mixed", "--dissipated", "--kinetic"];
const RUN_DASHES = [[], [7, 4], [2, 3]];

const letterOf = (run) => (run < 26 ? String.fromCharCode(65 + run) : `R${run + 1}`);

/** Runs beyond the colours have them again, dashed. */
function lookOf(run) {
  const round = Math.floor(run / RUN_COLOURS.length);
  return {
    colour: RUN_COLOURS[run % RUN_COLOURS.length],
    dash: RUN_DASHES[round % RUN_DASHES.length],
  };
}

/** Largest value of the channels of each unit, of all runs. */
const largestOfUnit = new Map();
for (const { unit, runs } of data.channels)
  for (const { curve } of runs)
    if (curve)
      largestOfUnit.set(unit, Math.max(largestOfUnit.get(unit) ?? 0, largestOf(curve.y)));

const ROUNDING = 1e-12; // of the largest value of the unit

/** Whether a difference is more than rounding. */
const isReal = ({ greatest }, { unit }) =>
  Math.abs(greatest) > ROUNDING * (largestOfUnit.get(unit) ?? 0);

/** "B − A", "A − data" */
function nameOfDifference(difference) {
  return `${letterOf(difference.run)} ${MINUS} ${difference.data ? "data" : "A"}`;
}
