//! The combinatorial runner: makes several inputs, and runs those that combine most anew.
//!
//! ```text
//!   ┌──────── thinning ────────┐
//!   │  G, G, … ──▶ most anew ──┼─▶ C ─ fail ▶ ┌── shrinking ──┐
//!   │               ▲──────────┼── pass        │   S ◀──▶ C    │ ──▶ P
//!   └──────────────────────────┘               └───────────────┘
//! ```
//!
//! After "Do Judge a Test by its Cover" (Goldstein, Hughes, Lampropoulos and Pierce, 2021): most
//! failures need few things to come together, so each test should bring together what was not together
//! before. For properties that take long to run, and less long to generate.
//!
//! We depart from it in what is combined. There it is constructors, by a description of the type; here
//! it is [features](forall::source::Record::features) of the choices: which branch was taken where,
//! whether a list goes on, whether a number is at one of its edges. So any domain will do, with nothing
//! written for it. The candidates are tests of the campaign, so what fails is replayed by its number; and sizes grow with
//! them, so that they are larger than those of `quick_check` after as many tests.
//!
//! A candidate costs one to two microseconds beyond what it takes to make it. So where a test takes less
//! than to make ten inputs, the report says that it does not pay. What is run is chosen, and a share of what
//! is observed is one of what was chosen: rare things are less rare than in `quick_check`, and a `cover`
//! holds more easily. [`covering`](crate::runner::covering) puts inputs together where this one chooses.

use std::mem;
use std::time::Duration;

use forall::block::{Patience, Property, conclude, satisfy};
use forall::part::{Budget, Census, Options, features};
use forall::property::Text;
use forall::report::{Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::Source;

/// How tests are chosen. By default, pairs of features count, and one of 32 candidates is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinning {
    /// How many features have to come together to count: 1, 2 or 3.
    pub ways: usize,
    /// Of how many candidates one is run: 1 to 65,536.
    pub candidates: u64,
}

impl Default for Thinning {
    fn default() -> Thinning {
        Thinning { ways: 2, candidates: 32 }
    }
}

/// Runs `property` on those fresh inputs that combine most anew until one falsifies it. Where a test
/// takes so little time that one could run most candidates instead, the report says so.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, Thinning, combinatorial};
///
/// let property = forall("a", 0..1000_u32).forall("b", 0..1000_u32);
/// let property = property.check(|(b, (a, ()))| *a != 0 || *b != 999);
/// let report = combinatorial(&property, &Options::default(), Thinning::default());
/// assert!(report.counterexample().is_some());
/// ```
pub fn combinatorial<P: Property>(property: &P, options: &Options, thinning: Thinning) -> Report {
    let campaign = options.campaign();
    // As many may be turned away for each candidate as otherwise for each test.
    let many = thinning.candidates.clamp(1, MOST);
    let discards = options.discards.saturating_mul(many);
    let mut budget = Budget::new(&Options { discards, ..options.clone() });
    let mut tally = Tally::default();
    let mut census = Census::new(property);
    let mut covered = Covered::new(thinning.ways);
    let mut tape = Source::from_seed(0, 0);
    let (mut next, mut choosing, mut running) = (0, Duration::ZERO, Duration::ZERO);

    while census.outcome().is_none() && budget.allows(&tally, next) {
        let began = budget.elapsed();
        let as_it_comes = tally.tests().is_multiple_of(ORDINARY);
        let candidates = next..next + if as_it_comes { 1 } else { many };
        next = candidates.end;
        let sources = candidates.map(|n| (n, campaign.source(n)));
        let best = choose(property, sources, &covered, (&mut tally, &mut tape));
        let Some(best) = best else { continue };
        covered.add(best.anew, &best.features);

        let chosen = budget.elapsed();
        let verdict = match &best.made {
            Ok(inputs) => conclude(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        choosing += chosen - began;
        running += budget.elapsed() - chosen;
        match verdict {
            Verdict::Pass => {
                tally.passed += 1;
                best.made.iter().for_each(|inputs| census.look(property, inputs));
            }
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                let test = FailedTest { number: best.test, source: best.source, failure: *failure };
                let found = shrink_failure(property, test, options.shrink_config()); // S, P
                return Report::new(property, options.seed, tally, found.into())
                    .with_observed(census.observed());
            }
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    let made = choosing.as_nanos() * u128::from(tally.passed.max(1));
    let paid = running.as_nanos() * u128::from(next) >= 10 * made;
    let remark = (!paid).then_some(HASTE);
    let report =
        Report::new(property, options.seed, tally, outcome).with_observed(census.observed());
    Report { remarks: remark.into_iter().collect(), ..report }
}

/// Every so many tests one is run as it comes: what combines most is large, and small inputs fail too.
const ORDINARY: u64 = 4;

/// More candidates take longer than any test is worth.
const MOST: u64 = 1 << 16;

/// What is said where thinning does not pay.
const HASTE: Text = Text::Borrowed(
    "a test takes less time than to make ten inputs: quick_check would do more in the same time",
);

/// Inputs that may be run.
struct Candidate<Inputs> {
    test: u64,
    source: Source,
    made: Result<Inputs, Verdict>,
    features: Vec<u64>,
    /// How many of their combinations are new.
    anew: u32,
}

/// The candidate that combines most anew. Those that a premise turns away are none. All are recorded on
/// the same tape.
fn choose<P: Property>(
    property: &P,
    sources: impl Iterator<Item = (u64, Source)>,
    covered: &Covered,
    (tally, tape): (&mut Tally, &mut Source),
) -> Option<Candidate<P::Inputs>> {
    let mut best: Option<Candidate<P::Inputs>> = None;
    for (test, source) in sources {
        let used = mem::replace(tape, Source::from_seed(0, 0));
        let mut recording = source.clone().recording_on(used);
        let made = satisfy(property, &mut recording, &mut Patience::none()); // G
        match made {
            Err(Verdict::Discard(premise)) => tally.discard(premise),
            Err(Verdict::Reject(variable, reason)) => tally.reject(variable, reason),
            // A domain that panics must not be passed over.
            Err(_) => return Some(Candidate { test, source, made, features: vec![], anew: 0 }),
            Ok(_) => {
                let features = recording.record().map(features).unwrap_or_default();
                let features = covered.foremost(features);
                let anew = covered.anew(&features);
                if best.as_ref().is_none_or(|best| best.anew < anew) {
                    best = Some(Candidate { test, source, made, features, anew });
                }
            }
        }
        *tape = recording;
    }
    best
}

/// Which features have come together. A set of bits by hash: now and then two are taken for one.
struct Covered {
    ways: usize,
    bits: Vec<u64>,
}

impl Covered {
    fn new(ways: usize) -> Covered {
        Covered { ways: ways.clamp(1, 3), bits: vec![0; 1 << 12] }
    }

    /// So many of the features that their combinations can be counted in a microsecond; those that did
    /// not come up before come first.
    fn foremost(&self, mut features: Vec<u64>) -> Vec<u64> {
        let most = [200, 32, 15][self.ways - 1];
        if features.len() > most {
            features.sort_by_key(|feature| (self.has(*feature), *feature));
            features.truncate(most);
            features.sort_unstable();
        }
        features
    }

    /// How many combinations are new.
    fn anew(&self, features: &[u64]) -> u32 {
        let mut anew = 0;
        combine(self.ways, features, &mut |combination| anew += u32::from(!self.has(combination)));
        anew
    }

    /// Remembers the combinations of these. Where none of them is new, and so nothing was in any of
    /// the candidates, all is forgotten: the rare ones shall come up again, in other company.
    fn add(&mut self, anew: u32, features: &[u64]) {
        if anew == 0 {
            self.bits.fill(0);
        }
        let bits = &mut self.bits;
        let mut set = |combination| {
            let (word, bit) = place(combination);
            bits[word] |= bit;
        };
        features.iter().for_each(|feature| set(*feature));
        combine(self.ways, features, &mut set);
    }

    fn has(&self, combination: u64) -> bool {
        let (word, bit) = place(combination);
        self.bits[word] & bit != 0
    }
}

fn place(combination: u64) -> (usize, u64) {
    ((combination >> 52) as usize, 1 << (combination >> 46 & 63))
}

/// A hash for every so many of these features.
fn combine(ways: usize, features: &[u64], then: &mut impl FnMut(u64)) {
    for (i, first) in features.iter().enumerate() {
        if ways == 1 {
            then(*first);
            continue;
        }
        for (j, second) in features.iter().enumerate().skip(i + 1) {
            let both = together(*first, *second);
            if ways == 2 {
                then(both);
                continue;
            }
            features[j + 1..].iter().for_each(|third| then(together(both, *third)));
        }
    }
}

fn together(first: u64, second: u64) -> u64 {
    (first.rotate_left(17) ^ second).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
