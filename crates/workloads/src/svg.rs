//! Charts as SVG, for light and dark pages.

use std::fmt::Write;

use crate::summary::BUCKETS;

/// The number of tasks in each bucket.
pub type Counts = [usize; BUCKETS.len() + 1];

pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const LABEL: f64 = 190.0;
const BAR: f64 = 20.0;
const STEP: f64 = BAR + 6.0;
const TOP: f64 = 38.0;

/// Colours for text, background and shades, in both modes. Shades go from best (`s0`) to worst
/// (`s4`); `none` is unsolved. Text on `s0` and `s1` uses the class `over`.
const STYLE: &str = "\
.paper{fill:#fff}.ink{fill:#1f2328}.soft{fill:#59636e}.over{fill:#fff}.grid{stroke:#d8dee4}\
.bar{stroke:#1f2328}.s0{fill:#08306b}.s1{fill:#2171b5}.s2{fill:#6baed6}.s3{fill:#a6cee3}\
.s4{fill:#d3e3f3}.none{fill:#ecebe7}\
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.ink{fill:#e6edf3}.soft{fill:#9198a1}\
.over{fill:#0d1117}.grid{stroke:#30363d}.bar{stroke:#e6edf3}.s0{fill:#cae8ff}.s1{fill:#80ccff}\
.s2{fill:#218bff}.s3{fill:#0a4fa8}.s4{fill:#0b3470}.none{fill:#21262d}}";

/// The classes of the buckets, ending with the unsolved one.
const SHADES: [&str; BUCKETS.len() + 1] = ["s0", "s1", "s2", "s3", "none"];

/// Draws ETNA's bucket chart: a bar for each row, divided into buckets.
pub fn buckets(title: &str, rows: &[(String, Counts)]) -> String {
    let most = rows.iter().map(|(_, counts)| counts.iter().sum::<usize>()).max().unwrap_or(0);
    let scale = (WIDTH - LABEL - 20.0) / most.max(1) as f64;
    let mut body = String::new();
    for (at, (label, counts)) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        text(&mut body, (LABEL - 10.0, y + 14.0), "end", label);
        let mut x = LABEL;
        for (count, shade) in counts.iter().zip(SHADES).filter(|(count, _)| **count > 0) {
            let width = *count as f64 * scale;
            rect(&mut body, (x, y), (width, BAR), shade);
            if width > 16.0 {
                let ink = if ["s0", "s1"].contains(&shade) { "over" } else { "ink" };
                inked(&mut body, (x + width / 2.0, y + 14.0), ("middle", ink), &count.to_string());
            }
            x += width;
        }
    }
    let bottom = TOP + 6.0 + rows.len() as f64 * STEP;
    let names = BUCKETS.map(|most| format!("< {most} s")).into_iter().chain(["not solved".into()]);
    legend(&mut body, bottom, names.zip(SHADES));
    document(title, (WIDTH, bottom + 28.0), &body)
}

/// Draws a legend for the shades.
pub(crate) fn legend(
    body: &mut String,
    y: f64,
    entries: impl Iterator<Item = (String, &'static str)>,
) {
    for ((name, shade), at) in entries.zip(0_u32..) {
        let x = LABEL + f64::from(at) * 96.0;
        rect(body, (x, y), (14.0, 14.0), shade);
        text(body, (x + 20.0, y + 12.0), "start", &name);
    }
}

/// Draws a bar with a percentage for each row, and a mark at its goal.
pub fn shares(title: &str, rows: &[(String, f64, f64)]) -> String {
    let room = WIDTH - LABEL - 70.0;
    let mut body = String::new();
    for (at, (label, share, aim)) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        let shade = if share >= aim { "s1" } else { "s2" };
        text(&mut body, (LABEL - 10.0, y + 14.0), "end", label);
        rect(&mut body, (LABEL, y), (room, BAR), "none");
        rect(&mut body, (LABEL, y), (room * share, BAR), shade);
        let x = LABEL + room * aim;
        let (from, to) = (y - 2.0, y + BAR + 2.0);
        let _ = write!(
            body,
            r#"<line class="bar" stroke-width="2" x1="{x:.1}" x2="{x:.1}" y1="{from:.1}" y2="{to:.1}"/>"#
        );
        let percent = format!("{:.1} %", 100.0 * share);
        text(&mut body, (LABEL + room + 8.0, y + 14.0), "start", &percent);
    }
    document(title, (WIDTH, TOP + 6.0 + rows.len() as f64 * STEP), &body)
}

/// A line in a chart.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its label.
    pub name: String,
    /// Its colour.
    pub color: &'static str,
    /// The dash pattern; empty for a solid line.
    pub dashes: &'static str,
    /// One value for each task.
    pub values: Vec<f64>,
}

/// A logarithmic scale.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The ratio between grid lines.
    pub base: f64,
    /// The exponent of the first grid line.
    pub first: i32,
    /// Formats the label of a grid line.
    pub label: fn(f64) -> String,
}

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;

/// Draws lines with one value for each task.
pub fn lines(title: &str, below: &str, lines: &[Line], scale: Scale) -> String {
    let Scale { base, first, label } = scale;
    let floor = base.powi(first);
    let most = lines.iter().flat_map(|line| &line.values).fold(floor, |a, b| a.max(*b));
    let steps = (most / floor).log(base).ceil().max(1.0);
    let place = |value: f64| 40.0 + HEIGHT * (1.0 - (value.max(floor) / floor).log(base) / steps);
    let mut body = String::new();
    for step in 0..=steps as i32 {
        let value = base.powi(first + step);
        let y = place(value);
        let _ = write!(
            body,
            r#"<line class="grid" x1="{LEFT}" x2="{WIDTH}" y1="{y:.1}" y2="{y:.1}"/>"#
        );
        inked(&mut body, (LEFT - 8.0, y + 4.0), ("end", "soft"), &label(value));
    }
    inked(&mut body, (WIDTH - 10.0, HEIGHT + 58.0), ("end", "soft"), below);
    for (line, at) in lines.iter().zip(0_u32..) {
        curve(&mut body, line, place);
        key(&mut body, line, (LEFT + f64::from(at % 4) * 165.0, 82.0 + f64::from(at / 4) * 20.0));
    }
    let rows = lines.len().div_ceil(4) as f64;
    document(title, (WIDTH, HEIGHT + 68.0 + rows * 20.0), &body)
}

fn curve(body: &mut String, line: &Line, place: impl Fn(f64) -> f64) {
    let Line { color, dashes, values, .. } = line;
    let step = (WIDTH - LEFT - 10.0) / values.len().max(2).saturating_sub(1) as f64;
    let points: Vec<String> = (0_u32..)
        .zip(values)
        .map(|(at, value)| format!("{:.1},{:.1}", LEFT + f64::from(at) * step, place(*value)))
        .collect();
    let points = points.join(" ");
    let _ = write!(
        body,
        r#"<polyline fill="none" stroke="{color}" stroke-width="1.8" stroke-linejoin="round" stroke-dasharray="{dashes}" points="{points}"/>"#
    );
}

fn key(body: &mut String, line: &Line, (x, y): (f64, f64)) {
    let (Line { name, color, dashes, .. }, y, to) = (line, HEIGHT + y - 4.0, x + 24.0);
    let _ = write!(
        body,
        r#"<line x1="{x:.1}" x2="{to:.1}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#
    );
    text(body, (to + 6.0, y + 4.0), "start", name);
}

pub(crate) fn rect(body: &mut String, (x, y): (f64, f64), (w, h): (f64, f64), class: &str) {
    let _ = write!(
        body,
        r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}"/>"#
    );
}

pub(crate) fn text(body: &mut String, at: (f64, f64), anchor: &str, text: &str) {
    inked(body, at, (anchor, "ink"), text);
}

pub(crate) fn inked(
    body: &mut String,
    (x, y): (f64, f64),
    (anchor, class): (&str, &str),
    text: &str,
) {
    let text = escape(text);
    let _ = write!(
        body,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
    );
}

/// Wraps the body into an SVG document.
pub(crate) fn document(title: &str, (width, height): (f64, f64), body: &str) -> String {
    let title = escape(title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" viewBox="0 0 {width} {height:.0}" width="{width}" height="{height:.0}" font-family="system-ui, sans-serif" font-size="12"><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/><text class="ink" x="10" y="20" font-size="14" font-weight="600">{title}</text>{body}</svg>
"#
    )
}

/// Escapes text for SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_a_part_for_each_bucket_that_is_not_empty() {
        let chart = buckets("BST", &[("typed".into(), [40, 10, 0, 0, 3])]);
        assert_eq!(chart.matches("<rect").count(), 1 + 3 + SHADES.len());
        assert!(chart.contains(">40</text>") && chart.contains("&lt; 0.1 s"));
    }

    #[test]
    fn lines_have_a_point_for_each_value() {
        let values = vec![1.0, 8.0, 64.0];
        let line = Line { name: "size".into(), color: "#000", dashes: "", values };
        let scale = Scale { base: 2.0, first: 0, label: |value| value.to_string() };
        let chart = lines("sizes", "tasks", &[line], scale);
        assert!(chart.contains("56.0,280.0") && chart.contains("710.0,40.0"), "{chart}");
    }

    #[test]
    fn a_share_is_as_wide_as_it_is_large() {
        let chart = shares("minima", &[("BST".into(), 0.5, 0.95)]);
        assert!(chart.contains(r#"width="230.0""#) && chart.contains("50.0 %"), "{chart}");
    }
}
