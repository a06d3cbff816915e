//! Why tests were discarded.

use forall_format::wording::{count, group};

use super::Report;
use crate::language::{NodeInfo, NodeKind};

/// Returns how many tests were discarded and why, or `None` if none were:
/// ``discarded 5 of 8 tests because the range of `i` was empty``.
pub(super) fn discarded(report: &Report) -> Option<String> {
    let discarded = report.tally.discarded + report.tally.rejected;
    if discarded == 0 {
        return None;
    }
    let tests = report.tally.tests() + u64::from(report.counterexample().is_some());
    let summary = format!("discarded {} of {}", group(discarded), count(tests, "test"));
    let nodes = report.nodes.iter().zip(&report.tally.by_node);
    let reasons: Vec<Reason> = nodes
        .filter(|(_, tests)| **tests > 0)
        .map(|(info, tests)| Reason { tests: *tests, text: reason(info, report) })
        .collect();
    Some(match &reasons[..] {
        [] => summary,
        [one] => format!("{summary} because {}", one.text),
        several => {
            let parts: Vec<String> = several.iter().map(Reason::part).collect();
            format!("{summary}: {}", parts.join(", "))
        }
    })
}

struct Reason {
    tests: u64,
    text: String,
}

impl Reason {
    fn part(&self) -> String {
        format!("{} because {}", group(self.tests), self.text)
    }
}

/// Returns why the node discarded tests.
fn reason(info: &NodeInfo, report: &Report) -> String {
    match info.kind {
        NodeKind::Forall => {
            let reasons = report.tally.reasons.iter();
            let reason =
                reasons.filter(|(node, _)| *node == info.at).map(|(_, reason)| *reason).next();
            no_value(&info.name, reason.unwrap_or_default())
        }
        NodeKind::Check => "an `assume!` did not hold".to_owned(),
        _ if info.text.is_empty() => format!("the premise at {} did not hold", info.location),
        _ => format!("`{}` did not hold", info.text),
    }
}

/// Returns why a domain generated no value of the variable `name`.
fn no_value(name: &str, reason: &str) -> String {
    match reason.strip_suffix(" is empty") {
        Some(part) => format!("{part} of `{name}` was empty"),
        None if reason.is_empty() => format!("no value of `{name}` could be generated"),
        None => format!("no value of `{name}` could be generated: {reason}"),
    }
}
