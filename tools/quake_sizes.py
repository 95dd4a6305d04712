#!/usr/bin/env python3
"""How sizes of earthquakes are distributed: fits a power law to a catalogue and draws it.

    tools/quake_sizes.py QUAKES.csv [--skip SECONDS] [--largest M] [--svg OUT.svg]

QUAKES.csv is what bench_quakes writes. With the moment M (the sum of all slips) and m = ln M the
rate of events is R(m) ~ exp(-b m), so the density of M falls like M^-(1+b). b by maximum likelihood
between a least and a largest moment; the least one where the distance of Kolmogorov and Smirnov
between data and fit is smallest (Clauset, Shalizi, Newman, SIAM Review 51, 2009, 661, with the
largest moment as a second end). The error is that of the likelihood; beside it stands how b moves
when the ends do.
"""
import argparse
import bisect
import csv
import math
import pathlib


def read(path: pathlib.Path, skip: float, most: int) -> list[float]:
    with path.open() as file:
        return [float(row["moment"]) for row in csv.DictReader(file)
                if row["duration"] and float(row["t"]) >= skip and float(row["moment"]) > 0][:most]


def mean_log(b: float, width: float) -> float:
    """Of ln(M/least) under the power law between least and least * exp(width)."""
    if abs(b * width) < 1e-6:
        return width / 2 - b * width * width / 12
    return 1 / b - width / math.expm1(b * width)


def fit(logs: list[float], width: float) -> tuple[float, float]:
    """b and its standard error; logs are ln(M/least), all below width."""
    goal = sum(logs) / len(logs)
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if mean_log(middle, width) > goal else (low, middle)
    b = (low + high) / 2
    slope = (mean_log(b + 1e-4, width) - mean_log(b - 1e-4, width)) / 2e-4
    return b, 1 / math.sqrt(-slope * len(logs))


def distance(logs: list[float], b: float, width: float) -> float:
    """Kolmogorov and Smirnov; logs are sorted."""
    whole = -math.expm1(-b * width)
    n = len(logs)
    return max(max(abs(f - i / n), abs(f - (i + 1) / n))
               for i, x in enumerate(logs) for f in [-math.expm1(-b * x) / whole])


def fit_between(moments: list[float], least: float, largest: float):
    part = moments[bisect.bisect_left(moments, least):bisect.bisect_right(moments, largest)]
    if len(part) < 50:
        return None
    logs = [math.log(m / least) for m in part]
    width = math.log(largest / least)
    b, error = fit(logs, width)
    return {"b": b, "error": error, "least": least, "largest": largest, "n": len(part),
            "distance": distance(logs, b, width)}


def best_fit(moments: list[float], largest: float):
    """Over the least moment, from 100 values that leave two decades."""
    lowest = moments[0]
    values = [lowest * (largest / 100 / lowest) ** (i / 99) for i in range(100)]
    fits = [f for least in values if (f := fit_between(moments, least, largest))]
    # Enough events that the distance means something; then the least distance.
    return min(fits, key=lambda f: f["distance"])


def rates(moments: list[float], per_decade: int = 5) -> list[tuple[float, float]]:
    """(M, events per unit of ln M) in bins that hold something."""
    counts: dict[int, int] = {}
    for m in moments:
        key = math.floor(math.log10(m) * per_decade)
        counts[key] = counts.get(key, 0) + 1
    width = math.log(10) / per_decade
    return [(10 ** ((k + 0.5) / per_decade), n / width) for k, n in sorted(counts.items())]


def draw(path: pathlib.Path, points, law, total: int) -> None:
    size, left, top, width, height = (640, 420), 70, 20, 540, 340
    x0 = math.floor(math.log10(min(p[0] for p in points)))
    x1 = math.ceil(math.log10(max(p[0] for p in points)))
    y0, y1 = 0, math.ceil(math.log10(max(p[1] for p in points)))

    def at(m: float, r: float) -> tuple[float, float]:
        return (left + width * (math.log10(m) - x0) / (x1 - x0),
                top + height * (1 - (math.log10(r) - y0) / (y1 - y0)))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{size[0]}" height="{size[1]}" fill="white"/>']
    for k in range(x0, x1 + 1):
        x = at(10.0**k, 1)[0]
        out.append(f'<path d="M{x:.1f} {top}V{top + height}" stroke="#ddd"/><text x="{x:.1f}" '
                   f'y="{top + height + 18}" text-anchor="middle">10<tspan dy="-5" font-size="10">'
                   f'{k}</tspan></text>')
    for k in range(y0, y1 + 1):
        y = at(10.0**x0, 10.0**k)[1]
        out.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd"/><text x="{left - 8}" '
                   f'y="{y + 4:.1f}" text-anchor="end">10<tspan dy="-5" font-size="10">{k}</tspan>'
                   '</text>')
    scale = law["n"] * law["b"] / -math.expm1(-law["b"] * math.log(law["largest"] / law["least"]))
    ends = [at(m, scale * (m / law["least"]) ** -law["b"]) for m in (law["least"], law["largest"])]
    out.append(f'<path d="M{ends[0][0]:.1f} {ends[0][1]:.1f}L{ends[1][0]:.1f} {ends[1][1]:.1f}" '
               'stroke="#c22" stroke-width="2"/>')
    for m, r in points:
        x, y = at(m, r)
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#236"/>')
    text = f'b = {law["b"]:.3f} ± {law["error"]:.3f}'
    out.append(f'<text x="{ends[0][0] + 60:.1f}" y="{ends[0][1] - 4:.1f}" fill="#c22">{text}</text>')
    out.append(f'<text x="{left + width / 2}" y="{size[1] - 8}" text-anchor="middle">moment M: sum '
               f'of all slips of an earthquake ({total:,} of them)</text>')
    out.append(f'<text transform="translate(16 {top + height / 2}) rotate(-90)" '
               'text-anchor="middle">events per unit of ln M</text></svg>')
    path.write_text("\n".join(out) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("quakes", type=pathlib.Path)
    parser.add_argument("--skip", type=float, default=0.0, help="leave out earlier ones [s]")
    parser.add_argument("--most", type=int, default=10**9, help="take this many")
    parser.add_argument("--largest", type=float, default=0.1, help="end of the power law")
    parser.add_argument("--svg", type=pathlib.Path)
    options = parser.parse_args()
    moments = sorted(read(options.quakes, options.skip, options.most))
    law = best_fit(moments, options.largest)
    print(f"{len(moments)} earthquakes, moments from {moments[0]:.3g} to {moments[-1]:.3g}")
    for m, r in rates(moments):
        print(f"  {m:10.3g}  {r:12.4g}")
    print(f"b = {law['b']:.3f} +- {law['error']:.3f} from {law['n']} events between "
          f"{law['least']:.3g} and {law['largest']:.3g}; distance {law['distance']:.4f}, "
          f"expected of a true law {0.87 / math.sqrt(law['n']):.4f}")
    for least in (law["least"] / 1.5, law["least"], law["least"] * 2, law["least"] * 5):
        for largest in (options.largest / 3, options.largest, options.largest * 3):
            if (f := fit_between(moments, least, largest)):
                print(f"  {least:8.2g} .. {largest:8.2g}: b = {f['b']:.3f} +- {f['error']:.3f}  "
                      f"({f['n']} events)")
    if options.svg:
        draw(options.svg, rates(moments), law, len(moments))


if __name__ == "__main__":
    main()
