//! The library's runners, and the time each takes to find a failure.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use forall::property::Erased;
use forall::report::{Failing, Journal, Outcome, Report};
use forall::runner::{
    Options, Runner, Thinning, backjump, combinatorial, cores, covering, enumerate, fuzz,
    integrated, parallel, portfolio, quick_check, target, unguarded,
};

use crate::clock::{Elapsed, Stopwatch};
use crate::test_loop::NoShrinking;
use crate::trial::{ShrinkResult, Status, Trial};

/// A runner: from a property to a report.
pub type Run = fn(&Erased, &Options) -> Report;

/// All runners that look for one failure, by name. `collect` looks for many, and `examples`,
/// `replay` and `sample` do not search.
pub const RUNNERS: &[(&str, Run)] = &[
    ("quick_check", quick_check),
    ("integrated", integrated),
    ("parallel", |property, options| parallel(property, options, *THREADS)),
    ("unguarded", unguarded),
    ("backjump", backjump),
    ("combinatorial", |property, options| combinatorial(property, options, Thinning::default())),
    ("covering", |property, options| covering(property, options, Thinning::default())),
    ("enumerate", enumerate),
    ("portfolio", |property, options| {
        let runners: [Runner<'_, Erased>; 3] = [&quick_check, &backjump, &enumerate];
        portfolio(property, options, &runners)
    }),
    ("fuzz", fuzz),
    ("target", target),
];

/// The number of threads. It is cached, because asking the system takes longer than finding most
/// bugs.
static THREADS: LazyLock<usize> = LazyLock::new(cores);

/// Remembers the time of the first failure: the time after that is spent on its report.
#[derive(Debug)]
struct FailureTimer {
    stopwatch: Stopwatch,
    stopped: Mutex<Option<Elapsed>>,
}

impl Journal for FailureTimer {
    fn note(&self, _: &Failing<'_>) {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert_with(|| self.stopwatch.elapsed());
    }
}

/// Runs the property under this runner until it fails. Nothing is shrunk.
pub(crate) fn run_named(name: &str, property: &Erased, options: &Options) -> Option<Trial> {
    let (_, run) = RUNNERS.iter().find(|(known, _)| *known == name)?;
    LazyLock::force(&THREADS);
    let timer = Arc::new(FailureTimer { stopwatch: Stopwatch::start(), stopped: Mutex::new(None) });
    let journal: Arc<dyn Journal> = timer.clone();
    let options = Options {
        shrinks: 0,
        shrinker: Arc::new(NoShrinking),
        journal: Some(journal),
        ..options.clone()
    };
    let report = run(property, &options);
    let all = timer.stopwatch.elapsed();
    let time = timer.stopped.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(all);
    let found = report.counterexample().map(ShrinkResult::unshrunk);
    let status = match report.outcome {
        Outcome::Falsified(_) => Status::FoundBug,
        Outcome::Exhausted => Status::Passed,
        _ => Status::TimedOut,
    };
    Some(Trial { status, tally: report.tally, time, found })
}
