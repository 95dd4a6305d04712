/** Light or dark: as the system says until the reader chooses; the report's key in the storage. */
const KEY = "luztar-theme";

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // pages opened as files may not store anything
  }
}

export class Theme {
  private chosen = stored();
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    private readonly button: HTMLButtonElement,
    private readonly changed: (name: string) => void,
  ) {
    this.system.addEventListener("change", () => this.apply());
    button.addEventListener("click", () => this.toggle());
    this.apply();
  }

  get name(): string {
    return this.chosen ?? (this.system.matches ? "dark" : "light");
  }

  private toggle(): void {
    this.chosen = this.name === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      /* as above */
    }
    this.apply();
  }

  private apply(): void {
    const other = this.name === "dark" ? "Light" : "Dark";
    document.documentElement.dataset.theme = this.name;
    this.button.textContent = other;
    this.button.setAttribute("aria-label", `Switch to ${other.toLowerCase()} colours`);
    this.changed(this.name);
  }
}
