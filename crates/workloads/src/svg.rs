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

/// A bar of a bucket chart.
#[derive(Clone, Debug)]
pub struct BucketBar {
    /// Its label.
    pub label: String,
    /// The number of tasks in each bucket.
    pub counts: Counts,
}

/// Draws ETNA's bucket chart: a bar for each row, divided into buckets.
pub fn buckets(title: &str, rows: &[BucketBar]) -> String {
    let most = rows.iter().map(|row| row.counts.iter().sum::<usize>()).max().unwrap_or(0);
    let scale = (WIDTH - LABEL - 20.0) / most.max(1) as f64;
    let mut body = String::new();
    for (at, BucketBar { label, counts }) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        text(&mut body, Point { x: LABEL - 10.0, y: y + 14.0 }, "end", label);
        let mut x = LABEL;
        for (count, shade) in counts.iter().zip(SHADES).filter(|(count, _)| **count > 0) {
            let width = *count as f64 * scale;
            rect(&mut body, Rect { x, y, width, height: BAR }, shade);
            if width > 16.0 {
                let class = if ["s0", "s1"].contains(&shade) { "over" } else { "ink" };
                let at = Point { x: x + width / 2.0, y: y + 14.0 };
                classed_text(&mut body, at, "middle", class, &count.to_string());
            }
            x += width;
        }
    }
    let bottom = TOP + 6.0 + rows.len() as f64 * STEP;
    let names = BUCKETS.map(|most| format!("< {most} s")).into_iter().chain(["not solved".into()]);
    legend(&mut body, bottom, names.zip(SHADES).map(|(name, shade)| LegendEntry { name, shade }));
    document(title, WIDTH, bottom + 28.0, &body)
}

/// A shade and its meaning.
pub(crate) struct LegendEntry {
    pub(crate) name: String,
    pub(crate) shade: &'static str,
}

/// Draws a legend for the shades.
pub(crate) fn legend(body: &mut String, y: f64, entries: impl Iterator<Item = LegendEntry>) {
    for (LegendEntry { name, shade }, at) in entries.zip(0_u32..) {
        let x = LABEL + f64::from(at) * 96.0;
        rect(body, Rect { x, y, width: 14.0, height: 14.0 }, shade);
        text(body, Point { x: x + 20.0, y: y + 12.0 }, "start", &name);
    }
}

/// A bar that shows a share.
#[derive(Clone, Debug)]
pub struct ShareBar {
    /// Its label.
    pub label: String,
    /// The measured share, up to 1.
    pub share: f64,
    /// The share that is the goal, if it has one.
    pub goal: Option<f64>,
}

/// Draws a bar with a percentage for each row, and a mark at its goal.
pub fn shares(title: &str, rows: &[ShareBar]) -> String {
    let room = WIDTH - LABEL - 70.0;
    let mut body = String::new();
    for (at, ShareBar { label, share, goal }) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        let shade = if goal.is_some_and(|goal| *share >= goal) { "s1" } else { "s2" };
        text(&mut body, Point { x: LABEL - 10.0, y: y + 14.0 }, "end", label);
        rect(&mut body, Rect { x: LABEL, y, width: room, height: BAR }, "none");
        rect(&mut body, Rect { x: LABEL, y, width: room * share, height: BAR }, shade);
        if let Some(goal) = goal {
            let x = LABEL + room * goal;
            let from = y - 2.0;
            let to = y + BAR + 2.0;
            let _ = write!(
                body,
                r#"<line class="bar" stroke-width="2" x1="{x:.1}" x2="{x:.1}" y1="{from:.1}" y2="{to:.1}"/>"#
            );
        }
        let percent = format!("{:.1} %", 100.0 * share);
        text(&mut body, Point { x: LABEL + room + 8.0, y: y + 14.0 }, "start", &percent);
    }
    document(title, WIDTH, TOP + 6.0 + rows.len() as f64 * STEP, &body)
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
        let at = Point { x: LEFT - 8.0, y: y + 4.0 };
        classed_text(&mut body, at, "end", "soft", &label(value));
    }
    let at = Point { x: WIDTH - 10.0, y: HEIGHT + 58.0 };
    classed_text(&mut body, at, "end", "soft", below);
    for (line, number) in lines.iter().zip(0_u32..) {
        curve(&mut body, line, place);
        let column = f64::from(number % 4);
        let row = f64::from(number / 4);
        let at = Point { x: LEFT + column * 165.0, y: HEIGHT + 78.0 + row * 20.0 };
        legend_line(&mut body, line, at);
    }
    let rows = lines.len().div_ceil(4) as f64;
    document(title, WIDTH, HEIGHT + 68.0 + rows * 20.0, &body)
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

fn legend_line(body: &mut String, line: &Line, at: Point) {
    let Line { name, color, dashes, .. } = line;
    let Point { x, y } = at;
    let to = x + 24.0;
    let _ = write!(
        body,
        r#"<line x1="{x:.1}" x2="{to:.1}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#
    );
    text(body, Point { x: to + 6.0, y: y + 4.0 }, "start", name);
}

/// A position in a chart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A rectangle in a chart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

pub(crate) fn rect(body: &mut String, rect: Rect, class: &str) {
    let Rect { x, y, width, height } = rect;
    let _ = write!(
        body,
        r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"#
    );
}

pub(crate) fn text(body: &mut String, at: Point, anchor: &str, text: &str) {
    classed_text(body, at, anchor, "ink", text);
}

pub(crate) fn classed_text(body: &mut String, at: Point, anchor: &str, class: &str, text: &str) {
    let Point { x, y } = at;
    let text = escape(text);
    let _ = write!(
        body,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
    );
}

/// Wraps the body into an SVG document.
pub(crate) fn document(title: &str, width: f64, height: f64, body: &str) -> String {
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
    fn a_bar_has_a_part_for_each_nonempty_bucket() {
        let bar = BucketBar { label: "typed".into(), counts: [40, 10, 0, 0, 3] };
        let chart = buckets("BST", &[bar]);
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
    fn the_width_of_a_bar_is_its_share() {
        let bar = |goal| ShareBar { label: "BST".into(), share: 0.5, goal };
        let chart = shares("minima", &[bar(Some(0.95))]);
        assert!(chart.contains(r#"width="230.0""#) && chart.contains("50.0 %"), "{chart}");
        assert!(chart.contains("<line"), "{chart}");
        assert!(!shares("minima", &[bar(None)]).contains("<line"));
    }
}
