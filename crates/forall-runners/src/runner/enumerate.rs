//! The enumerative runner: every input there is, the small ones first.
//!
//! ```text
//!   ┌───── enumeration ─────┐          ┌── shrinking ──┐
//!   │   next ──▶ G ◀──▶ C   │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │    ▲───────┘          │          └───────────────┘
//!   └───────────────────────┘ ─ no more ▶ a proof
//! ```
//!
//! After SmallCheck (Runciman, Naylor and Lindblad, 2008) and LeanCheck (Matela Braquehais, 2017). We
//! depart from them in that types need no enumerator: the runner enumerates choices, so it works with any
//! domain. Choices form a tree, which is walked to a depth that grows ([`ChoiceTree`]). As in Lazy
//! SmallCheck, a premise is checked as soon as its variables have values, so a false one excludes all
//! inputs that begin with them. No choices are tried twice. Different choices may still generate equal
//! values, for example a set that was filled in another order.
//!
//! Use it for small domains such as flags, small numbers and terms of a language, where a bug needs a
//! combination of few things and some of them are unlikely. It does not find a bug that only occurs with
//! numbers above a million. It costs a recording for each test, and about as much again for the small inputs
//! that each round generates again. A long run takes no more memory than a short one. Statistics are those of
//! all inputs so far, and most of these are small.

use forall::block::{Property, RetryPolicy, generate_valid};
use forall::part::{ChoiceTree, Options, Session, check_generated};
use forall::report::{Outcome, Report, Verdict};
use forall::source::{ChoiceValue, Policy, Source};

/// The maximum number of steps per test: if a filter rejects almost everything, the run would not end.
const MAX_STEPS_PER_TEST: u64 = 1_000;

/// The largest number of inputs that [`count_inputs`] counts: beyond it, random inputs are as good.
const MAX_COUNTED_INPUTS: u64 = 1 << 16;

/// Runs `property` on all inputs in turn until one falsifies it, or all have been tested.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, enumerate};
///
/// let sum = forall("a", any::<u8>()).forall("b", any::<u8>());
/// let sum = sum.check(|(b, (a, ()))| u16::from(*a) + u16::from(*b) < 511);
/// let report = enumerate(&sum, &Options { tests: 100_000, ..Options::default() });
/// assert_eq!(report.to_string(), "proved: all 65,536 inputs pass\n");
/// ```
pub fn enumerate<P: Property>(property: &P, options: &Options) -> Report {
    let mut session = Session::new(property, options);
    let mut tree = ChoiceTree::default();

    while let Some(choices) = tree.next_choices() {
        if !session.has_budget(tree.steps()) {
            return session.finish();
        }
        if tree.steps() > MAX_STEPS_PER_TEST * (session.tests() + 100) {
            return end_unless_vacuous(session, Outcome::GaveUp);
        }
        let mut source = replay(choices.clone(), options);
        let generated = generate_valid(property, &mut source, &mut RetryPolicy::no_retries()); // G
        if !tree.visit(&source.into_record()) {
            continue;
        }
        let verdict = check_generated(property, &generated); // C
        match verdict {
            Verdict::Pass => session.pass_inputs(generated.as_ref().ok()),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let test = session.tests();
                return session.falsified_from(test, replay(choices, options), *failure); // S, P
            }
        }
    }
    end_unless_vacuous(session, Outcome::Proved)
}

/// Counts the ways in which the inputs of `property` can be generated. Returns `None` if there are more than
/// `options.tests`. Counting draws at most eight choices for each of these tests. If there are too many
/// inputs, generating one or two is usually enough, since each gives a lower bound.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, count_inputs};
///
/// let few = forall("a", any::<u8>()).forall("b", any::<bool>()).check(|_| true);
/// assert_eq!(count_inputs(&few, &Options::default()), Some(512));
/// let many = forall("a", any::<Vec<u8>>()).check(|_| true);
/// assert_eq!(count_inputs(&many, &Options::default()), None);
/// ```
pub fn count_inputs<P: Property>(property: &P, options: &Options) -> Option<u64> {
    let limit = options.tests.min(MAX_COUNTED_INPUTS);
    let mut tree = ChoiceTree::in_one_round();
    let mut drawn = 0;
    while let Some(choices) = tree.next_choices() {
        let mut source = replay(choices, options);
        let generated = generate_valid(property, &mut source, &mut RetryPolicy::no_retries()); // G
        let record = source.into_record();
        drawn += record.choices.len() as u64;
        let unknown = matches!(generated, Err(Verdict::Fail(_))) || drawn > 8 * limit;
        if unknown || tree.steps().saturating_add(tree.count_later(&record)) > limit {
            return None;
        }
        tree.visit(&record);
    }
    Some(tree.steps())
}

/// Returns a source of these choices, and then of the simplest ones. Its size is that of the first test, so
/// [`Sizes::Fixed`](forall::source::Sizes::Fixed) enumerates all values of one size.
fn replay(choices: Vec<ChoiceValue>, options: &Options) -> Source {
    Source::from_seed(0, options.sizes.at(0)).replaying(choices, Policy::SIMPLEST)
}

fn end_unless_vacuous<P: Property>(session: Session<'_, P>, outcome: Outcome) -> Report {
    let vacuous = session.tally().passed == 0;
    session.end(if vacuous { Outcome::Vacuous } else { outcome })
}
