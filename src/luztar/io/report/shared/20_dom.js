// Elements of the page, the colours of the theme.

/** make("p", { class: "quiet" }, "text", child, ...) */
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function makeSvg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const theme = {
  /** "light" or "dark"; while printing always light. */
  name: "light",
  chosen: null,
  listeners: [],

  colour(variable) {
    return (this.cache[variable] ??= getComputedStyle(document.documentElement)
      .getPropertyValue(variable)
      .trim());
  },
  apply(name) {
    this.name = name;
    this.cache = {};
    document.documentElement.dataset.theme = name;
    const button = document.getElementById("theme");
    button.textContent = name === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to ${name === "dark" ? "light" : "dark"} colours`);
    for (const listener of this.listeners) listener();
  },
  /** What `draw` draws has light colours; the page keeps its own. */
  inLight(draw) {
    const name = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    this.cache = {};
    draw();
    document.documentElement.dataset.theme = name;
    this.cache = {};
  },
  wanted() {
    return this.chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  },
  start() {
    try {
      this.chosen = localStorage.getItem("luztar-theme");
    } catch {
      /* pages opened as files may not store anything */
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
      this.apply(this.wanted()),
    );
    document.getElementById("theme").addEventListener("click", () => {
      this.chosen = this.name === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("luztar-theme", this.chosen);
      } catch {
        /* as above */
      }
      this.apply(this.chosen);
    });
    this.apply(this.wanted());
  },
};

function legend(entries) {
  const list = make("ul", { class: "legend" });
  for (const { colour, dash, text, rule } of entries) {
    const solid = dash && !dash.length ? "; border-top-style: solid" : "";
    const style = rule ? `border-color: var(${colour})${solid}` : `background: var(${colour})`;
    list.append(make("li", {}, make("i", { class: rule ? "rule" : "", style }), text));
  }
  return list;
}
