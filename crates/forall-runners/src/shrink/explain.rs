//! Explaining: which parts of a counterexample do not matter.
//!
//! ```text
//! for every variable, and for every group of choices that are shown in the same words:
//!     draw another value for it, and for what was found not to matter before
//!     does anything else have to be drawn or shown otherwise?  then it matters
//!     does the property not fail in the same way?              then it matters
//!     did 40 different values fail, or all that there are?     then it does not
//! ```

mod alternatives;
mod effects;
mod relevance;
mod subject;
mod words;

use std::time::{Duration, Instant};

use self::effects::{Group, groups};
use self::relevance::Trials;
use self::subject::Subject;
use self::words::masked;
use super::target::{FailingCase, TypedTarget};
use super::{ShrinkLimits, ShrinkTarget};
use crate::block::{Case, Property, print, retrace};
use crate::report::{Binding, Counterexample};
use crate::source::{Policy, Source};

/// The maximum number of calls of the property.
const MAX_CALLS: u64 = 600;
/// The maximum time.
const MAX_TIME: Duration = Duration::from_secs(1);
/// Longer inputs are not explained: nobody reads that.
const MAX_CHOICES: usize = 200;

/// Returns the shrunk inputs with `_` in place of each part that does not matter, or nothing if every
/// part matters or the limits are reached. See [`shrink_failure`](super::shrink_failure) for what that means.
pub(super) fn explain<P: Property>(
    property: &P,
    counterexample: &Counterexample,
    limits: &ShrinkLimits,
) -> Vec<Binding> {
    let limits = within(limits);
    let Some(choices) = counterexample.choices.as_ref().filter(|_| !limits.spent(0)) else {
        return Vec::new();
    };
    let source = Source::replay(choices.0.clone(), Policy::STRICT);
    let Some(Case { inputs, record }) = retrace(property, source) else { return Vec::new() };
    let shown = print(property, &inputs);
    if record.choices.len() > MAX_CHOICES || shown != counterexample.shrunk {
        return Vec::new();
    }
    let Some(subject) = Subject::new(record.clone(), &shown) else { return Vec::new() };
    let failure = counterexample.shrinking.failure.clone();
    let start = FailingCase { inputs, record: Some(record), failure };
    let mut target = TypedTarget::new(property, start, None);
    let explained = explained(&subject, &mut target, limits);
    named(explained, shown)
}

/// Returns the limits of explaining within the limits of shrinking.
fn within(limits: &ShrinkLimits) -> ShrinkLimits {
    let latest = Instant::now() + MAX_TIME;
    let deadline = limits.deadline.map_or(latest, |deadline| deadline.min(latest));
    let tries = limits.tries.min(MAX_CALLS);
    ShrinkLimits { tries, deadline: Some(deadline), stop: limits.stop.clone() }
}

/// The texts of all variables, with `_` in place of what does not matter. There are none if all of it
/// matters.
fn explained(
    subject: &Subject,
    target: &mut dyn ShrinkTarget,
    limits: ShrinkLimits,
) -> Option<Vec<String>> {
    let groups = groups(subject, target, &limits);
    let mut trials = Trials::new(subject, target, limits);
    for (number, span) in subject.variables.iter().enumerate() {
        // Shrinking would have made what does not matter as simple as can be.
        let simplest = (span.start..span.end).all(|at| subject.is_simplest(at));
        if simplest && !trials.are_free(span.start..span.end) && trials.variable(number) {
            continue;
        }
        let begins_here = |group: &&Group| (span.start..span.end).contains(&group.choices[0]);
        for group in groups.iter().filter(begins_here) {
            trials.group(group);
        }
    }
    let covered = trials.found()?;
    Some(
        subject.texts.iter().zip(&covered).map(|(words, covered)| masked(words, covered)).collect(),
    )
}

fn named(texts: Option<Vec<String>>, shown: Vec<Binding>) -> Vec<Binding> {
    let pairs = shown.into_iter().zip(texts.unwrap_or_default());
    pairs.map(|(Binding { name, .. }, value)| Binding { name, value }).collect()
}
