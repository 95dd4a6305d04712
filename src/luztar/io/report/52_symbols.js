// Symbols of elements, along the x axis from 0 to `length` [pixels], in their state of an instant.

const STRETCH = 12; // pixels that the ends of a symbol part within it, where its bodies do not move

/** Lines are compared to see whether they changed. */
const px = (x) => Math.round(x * 10) / 10;

/**
 * { stroke, hatch, fill }: paths. `now` is what ElementMotion.at() gives; `way` is 1 if the right
 * end moves to the right where d grows, else -1.
 */
function symbolPaths(element, length, way, now) {
  const own = element.angle ? STRETCH * way * now.part : 0;
  switch (element.kind) {
    case "spring":
      return element.modes
        ? jawPaths(length, way, now, true)
        : { stroke: `M0 0${zigzag(14, length - 14 - (element.angle ? STRETCH - own : 0))}H${px(length)}` };
    case "stop":
      return jawPaths(length, way, now, false);
    case "damper":
      return damperPaths(length, own);
    case "friction":
      return frictionPaths(length, own, way, now);
    case "freewheel":
      return freewheelPaths(length, now);
    case "link":
      return { stroke: `M0 0H14M${px(length)} 0H${px(length - 14)}M14-4H${px(length - 14)}V4H14z` };
    default:
      return {
        stroke: `M14 0H${px(length - 14)}`,
        fill: `M0 0l16-6v12zM${px(length)} 0l-16-6v12z`,
      };
  }
}

function zigzag(from, to) {
  const part = (to - from) / 10;
  const half = px(part),
    whole = px(2 * part);
  return `H${px(from)}l${half}-10l${whole} 20l${whole}-20l${whole} 20l${whole}-20L${px(to)} 0`;
}

function damperPaths(length, own) {
  const piston = px(Math.max(35, Math.min(57, 46 + (length - SYMBOL) / 3 + own)));
  return { stroke: `M0 0H32M60-11H32V11H60M${piston}-7V7M${piston} 0H${px(length)}` };
}

/** Two plates, the upper one of the left end; a bolt joins them while they are stuck. */
function frictionPaths(length, own, way, now) {
  const low = 26 + length - SYMBOL + own;
  let hatch = "";
  for (let x = low + 5; x < low + 50; x += 10) hatch += `M${px(x)} 3l-6 8`;
  return {
    stroke: `M0 0H14V-3H64M${px(length)} 0H${px(low + 50)}V3H${px(low)}`,
    hatch,
    fill: plateMark(45, -way, now.mode),
  };
}

const ARROW_WORDS = "An arrow on a friction shows how the plate beside it slides over the other plate.";

/**
 * On two plates at x: a bolt if they stick, an arrow on the upper one if they slide. `way` is 1 if
 * the upper one moves to the right over the lower one where d grows, else -1.
 */
function plateMark(x, way, mode) {
  if (mode === 0) return `M${px(x - 3)}-8h6v16h-6z`;
  if (mode !== 1 && mode !== -1) return "";
  const to = way * mode;
  return `M${px(x + 12 * to)}-9l${-11 * to}-4v3h${-12 * to}v2h${12 * to}v3z`;
}

/** A tongue on the left rod, in a jaw on the right one: springs with a gap, stops. */
function jawPaths(length, way, { gap, contact, closed }, sprung) {
  const half = 12,
    high = 10;
  const middle = length - 24 + STRETCH * way * contact * closed;
  const left = px(middle - half),
    right = px(middle + half),
    tongue = px(middle - way * gap.part * (half - 3));
  const arm = sprung ? zigzag(8, Math.min(left, tongue) - 6) : "";
  const [atLeft, atRight] = way > 0 ? [gap.hasUpper, gap.hasLower] : [gap.hasLower, gap.hasUpper];
  const face = atLeft ? `M${left}-${high}V-4M${left} 4V${high}` : "";
  return {
    stroke: `M0 0${arm}H${tongue}M${tongue}-6V6${face}M${left}-${high}H${right}V${high}H${left}M${right} 0H${px(length)}`,
    hatch: sprung ? "" : (atLeft ? hatchAt(left, -6) : "") + (atRight ? hatchAt(right, 6) : ""),
    fill: contact ? `M${px(tongue - 4)}-7h8v14h-8z` : "",
  };
}

const hatchAt = (x, way) => [-10, -5, 5, 10].map((y) => `M${x} ${y}l${way}-4`).join("");

/** Two plates and a roller between them; the direction is that of d. Engaged, the roller is full. */
function freewheelPaths(length, { engaged }) {
  const roller = "M45-7A7 7 0 1 1 44.9-7z";
  return {
    stroke: `M0 0H36M36-12V12M54-12V12M54 0H${px(length)}${roller}`,
    fill: engaged ? roller : "",
  };
}

/** A friction on the ground below its body: x of the body's plate; the ground's is at 0. */
function footFrictionPaths(x, top, way, { mode }) {
  return {
    stroke: `M${px(x)} ${top}V-3M${px(x - 20)}-3h40M-22 3H22`,
    hatch: "M-14 3l-6 8M-5 3l-6 8M4 3l-6 8M13 3l-6 8M22 3l-6 8",
    fill: plateMark(mode === 0 ? x : x + 14, way, mode),
  };
}

const GEAR_TEETH = 10;

/** A gear wheel with a mark, about (0, 0). */
const gearPath = lazily(() => {
  const at = (radius, angle) =>
    `${px(radius * Math.cos(angle))} ${px(radius * Math.sin(angle))}`;
  const pitch = (2 * Math.PI) / GEAR_TEETH;
  const corners = [];
  for (let k = 0; k < GEAR_TEETH; ++k) {
    const angle = k * pitch;
    corners.push(at(GEAR_RADIUS - 4, angle - 0.3 * pitch), at(GEAR_RADIUS, angle - 0.18 * pitch));
    corners.push(at(GEAR_RADIUS, angle + 0.18 * pitch), at(GEAR_RADIUS - 4, angle + 0.3 * pitch));
  }
  return `M${corners.join("L")}zM0 0H${GEAR_RADIUS - 6}`;
});
