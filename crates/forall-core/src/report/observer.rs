//! Observers and corpora: where a run reports before there is a report.

use std::fmt::Debug;
use std::time::Duration;

use super::{Binding, Failure, Progress, Tally};
use crate::source::ChoiceSequence;

/// Is notified of events during a run: of a failure as soon as it is found, of every simpler one that shrinking
/// finds, and of progress.
///
/// The report comes at the end of a run, and the process may not live to see it. What must not be lost is saved
/// here.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use forall::property::property;
/// use forall::report::{FailureEvent, RunObserver};
/// use forall::runner::{Options, quick_check};
///
/// #[derive(Debug, Default)]
/// struct Steps(Mutex<Vec<String>>);
///
/// impl RunObserver for Steps {
///     fn failure(&self, event: &FailureEvent<'_>) {
///         self.0.lock().unwrap().push(event.inputs[0].value.clone());
///     }
/// }
/// let steps = Arc::new(Steps::default());
/// let options = Options { observer: Some(steps.clone()), ..Options::default() };
/// quick_check(&property! { forall x: u32; check *x < 100 }, &options);
/// let steps = steps.0.lock().unwrap();
/// assert!(steps.len() > 1 && steps.last().unwrap() == "100");
/// ```
pub trait RunObserver: Debug + Send + Sync {
    /// Called when inputs fail: the first ones, and then each simpler ones.
    fn failure(&self, event: &FailureEvent<'_>);

    /// Called about once per millisecond with the current tally and the elapsed time.
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
    /// Saves the choices of interesting inputs. `progress` is that of the run with these inputs.
    fn save(&self, choices: &ChoiceSequence, progress: &Progress);

    /// Returns the next inputs that earlier runs saved, or `None` after the last. If they are still interesting, the
    /// run saves them again.
    fn take(&self) -> Option<ChoiceSequence>;
}

/// Inputs that fail.
#[derive(Clone, Debug)]
pub struct FailureEvent<'f> {
    /// The shrink pass that found them, or `None` for the first failure.
    pub pass: Option<&'static str>,
    /// The choices from which they are generated, if these are known.
    pub choices: Option<ChoiceSequence>,
    /// The inputs.
    pub inputs: Vec<Binding>,
    /// How they fail.
    pub failure: &'f Failure,
}
