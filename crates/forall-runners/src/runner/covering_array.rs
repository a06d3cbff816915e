//! The covering runner: constructs inputs that cover all combinations of features.
//!
//! ```text
//!   ┌──────── covering ─────────┐ ─ all covered ▶ combinatorial
//!   │  array ──▶ row ──▶ G ──▶ C ┼─ fail ▶ ┌── shrinking ──┐
//!   │    ▲── what it combines ──┘│         │   S ◀──▶ C    │ ──▶ P
//!   └───────────────────────────┘         └───────────────┘
//! ```
//!
//! After AETG (Cohen, Dalal, Fredman and Patton, 1997), which builds a covering array row by row: each row
//! begins with a combination that is not covered yet, and is extended by the values that add the most new
//! combinations. Ten settings of three values have 405 pairs, and about fifteen rows hold them all, however
//! rarely a setting is drawn. [`combinatorial`] waits for a rare pair to be among its candidates; this runner
//! asks for it. When all pairs are covered, `combinatorial` takes over.
//!
//! We depart from AETG in that the user does not list the factors. They are the
//! [places](forall::part::Feature) of choices that occurred, and their levels are the branches taken there,
//! whether a list continues, and the boundaries of numbers. So rows cannot be computed in advance: which
//! places exist depends on the branches. A row is generated from fresh draws by setting one choice after the
//! other ([`generate_row`]); choices that the row does not mention stay as drawn. After four failed attempts,
//! a combination is dropped.
//!
//! For lists of steps, the first rows cover all ordered pairs of operations ([`OrderedSteps`]): one comes somewhere
//! after the other. This is a sequence covering array (Kuhn, Higdon, Lawrence, Kacker and Lei, 2012).
//!
//! Use it for tests that take longer than planning: generating a row takes several generations, and planning
//! it one pass over all open combinations for each of its features. The report says if that takes longer than
//! the tests. On recursive types it is no better than `combinatorial`. The distribution of inputs is far from
//! that of `quick_check`, so statistics mean little.

use forall::block::{Attempt, Property};
use forall::part::{
    CoveringArray, Feature, Options, OrderedSteps, Session, Timing, check_generated, generate_row,
    generate_steps,
};
use forall::property::CowStr;
use forall::report::{Failure, Report, Verdict};
use forall::runner::{Combinations, combinatorial};
use forall::source::{Policy, Source};

/// The hint if planning takes longer than testing.
const FAST_TESTS: CowStr = CowStr::Borrowed(
    "tests run faster than inputs can be constructed: `quick_check` would cover more in the same time",
);

/// The number of inputs that are generated to learn which features occur.
const LEARNED_INPUTS: u64 = 32;

/// The number of attempts to generate a row before its first combination is dropped.
const ATTEMPTS_PER_ROW: u64 = 4;

/// The number of attempts that may be discarded beyond the number of tests that passed.
const SPARE_DISCARDS: u64 = 32;

/// Runs `property` on inputs that cover all combinations of features, and then on those that
/// [`combinatorial`] chooses, until one falsifies it.
///
/// ```
/// use forall::domain::{Domain, frequency, just};
/// use forall::property::forall;
/// use forall::runner::{Combinations, Options, covering_array};
///
/// let rare = || frequency([(99, just(false)), (1, just(true))]);
/// let property = forall("a", (rare(), rare())).forall("b", (rare(), rare()));
/// let property = property.check(|(b, (a, ()))| !(a.1 && b.0));
/// let report = covering_array(&property, &Options::default(), Combinations::default());
/// assert!(report.counterexample().is_some() && report.tally.passed < 10);
/// ```
pub fn covering_array<P: Property>(
    property: &P,
    options: &Options,
    combinations: Combinations,
) -> Report {
    // As many discards as `combinatorial` allows.
    let max_discard_ratio =
        options.max_discard_ratio.saturating_mul(combinations.candidates.max(1));
    let mut session = Session::new(property, &Options { max_discard_ratio, ..options.clone() });
    let mut timing = Timing::default();
    if let Some(failed) = cover(property, combinations, &mut session, &mut timing) {
        return session.falsified_from(failed.test, failed.source, *failed.failure); // S, P
    }
    let left = Options { max_discard_ratio: options.max_discard_ratio, ..session.remaining() };
    let rest = combinatorial(property, &left, combinations);
    session.add(&rest);
    let hint = timing.testing() < timing.making() && rest.hints.is_empty();
    let mut hints = rest.hints.clone();
    hints.extend(hint.then_some(FAST_TESTS));
    let report = if rest.outcome.is_failure() { session.end_with(rest) } else { session.finish() };
    Report { hints, ..report }
}

/// A test that failed.
struct Failed {
    test: u64,
    source: Source,
    failure: Box<Failure>,
}

/// Runs one row after the other until all combinations are covered, or premises discard most rows.
fn cover<P: Property>(
    property: &P,
    combinations: Combinations,
    session: &mut Session<'_, P>,
    timing: &mut Timing,
) -> Option<Failed> {
    // As far apart as the tests that `combinatorial` runs, so that sizes grow at the same rate.
    let apart = combinations.candidates.clamp(ATTEMPTS_PER_ROW, 1 << 16);
    let mut array = CoveringArray::new(combinations.strength);
    let mut orders = OrderedSteps::default();
    for n in 0..LEARNED_INPUTS {
        let record = generate_row(property, &session.source(n * apart), &[]).record;
        array.learn(&record);
        orders.learn(&record);
    }
    let mut rows = 0;
    while let Some(operations) = orders.plan().filter(|_| session.may_continue(rows)) {
        timing.start();
        let test = rows * apart;
        let attempt = generate_steps(property, &session.source(test), &operations); // G
        timing.made();
        rows += 1;
        if !orders.cover(&attempt.record) {
            orders.give_up();
            continue;
        }
        if let Some(failed) = run_row(property, Row { test, attempt }, &mut array, session, timing)
        {
            return Some(failed);
        }
    }
    while pays(session) && session.may_continue(rows) {
        timing.start();
        let row = array.row()?;
        let attempt = try_generate(property, &row, &array, rows * apart, session); // G
        timing.made();
        rows += 1;
        let Some(row) = attempt else {
            array.give_up();
            continue;
        };
        if let Some(failed) = run_row(property, row, &mut array, session, timing) {
            return Some(failed);
        }
    }
    None
}

/// Runs one row.
fn run_row<P: Property>(
    property: &P,
    row: Row<P::Inputs>,
    array: &mut CoveringArray,
    session: &mut Session<'_, P>,
    timing: &mut Timing,
) -> Option<Failed> {
    let Row { test, attempt } = row;
    let verdict = check_generated(property, &attempt.inputs); // C
    timing.tested();
    array.learn(&attempt.record);
    array.cover(&attempt.record);
    match verdict {
        Verdict::Pass => session.pass_inputs(attempt.inputs.as_ref().ok()),
        Verdict::Discard(premise) => session.discard(premise),
        Verdict::Reject(variable, reason) => session.reject(variable, reason),
        Verdict::Fail(failure) => {
            let values = attempt.record.values();
            let source = session.source(test).replaying(values, Policy::SIMPLEST);
            return Some(Failed { test, source, failure });
        }
    }
    None
}

fn pays<P>(session: &Session<'_, P>) -> bool {
    let passed = session.tally().passed;
    session.tests() - passed <= passed + SPARE_DISCARDS
}

/// A row that was generated.
struct Row<Inputs> {
    test: u64,
    attempt: Attempt<Inputs>,
}

/// Generates inputs that cover something new, in several attempts from test `first` on. Records those that a
/// premise discards.
fn try_generate<P: Property>(
    property: &P,
    row: &[Feature],
    array: &CoveringArray,
    first: u64,
    session: &mut Session<'_, P>,
) -> Option<Row<P::Inputs>> {
    for test in first..first + ATTEMPTS_PER_ROW {
        // The rest of the row may conflict with its first combination.
        let wanted = if test == first { row } else { &row[..array.strength()] };
        let attempt = generate_row(property, &session.source(test), wanted);
        match attempt.inputs {
            Err(Verdict::Discard(premise)) => session.discard(premise),
            Err(Verdict::Reject(variable, reason)) => session.reject(variable, reason),
            Err(_) => return Some(Row { test, attempt }), // A domain that panics must not be passed over.
            Ok(_) if array.covers_new(&attempt.record) => return Some(Row { test, attempt }),
            Ok(_) => {}
        }
    }
    None
}
