//! The slowest input: generate or mutate, check and count steps, and keep inputs that raise a counter.
//!
//! ```text
//!   ┌────── fuzzing ───────┐
//!   │  ┌ pool ┐   ┌─ F ─┐  │
//!   │  │ G  M │ ◀▶│  C  │  │ ──▶ P (the slowest)
//!   │  └──────┘   └─────┘  │
//!   └──────────────────────┘
//! ```
//!
//! After PerfFuzz (Lemieux, Padhye, Sen and Song, 2018): an input is kept if it hits any place more often than all
//! earlier inputs. We depart from it in three things:
//!
//! - The counters are ticks and probes of the code under test, and in an instrumented build its edges. They are the same in
//!   every run on the same input, unlike the time. Edges count to 255 at most, so inputs are compared by their ticks and
//!   probes if there are any.
//! - Inputs must satisfy the premises: a discarded input tests nothing, however long the premise takes.
//! - The pool is revised after every mutation, like that of [`fuzz`](crate::runner::fuzz).
//!
//! Use it to find inputs on which code takes quadratic time or worse. It costs a recording of every test, and what
//! the instrument costs.

use forall::block::{Attempt, Property, print};
#[cfg(feature = "coverage")]
use forall::feedback::Edges;
use forall::feedback::{Feedback, FeedbackMap, Instrument, Premises, Probes, Ticks};
use forall::part::{
    Direction, GrowthLimit, Guidance, GuidedInputs, Instrumented, Options, Session,
    counterexample_from_attempt,
};
use forall::pool::{Directive, Energy, Heap, Maxima, Recycling, Seed, SeedPool, Utility, Warmup};
use forall::report::{Report, Slowest, Verdict};
use forall::source::Provenance;

/// The number of fresh inputs with which the search begins.
const FRESH_INPUTS: u64 = 100;

/// The number of mutations of each seed.
const ENERGY: u64 = 100;

/// Runs `property` in search of the inputs on which it takes the most [steps](Feedback::steps), and reports them. Steps
/// are ticks and hits of probes, such as those of `#[forall::instrument]`. If there are none, but the build counts edges,
/// they are the edges taken.
///
/// ```
/// use forall::feedback::tick;
/// use forall::property::property;
/// use forall::runner::{Options, slowest};
///
/// fn collatz(mut n: u64) -> bool {
///     while n > 1 {
///         tick();
///         n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
///     }
///     true
/// }
/// let ends = property! { forall n in 1..1_000_u64; check collatz(*n) };
/// let report = slowest(&ends, &Options { tests: 3_000, ..Options::default() });
/// let slowest = report.slowest.unwrap();
/// assert_eq!((slowest.steps, &*slowest.inputs[0].value), (178, "871"));
/// ```
///
/// # Panics
///
/// If no steps are counted in the first thousand tests that pass, or in all of them if there are fewer.
#[track_caller]
pub fn slowest<P: Property>(property: &P, options: &Options) -> Report {
    let pool = Warmup::new(FRESH_INPUTS, Recycling::new(Heap::new(Energy::Fixed(ENERGY))));
    let instrument = (Premises, Probes, Ticks);
    #[cfg(feature = "coverage")]
    let instrument = (instrument, Edges::detect());
    let mut guidance = Guidance::new(pool).utility(Maxima::new()).instrument(instrument);
    slowest_with(property, &mut guidance, options)
}

const NO_STEPS: &str = "the runner `slowest` counts steps, and the code under test counts none: call \
                        `forall::feedback::tick` in its loops, or put `#[forall::instrument]` on its functions";

/// Runs `property` in search of the inputs on which it takes the most [steps](Feedback::steps), with another instrument,
/// utility or pool.
///
/// ```
/// use forall::feedback::{Ticks, ticks};
/// use forall::part::Guidance;
/// use forall::pool::{Maxima, Static, Warmup};
/// use forall::property::property;
/// use forall::runner::{Options, slowest_with};
///
/// let linear = property! { forall xs: Vec<u8>; check { ticks(xs.len() as u64); true } };
/// let pool = Warmup::new(200, Static::new());
/// let mut guidance = Guidance::new(pool).utility(Maxima::new()).instrument(Ticks);
/// let report = slowest_with(&linear, &mut guidance, &Options::default());
/// assert!(report.slowest.unwrap().steps > 100);
/// ```
///
/// # Panics
///
/// Like [`slowest`].
#[track_caller]
pub fn slowest_with<P, I, U, S>(
    property: &P,
    guidance: &mut Guidance<I, U, S>,
    options: &Options,
) -> Report
where
    P: Property,
    I: Instrument,
    U: Utility<Feedback>,
    S: SeedPool<Attempt<P::Inputs>, Feedback>,
{
    let Guidance { instrument, utility, pool, mutator } = guidance;
    let mut session = Session::new(property, options);
    options.begin_corpus(|names| instrument.names(names));
    let mut inputs = GuidedInputs::new(property, options, mutator);
    let mut instrumented = Instrumented::new(property, instrument);
    let mut direction = Direction::new(NO_STEPS);
    let mut growth = GrowthLimit::default();
    let mut feedback = Feedback::new();
    let mut most = Work::default();
    let mut slowest: Option<Slowest> = None;

    let report = loop {
        let n = session.tests();
        if !session.has_budget(n) {
            break session.finish();
        }
        inputs.mutator.max_size = growth.at(n);
        session.limit_large_tests(inputs.fresh());
        inputs.campaign = session.campaign();
        let attempt = match inputs.sample(pool) {
            Directive::Generate => inputs.generate(&mut || instrumented.reset()), // G
            Directive::Mutate(seed) => {
                let mutant = inputs.mutate(&seed.input, &[], n, &mut || instrumented.reset()); // M
                pool.revise();
                mutant
            }
        };
        let verdict = instrumented.run(&attempt, &mut feedback); // C in F
        let work = Work::of(&feedback);
        direction.add_test(&verdict, work != Work::default());
        match verdict {
            Verdict::Pass => session.pass_inputs(attempt.inputs.as_ref().ok()),
            Verdict::Discard(premise) => {
                session.discard(premise);
                continue;
            }
            Verdict::Reject(variable, reason) => {
                session.reject(variable, reason);
                continue;
            }
            Verdict::Fail(failure) => {
                let found =
                    counterexample_from_attempt(property, n, attempt, *failure, session.options()); // S, P
                break session.end(found.into());
            }
        }
        if let Ok(inputs) = &attempt.inputs
            && (slowest.is_none() || work > most)
        {
            let inputs = print(property, inputs); // P
            slowest = Some(Slowest { steps: work.reported(), test: n, inputs });
            most = work;
        }
        if attempt.record.provenance == Provenance::Fresh {
            growth.add_fresh(feedback.size());
        }
        if utility.useful(pool, &feedback) {
            growth.postpone(n);
            let worth = utility.utility(pool, &feedback);
            utility.remember(&feedback);
            inputs.progress.add(&feedback);
            inputs.save(&attempt.record);
            let seed = Seed::new(attempt, feedback.clone(), worth);
            pool.invest(seed.with_cost(feedback.size()));
        }
    };
    direction.finish(&report);
    let report = report.with_guidance(|names| instrument.names(names), inputs.progress.summary());
    report.with_slowest(slowest)
}

/// How much work a test did. Steps are compared first, because edge counters are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Work {
    steps: u64,
    edges: u64,
}

impl Work {
    fn of(feedback: &Feedback) -> Work {
        let counted = feedback.counts().iter().filter(|counts| counts.map == FeedbackMap::EDGES);
        let edges = counted.flat_map(|counts| &counts.counts).map(|count| u64::from(*count)).sum();
        Work { steps: feedback.steps(), edges }
    }

    /// Returns the number of steps, or of edges if there are no steps.
    fn reported(self) -> u64 {
        if self.steps > 0 { self.steps } else { self.edges }
    }
}
