//! Explains a counterexample: finds the parts that do not matter.
//!
//! ```text
//! for every variable, and for every group of choices that are printed as the same words:
//!     draw another value for it, and for the parts that were found not to matter
//!     if anything else is drawn or printed differently:        it matters
//!     if the property does not fail in the same way:           it matters
//!     if 40 different values failed, or all that there are:    it does not matter
//! ```

mod alternatives;
mod effects;
mod relevance;
mod subject;
mod words;

use std::time::{Duration, Instant};

use self::effects::{Group, groups};
use self::relevance::Relevance;
use self::subject::Subject;
use self::words::masked;
use super::target::{FailingCase, TypedTarget};
use super::{ShrinkLimits, ShrinkTarget};
use crate::block::{Property, TestCase, print, regenerate};
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
    let Some(TestCase { inputs, record }) = regenerate(property, source) else { return Vec::new() };
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

/// Returns the limits for explaining, which never exceed what is left of the limits for shrinking.
fn within(limits: &ShrinkLimits) -> ShrinkLimits {
    let latest = Instant::now() + MAX_TIME;
    let deadline = limits.deadline.map_or(latest, |deadline| deadline.min(latest));
    let tries = limits.tries.min(MAX_CALLS);
    ShrinkLimits { tries, deadline: Some(deadline), stop: limits.stop.clone() }
}

/// Returns the texts of all variables, with `_` in place of the parts that do not matter. Returns `None` if
/// every part matters.
fn explained(
    subject: &Subject,
    target: &mut dyn ShrinkTarget,
    limits: ShrinkLimits,
) -> Option<Vec<String>> {
    let groups = groups(subject, target, &limits);
    let mut relevance = Relevance::new(subject, target, limits);
    for (number, span) in subject.variables.iter().enumerate() {
        // Shrinking has made every variable that does not matter as simple as possible.
        let simplest = (span.start..span.end).all(|at| subject.is_simplest(at));
        if simplest && !relevance.are_free(span.start..span.end) && relevance.frees_variable(number)
        {
            continue;
        }
        let starts_here = |group: &&Group| (span.start..span.end).contains(&group.choices[0]);
        for group in groups.iter().filter(starts_here) {
            relevance.frees_group(group);
        }
    }
    let covered = relevance.covered_words()?;
    Some(
        subject.texts.iter().zip(&covered).map(|(words, covered)| masked(words, covered)).collect(),
    )
}

fn named(texts: Option<Vec<String>>, shown: Vec<Binding>) -> Vec<Binding> {
    let pairs = shown.into_iter().zip(texts.unwrap_or_default());
    pairs.map(|(Binding { name, .. }, value)| Binding { name, value }).collect()
}
