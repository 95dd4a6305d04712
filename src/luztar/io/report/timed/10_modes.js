// How modes and units are written.

const FRICTION_MODES = {
  "-1": "backward",
  0: "stuck",
  1: "forward",
  2: "several, each too short to be seen",
};
const SPRING_MODES = {
  "-1": "lower",
  0: "gap",
  1: "upper",
  2: "several, each too short to be seen",
};
const FREEWHEEL_MODES = {
  0: "engaged",
  1: "free",
  2: "several, each too short to be seen",
};
const RATCHET_MODES = { ...FREEWHEEL_MODES, "-1": "engaged", 0: "free" };
const PUSHING_MODES = { ...SPRING_MODES, 0: "open" };
const STOP_MODES = { ...SPRING_MODES, 0: "free" };
const MODE_COLOURS = {
  backward: "--backward",
  stuck: "--stuck",
  engaged: "--stuck",
  forward: "--forward",
  lower: "--backward",
  gap: "--gap",
  open: "--gap",
  free: "--gap",
  upper: "--forward",
};
function modeWord(element, mode) {
  if (element.pitch) return RATCHET_MODES[mode];
  const modes = { friction: FRICTION_MODES, freewheel: FREEWHEEL_MODES, stop: STOP_MODES };
  return (modes[element.kind] || (element.pushes ? PUSHING_MODES : SPRING_MODES))[mode];
}

function modeColour(element, mode) {
  return MODE_COLOURS[modeWord(element, mode)] || "--mixed";
}

/** Bands [from, to, mode] from changes [t, mode, ...], neighbours of the same mode joined. */
function bandsOf(changes, end = data.end) {
  const bands = [];
  for (let i = 0; i < changes.length; i += 2) {
    const to = i + 2 < changes.length ? changes[i + 2] : end;
    const last = bands[bands.length - 1];
    if (last && last[2] === changes[i + 1]) last[1] = to;
    else if (to > changes[i]) bands.push([changes[i], to, changes[i + 1]]);
  }
  return bands;
}

function modeAt(bands, t) {
  let low = 0,
    high = bands.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bands[middle][0] <= t) low = middle;
    else high = middle - 1;
  }
  return bands.length ? bands[low][2] : null;
}

// --- units -----------------------------------------------------------------------------------

const PREFIXES = { "-9": "n", "-6": "µ", "-3": "m", 0: "", 3: "k", 6: "M", 9: "G" };

/** `angle`: null of a deflection whose dimension is not known. */
function units(angle) {
  if (angle === null) return { q: "", v: "", a: "", f: "", impulse: "" };
  return angle
    ? { q: "rad", v: "rad/s", a: "rad/s²", f: "N m", impulse: "N m s" }
    : { q: "m", v: "m/s", a: "m/s²", f: "N", impulse: "N s" };
}

/**
 * { factor, unit }: what [output] of the model says, else so that the largest value * factor is a
 * handy number; m2, kg have no prefix.
 */
function scaled(unit, largest) {
  const chosen = unit && data.units && data.units[unit.replace("²", "2")];
  if (chosen) return chosen;
  if (!(largest > 0) || !unit || /\d|^kg/.test(unit) || (largest >= 0.1 && largest < 1e4))
    return { factor: 1, unit };
  const power = Math.max(-9, Math.min(9, 3 * Math.floor(Math.log10(largest) / 3)));
  return { factor: 10 ** -power, unit: PREFIXES[power] + unit };
}

function largestOf(values) {
  const [low, high] = rangeOf(values);
  return Math.max(0, -low, high);
}
