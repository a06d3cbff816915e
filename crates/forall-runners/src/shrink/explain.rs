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
use super::{Limits, OnTrial, Trial};
use crate::block::{Property, print, retrace};
use crate::report::{Binding, Counterexample};
use crate::source::{Policy, Source};

/// How often the property may run, and for how long, all in all.
const CALLS: u64 = 600;
const TIME: Duration = Duration::from_secs(1);
/// From this length on, nobody reads an explanation.
const LONGEST: usize = 200;

/// Finds out which parts of a counterexample do not matter, and says so in it: 40 other values in their
/// place, and in all of them at once, fail in the same way, or all others if there are fewer. Those
/// are picked to be as different as can be, but they are not all: what is said is a strong hint, and no
/// proof. That takes up to 600 calls of the property and up to a second. What cannot be found out in
/// this time is said to matter.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::explain;
///
/// let property = property! { forall xs: Vec<u8>; forall y: u8; check xs.len() < 2 || xs[1] < 9 };
/// let mut report = quick_check(&property, &Options::default());
/// let found = report.counterexample_mut().unwrap();
/// explain(&property, found, 1_000);
/// let explained: Vec<&str> = found.explained.iter().map(|binding| &*binding.value).collect();
/// assert_eq!(explained, ["[_, 9]", "_"]);
/// ```
pub fn explain<P: Property>(
    property: &P,
    counterexample: &mut Counterexample,
    limits: impl Into<Limits>,
) {
    let Some(choices) = &counterexample.choices else { return };
    let source = Source::replay(choices.0.clone(), Policy::STRICT);
    let Some(case) = retrace(property, source) else { return };
    let shown = print(property, &case.inputs);
    if case.record.choices.len() > LONGEST || shown != counterexample.shrunk {
        return;
    }
    let Some(subject) = Subject::new(case.record.clone(), &shown) else { return };
    let failure = counterexample.shrinking.failure.clone();
    let mut trial = OnTrial::new(property, (case.inputs, Some(case.record)), failure, None);
    let explained = explained(&subject, &mut trial, within(limits.into()));
    counterexample.explained = named(explained, shown);
}

/// These limits, and ours.
fn within(limits: Limits) -> Limits {
    let ours = Instant::now() + TIME;
    let deadline = limits.deadline.map_or(ours, |theirs| theirs.min(ours));
    Limits { tries: limits.tries.min(CALLS), deadline: Some(deadline), ..limits }
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
