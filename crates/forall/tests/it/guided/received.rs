//! Inputs of other runs, which arrive while a run is in progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use forall::property::property;
use forall::report::{CorpusStore, Progress};
use forall::runner::{Options, fuzz, target};
use forall::source::{ChoiceSequence, ChoiceValue};

/// A store into which another run puts an input after this one has begun.
#[derive(Debug, Default)]
struct Shared {
    requests: AtomicU64,
}

/// The number of requests after which the input is there.
const LATE: u64 = 5;

impl CorpusStore for Shared {
    fn save(&self, _: &ChoiceSequence, _: &Progress) {}

    fn take(&self) -> Option<ChoiceSequence> {
        None
    }

    fn receive(&self) -> Option<ChoiceSequence> {
        let is_there = self.requests.fetch_add(1, Ordering::Relaxed) == LATE;
        is_there.then(|| ChoiceSequence(vec![ChoiceValue::Integer(0x5eed_5eed_5eed)]))
    }
}

#[test]
fn guided_runs_use_inputs_that_another_run_saves_meanwhile() {
    let property = property! { forall x: u64; maximize 1.0; check *x != 0x5eed_5eed_5eed };
    for run in [fuzz, target] {
        let shared = Arc::new(Shared::default());
        let corpus: Arc<dyn CorpusStore> = Arc::<Shared>::clone(&shared);
        let options = Options { tests: 2_000, corpus: Some(corpus), ..Options::default() };
        let report = run(&property, &options);
        let found = report.counterexample().expect("the other run has found it");
        assert_eq!(found.shrunk[0].value, "104373592874733");
        assert_eq!(shared.requests.load(Ordering::Relaxed), LATE + 1);
        let alone = run(&property, &Options { corpus: None, ..options });
        assert!(alone.passed(), "it is not found otherwise");
    }
}
