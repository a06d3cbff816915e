//! The library's runners, and the time each takes to find a failure.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use forall::block::print;
use forall::pool::{Energy, HillClimbing, Resetting};
use forall::property::{Erased, ErasedInputs};
use forall::report::{Binding, FailureEvent, Outcome, Report, RunObserver, Tally};
use forall::runner::{
    Combinations, Options, PortfolioRunner, auto, available_threads, backjump, combinatorial,
    covering_array, enumerate, find_all, fuzz, integrated, parallel, portfolio, quick_check,
    skip_premises, target_with,
};

use crate::clock::{Elapsed, Stopwatch};
use crate::test_loop::NoShrinking;
use crate::trial::{ShrinkResult, Status, Trial};

/// What a runner runs.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s> {
    /// The property.
    pub property: &'s Erased,
    /// Rates printed inputs, for `target`.
    pub score: fn(&[Binding]) -> f64,
}

/// A runner: from a property to a report.
pub type Run = fn(&Subject<'_>, &Options) -> Report;

/// All runners that look for failures, by name. `examples`, `replay` and `sample` do not search.
pub const RUNNERS: &[(&str, Run)] = &[
    ("auto", |subject, options| auto(subject.property, options)),
    ("quick_check", |subject, options| quick_check(subject.property, options)),
    ("integrated", |subject, options| integrated(subject.property, options)),
    ("parallel", |subject, options| parallel(subject.property, options, *THREADS)),
    ("parallel_1", |subject, options| parallel(subject.property, options, 1)),
    ("parallel_2", |subject, options| parallel(subject.property, options, 2)),
    ("parallel_4", |subject, options| parallel(subject.property, options, 4)),
    ("parallel_8", |subject, options| parallel(subject.property, options, 8)),
    ("skip_premises", |subject, options| skip_premises(subject.property, options)),
    ("backjump", |subject, options| backjump(subject.property, options)),
    ("combinatorial", |subject, options| {
        combinatorial(subject.property, options, Combinations::default())
    }),
    ("covering_array", |subject, options| {
        covering_array(subject.property, options, Combinations::default())
    }),
    ("enumerate", |subject, options| enumerate(subject.property, options)),
    ("portfolio", |subject, options| {
        let runners: [PortfolioRunner<'_, Erased>; 3] = [&quick_check, &backjump, &enumerate];
        portfolio(subject.property, options, &runners)
    }),
    ("find_all", |subject, options| find_all(subject.property, options)),
    ("fuzz", |subject, options| fuzz(subject.property, options)),
    ("target", by_score),
];

/// Runs `target` with the score of the workload. It is that of printed inputs, and printing takes longer than most tests.
fn by_score(subject: &Subject<'_>, options: &Options) -> Report {
    let Subject { property, score } = *subject;
    let score = |inputs: &ErasedInputs| score(&print(property, inputs));
    let mut pool = Resetting::new(Energy::Fixed(1_000));
    target_with(property, score, &mut HillClimbing, &mut pool, options)
}

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
pub(crate) fn run_named(name: &str, subject: &Subject<'_>, options: &Options) -> Option<Trial> {
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
    let report = run(subject, &options);
    let all = timer.stopwatch.elapsed();
    let time = timer.stopped.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(all);
    let found = report.counterexample().map(ShrinkResult::unshrunk);
    let status = match report.outcome {
        Outcome::Falsified(_) => Status::FoundBug,
        Outcome::Proved => Status::Passed,
        _ => Status::TimedOut,
    };
    Some(Trial { status, tally: until_failure(name, report), time, found })
}

/// Returns the tests before the first failure. `find_all` goes on after it, so its tally has tests that do not count; which of
/// the others were discarded is not known.
fn until_failure(name: &str, report: Report) -> Tally {
    match report.counterexample() {
        Some(found) if name == "find_all" => Tally { passed: found.number, ..Tally::default() },
        _ => report.tally,
    }
}
