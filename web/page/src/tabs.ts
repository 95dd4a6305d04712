/** Tabs: arrow keys move between them, a panel each. */
export class Tabs {
  readonly tabs: HTMLButtonElement[];

  constructor(
    private readonly list: HTMLElement,
    private readonly chosen: (name: string) => void,
  ) {
    this.tabs = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(tab.dataset.tab ?? ""));
    list.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const seen = this.tabs.filter((tab) => tab.offsetParent !== null);
    const at = seen.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = seen[(to + seen.length) % seen.length];
    next.focus();
    this.choose(next.dataset.tab ?? "");
  }

  get name(): string {
    return this.tabs.find((tab) => tab.ariaSelected === "true")?.dataset.tab ?? "";
  }

  choose(name: string): void {
    for (const tab of this.tabs) {
      const mine = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      panel?.toggleAttribute("data-chosen", mine);
    }
    document.body.dataset.tab = name;
    this.list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.chosen(name);
  }
}
