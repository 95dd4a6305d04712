// Parameters of the run, and what it has different from its model file.

const PARAMETERS_OPEN = 24;

const isChanged = ({ inFile }) => inFile !== undefined;

/** "" of a plain number. */
function unitWords(unit) {
  if (!unit || unit === "1") return "";
  const raised = unit.replace(/(?<=[A-Za-z])\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `\u00a0${raised.replaceAll(" ", "\u00a0")}`;
}

/** One line: every value that is not that of the file, and that of the file. */
function changesNote() {
  const changed = [
    ...data.parameters
      .filter(isChanged)
      .map(({ name, value, inFile, unit }) => [name, number(value, 7), number(inFile, 7), unit]),
    ...data.changedSettings.map(({ name, value, inFile, unit }) => [name, value, inFile, unit]),
  ];
  if (!changed.length) return "";
  const parts = changed.map(([name, value, inFile, unit], i) => [
    i ? "; " : "",
    make("b", {}, `${name} = ${value}${unitWords(unit)}`),
    ` (file: ${inFile}${unitWords(unit)})`,
  ]);
  return make("p", { class: "notice changes" }, "Not as in the file: ", ...parts.flat(), ".");
}

function parameterCard({ name, value, unit, about, inFile }) {
  const small = [about, inFile === undefined ? "" : `changed; file: ${number(inFile, 7)}${unitWords(unit)}`];
  return make(
    "div",
    { class: inFile === undefined ? null : "changed" },
    make("dt", {}, name),
    make(
      "dd",
      {},
      `${number(value, 7)}${unitWords(unit)}`,
      ...small.filter((words) => words).map((words) => make("small", {}, words)),
    ),
  );
}

/** All of them, closed if they are many. */
function parameterList() {
  const { parameters, parameterCount } = data;
  if (!parameterCount) return "";
  const list = make("dl", { class: "parameters" }, ...parameters.map(parameterCard));
  const changed = parameters.filter(isChanged).length;
  const words = changed ? `${count(parameterCount)}, ${count(changed)} changed` : count(parameterCount);
  return make(
    "details",
    { id: "parameters", open: parameterCount <= PARAMETERS_OPEN },
    make("summary", {}, "Parameters ", make("span", {}, words)),
    parameterCount > parameters.length
      ? make("p", { class: "quiet" }, "Too many to list here: those that were changed.")
      : "",
    list,
  );
}
