//! The covering runner: inputs that are put together to combine all that can be combined.
//!
//! ```text
//!   ┌──────── covering ─────────┐ ─ all covered ▶ combinatorial
//!   │  array ──▶ row ──▶ G ──▶ C ┼─ fail ▶ ┌── shrinking ──┐
//!   │    ▲── what it combines ──┘│         │   S ◀──▶ C    │ ──▶ P
//!   └───────────────────────────┘         └───────────────┘
//! ```
//!
//! After AETG (Cohen, Dalal, Fredman and Patton, 1997), which builds a covering array row by row: each
//! row begins with a combination that did not come up yet, and takes on whatever combines most anew with
//! what is in it. Ten settings of three values have 405 pairs, and some fifteen rows hold them all, however
//! seldom a setting is drawn. Where [`combinatorial`](crate::runner::combinatorial) waits for a rare pair to
//! be among its candidates, here it is asked for. When all are covered, that one goes on.
//!
//! We depart from it in that nobody lists the factors. They are the [places](forall::source::Feature) of
//! choices that came up, and their levels the branches taken there, whether a list goes on, and the edges
//! of numbers. So rows cannot be written down beforehand: which places there are hangs on the branches.
//! A row is made by drawing afresh and setting one choice after the other to what is wanted of it; what
//! nobody asks for is as it was drawn. A combination that cannot be made so in four tries is given up.
//!
//! What it costs: to make a row takes some generations, and to plan it a pass over all that is left for each
//! thing it has. For tests that take longer than that; the report says where they do not. On recursive types
//! it is no better than `combinatorial`. Nothing is as likely as in `quick_check`, and so a share of what is
//! observed says little.

use std::time::Duration;

use forall::block::{Patience, Property, conclude, satisfy};
use forall::part::{Array, Feature};
use forall::part::{Budget, Census, Options, boundary_values, feature_class, features_by_choice};
use forall::property::Text;
use forall::report::{Outcome, Report, Tally, Verdict};
use forall::runner::{Thinning, combinatorial};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::{Policy, Record, Source, Value};

/// Runs `property` on inputs that cover all combinations of so many features, and then on those that
/// `thinning` chooses, until one falsifies it.
///
/// ```
/// use forall::domain::{Domain, frequency, just};
/// use forall::property::forall;
/// use forall::runner::{Options, Thinning, covering};
///
/// let rare = || frequency([(99, just(false)), (1, just(true))]);
/// let property = forall("a", (rare(), rare())).forall("b", (rare(), rare()));
/// let property = property.check(|(b, (a, ()))| !(a.1 && b.0));
/// let report = covering(&property, &Options::default(), Thinning::default());
/// assert!(report.counterexample().is_some() && report.tally.passed < 10);
/// ```
pub fn covering<P: Property>(property: &P, options: &Options, thinning: Thinning) -> Report {
    // As many may be turned away as `combinatorial` has it.
    let discards = options.discards.saturating_mul(thinning.candidates.max(1));
    let mut run = Run {
        budget: Budget::new(&Options { discards, ..options.clone() }),
        tally: Tally::default(),
        census: Census::new(property),
        making: Duration::ZERO,
        running: Duration::ZERO,
    };
    if let Some(test) = run.cover(property, options, thinning) {
        let found = shrink_failure(property, test, options.shrink_config()); // S, P
        return Report::new(property, options.seed, run.tally, found.into())
            .with_observed(run.census.observed());
    }
    let Run { budget, mut tally, mut census, .. } = run;
    let time = options.time.map(|time| time.saturating_sub(budget.elapsed()));
    let left = Options { tests: budget.left(&tally), time, ..options.clone() };
    let rest = combinatorial(property, &left, thinning);
    tally.add(&rest.tally);
    census.add(&rest);
    let outcome = match rest.outcome {
        Outcome::Falsified(found) => Outcome::Falsified(found),
        _ => census.outcome().unwrap_or_else(|| budget.outcome(&tally)),
    };
    let haste = (run.running < run.making && rest.remarks.is_empty()).then_some(HASTE);
    let remarks = rest.remarks.into_iter().chain(haste).collect();
    Report { tally, outcome, remarks, ..rest }.with_observed(census.observed())
}

/// What is said where to plan does not pay.
const HASTE: Text = Text::Borrowed(
    "a test takes less time than to put its inputs together: quick_check would do more in the same time",
);

/// How many inputs are made to learn what comes up in them.
const LEARNED: u64 = 32;

/// How often a combination is tried before it is given up.
const TRIES: u64 = 4;

/// So many tries may be turned away beyond those that are not.
const SPARE: u64 = 32;

/// What a run has left, and what it saw.
struct Run {
    budget: Budget,
    tally: Tally,
    census: Census,
    making: Duration,
    running: Duration,
}

impl Run {
    /// Runs one row after the other until all is covered, or premises turn most of them away: the test that
    /// fails, and how.
    fn cover<P: Property>(
        &mut self,
        property: &P,
        options: &Options,
        thinning: Thinning,
    ) -> Option<FailedTest> {
        let campaign = options.campaign();
        // As far apart as the tests that `combinatorial` runs, so that sizes grow alike.
        let apart = thinning.candidates.clamp(TRIES, 1 << 16);
        let mut array = Array::new(thinning.ways);
        let drawn = (0..LEARNED).map(|n| campaign.source(n * apart));
        drawn.for_each(|source| array.learn(&make(property, &source, Vec::new()).1));
        let mut rows = 0;
        while self.goes_on(rows) {
            let began = self.budget.elapsed();
            let row = array.row()?;
            let first = rows * apart;
            rows += 1;
            let mut tries = (first..first + TRIES).map(|n| {
                // What else the row wants may be in the way of what it is for.
                let wanted = if n == first { &row[..] } else { &row[..array.ways()] };
                (n, realise(property, &campaign.source(n), wanted)) // G
            });
            let made = tries.find(|(_, made)| self.is_of_use(made, &array));
            let ready = self.budget.elapsed();
            self.making += ready - began;
            let Some((n, (inputs, record))) = made else {
                array.give_up();
                continue;
            };
            let verdict = match &inputs {
                Ok(inputs) => conclude(property, inputs), // C
                Err(verdict) => verdict.clone(),
            };
            self.running += self.budget.elapsed() - ready;
            array.learn(&record);
            array.cover(&record);
            match verdict {
                Verdict::Pass => {
                    self.tally.passed += 1;
                    inputs.iter().for_each(|inputs| self.census.look(property, inputs));
                }
                Verdict::Discard(premise) => self.tally.discard(premise),
                Verdict::Reject(variable, reason) => self.tally.reject(variable, reason),
                Verdict::Fail(failure) => {
                    let source = campaign.source(n).replaying(record.values(), Policy::SIMPLEST);
                    return Some(FailedTest { number: n, source, failure: *failure });
                }
            }
        }
        None
    }

    /// Does something come together in these that has not before, and do the premises hold? A domain that
    /// panics must not be passed over.
    fn is_of_use<Inputs>(&mut self, made: &Made<Inputs>, array: &Array) -> bool {
        match &made.0 {
            Ok(_) => array.is_news(&made.1),
            Err(Verdict::Discard(premise)) => {
                self.tally.discard(*premise);
                false
            }
            Err(Verdict::Reject(variable, reason)) => {
                self.tally.reject(*variable, reason);
                false
            }
            Err(_) => true,
        }
    }

    fn goes_on(&mut self, rows: u64) -> bool {
        let Run { budget, tally, census, .. } = self;
        let turned_away = tally.tests() - tally.passed;
        let pays = turned_away <= tally.passed + SPARE;
        pays && census.outcome().is_none() && budget.allows(tally, rows)
    }
}

/// Inputs, or why there are none, and the choices that were drawn for them.
type Made<Inputs> = (Result<Inputs, Verdict>, Record);

/// Makes inputs of these choices, and of fresh ones after them.
fn make<P: Property>(property: &P, source: &Source, values: Vec<Value>) -> Made<P::Inputs> {
    let mut source = source.clone().replaying(values, Policy::NEAREST);
    let inputs = satisfy(property, &mut source, &mut Patience::none());
    (inputs, source.into_record())
}

/// How many choices are set for a row, at most.
const SET: usize = 64;

/// Makes inputs that have what `row` wants: one choice after the other is set to it, and the rest drawn
/// afresh, since other choices may come after another branch.
fn realise<P: Property>(property: &P, source: &Source, row: &[Feature]) -> Made<P::Inputs> {
    let (mut values, mut set) = (Vec::new(), 0);
    for _ in 0..SET {
        let made = make(property, source, values);
        let Some((at, value)) = unlike(&made.1, row, set) else { return made };
        set = at + 1;
        values = made.1.choices[..at].iter().map(|choice| choice.value.clone()).collect();
        values.push(value);
    }
    make(property, source, values)
}

/// The first choice after the first so many that is not as `row` wants it, and what it should be. Where one
/// place comes up several times, the first one counts: if all were set alike, nothing that nests would end.
fn unlike(record: &Record, row: &[Feature], from: usize) -> Option<(usize, Value)> {
    let mut met = Vec::new();
    for (at, feature) in features_by_choice(record) {
        let wanted = row.iter().find(|wanted| wanted.place == feature.place);
        let Some(wanted) = wanted.filter(|wanted| !met.contains(&wanted.place)) else { continue };
        met.push(feature.place);
        if at >= from && wanted.class != feature.class {
            let (role, constraint) = (record.choices[at].role, record.constraint(at));
            let mut landmarks = boundary_values(constraint, role).into_iter();
            let value = landmarks
                .find(|value| feature_class(constraint, role, value) == Some(wanted.class));
            if let Some(value) = value {
                return Some((at, value));
            }
        }
    }
    None
}
