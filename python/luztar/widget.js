// Sliders of a model beside the report of its run, in a notebook (anywidget).

const STEPS = 200;

/** A number with at most 6 digits, without a tail of zeros. */
const shortNumber = (value) => String(Number(value.toPrecision(6)));

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A row of a slider and a field; `moved(value)` gets the value in SI. */
function sliderRow({ name, low, high, unit, factor, about }, moved) {
  const shown = (value) => value / factor;
  const words = unit ? `${name} in ${unit}` : name;
  const slider = make("input", {
    type: "range",
    min: shown(low),
    max: shown(high),
    step: (shown(high) - shown(low)) / STEPS,
    "aria-label": words,
  });
  const field = make("input", { type: "number", step: "any", "aria-label": `Value of ${words}` });
  const give = (from, to) => {
    const value = from.valueAsNumber;
    if (!Number.isFinite(value)) return;
    to.value = shortNumber(value);
    moved(Number((value * factor).toPrecision(12)));
  };
  slider.addEventListener("input", () => give(slider, field));
  field.addEventListener("change", () => give(field, slider));
  const show = (value) => {
    slider.value = String(shown(value));
    field.value = shortNumber(shown(value));
  };
  return { row: make("label", { title: about }, make("b", {}, name), slider, field, make("span", {}, unit)), show };
}

/**
 * The report, in a frame of its own. A new one comes behind the old one, and takes its place when it is drawn:
 * what the reader has set on the old one is set on it too.
 */
function reportFrames(place) {
  let current = null,
    coming = null;
  const take = () => {
    const next = coming;
    coming = null;
    const before = current?.contentWindow,
      after = next.contentWindow;
    if (before) {
      for (const { id, open } of before.document.querySelectorAll("details[id]")) {
        const one = after.document.getElementById(id);
        if (one) one.open = open;
      }
      after.scrollTo(0, before.scrollY);
    } else {
      after.document.getElementById("model")?.scrollIntoView();
    }
    next.classList.remove("coming");
    current?.remove();
    current = next;
  };
  return (html) => {
    coming?.remove();
    coming = make("iframe", { class: "coming", title: "Report of the run" });
    coming.addEventListener("load", take);
    coming.srcdoc = html;
    place.append(coming);
  };
}

function render({ model, el }) {
  const pages = make("div", { class: "pages" });
  pages.style.height = `${model.get("height")}px`;
  const message = make("div", { class: "message", role: "alert" });
  let values = { ...model.get("values") };
  let asked = false;
  // The kernel gets a value when it has answered the one before.
  const ask = () => {
    if (asked) return;
    asked = true;
    model.set("values", values);
    model.save_changes();
  };
  const answered = () => {
    asked = false;
    const last = model.get("values");
    if (Object.entries(values).some(([name, value]) => last[name] !== value)) ask();
  };
  const rows = new Map(
    model.get("_sliders").map((slider) => [
      slider.name,
      sliderRow(slider, (value) => {
        values = { ...values, [slider.name]: value };
        ask();
      }),
    ]),
  );
  for (const [name, { show }] of rows) show(values[name]);
  const showPage = reportFrames(pages);
  const showMessage = () => {
    message.textContent = model.get("message");
  };
  const listeners = {
    "change:_page": () => showPage(model.get("_page")),
    "change:message": showMessage,
    "change:_answers": answered,
    "change:values": () => {
      if (asked) return;
      values = { ...model.get("values") };
      for (const [name, { show }] of rows) show(values[name]);
    },
    "change:height": () => {
      pages.style.height = `${model.get("height")}px`;
    },
  };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  el.classList.add("luztar-explorer");
  el.append(make("div", { class: "sliders" }, ...[...rows.values()].map(({ row }) => row)), message, pages);
  showMessage();
  showPage(model.get("_page"));
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
  };
}

export default { render };
