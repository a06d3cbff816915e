//! Running the same inputs again: do they fail every time?

use super::ShrinkLimits;
use super::target::TypedTarget;
use crate::block::{Property, regenerate};
use crate::property::{CowStr, nodes};
use crate::report::Reruns;
use crate::source::{Source, Span, SpanLabel};

/// The number of times to run inputs again that passed once.
const MAX_RERUNS: u64 = 20;

/// Runs the best case again. If it passes, runs it many times, to measure how often it fails.
pub(super) fn rerun<P: Property>(target: &mut TypedTarget<'_, P>, limits: &ShrinkLimits) -> Reruns {
    let mut repeats = Reruns::default();
    while repeats.times < MAX_RERUNS {
        repeats.times += 1;
        repeats.failed += u64::from(target.fails_again());
        if !repeats.flaky() || limits.spent(0) {
            break;
        }
    }
    repeats
}

/// Returns the first variable for which the same source does not always yield the same choices.
pub(super) fn diverging_variable<P: Property>(property: &P, source: &Source) -> Option<CowStr> {
    let first = regenerate(property, source.clone())?.record;
    for _ in 1..MAX_RERUNS {
        let next = regenerate(property, source.clone())?.record;
        let same = first.choices.iter().zip(&next.choices).take_while(|(l, r)| l == r).count();
        if same < first.choices.len().max(next.choices.len()) {
            // If one of them ends early, its last variable drew fewer choices.
            let at = same.min(first.choices.len().saturating_sub(1));
            let holds = |span: &&Span| span.depth == 0 && (span.start..span.end).contains(&at);
            let span = first.spans.iter().find(holds)?;
            let nodes = nodes(property);
            let named = nodes.iter().find(|info| SpanLabel::variable(info.at) == span.label)?;
            return Some(named.name.clone());
        }
    }
    None
}
