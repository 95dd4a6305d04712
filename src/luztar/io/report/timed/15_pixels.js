// What can be seen of a curve or of bands with more points than pixels.

/**
 * First, least, greatest and last point of each pixel: the same picture as all points from `from`
 * to `to` (Jugel et al., M4, VLDB 2014). x rises.
 */
function seenPoints(x, y, from, to, left, right, pixels) {
  if (to - from <= 4 * pixels) return { x, y, from, to };
  const seen = { x: [], y: [], from: 0, to: 0 };
  const add = (i) => {
    if (seen.last === i) return;
    seen.last = i;
    seen.x.push(x[i]);
    seen.y.push(y[i]);
  };
  const pixelOf = (i) => Math.floor(((x[i] - left) / (right - left)) * pixels);
  for (let i = from; i < to;) {
    const pixel = pixelOf(i);
    let least = i,
      greatest = i,
      end = i;
    for (; end < to && pixelOf(end) === pixel; ++end) {
      if (y[end] < y[least]) least = end;
      if (y[end] > y[greatest]) greatest = end;
    }
    [i, Math.min(least, greatest), Math.max(least, greatest), end - 1].forEach(add);
    i = end;
  }
  seen.to = seen.x.length;
  return seen;
}

/** First of the bands [from, to, mode] that ends after t. */
function firstBand(bands, t) {
  let low = 0,
    high = bands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bands[middle][1] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Calls draw(left, right, mode) for the bands between two times, in pixels from 0 to `width`; those
 * that are narrower than a pixel are drawn together, as several (mode 2).
 */
function seenBands(bands, from, to, width, draw) {
  const toX = (t) => Math.min(width, Math.max(0, ((t - from) / (to - from)) * width));
  let crowd = null;
  const endCrowd = () => {
    if (crowd) draw(crowd[0], Math.max(crowd[1], crowd[0] + 1), crowd[3] > 1 ? 2 : crowd[2]);
    crowd = null;
  };
  for (let i = firstBand(bands, from); i < bands.length && bands[i][0] < to; ++i) {
    const left = toX(bands[i][0]),
      right = toX(bands[i][1]),
      mode = bands[i][2];
    if (right - left >= 1) {
      endCrowd();
      draw(left, right, mode);
    } else if (!crowd) {
      crowd = [left, right, mode, 1];
    } else {
      crowd = [crowd[0], right, mode, crowd[3] + 1];
    }
  }
  endCrowd();
}
