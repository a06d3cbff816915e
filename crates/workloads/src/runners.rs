//! The runners of the library as they are: how long each takes until it has something to report.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use forall::property::Erased;
use forall::report::{FailureEvent, Outcome, Report, RunObserver};
use forall::runner::{
    Combinations, Options, Runner, available_threads, backjump, combinatorial, covering_array,
    enumerate, fuzz, integrated, parallel, portfolio, quick_check, skip_premises, target,
};

use crate::clock::{Start, Took};
use crate::tool::AsFound;
use crate::trial::{Found, Status, Trial};

/// From a property to a report.
pub type Run = fn(&Erased, &Options) -> Report;

/// All that look for one failure, by name. `find_all` looks for many, and `examples`, `replay` and
/// `sample` for none.
pub const RUNNERS: &[(&str, Run)] = &[
    ("quick_check", quick_check),
    ("integrated", integrated),
    ("parallel", |property, options| parallel(property, options, *THREADS)),
    ("skip_premises", skip_premises),
    ("backjump", backjump),
    ("combinatorial", |property, options| {
        combinatorial(property, options, Combinations::default())
    }),
    ("covering_array", |property, options| {
        covering_array(property, options, Combinations::default())
    }),
    ("enumerate", enumerate),
    ("portfolio", |property, options| {
        let runners: [Runner<'_, Erased>; 3] = [&quick_check, &backjump, &enumerate];
        portfolio(property, options, &runners)
    }),
    ("fuzz", fuzz),
    ("target", target),
];

/// How many threads to use. To ask the system takes longer than most bugs take to be found.
static THREADS: LazyLock<usize> = LazyLock::new(available_threads);

/// Stops when it hears of the first failure: what comes after that is to show it.
#[derive(Debug)]
struct Watch {
    began: Start,
    stopped: Mutex<Option<Took>>,
}

impl RunObserver for Watch {
    fn failure(&self, _: &FailureEvent<'_>) {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert_with(|| self.began.took());
    }
}

/// Runs the property under the runner of this name, until it fails. Nothing is shrunk.
pub(crate) fn run_by(name: &str, property: &Erased, options: &Options) -> Option<Trial> {
    let (_, run) = RUNNERS.iter().find(|(known, _)| *known == name)?;
    LazyLock::force(&THREADS);
    let watch = Arc::new(Watch { began: Start::now(), stopped: Mutex::new(None) });
    let observer: Arc<dyn RunObserver> = watch.clone();
    let options = Options {
        max_shrinks: 0,
        shrinker: Arc::new(AsFound),
        observer: Some(observer),
        ..options.clone()
    };
    let report = run(property, &options);
    let all = watch.began.took();
    let time = watch.stopped.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(all);
    let found = report.counterexample().map(Found::as_it_is);
    let status = match report.outcome {
        Outcome::Falsified(_) => Status::FoundBug,
        Outcome::Proved => Status::Passed,
        _ => Status::TimedOut,
    };
    Some(Trial { status, tally: report.tally, time, found })
}
