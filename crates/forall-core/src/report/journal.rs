//! Journals: what is told of a run before there is a report.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use super::{Binding, Failure, Progress, Tally};
use crate::source::ChoiceSequence;

/// Hears of a failure as soon as there is one, and of every simpler one that shrinking finds; and of
/// inputs that guided runs want to begin with the next time.
///
/// A report comes at the end of a run, and a run may not live to see it. What must not be lost, such
/// as what a database keeps, is told here.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use forall::property::property;
/// use forall::report::{Failing, Journal};
/// use forall::runner::{Options, quick_check};
///
/// #[derive(Debug, Default)]
/// struct Steps(Mutex<Vec<String>>);
///
/// impl Journal for Steps {
///     fn note(&self, failing: &Failing<'_>) {
///         self.0.lock().unwrap().push(failing.inputs[0].value.clone());
///     }
/// }
/// let steps = Arc::new(Steps::default());
/// let options = Options { journal: Some(steps.clone()), ..Options::default() };
/// quick_check(&property! { forall x: u32; check *x < 100 }, &options);
/// let steps = steps.0.lock().unwrap();
/// assert!(steps.len() > 1 && steps.last().unwrap() == "100");
/// ```
pub trait Journal: Debug + Send + Sync {
    /// These inputs fail.
    fn note(&self, failing: &Failing<'_>);

    /// So far it has come, in this time. Told about once in a millisecond by who looks at the
    /// clock that often.
    fn progress(&self, _tally: &Tally, _elapsed: Duration) {}

    /// Inputs of these choices did something that is worth beginning with the next time; a guided run has come
    /// so far with them.
    ///
    /// With [`earlier`](Journal::earlier), this is what a corpus is made of:
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use std::time::Duration;
    ///
    /// use forall::property::property;
    /// use forall::report::{Failing, Journal, Progress, Tally};
    /// use forall::runner::{Options, fuzz};
    /// use forall::source::ChoiceSequence;
    ///
    /// #[derive(Debug, Default)]
    /// struct Corpus(Mutex<Vec<ChoiceSequence>>);
    ///
    /// impl Journal for Corpus {
    ///     fn note(&self, _: &Failing<'_>) {}
    ///     fn progress(&self, tally: &Tally, elapsed: Duration) {
    ///         println!("{} tests in {elapsed:?}", tally.tests());
    ///     }
    ///     fn keep(&self, choices: &ChoiceSequence, _: &Progress) {
    ///         self.0.lock().unwrap().push(choices.clone());
    ///     }
    ///     fn earlier(&self) -> Option<ChoiceSequence> {
    ///         self.0.lock().unwrap().pop()
    ///     }
    /// }
    /// let corpus = Arc::new(Corpus::default());
    /// let options = Options { tests: 50, journal: Some(corpus.clone()), ..Options::default() };
    /// fuzz(&property! { forall xs: Vec<u8>; check xs.len() < 99 }, &options);
    /// assert!(corpus.earlier().is_some(), "some inputs were worth it");
    /// ```
    fn keep(&self, _choices: &ChoiceSequence, _progress: &Progress) {}

    /// The next of the inputs that earlier runs kept, if there is one more. Who takes it runs it, and
    /// keeps it again if that is still worth it; else it may be forgotten.
    fn earlier(&self) -> Option<ChoiceSequence> {
        None
    }
}

/// Inputs that fail.
#[derive(Clone, Debug)]
pub struct Failing<'f> {
    /// What found them: a pass of a shrinker, or nothing if they are the first.
    pub pass: Option<&'static str>,
    /// The choices of which they are made, if these are known.
    pub choices: Option<ChoiceSequence>,
    /// What they are, in words.
    pub inputs: Vec<Binding>,
    /// How they fail.
    pub failure: &'f Failure,
}

/// Two that hear the same.
impl<A: Journal, B: Journal> Journal for (A, B) {
    fn note(&self, failing: &Failing<'_>) {
        self.0.note(failing);
        self.1.note(failing);
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.0.progress(tally, elapsed);
        self.1.progress(tally, elapsed);
    }

    fn keep(&self, choices: &ChoiceSequence, progress: &Progress) {
        self.0.keep(choices, progress);
        self.1.keep(choices, progress);
    }

    fn earlier(&self) -> Option<ChoiceSequence> {
        self.0.earlier().or_else(|| self.1.earlier())
    }
}

impl<J: Journal> Journal for Arc<J> {
    fn note(&self, failing: &Failing<'_>) {
        (**self).note(failing);
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        (**self).progress(tally, elapsed);
    }

    fn keep(&self, choices: &ChoiceSequence, progress: &Progress) {
        (**self).keep(choices, progress);
    }

    fn earlier(&self) -> Option<ChoiceSequence> {
        (**self).earlier()
    }
}

/// One that may not be there.
impl<J: Journal> Journal for Option<J> {
    fn note(&self, failing: &Failing<'_>) {
        self.iter().for_each(|journal| journal.note(failing));
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.iter().for_each(|journal| journal.progress(tally, elapsed));
    }

    fn keep(&self, choices: &ChoiceSequence, progress: &Progress) {
        self.iter().for_each(|journal| journal.keep(choices, progress));
    }

    fn earlier(&self) -> Option<ChoiceSequence> {
        self.as_ref()?.earlier()
    }
}
