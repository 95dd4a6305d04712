/** Elements of the page. */
type Attributes = Record<string, string | number | boolean | null>;

/** make("p", { class: "quiet" }, "text", child, ...) */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
  return node;
}

/** An element that index.html has. */
export function the<T extends HTMLElement = HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no part ${id}`);
  return node as T;
}

export function button(words: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const node = make("button", { type: "button", ...attributes }, words);
  node.addEventListener("click", act);
  return node;
}

/** Gives the reader a file. */
export function saveFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
