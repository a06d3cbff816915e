//! Explaining: which parts of a counterexample do not matter.
//!
//! ```text
//! for every variable, and for every group of choices that are shown in the same words:
//!     draw another value for it, and for what was found not to matter before
//!     does anything else have to be drawn or shown otherwise?  then it matters
//!     does the property not fail in the same way?              then it matters
//!     did 40 different values fail, or all that there are?     then it does not
//! ```

mod effects;
mod others;
mod subject;
mod trials;
mod words;

use std::time::{Duration, Instant};

use self::effects::{Group, groups};
use self::subject::Subject;
use self::trials::Trials;
use self::words::masked;
use super::trial::{FailingCase, OnTrial};
use super::{Limits, Trial};
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
/// part matters or the limits are reached. See [`counterexample`](super::counterexample) for what that means.
pub(super) fn explain<P: Property>(
    property: &P,
    counterexample: &Counterexample,
    limits: &Limits,
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
    let mut trial = OnTrial::new(property, start, None);
    let explained = explained(&subject, &mut trial, limits);
    named(explained, shown)
}

/// Returns the limits of explaining within the limits of shrinking.
fn within(limits: &Limits) -> Limits {
    let latest = Instant::now() + MAX_TIME;
    let deadline = limits.deadline.map_or(latest, |deadline| deadline.min(latest));
    let tries = limits.tries.min(MAX_CALLS);
    Limits { tries, deadline: Some(deadline), stop: limits.stop.clone() }
}

/// The texts of all variables, with `_` in place of what does not matter. There are none if all of it
/// matters.
fn explained(subject: &Subject, trial: &mut dyn Trial, limits: Limits) -> Option<Vec<String>> {
    let groups = groups(subject, trial, &limits);
    let mut trials = Trials::new(subject, trial, limits);
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
