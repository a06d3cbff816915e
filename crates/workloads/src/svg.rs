//! Charts, as text.

use std::fmt::Write;

use crate::summary::BUCKETS;

/// The colours of the buckets: the darker, the faster. What is not solved is the last.
const SHADES: [&str; BUCKETS.len() + 1] = ["#08306b", "#2171b5", "#6baed6", "#c6dbef", "#e8e4df"];

/// How many tasks a bar has in each bucket.
pub type Counts = [usize; BUCKETS.len() + 1];

const WIDTH: f64 = 720.0;
const LABEL: f64 = 190.0;
const BAR: f64 = 22.0;

/// ETNA's bucket chart: a bar for each row, with as many parts as there are buckets.
pub fn buckets(title: &str, rows: &[(String, Counts)]) -> String {
    let most = rows.iter().map(|(_, counts)| counts.iter().sum::<usize>()).max().unwrap_or(0);
    let scale = (WIDTH - LABEL - 20.0) / most.max(1) as f64;
    let mut body = String::new();
    for (at, (label, counts)) in rows.iter().enumerate() {
        let y = 36.0 + at as f64 * (BAR + 8.0);
        text(&mut body, (LABEL - 10.0, y + 15.0), "end", label);
        let mut x = LABEL;
        for (count, shade) in counts.iter().zip(SHADES).filter(|(count, _)| **count > 0) {
            let width = *count as f64 * scale;
            let _ = write!(
                body,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{BAR}" fill="{shade}"/>"#
            );
            let ink = if SHADES[..2].contains(&shade) { "#fff" } else { "#222" };
            if width > 16.0 {
                let (x, y) = (x + width / 2.0, y + 15.0);
                let _ = write!(
                    body,
                    r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle" fill="{ink}">{count}</text>"#
                );
            }
            x += width;
        }
    }
    let bottom = 44.0 + rows.len() as f64 * (BAR + 8.0);
    legend(&mut body, bottom);
    document(title, bottom + 30.0, &body)
}

fn legend(body: &mut String, y: f64) {
    let names = BUCKETS.map(|most| format!("< {most} s")).into_iter().chain(["not solved".into()]);
    for ((name, shade), at) in names.zip(SHADES).zip(0_u32..) {
        let x = LABEL + f64::from(at) * 100.0;
        let _ =
            write!(body, r#"<rect x="{x:.1}" y="{y:.1}" width="14" height="14" fill="{shade}"/>"#);
        text(body, (x + 20.0, y + 12.0), "start", &name);
    }
}

/// A line of a chart.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Its colour.
    pub color: &'static str,
    /// Its dashes; none if it is empty.
    pub dashes: &'static str,
    /// A value for each task.
    pub values: Vec<f64>,
}

const HEIGHT: f64 = 260.0;
const LEFT: f64 = 50.0;

/// A value for each task, on the logarithmic scale of the powers of two.
pub fn lines(title: &str, lines: &[Line]) -> String {
    let most = lines.iter().flat_map(|line| &line.values).fold(1.0_f64, |a, b| a.max(*b));
    let top = most.log2().ceil().max(1.0);
    let place = |value: f64| 40.0 + HEIGHT * (1.0 - value.max(1.0).log2() / top);
    let mut body = String::new();
    for power in 0..=top as u32 {
        let (value, y) = (2_u64.saturating_pow(power), place(f64::from(power).exp2()));
        let _ = write!(
            body,
            r##"<line x1="{LEFT}" x2="{WIDTH}" y1="{y:.1}" y2="{y:.1}" stroke="#ddd"/>"##
        );
        text(&mut body, (LEFT - 8.0, y + 4.0), "end", &value.to_string());
    }
    for (line, at) in lines.iter().zip(0_u32..) {
        let step = (WIDTH - LEFT - 10.0) / line.values.len().max(2).saturating_sub(1) as f64;
        let points = line.values.iter().enumerate();
        let points: Vec<String> = points
            .map(|(at, value)| format!("{:.1},{:.1}", LEFT + at as f64 * step, place(*value)))
            .collect();
        let Line { name, color, dashes, .. } = line;
        let points = points.join(" ");
        let _ = write!(
            body,
            r#"<polyline fill="none" stroke="{color}" stroke-width="1.6" stroke-dasharray="{dashes}" points="{points}"/>"#
        );
        let (x, y) = (LEFT + f64::from(at) * 160.0, HEIGHT + 66.0);
        let _ = write!(
            body,
            r#"<line x1="{x:.1}" x2="{:.1}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#,
            x + 24.0
        );
        text(&mut body, (x + 30.0, y + 4.0), "start", name);
    }
    document(title, HEIGHT + 84.0, &body)
}

fn text(body: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let text = escape(text);
    let _ = write!(body, r##"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"##);
}

fn document(title: &str, height: f64, body: &str) -> String {
    let title = escape(title);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0}" width="{WIDTH}" height="{height:.0}" font-family="system-ui, sans-serif" font-size="12" fill="#222"><rect width="100%" height="100%" fill="#fff"/><text x="10" y="20" font-size="14" font-weight="600">{title}</text>{body}</svg>
"##
    )
}

/// The text as it may stand in SVG and HTML.
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
        let chart = lines("sizes", &[line]);
        assert!(chart.contains("50.0,300.0") && chart.contains("710.0,40.0"), "{chart}");
    }
}
