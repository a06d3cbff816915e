// Charts: bars for shares, lines for totals over time, and steps for rates over time. All start at 0.

/** Draws bars. A bar of full width is the whole, so the bars of all charts can be compared. */
function bars(title, rows) {
  const row = ({ label, part, whole, goal }) => {
    const share = whole ? part / whole : 0;
    const fill = make("span", { class: goal && share < goal ? "fill low" : "fill", style: `width:${100 * share}%` });
    const mark = goal ? make("span", { class: "goal", style: `left:${100 * goal}%` }) : null;
    const text = goal ? `${percent(part, whole)}, ${percent(goal, 1)} required` : percent(part, whole);
    return [
      make("span", { class: "label" }, label),
      make("span", { class: "track", title: `${group(part)} of ${group(whole)}` }, part ? fill : null, mark),
      make("span", { class: "count" }, text),
    ];
  };
  const scale = make("span", { class: "scale", "aria-hidden": "true" }, ["0 %", "50 %", "100 %"].map((tick) => make("span", {}, tick)));
  return section(title, make("div", { class: "bars" }, rows.map(row), scale));
}

const MAX_BARS = 12;

/** Returns a row for each value or range of values. Numbers are in ascending order, other values in order of frequency. */
function distribution(values) {
  const whole = values.reduce((sum, [, tests]) => sum + tests, 0);
  const rows = values.every(([label]) => /^-?\d+$/.test(label) && Number.isSafeInteger(Number(label)))
    ? integers(values)
    : mostFrequent(values);
  return rows.map(([label, part]) => ({ label, part, whole }));
}

/** Returns each integer if there is a bar for each, otherwise ranges of equal width. Those without tests are included. */
function integers(values) {
  const sorted = values.map(([label, tests]) => [Number(label), tests]).sort(([a], [b]) => a - b);
  const [low] = sorted[0], [high] = sorted.at(-1);
  if (high - low >= MAX_BARS && sorted.length <= MAX_BARS) return sorted;
  const width = Math.ceil((high - low + 1) / MAX_BARS);
  return Array.from({ length: Math.floor((high - low) / width) + 1 }, (_, i) => {
    const from = low + i * width, to = Math.min(from + width - 1, high);
    const within = sorted.filter(([number]) => from <= number && number <= to);
    return [from === to ? from : `${from} to ${to}`, within.reduce((sum, [, tests]) => sum + tests, 0)];
  });
}

function mostFrequent(values) {
  const sorted = [...values].sort(([, a], [, b]) => b - a);
  const rows = sorted.slice(0, MAX_BARS), rest = sorted.slice(MAX_BARS);
  if (rows.every(([label]) => label.trim() && Number.isFinite(Number(label)))) rows.sort(([a], [b]) => a - b);
  if (rest.length) rows.push([count(rest.length, "other value"), rest.reduce((sum, [, tests]) => sum + tests, 0)]);
  return rows;
}

const WIDTH = 340, HEIGHT = 150, TOP = 8, RIGHT = 4, BOTTOM = 22;
const ROUND_SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800, 43200];

/** Draws a total over time. `points` are pairs of seconds and values. */
function lineChart(title, points, latest) {
  const values = points.map(([, value]) => value);
  if (points.length < 2 || values.every((value) => value === 0)) return null;
  // There are no ticks between integers.
  const least = values.every(Number.isInteger) ? 1 : 0;
  const axes = new Axes(points.at(-1)[0], Math.min(0, ...values), Math.max(0, ...values), least);
  const d = points.map(([seconds, value], i) => `${i ? "L" : "M"}${axes.x(seconds)} ${axes.y(value)}`).join("");
  return chart(title, latest, axes, [make("path", { class: "curve", d })]);
}

/** Draws a rate over time: a step for each interval. */
function stepChart(title, steps, latest) {
  const axes = new Axes(steps.at(-1).to, 0, Math.max(...steps.map(({ rate }) => rate)));
  const rect = ({ from, to, rate }) => make("rect", {
    class: "step", x: axes.x(from), y: axes.y(rate), width: (axes.x(to) - axes.x(from)).toFixed(1), height: (axes.y(0) - axes.y(rate)).toFixed(1),
  }, make("title", {}, `${time(from)} to ${time(to)}: ${rounded(rate)}`));
  return chart(title, latest, axes, steps.map(rect));
}

function chart(title, latest, axes, marks) {
  const label = `${title} in ${time(axes.seconds)}, from ${rounded(axes.low)} to ${rounded(axes.high)}`;
  return make("section", {},
    make("h3", {}, title, make("span", { class: "latest" }, latest)),
    make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, axes.draw(), marks));
}

/** The scales of a chart. The vertical axis ends at a tick; the horizontal axis ends with the data. */
class Axes {
  constructor(seconds, low, high, leastStep = 0) {
    this.seconds = seconds || 1;
    this.step = Math.max(leastStep, roundStep((high - low) / 5));
    this.low = Math.floor(low / this.step) * this.step;
    this.high = Math.ceil(high / this.step) * this.step;
    this.ticks = range(this.low, this.high, this.step);
    this.left = 10 + 6.2 * Math.max(...this.ticks.map((tick) => rounded(tick).length));
  }

  x(seconds) {
    return Number((this.left + (WIDTH - this.left - RIGHT) * seconds / this.seconds).toFixed(1));
  }

  y(value) {
    return Number((HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - this.low) / (this.high - this.low)).toFixed(1));
  }

  draw() {
    const horizontal = this.ticks.map((tick) => [
      make("line", { class: tick === 0 ? "axis" : "grid", x1: this.left, x2: WIDTH - RIGHT, y1: this.y(tick), y2: this.y(tick) }),
      make("text", { x: this.left - 6, y: this.y(tick) + 4, "text-anchor": "end" }, rounded(tick)),
    ]);
    const step = ROUND_SECONDS.find((one) => this.seconds / one <= 5) ?? 86400 * roundStep(this.seconds / 5 / 86400);
    const vertical = range(0, this.seconds, step).map((tick) => [
      make("line", { class: "axis", x1: this.x(tick), x2: this.x(tick), y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 4 }),
      make("text", { x: this.x(tick), y: HEIGHT - 5, "text-anchor": "middle" }, clock(tick, step)),
    ]);
    return make("g", {}, horizontal, vertical);
  }
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 and so on that is not less than `step`. */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((digit) => Number((digit * power).toPrecision(6))).find((one) => one >= step * (1 - 1e-9));
}

function range(low, high, step) {
  return Array.from({ length: Math.floor((high - low) / step + 1e-9) + 1 }, (_, i) => Number((low + i * step).toPrecision(12)));
}

/** Returns a time on an axis, in the unit of the distance between ticks. */
function clock(seconds, step) {
  const [unit, length] = [["d", 86400], ["h", 3600], ["min", 60]].find(([, one]) => step >= one) ?? ["s", 1];
  return `${rounded(seconds / length)} ${unit}`;
}

const MAX_STEPS = 40;

/** Returns the rate of change of a total in intervals of equal length. */
function rates(points) {
  const all = [[0, 0], ...points], last = points.at(-1)[0];
  const at = (seconds) => {
    const i = Math.max(1, all.findIndex(([one]) => one >= seconds));
    const [[x0, y0], [x1, y1]] = [all[i - 1], all[i]];
    return x1 > x0 ? y0 + (y1 - y0) * (seconds - x0) / (x1 - x0) : y1;
  };
  const intervals = Math.min(MAX_STEPS, points.length - 1);
  return Array.from({ length: intervals }, (_, i) => {
    const from = last * i / intervals, to = i + 1 === intervals ? last : last * (i + 1) / intervals;
    return { from, to, rate: Math.max(0, (at(to) - at(from)) / (to - from)) };
  });
}
