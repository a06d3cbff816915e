// The card of one property.

/** Groups the lines of a run by their type. A run is finished if its process has ended. It may be that of another worker of a store. */
function read({ finished, worker, lines }) {
  const of = (type) => lines.filter((line) => line.type === type);
  const [begin = { property: "?" }] = of("begin"), [end] = of("end"), [lost] = of("lost");
  const progress = of("progress"), last = progress.at(-1);
  const tally = end?.report.tally ?? last?.tally ?? { passed: 0, discarded: 0, rejected: 0 };
  const seconds = end?.seconds ?? last?.seconds ?? 0;
  const state = end ? outcome(end) : lost ? lost.outcome : finished ? "unfinished" : "running";
  const shard = begin.shard ? ` [shard ${begin.shard.replace("/", " of ")}]` : "";
  const part = shard + (worker ? ` [worker ${worker}]` : "");
  const id = [begin.package, begin.property].filter(Boolean).join("/") + part;
  return { id, part, begin, end, lost, progress, last, tally, seconds, state, failing: of("failing") };
}

/** Returns the word for the outcome, as in the terminal. */
function outcome({ report, interrupted }) {
  if (report.counterexample?.flaky) return "flaky";
  return interrupted && report.outcome === "passed" ? "interrupted" : report.outcome;
}

const tests = (tally) => tally.passed + tally.discarded + tally.rejected;

const className = (state) => state.replaceAll(" ", "-");

const badge = (state) => make("span", { class: `badge ${className(state)}` }, state);

function property(run, name) {
  const summary = make("summary", {}, badge(run.state), make("h2", {}, breakable(name)), make("span", { class: "how" }, effort(run)));
  const details = make("details", { class: "property", id: run.id, "data-key": run.id }, summary, inside(run));
  details.querySelectorAll("details").forEach((one, i) => { one.dataset.key = `${run.id} ${i}`; });
  return details;
}

/** Returns the number of tests and the time. A tally does not include the failing test, so it may be empty. */
function effort({ begin, failing, state, tally, seconds }) {
  const all = tests(tally);
  if (state !== "running") return `${all ? `${count(all, "test")} ` : ""}in ${time(seconds)}, ${begin.runner}`;
  const rate = seconds > 0 ? `${group(all / seconds)}/s` : null;
  const byTests = begin.tests && tally.passed ? seconds * (begin.tests / tally.passed - 1) : Infinity;
  const left = Math.max(0, Math.min(begin.time ? begin.time - seconds : Infinity, byTests));
  const next = failing.length ? "failed, shrinking" : Number.isFinite(left) ? `${time(left)} left` : null;
  return [all ? count(all, "test") : "starting", rate, next, begin.runner].filter(Boolean).join(", ");
}

function inside(run) {
  const { begin, end, lost, tally } = run;
  const found = end?.report.counterexample;
  const shares = [(end?.report.observed ?? []).map(observed), discarded(end?.report.discarded_by ?? [], tests(tally))];
  return make("div", { class: "inside" },
    begin.formula ? make("pre", { class: "formula" }, begin.formula) : null,
    found ? counterexample(found, "Counterexample") : best(run),
    lost ? section("Last output", make("pre", { class: "message panel" }, lost.text)) : null,
    (end?.report.other_failures ?? []).map((other) => counterexample(other, "Another failure")),
    end?.replay ? command(end.replay) : null,
    charts(shares.flat()),
    charts(curves(run)),
    facts(run));
}

function charts(all) {
  return all.some(Boolean) ? make("div", { class: "charts" }, all) : null;
}

/** Draws a counterexample. Parts that do not matter are faint: every replacement that was tried also failed. */
function counterexample(found, title) {
  const explained = new Map(found.explained.map((one) => [one.name, one.value]));
  const message = [found.place && `panicked at ${found.place}:`, found.message || "the property does not hold"];
  return section(title,
    make("div", { class: "panel" },
      make("div", { class: "bindings" }, found.shrunk.map((one) => binding(one, explained.get(one.name)))),
      make("pre", { class: "message" }, message.filter(Boolean).join("\n"))),
    explained.size ? make("p", { class: "note" }, "Faint values do not matter: every replacement that was tried also failed.") : null,
    origin(found));
}

function binding({ name, value }, explained) {
  const points = codePoints(value);
  return [
    make("span", { class: "key" }, name),
    make("span", { class: "value" }, parts(value, explained), points ? make("span", { class: "points" }, points) : null),
  ];
}

/** Draws where a counterexample comes from, and the original input if shrinking changed it. */
function origin(found) {
  const flaky = found.flaky ? `; flaky: failed ${group(found.failed)} of ${count(found.repeated, "time")}` : "";
  const text = `${found.found}; ${shrunk(found)}${flaky}`;
  if (!found.accepted) return make("p", { class: "note" }, text);
  const original = found.original.map(({ name, value }) => `${name} = ${value}`).join("\n");
  return make("details", {}, make("summary", {}, `Original input: ${text}`), make("pre", { class: "panel" }, original));
}

/** Returns what shrinking did, as in the terminal. */
function shrunk({ tried, accepted, stopped }) {
  if (!tried) return "not shrunk";
  const all = count(tried, "test") + (stopped ? ", stopped early" : "");
  return accepted ? `shrunk in ${count(accepted, "step")} (${all})` : `no simpler input failed in ${all}`;
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
  return section(title, make("pre", { class: "panel" }, last.inputs));
}

function command(text) {
  const code = make("code", {}, text), button = make("button", { type: "button" }, "copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      // Pages from other machines have no clipboard without encryption.
      getSelection().selectAllChildren(code);
    }
  });
  return section("Replay", make("div", { class: "command panel" }, code, button));
}

function observed({ name, kind, tests: whole, held, demanded, values }) {
  if (kind === "cover" || kind === "classify") {
    return bars(name, [{ label: kind === "cover" ? "covered" : "tests", part: held, whole, goal: demanded ? demanded / 100 : null }]);
  }
  return values.length ? bars(name, distribution(values)) : null;
}

function discarded(all, whole) {
  const row = (one) => ({ label: one.reason ? `${one.by}: ${one.reason}` : one.by, part: one.tests, whole });
  return all.length ? bars("Discarded", all.map(row)) : null;
}

/** Draws the progress over time, unless the run was short. */
function curves({ progress, last }) {
  if (progress.length < 3) return [];
  const points = (value) => progress.map((line) => [line.seconds, value(line)]).filter(([, y]) => Number.isFinite(y));
  const all = points((line) => tests(line.tally)), reached = points((line) => line.guided?.reached);
  const saved = points((line) => line.guided?.saved), scores = points((line) => line.guided?.best);
  const latest = (one) => (one.length ? rounded(one.at(-1)[1]) : "");
  return [
    stepChart("Tests per second", rates(all), `average ${rounded(tests(last.tally) / last.seconds)}`),
    lineChart("Edges and probes reached", reached, latest(reached)),
    discoveries(reached),
    lineChart("Inputs saved", saved, latest(saved)),
    lineChart("Best score", scores, latest(scores)),
  ];
}

/** Draws how fast the run reaches new edges and probes, in a unit for which that is not a fraction. */
function discoveries(reached) {
  if (reached.length < 3 || reached.every(([, y]) => y === 0)) return null;
  const steps = rates(reached), most = Math.max(...steps.map(({ rate }) => rate));
  const [unit, seconds] = most >= 1 ? ["second", 1] : most * 60 >= 1 ? ["minute", 60] : ["hour", 3600];
  return stepChart(`New edges and probes per ${unit}`, steps.map((step) => ({ ...step, rate: step.rate * seconds })));
}

function facts({ begin, end, last, tally }) {
  const rows = [
    ["package", begin.package], ["source", begin.place], ["seed", begin.seed],
    ["passed", tally.passed ? count(tally.passed, "test") : null],
    ["discarded", tally.discarded + tally.rejected ? count(tally.discarded + tally.rejected, "test") : null],
    ["search", end ? null : last?.guided?.text],
    saved(end?.saved),
    ["started", begin.at ? new Date(begin.at * 1000).toLocaleString() : null],
    ["slowest inputs", slowest(end?.report.slowest)],
    ["notes", end?.report.hints.join("\n")],
  ].filter(([, value]) => value);
  return section("Run", make("dl", {}, rows.map(([key, value]) => [make("dt", {}, key), make("dd", {}, value)])));
}

/** Describes the slowest inputs, if the run searched for them. */
function slowest(found) {
  return found && `${count(found.steps, "step")}: ${found.inputs.map(({ name, value }) => `${name} = ${value}`).join(", ")}`;
}

/** Splits the sentence about the saved failure: `saved to FILE`, or `not saved: REASON`. */
function saved(sentence) {
  const [, key, value] = /^(saved to|not saved):? (.*)$/s.exec(sentence ?? "") ?? [];
  return [key ?? "saved", value ?? sentence];
}
