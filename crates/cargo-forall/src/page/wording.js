// Numbers as people read them, as in the terminal: see `wording` in the crate forall-format.

const group = (number) => Math.round(number).toLocaleString("en-US");

/** Returns a number and its noun: `1 test`, `2,000 tests`, `3 properties`. */
function count(number, noun) {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${group(number)} ${number === 1 ? noun : plural}`;
}

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

/** Returns a number with at most four significant digits, or all digits before the point. */
function rounded(number) {
  const digits = Math.abs(number) >= 1000 ? Math.round(number) : Number(number.toPrecision(4));
  return digits.toLocaleString("en-US", { maximumFractionDigits: 12 });
}

/** Returns the code points of characters outside of ASCII, which a font may not have: `U+10000`. */
function codePoints(text, most = 4) {
  const points = [...new Set(text.match(/[^\x00-\x7f]/gu) ?? [])];
  const shown = points.slice(0, most).map((one) => `U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return shown.join(", ") + (points.length > most ? ", …" : "");
}
