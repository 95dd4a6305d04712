"""Two plots as SVG, with nothing but the standard library: bars of cost, error against time."""

import html
import math

COLOURS = ("#0b6e4f", "#c1440e", "#1f4e9c", "#8a5a00", "#7a3b8f", "#00a3b5", "#a3003f", "#4a4a4a",
           "#7fa000", "#e08fc8", "#6f8fd0", "#9c6644", "#e0a000", "#000000")
STYLE = ("<style>text{font:13px sans-serif;fill:#222}.t{font-weight:bold;font-size:15px}"
         ".s{font-size:12px;fill:#555}line,polyline{fill:none}</style>")


def page(width, height, title, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label="{html.escape(title)}">'
            f'{STYLE}<rect width="100%" height="100%" fill="#fff"/>' + "\n".join(body) + "</svg>\n")


def text(x, y, words, anchor="start", kind=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">'
            f'{html.escape(words)}</text>')


def line(x1, y1, x2, y2, colour="#ddd"):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')


def decade(power):
    names = {0: "1", 1: "10", 2: "100", 3: "1000"}
    return names.get(power, f"1e{power}")


def bars(title, subtitle, rows):
    """rows: (label, value, remark), drawn in their order on a logarithmic axis from 1."""
    left, width, pitch = 260, 900, 26
    top = math.ceil(math.log10(max(value for _, value, _ in rows)) + 0.01)
    scale = (width - left - 230) / top
    body = [text(16, 26, title, kind="t"), text(16, 46, subtitle, kind="s")]
    bottom = 62 + pitch * len(rows)
    for power in range(top + 1):
        x = left + scale * power
        body += [line(x, 58, x, bottom), text(x, bottom + 18, decade(power), "middle", "s")]
    for i, (label, value, remark) in enumerate(rows):
        y = 62 + pitch * i
        length = scale * max(math.log10(value), 0.02)
        colour = COLOURS[0] if label.startswith("luztar") else "#9aa7b5"
        body.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{pitch - 8}" '
                    f'fill="{colour}"/>')
        body.append(text(left - 8, y + 14, label, "end"))
        number = f"{value:.1f}" if value < 10 else f"{value:,.0f}".replace(",", " ")
        body.append(text(left + length + 6, y + 14, f"{number} ns, {remark}"))
    return page(width, bottom + 34, title, body)


def panel(x0, y0, width, height, title, groups, colours):
    """groups: {peer: [(seconds, error)]}; both axes logarithmic."""
    points = [p for group in groups.values() for p in group]
    low = [math.floor(math.log10(min(p[i] for p in points))) for i in (0, 1)]
    high = [math.ceil(math.log10(max(p[i] for p in points)) + 1e-9) for i in (0, 1)]

    def place(p):
        share = [(math.log10(p[i]) - low[i]) / (high[i] - low[i]) for i in (0, 1)]
        return x0 + share[0] * width, y0 + (1 - share[1]) * height

    body = [text(x0, y0 - 10, title, kind="t")]
    for power in range(low[0], high[0] + 1):
        x = place((10.0**power, 10.0 ** low[1]))[0]
        body += [line(x, y0, x, y0 + height),
                 text(x, y0 + height + 16, f"1e{power} s", "middle", "s")]
    for power in range(low[1], high[1] + 1, 2):
        y = place((10.0 ** low[0], 10.0**power))[1]
        body += [line(x0, y, x0 + width, y), text(x0 - 6, y + 4, f"1e{power}", "end", "s")]
    for peer, group in groups.items():
        places = [place(p) for p in group]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        wide = 3 if peer.startswith("luztar") else 1.5
        body.append(f'<polyline points="{path}" stroke="{colours[peer]}" stroke-width="{wide}"/>')
        body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colours[peer]}"/>'
                 for x, y in places]
    return body


def error_against_time(panels):
    """panels: {title: {peer: [(seconds, error)]}}, four of them."""
    peers = list(dict.fromkeys(peer for groups in panels.values() for peer in groups))
    colours = {peer: COLOURS[i % len(COLOURS)] for i, peer in enumerate(peers)}
    body = [text(16, 24, "Error against processor time of one run (below and left is better)",
                 kind="t")]
    for i, (title, groups) in enumerate(panels.items()):
        body += panel(60 + 465 * (i % 2), 70 + 330 * (i // 2), 375, 250, title, groups, colours)
    for i, peer in enumerate(peers):
        x, y = 30 + 225 * (i % 4), 730 + 22 * (i // 4)
        body.append(f'<circle cx="{x}" cy="{y - 4}" r="5" fill="{colours[peer]}"/>')
        body.append(text(x + 12, y, peer))
    return page(960, 740 + 22 * math.ceil(len(peers) / 4), "Error against time", body)
