// The page is a function of its data, the lines in the results files. `draw` builds it: once for a report, and
// after every message for a dashboard.

const RANKS = ["falsified", "crashed", "error", "flaky", "insufficient coverage", "vacuous", "gave up", "unfinished", "interrupted", "running"];

/** Returns the position of an outcome on the page: the worst comes first, properties that passed come last. */
const rank = ({ state }) => (RANKS.indexOf(state) + RANKS.length + 1) % (RANKS.length + 1);

const hasPassed = ({ state }) => ["passed", "proved"].includes(state);

const byId = (id) => document.getElementById(id);

/** The elements that the reader, or a failure, opened or closed. */
const opened = new Map();
/** The card of each property, with the data from which it was built. */
const cards = new Map();
let hasOpenedFailure = false;

function draw(data) {
  const runs = data.runs.map((lines) => ({ ...read(lines), text: JSON.stringify(lines) }));
  runs.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
  drawHeader(runs);
  const packages = new Set(runs.map(({ begin }) => begin.package)).size;
  const name = ({ id, part, begin }) => (packages > 1 ? id : begin.property + part);
  replaceChildren(byId("entries"), runs.map((run) => entry(run, name(run))));
  byId("index").hidden = runs.length < 2;
  openFailure(runs);
  replaceChildren(byId("properties"), runs.map((run) => card(run, name(run), runs.length)));
  applyFilter();
}

function drawHeader(runs) {
  const packages = [...new Set(runs.map(({ begin }) => begin.package).filter(Boolean))];
  const title = packages.length && packages.length < 4 ? packages.join(", ") : count(packages.length, "package");
  byId("title").textContent = packages.length ? title : "Forall";
  const counts = new Map();
  for (const { state } of runs) counts.set(state, (counts.get(state) ?? 0) + 1);
  const states = [...counts].map(([state, number]) => ({ state, text: `${group(number)} ${state}` }));
  byId("summary").textContent = runs.length ? count(runs.length, "property") : "no results yet";
  replaceChildren(byId("states"), states.map(({ state, text }) => stateButton(state, text)));
  document.title = `∀ ${[byId("title").textContent, states.map(({ text }) => text).join(", ")].filter(Boolean).join(": ")}`;
}

/** Returns a button that shows only the properties in this state. */
function stateButton(state, text) {
  const button = make("button", { type: "button", id: `state ${state}`, class: `badge ${className(state)}` }, text);
  button.addEventListener("click", () => {
    byId("filter").value = byId("filter").value === state ? "" : state;
    applyFilter();
  });
  return make("li", { id: `only ${state}` }, button);
}

function entry(run, name) {
  const link = make("a", { href: `#${encodeURIComponent(run.id)}` },
    make("span", { class: "name" }, breakable(name)),
    make("span", { class: `state ${className(run.state)}` }, run.state));
  link.addEventListener("click", (event) => {
    // The browser would take the focus away from the card.
    event.preventDefault();
    history.pushState(null, "", link.hash);
    reveal(run.id);
  });
  return make("li", { id: `entry ${run.id}`, "data-text": searched(run) }, link);
}

const searched = ({ id, state }) => `${id} ${state}`.toLowerCase();

/** Opens the first failure, once. */
function openFailure(runs) {
  const [first] = runs;
  if (hasOpenedFailure || !first || hasPassed(first) || first.state === "running") return;
  hasOpenedFailure = true;
  if (!opened.has(first.id)) opened.set(first.id, true);
}

/** Returns the card of a property: the existing one if nothing has changed. */
function card(run, name, all) {
  const known = cards.get(run.id);
  const isKnown = known?.text === run.text;
  const element = isKnown ? known.element : property(run, name);
  element.dataset.text = searched(run);
  element.open = opened.get(run.id) ?? (all === 1 || run.state === "running");
  for (const one of element.querySelectorAll("details")) one.open = opened.get(one.dataset.key) ?? false;
  cards.set(run.id, { text: run.text, element });
  return element;
}

/** Opens the card with this id, and moves the focus to it. */
function reveal(id) {
  const element = cards.get(id)?.element;
  if (!element) return;
  opened.set(id, true);
  element.open = true;
  element.querySelector("summary").focus({ preventScroll: true });
  element.scrollIntoView();
}

/** Shows the properties whose name and outcome contain all words in the filter box. */
function applyFilter() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.hidden = !words.every((word) => element.dataset.text.includes(word));
    shown += element.hidden ? 0 : 1;
  }
  byId("none").hidden = shown > 0 || cards.size === 0;
}

byId("filter").addEventListener("input", applyFilter);
byId("filter").addEventListener("keydown", ({ key }) => {
  if (key === "Enter") document.querySelector("#entries > li:not([hidden]) > a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input")) return;
  event.preventDefault();
  byId("filter").focus();
});
// Elements that are built again stay open or closed as the reader left them.
document.addEventListener("click", ({ target }) => {
  const details = target.closest("summary")?.parentElement;
  if (details) opened.set(details.dataset.key, !details.open);
});

const showLinked = () => reveal(decodeURIComponent(location.hash.slice(1)));
addEventListener("hashchange", showLinked);

const data = JSON.parse(byId("data").textContent);
draw(data);
showLinked();
if (data.live) listen();

/** Draws the page after every message of the dashboard. Messages that come faster than frames are skipped. */
function listen() {
  const connection = byId("connection"), events = new EventSource("events" + location.search);
  let latest = null;
  const drawLatest = () => {
    draw(latest);
    latest = null;
  };
  events.onmessage = (message) => {
    if (!latest) requestAnimationFrame(drawLatest);
    latest = JSON.parse(message.data);
    if (latest.live) return;
    events.close();
    connection.textContent = "; the session has ended";
  };
  // After a reconnect, the next message has all data.
  events.onopen = () => { connection.textContent = ", live"; };
  events.onerror = () => { connection.textContent = "; not connected, no more updates"; };
}
