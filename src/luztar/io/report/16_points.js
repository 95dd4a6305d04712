// The output points of the run: their instants, and how near they are to each other.

/** Of the listed events, in order. */
const eventTimes = lazily(() => [...new Set(data.events.list.filter((_, i) => i % 5 === 0))]);

/**
 * Times of points of a long run are written with few bits, those of events with all. The points
 * before and after an event, which have one time, get the event's, so that the page has their values
 * on its two sides.
 */
function atEvents(times) {
  const runs = runsOfEqual(times),
    starts = runs.map(([from]) => times[from]),
    events = runs.map(() => []);
  if (runs.length) for (const t of eventTimes()) events[nearest(starts, t)].push(t);
  runs.forEach(([from, to], i) => {
    const mine = events[i].filter((t) => !(t < times[from - 1]) && !(t > times[to]));
    const each = 2 * mine.length === to - from ? 2 : to - from;
    mine.forEach((t, k) => times.fill(t, from + each * k, Math.min(to, from + each * (k + 1))));
  });
  return times;
}

/** [first index, index after the last] of neighbours with one time. */
function runsOfEqual(times) {
  const runs = [];
  for (let i = 0, end; i < times.length; i = end) {
    for (end = i + 1; end < times.length && times[end] === times[i]; ) ++end;
    if (end > i + 1) runs.push([i, end]);
  }
  return runs;
}

const POINTS_A_CYCLE = 10; // with fewer, straight lines between them are far from the curve

/** Points in a cycle of a sine that is as far from straight lines between its points as the curve. */
function pointsInCycle(x, y, slope) {
  const [low, high] = rangeOf(y);
  let far = 0;
  for (let i = 0; i + 1 < x.length; ++i)
    far = Math.max(far, Math.abs((x[i + 1] - x[i]) * (slope[i + 1] - slope[i])) / 8);
  return far > 0 && high > low ? (Math.PI / 2) * Math.sqrt((high - low) / far) : Infinity;
}

/** (bodies) Points in the fastest cycle of the velocity; Infinity of driven ones. */
const pointsOfBodies = lazily(() =>
  data.bodies.map(({ kind }, i) => {
    const [v, a] = [1, 2].map((k) => data.rows && rowValues("bodies", i, k));
    return kind === "free" && v && a ? pointsInCycle(rowTimes(), v, a) : Infinity;
  }),
);

/** Of the one of these bodies that has the fewest: { name, points }. */
function fewestPoints(bodies = data.bodies.keys()) {
  let fewest = { points: Infinity };
  for (const i of bodies) {
    const points = pointsOfBodies()[i];
    if (points < fewest.points) fewest = { name: data.bodies[i].name, points };
  }
  return fewest;
}

/** 1, 2 or 5 times a power of ten, at least x. */
function roundUp(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].find((digit) => digit * power >= x) * power;
}

/** A notice where output points are too far apart for the motion of these bodies between them, else "". */
function pointsNote(bodies) {
  const { name, points } = fewestPoints(bodies);
  if (!(points < POINTS_A_CYCLE)) return "";
  const wanted = roundUp(((data.samples - 1) * POINTS_A_CYCLE) / points) + 1;
  return notice(
    `Values between output points are interpolated and may be far off: the velocity of ${name} has ` +
      `about ${number(points, 2)} points in its fastest cycle. For ${POINTS_A_CYCLE}: samples = ${wanted} in [output].`,
  );
}
