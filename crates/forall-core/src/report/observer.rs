//! Observers and corpora: interfaces that a run calls before it has a report.

use std::fmt::Debug;
use std::time::Duration;

use super::{Binding, Failure, Progress, Tally};
use crate::source::ChoiceSequence;

/// Receives the events of a run: a failure as soon as it is found, every simpler failure that shrinking finds, and
/// progress.
///
/// A report exists only at the end of a run, and the process may crash before that. An observer can save failures
/// immediately.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use forall::property::property;
/// use forall::report::{FailureEvent, RunObserver};
/// use forall::runner::{Options, quick_check};
///
/// #[derive(Debug, Default)]
/// struct ShrinkLog(Mutex<Vec<String>>);
///
/// impl RunObserver for ShrinkLog {
///     fn failure(&self, event: &FailureEvent<'_>) {
///         self.0.lock().unwrap().push(event.inputs[0].value.clone());
///     }
/// }
/// let log = Arc::new(ShrinkLog::default());
/// let options = Options { observer: Some(log.clone()), ..Options::default() };
/// quick_check(&property! { forall x: u32; check *x < 100 }, &options);
/// let log = log.0.lock().unwrap();
/// assert!(log.len() > 1 && log.last().unwrap() == "100");
/// ```
pub trait RunObserver: Debug + Send + Sync {
    /// Called for the first failure of a run, and for every simpler failure that shrinking finds.
    fn failure(&self, event: &FailureEvent<'_>);

    /// Called before [`failure`](RunObserver::failure) for the first failure, when its values are not printed yet:
    /// printing runs user code, which may crash or never end.
    ///
    /// ```
    /// use forall::report::{Failure, FailureEvent, RunObserver};
    /// use forall::source::ChoiceSequence;
    ///
    /// #[derive(Debug)]
    /// struct LogFile;
    ///
    /// impl RunObserver for LogFile {
    ///     fn failure(&self, _: &FailureEvent<'_>) {}
    ///
    ///     fn failure_found(&self, choices: &ChoiceSequence, _: &Failure) {
    ///         eprintln!("replay with FORALL_REPLAY={choices}");
    ///     }
    /// }
    /// LogFile.failure_found(&ChoiceSequence::default(), &Failure::predicate_false());
    /// ```
    fn failure_found(&self, choices: &ChoiceSequence, failure: &Failure) {
        let _ = (choices, failure);
    }

    /// Called about once per millisecond with the current tally and the elapsed time.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use forall::report::{FailureEvent, RunObserver, Tally};
    ///
    /// #[derive(Debug)]
    /// struct ProgressLine;
    ///
    /// impl RunObserver for ProgressLine {
    ///     fn failure(&self, _: &FailureEvent<'_>) {}
    ///
    ///     fn progress(&self, tally: &Tally, elapsed: Duration) {
    ///         eprint!("\r{} tests in {elapsed:?}", tally.tests());
    ///     }
    /// }
    /// ProgressLine.progress(&Tally { passed: 20, ..Tally::default() }, Duration::from_millis(3));
    /// ```
    fn progress(&self, tally: &Tally, elapsed: Duration) {
        let _ = (tally, elapsed);
    }
}

/// Stores inputs that guided runs found interesting, for later runs to start with.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use forall::property::property;
/// use forall::report::{CorpusStore, Progress};
/// use forall::runner::{Options, fuzz};
/// use forall::source::ChoiceSequence;
///
/// #[derive(Debug, Default)]
/// struct Memory(Mutex<Vec<ChoiceSequence>>);
///
/// impl CorpusStore for Memory {
///     fn save(&self, choices: &ChoiceSequence, _: &Progress) {
///         self.0.lock().unwrap().push(choices.clone());
///     }
///
///     fn take(&self) -> Option<ChoiceSequence> {
///         self.0.lock().unwrap().pop()
///     }
/// }
/// let corpus = Arc::new(Memory::default());
/// let options = Options { tests: 50, corpus: Some(corpus.clone()), ..Options::default() };
/// fuzz(&property! { forall xs: Vec<u8>; check xs.len() < 99 }, &options);
/// assert!(corpus.take().is_some(), "some inputs were interesting");
/// ```
pub trait CorpusStore: Debug + Send + Sync {
    /// Prepares to save inputs of a run that is guided by these kinds of feedback. Called before all other methods. A
    /// later run that lacks one of them cannot tell which inputs are useless.
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// use forall::report::{CorpusStore, Progress};
    /// use forall::runner::{Options, fuzz};
    /// use forall::source::ChoiceSequence;
    ///
    /// #[derive(Debug, Default)]
    /// struct Names(Mutex<Vec<&'static str>>);
    ///
    /// impl CorpusStore for Names {
    ///     fn begin(&self, guided_by: &[&'static str]) {
    ///         *self.0.lock().unwrap() = guided_by.to_vec();
    ///     }
    ///     fn save(&self, _: &ChoiceSequence, _: &Progress) {}
    ///     fn take(&self) -> Option<ChoiceSequence> {
    ///         None
    ///     }
    /// }
    /// let names = std::sync::Arc::new(Names::default());
    /// let options = Options { corpus: Some(names.clone()), ..Options::default() };
    /// let report = fuzz(&forall::property::property! { forall x: u8; check *x < 255 || true }, &options);
    /// assert_eq!(*names.0.lock().unwrap(), report.guided_by);
    /// ```
    fn begin(&self, guided_by: &[&'static str]) {
        let _ = guided_by;
    }

    /// Saves the choices of interesting inputs. `progress` is the progress of the run including these inputs.
    fn save(&self, choices: &ChoiceSequence, progress: &Progress);

    /// Returns the next inputs that earlier runs saved, or `None` after the last. If they are still interesting, the
    /// run saves them again.
    fn take(&self) -> Option<ChoiceSequence>;

    /// Returns inputs that another run has saved since this one began, if there are any. Called once in a while after
    /// [`take`](CorpusStore::take) has returned `None`.
    ///
    /// ```
    /// use forall::report::{CorpusStore, Progress};
    /// use forall::source::ChoiceSequence;
    ///
    /// #[derive(Debug)]
    /// struct Alone;
    ///
    /// impl CorpusStore for Alone {
    ///     fn save(&self, _: &ChoiceSequence, _: &Progress) {}
    ///     fn take(&self) -> Option<ChoiceSequence> {
    ///         None
    ///     }
    /// }
    /// assert_eq!(Alone.receive(), None);
    /// ```
    fn receive(&self) -> Option<ChoiceSequence> {
        None
    }
}

/// A failure, as an observer receives it.
#[derive(Clone, Debug)]
pub struct FailureEvent<'f> {
    /// The shrink pass that found the failure, or `None` for the first failure.
    pub pass: Option<&'static str>,
    /// The choices that generate the inputs, if they are known.
    pub choices: Option<ChoiceSequence>,
    /// The failing inputs.
    pub inputs: Vec<Binding>,
    /// How the inputs fail.
    pub failure: &'f Failure,
}
