// Puts the page of a comparison together.

function heading() {
  const titles = [...new Set(data.runs.map(({ title }) => title))];
  page.append(make("h1", {}, titles.join(" · ")), runsTable());
  const different = data.pairs.some(({ sameModel }) => !sameModel);
  if (different) page.append(notice("The model files of these runs differ in their text."));
  data.pairs.forEach((pair, i) => {
    const lists = [
      ["A", pair.onlyFirst],
      [letterOf(i + 1), pair.onlySecond],
    ];
    for (const [letter, names] of lists)
      if (names.length) page.append(notice(`Only ${letter} has ${names.slice(0, 12).join(", ")}.`));
  });
}

function valuesSection() {
  const parts = [
    valuesTable("parameters", "Parameter [SI]"),
    valuesTable("settings", "Setting"),
  ].filter((part) => part);
  if (parts.length)
    section("values", "Parameters and settings", ...parts.flatMap((part) => [part, make("br")]));
}

function signalLegend() {
  const entries = data.runs.map((run, i) => ({
    ...lookOf(i),
    text: `${letterOf(i)}: ${run.name}`,
    rule: true,
  }));
  if (data.dataName) entries.push({ colour: "--ink", text: `data: ${data.dataName}` });
  return legend(entries);
}

const differs = (channel) => channel.differences.some((one) => isReal(one, channel));

/** Of the channels that differ, or of all if none does. */
function signalsSection() {
  const shown = data.channels.some(differs) ? data.channels.filter(differs) : data.channels;
  const plots = shown.flatMap((channel) => [
    new OverlayChart(channel).figure,
    ...(differs(channel) ? [new DifferenceChart(channel).figure] : []),
  ]);
  const words =
    data.allChannels > shown.length
      ? [
          `The ${shown.length} of ${data.allChannels} channels that differ` +
            `${shown.length < data.channels.length ? "." : " most."}`,
        ]
      : [];
  section(
    "signals",
    "Signals",
    ...words.map((text) => make("p", { class: "quiet" }, text)),
    signalLegend(),
    ...plots,
  );
}

function eventsSection() {
  if (!data.runs.some(({ events }) => events.length)) return;
  const left = data.runs.some(({ events, all }) => events.length < all);
  section(
    "events",
    "Events",
    ...data.pairs.map((pair, i) => eventCounts(pair, i + 1)),
    make("h3", {}, "Side by side"),
    make(
      "p",
      { class: "quiet" },
      `The n-th event of each element in each run${left ? ", of the first 1,000 events" : ""}.`,
    ),
    eventTable(),
  );
}

function buildPage() {
  heading();
  valuesSection();
  if (data.channels.length) {
    section("differences", "Differences", differencesTable());
    signalsSection();
  }
  eventsSection();
  page.append(make("footer", {}, `Written by ${data.tool}. Numbers are in SI.`));
}

startPage(buildPage);
document
  .getElementById("reset-zoom")
  .addEventListener("click", () => setTimeView(wholeRun.from, wholeRun.to));
