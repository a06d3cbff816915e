//! Running the same inputs again: do they fail every time?

use super::{Limits, OnTrial};
use crate::block::{Property, retrace};
use crate::property::{Text, outline};
use crate::report::Repeats;
use crate::source::{Label, Source, Span};

/// How often to run inputs again that did not fail once more.
const TIMES: u64 = 20;

/// Runs the best once more, and often if it does not fail: that tells how often it does.
pub(super) fn once<P: Property>(trial: &mut OnTrial<'_, P>, limits: Limits) -> Repeats {
    let mut repeats = Repeats::default();
    while repeats.times < TIMES {
        repeats.times += 1;
        repeats.failed += u64::from(trial.fails_again());
        if !repeats.flaky() || limits.spent(0) {
            break;
        }
    }
    repeats
}

/// The first variable for which the same source yields other choices from one time to the next.
pub(super) fn diverged<P: Property>(property: &P, source: &Source) -> Option<Text> {
    let first = retrace(property, source.clone())?.record;
    for _ in 1..TIMES {
        let next = retrace(property, source.clone())?.record;
        let same = first.choices.iter().zip(&next.choices).take_while(|(l, r)| l == r).count();
        if same < first.choices.len().max(next.choices.len()) {
            // Where one of them ends early, it is the last variable that it drew less for.
            let at = same.min(first.choices.len().saturating_sub(1));
            let holds = |span: &&Span| span.depth == 0 && (span.start..span.end).contains(&at);
            let span = first.spans.iter().find(holds)?;
            let notes = outline(property);
            let named = notes.iter().find(|note| Label::variable(note.at) == span.label)?;
            return Some(named.name.clone());
        }
    }
    None
}
