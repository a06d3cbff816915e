//! The library's runners, and the time each takes to find a failure.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use forall::pool::{Energy, HillClimbing, Resetting};
use forall::property::Erased;
use forall::report::{FailureEvent, Outcome, Report, RunObserver};
use forall::runner::{
    Combinations, Options, PortfolioRunner, available_threads, backjump, combinatorial,
    covering_array, enumerate, fuzz, integrated, parallel, portfolio, quick_check, skip_premises,
    target_with,
};

use crate::clock::{Elapsed, Stopwatch};
use crate::test_loop::NoShrinking;
use crate::trial::{ShrinkResult, Status, Trial};

/// A runner: from a property to a report.
pub type Run = fn(&Erased, &Options) -> Report;

/// All runners that look for one failure, by name. `find_all` looks for many, and `examples`,
/// `replay` and `sample` do not search.
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
        let runners: [PortfolioRunner<'_, Erased>; 3] = [&quick_check, &backjump, &enumerate];
        portfolio(property, options, &runners)
    }),
    ("fuzz", fuzz),
    // The workloads have no scores, so this changes inputs that passed, without guidance.
    ("target", |property, options| {
        let mut pool = Resetting::new(Energy::Fixed(1_000));
        target_with(property, |_| 0.0, &mut HillClimbing, &mut pool, options)
    }),
];

/// The number of threads. It is cached, because asking the system takes longer than finding most
/// bugs.
static THREADS: LazyLock<usize> = LazyLock::new(available_threads);

/// Remembers the time of the first failure: the time after that is spent on its report.
#[derive(Debug)]
struct FailureTimer {
    stopwatch: Stopwatch,
    stopped: Mutex<Option<Elapsed>>,
}

impl RunObserver for FailureTimer {
    fn failure(&self, _: &FailureEvent<'_>) {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert_with(|| self.stopwatch.elapsed());
    }
}

/// Runs the property under this runner until it fails. Nothing is shrunk.
pub(crate) fn run_named(name: &str, property: &Erased, options: &Options) -> Option<Trial> {
    let (_, run) = RUNNERS.iter().find(|(known, _)| *known == name)?;
    LazyLock::force(&THREADS);
    let timer = Arc::new(FailureTimer { stopwatch: Stopwatch::start(), stopped: Mutex::new(None) });
    let observer: Arc<dyn RunObserver> = timer.clone();
    let options = Options {
        max_shrinks: 0,
        shrinker: Arc::new(NoShrinking),
        observer: Some(observer),
        ..options.clone()
    };
    let report = run(property, &options);
    let all = timer.stopwatch.elapsed();
    let time = timer.stopped.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(all);
    let found = report.counterexample().map(ShrinkResult::unshrunk);
    let status = match report.outcome {
        Outcome::Falsified(_) => Status::FoundBug,
        Outcome::Proved => Status::Passed,
        _ => Status::TimedOut,
    };
    Some(Trial { status, tally: report.tally, time, found })
}
