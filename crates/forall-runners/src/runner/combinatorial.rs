//! The combinatorial runner: generates several inputs, and tests the one with the most new combinations.
//!
//! ```text
//!   ┌──────── thinning ────────┐
//!   │  G, G, … ──▶ most new  ──┼─▶ C ─ fail ▶ ┌── shrinking ──┐
//!   │               ▲──────────┼── pass        │   S ◀──▶ C    │ ──▶ P
//!   └──────────────────────────┘               └───────────────┘
//! ```
//!
//! After "Do Judge a Test by its Cover" (Goldstein, Hughes, Lampropoulos and Pierce, 2021): most failures
//! need a combination of only a few things, so each test should combine things that no earlier test combined.
//!
//! We depart from it in the combined things. In the paper these are constructors, taken from a description of
//! the type; here they are [features](forall::part::features) of the choices: which branch was taken where,
//! whether a list continues, whether a number is at a boundary. So it works with any domain without further
//! code. The candidates are tests of the campaign, so a failing one can be replayed by its number. Sizes grow
//! with the candidates, so they are larger than those of `quick_check` after as many tests.
//!
//! Use it for tests that take long, if generating an input takes less. A candidate costs one to two
//! microseconds beyond its generation. If a test takes less time than generating ten inputs, the report
//! recommends another runner. Statistics are those of the chosen tests: rare things are less rare than in
//! `quick_check`, and a `cover` holds more easily. [`covering_array`](crate::runner::covering_array)
//! constructs inputs where this runner chooses among random ones.

use std::mem;
use std::ops::Range;

use forall::block::{Property, RetryPolicy, generate_valid};
use forall::part::{CoveredCombinations, Options, Session, Timing, check_generated, features};
use forall::property::CowStr;
use forall::report::{Report, Verdict};
use forall::source::Source;

/// How tests are chosen. By default, combinations are pairs of features, and the best of 32 candidates is
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combinations {
    /// The number of features that form a combination: 1, 2 or 3.
    pub strength: usize,
    /// The number of candidates for each test: 1 to 65,536.
    pub candidates: u64,
}

impl Default for Combinations {
    fn default() -> Combinations {
        Combinations { strength: 2, candidates: 32 }
    }
}

/// One test in this many is run as it comes: inputs with many combinations are large, and small ones fail
/// too.
const UNCHOSEN_INTERVAL: u64 = 4;

/// The maximum number of candidates. Generating more would take too long for any test.
const MAX_CANDIDATES: u64 = 1 << 16;

/// The hint if choosing takes longer than testing.
const FAST_TESTS: CowStr = CowStr::Borrowed(
    "tests run faster than inputs can be selected: `quick_check` would cover more in the same time",
);

/// Runs `property` on the fresh inputs with the most new combinations until one falsifies it. If tests are so
/// fast that most candidates could be run instead, the report says so.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Combinations, Options, combinatorial};
///
/// let property = forall("a", 0..1000_u32).forall("b", 0..1000_u32);
/// let property = property.check(|(b, (a, ()))| *a != 0 || *b != 999);
/// let report = combinatorial(&property, &Options::default(), Combinations::default());
/// assert!(report.counterexample().is_some());
/// ```
pub fn combinatorial<P: Property>(
    property: &P,
    options: &Options,
    combinations: Combinations,
) -> Report {
    let candidates = combinations.candidates.clamp(1, MAX_CANDIDATES);
    // Each candidate may discard as many inputs as a test may in other runners.
    let max_discard_ratio = options.max_discard_ratio.saturating_mul(candidates);
    let mut session = Session::new(property, &Options { max_discard_ratio, ..options.clone() });
    let mut chooser = Chooser::new(property, combinations.strength);
    let mut timing = Timing::default();
    let mut next = 0;

    while !session.is_judged() && session.has_budget(next) {
        timing.start();
        let chosen = !session.tests().is_multiple_of(UNCHOSEN_INTERVAL);
        let numbers = next..next + if chosen { candidates } else { 1 };
        next = numbers.end;
        let Some(best) = chooser.choose(numbers, &mut session) else { continue }; // G, G, …
        timing.made();
        let verdict = check_generated(property, &best.generated); // C
        session.record_time(best.test, timing.tested());
        match verdict {
            Verdict::Pass => session.pass_inputs(best.generated.as_ref().ok()),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => return session.falsified(best.test, *failure), // S, P
        }
    }
    let making = timing.making().as_nanos() * u128::from(session.tally().passed.max(1));
    let pays = timing.testing().as_nanos() * u128::from(next) >= 10 * making;
    let hint = (!pays).then_some(FAST_TESTS);
    Report { hints: hint.into_iter().collect(), ..session.finish() }
}

/// Inputs that may be run.
struct Candidate<Inputs> {
    test: u64,
    generated: Result<Inputs, Verdict>,
    features: Vec<u64>,
    /// The number of their combinations that no test has covered.
    new: u32,
}

/// Chooses candidates.
struct Chooser<'p, P> {
    property: &'p P,
    covered: CoveredCombinations,
    /// The source whose memory the next recording uses.
    tape: Source,
}

impl<'p, P: Property> Chooser<'p, P> {
    fn new(property: &'p P, strength: usize) -> Chooser<'p, P> {
        let covered = CoveredCombinations::new(strength);
        Chooser { property, covered, tape: Source::from_seed(0, 0) }
    }

    /// Chooses the test with the most new combinations, and marks these as covered. Records candidates that a
    /// premise discards. If no candidate has a new combination, clears the set of covered combinations.
    fn choose(
        &mut self,
        tests: Range<u64>,
        session: &mut Session<'_, P>,
    ) -> Option<Candidate<P::Inputs>> {
        let mut best: Option<Candidate<P::Inputs>> = None;
        for test in tests {
            let candidate = self.candidate(test, session.source(test));
            match candidate.generated {
                Err(Verdict::Discard(premise)) => session.discard(premise),
                Err(Verdict::Reject(variable, reason)) => session.reject(variable, reason),
                Err(_) => return Some(candidate), // A domain that panics must not be passed over.
                Ok(_) if best.as_ref().is_none_or(|best| best.new < candidate.new) => {
                    best = Some(candidate);
                }
                Ok(_) => {}
            }
        }
        let chosen = best?;
        if chosen.new == 0 {
            self.covered.clear();
        }
        self.covered.cover(&chosen.features);
        Some(chosen)
    }

    fn candidate(&mut self, test: u64, source: Source) -> Candidate<P::Inputs> {
        let used = mem::replace(&mut self.tape, Source::from_seed(0, 0));
        let mut source = source.recording_on(used);
        let generated = generate_valid(self.property, &mut source, &mut RetryPolicy::no_retries());
        let record = source.record().filter(|_| generated.is_ok());
        let mut features = record.map(features).unwrap_or_default();
        self.tape = source;
        self.covered.limit(&mut features);
        let new = self.covered.count_new(&features);
        Candidate { test, generated, features, new }
    }
}
