"use strict";
// The page is a function of its data, the lines in the results files. `draw` builds it: once for a report, and
// after every message for a dashboard.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const svg = ["svg", "path", "line", "text"].includes(tag);
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const count = (n) => Math.round(n).toLocaleString("en-US");

// Numbers are rounded as in the terminal: see `wording` in the crate forall-format.
function percent(part, whole) {
  const tenths = Math.round(1000 * part / whole);
  if (!part || !whole) return "0 %";
  if (tenths === 0) return "<0.1 %";
  if (tenths > 990 && part < whole) return `99.${Math.min(tenths, 999) % 10} %`;
  return tenths < 100 ? `${Math.floor(tenths / 10)}.${tenths % 10} %` : `${Math.round(100 * part / whole)} %`;
}

function time(seconds) {
  if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Math.round(seconds * 1e3)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Groups the lines of a run by their type. A run is finished if its process has ended. */
function read({ finished, lines }) {
  const of = (type) => lines.filter((line) => line.type === type);
  const [begin = { property: "?" }] = of("begin"), [end] = of("end"), [lost] = of("lost");
  const progress = of("progress"), last = progress.at(-1);
  const tally = end?.report.tally ?? last?.tally ?? { passed: 0, discarded: 0, rejected: 0 };
  const seconds = end?.seconds ?? last?.seconds ?? 0;
  const state = end ? word(end) : lost ? lost.outcome : finished ? "unfinished" : "running";
  return { begin, end, lost, progress, last, tally, seconds, state, failing: of("failing") };
}

/** Returns the word for the outcome, as in the terminal. */
function word({ report, interrupted }) {
  if (report.counterexample?.flaky) return "flaky";
  return interrupted && report.outcome === "passed" ? "interrupted" : report.outcome;
}

/** Returns the number of tests as text, which is empty for 0: the failing test is not counted. */
const ran = (n) => (n === 0 ? "" : `${count(n)} ${n === 1 ? "test" : "tests"} `);

const tests = (tally) => tally.passed + tally.discarded + tally.rejected;

function draw(data) {
  const runs = data.runs.map(read);
  const open = new Map([...document.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  // The worst outcome comes first; properties that passed come last.
  const rank = (run) => (RANKS.indexOf(run.state) + RANKS.length + 1) % (RANKS.length + 1);
  runs.sort((a, b) => rank(a) - rank(b) || a.begin.property.localeCompare(b.begin.property));
  const counts = new Map();
  for (const { state } of runs) counts.set(state, (counts.get(state) ?? 0) + 1);
  const states = [...counts].map(([state, n]) => `${n} ${state}`).join(", ");
  document.getElementById("title").textContent = `${runs.length} ${runs.length === 1 ? "property" : "properties"}`;
  document.getElementById("summary").textContent = runs.length ? states : "No results yet.";
  document.title = `∀ ${states || "no results"}`;
  const packages = new Set(runs.map(({ begin }) => begin.package)).size;
  document.getElementById("properties").replaceChildren(...runs.map((run) => property(run, open, { all: runs.length, packages })));
}

const RANKS = ["falsified", "crashed", "error", "flaky", "insufficient coverage", "vacuous", "gave up", "unfinished", "interrupted", "running"];

function property(run, open, { all, packages }) {
  const { begin, state, tally, seconds } = run;
  const id = `${begin.package}: ${begin.property}`;
  const how = `${ran(tests(tally))}in ${time(seconds)}, ${begin.runner}`;
  const summary = make("summary", {},
    make("span", { class: `badge ${state.replaceAll(" ", "-")}` }, state),
    make("span", { class: "name" }, packages > 1 ? id : begin.property),
    make("span", { class: "how" }, how));
  const details = make("details", { class: "property", id }, summary, inside(run));
  details.open = all < 4 || !["passed", "proved"].includes(state);
  // Keep the elements open or closed as the reader left them.
  details.querySelectorAll("details").forEach((one, i) => { one.id = `${id} ${i}`; });
  for (const one of [details, ...details.querySelectorAll("details")]) one.open = open.get(one.id) ?? one.open;
  return details;
}

function inside(run) {
  const { begin, end, lost, tally } = run;
  const found = end?.report.counterexample;
  return make("div", { class: "inside" },
    make("pre", { class: "formula" }, begin.formula ?? ""),
    found ? counterexample(found, "Smallest counterexample") : best(run),
    lost ? make("section", {}, make("h3", {}, "Last output"), make("pre", { class: "message panel" }, lost.text)) : null,
    (end?.report.other_failures ?? []).map((other) => counterexample(other, "Another failure")),
    end?.replay ? command(end.replay) : null,
    make("div", { class: "charts" },
      (end?.report.observed ?? []).map(observed),
      discarded(end?.report.discarded_by ?? [], tests(tally)),
      curves(run)),
    facts(run));
}

/** Draws a counterexample. Parts that do not matter are faint: every replacement that was tried also failed. */
function counterexample(found, title) {
  const explained = new Map(found.explained.map((one) => [one.name, one.value]));
  const rows = found.shrunk.flatMap(({ name, value }) => [
    make("span", { class: "key" }, name),
    make("span", { class: "value" }, parts(value, explained.get(name))),
  ]);
  const flaky = found.flaky ? `; flaky: failed ${found.failed} of ${found.repeated} times` : "";
  return make("section", {},
    make("h3", {}, title),
    make("div", { class: "panel" },
      make("div", { class: "bindings" }, rows),
      make("pre", { class: "message" }, [found.place && `panicked at ${found.place}:`, found.message || "the property does not hold"].filter(Boolean).join("\n"))),
    explained.size ? make("h3", {}, "Faint values do not matter: every replacement that was tried also failed.") : null,
    make("details", {}, make("summary", {}, `${found.found}; ${shrunk(found)}${flaky}`),
      make("pre", { class: "panel" }, found.original.map(({ name, value }) => `${name} = ${value}`).join("\n"))));
}

function shrunk({ tried, accepted }) {
  if (!tried) return "not shrunk";
  const tries = tried === 1 ? "one try" : `${count(tried)} tries`;
  if (!accepted) return `nothing simpler fails in ${tries}`;
  return `shrunk ${accepted === 1 ? "once" : `${count(accepted)} times`} in ${tries}`;
}

/** Splits `value` into the parts that `explained` shows and those that it replaces by a wildcard. */
function parts(value, explained) {
  if (explained === undefined) return [make("span", { class: "matters" }, value)];
  const known = explained.split("_");
  const cut = [];
  let at = 0;
  for (const [i, text] of known.entries()) {
    const next = i === 0 ? 0 : i === known.length - 1 && text === "" ? value.length : value.indexOf(text, at);
    if (next < 0) return [make("span", { class: "matters" }, value)];
    if (next > at) cut.push(make("span", { class: "any" }, value.slice(at, next)));
    if (text) cut.push(make("span", { class: "matters" }, text));
    at = next + text.length;
  }
  if (at < value.length) cut.push(make("span", { class: "any" }, value.slice(at)));
  return cut;
}

/** Draws the simplest failing input so far, until shrinking is finished. */
function best(run) {
  const last = run.failing.at(-1);
  if (!last || run.end) return null;
  const title = run.state === "running" ? "Failed, shrinking" : "Failed, shrinking did not finish";
  return make("section", {}, make("h3", {}, title), make("pre", { class: "panel" }, last.inputs));
}

function command(text) {
  const button = make("button", { type: "button" }, "copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  });
  return make("section", {}, make("h3", {}, "Replay"), make("div", { class: "command panel" }, make("code", {}, text), button));
}

const SHOWN = 12;

function observed({ name, kind, tests, held, demanded, values }) {
  if (kind === "cover" || kind === "classify") {
    const share = held / Math.max(tests, 1);
    return bars(name, [{ label: kind === "cover" ? "covered" : "tests", share, count: percent(held, tests), goal: demanded ? demanded / 100 : null }], 1);
  }
  const all = values.reduce((sum, [, n]) => sum + n, 0);
  const top = values.slice(0, SHOWN).map(([label, n]) => ({ label, share: n / all, count: percent(n, all) }));
  const rest = values.slice(SHOWN).reduce((sum, [, n]) => sum + n, 0);
  if (top.every(({ label }) => /^-?\d+$/.test(label))) top.sort((a, b) => a.label - b.label);
  if (rest) top.push({ label: `${values.length - SHOWN} others`, share: rest / all, count: percent(rest, all) });
  return bars(name, top);
}

function discarded(all, tests) {
  if (!all.length) return null;
  const row = (one) => ({ label: one.reason ? `${one.by}: ${one.reason}` : one.by, share: one.tests / tests, count: percent(one.tests, tests) });
  return bars("Discarded", all.map(row));
}

/** Draws bars. `most` is the share of a bar of full width; by default, that of the longest. */
function bars(title, rows, most = Math.max(...rows.map(({ share }) => share), 1e-9)) {
  const row = ({ label, share, count, goal }) => [
    make("span", { class: "label" }, label),
    make("span", { class: "track" },
      make("span", { class: goal && share < goal ? "fill low" : "fill", style: `display:block;width:${100 * share / most}%` }),
      goal ? make("span", { class: "goal", style: `left:${100 * goal / most}%`, title: `required: ${percent(goal, 1)}` }) : null),
    make("span", { class: "count" }, count),
  ];
  return make("section", {}, make("h3", {}, title), make("div", { class: "bars" }, rows.flatMap(row)));
}

/** Draws the progress over time, unless the run was short. */
function curves({ progress }) {
  if (progress.length < 3) return [];
  const points = (value) => progress.map((line, i) => [line.seconds, value(line, progress[i - 1])]).filter(([, y]) => Number.isFinite(y));
  const each = (line, before) => before && (line.seconds - before.seconds) / (tests(line.tally) - tests(before.tally));
  return [
    curve("Tests", points((line) => tests(line.tally)), count),
    curve("Edges and probes reached", points((line) => line.guided?.reached), count),
    curve("Inputs saved", points((line) => line.guided?.saved), count),
    curve("Best score", points((line) => line.guided?.best), (score) => Number(score.toPrecision(4)).toString()),
    curve("Time per test", points(each), time),
    curve("Size of values", points((line) => line.size), count),
  ];
}

function curve(title, points, show) {
  if (points.length < 2 || points.every(([, y]) => y === 0)) return null;
  const [width, height, left, bottom] = [320, 120, 4, 18];
  const lastX = points.at(-1)[0] || 1, top = Math.max(...points.map(([, y]) => y)) || 1;
  const x = (seconds) => left + (width - 2 * left) * seconds / lastX;
  const y = (value) => height - bottom - (height - bottom - 16) * value / top;
  const path = points.map(([sx, sy], i) => `${i ? "L" : "M"}${x(sx).toFixed(1)} ${y(sy).toFixed(1)}`).join("");
  return make("section", {}, make("h3", {}, title),
    make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title} over time, up to ${show(top)}` },
      make("line", { class: "axis", x1: left, x2: width - left, y1: y(0), y2: y(0) }),
      make("path", { class: "curve", d: path }),
      make("text", { x: left, y: 11 }, show(top)),
      make("text", { x: width - left, y: height - 4, "text-anchor": "end" }, time(lastX))));
}

function facts({ begin, end, tally }) {
  const rows = [
    ["place", begin.place], ["seed", begin.seed],
    ["passed", count(tally.passed)], ["discarded", count(tally.discarded + tally.rejected)],
    ["saved to", end?.saved?.replace(/^(kept in|saved to) /, "")],
    ["started", begin.at ? new Date(begin.at * 1000).toLocaleString() : null],
    ["notes", end?.report.hints.join("; ")],
  ].filter(([, value]) => value);
  return make("section", {}, make("h3", {}, "Facts"), make("dl", {}, rows.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)])));
}

const data = JSON.parse(document.getElementById("data").textContent);
draw(data);
if (data.live) {
  const events = new EventSource("events" + location.search);
  events.onmessage = (message) => draw(JSON.parse(message.data));
  // The program has ended, or the connection is interrupted. After a reconnect, the next message has all data.
  events.onerror = () => { document.getElementById("disconnected").hidden = false; };
  events.onopen = () => { document.getElementById("disconnected").hidden = true; };
}
