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
use forall::enumeration::ChoiceTree;
use forall::part::{Options, Session, check_generated};
use forall::report::{Outcome, Report, Verdict};
use forall::source::{ChoiceValue, Policy, Provenance, Source};

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
    let mut walk = InputWalk::default();
    loop {
        let found = walk.next(property, options, |steps| session.has_budget(steps)); // next ──▶ G
        let WalkedInputs { choices, generated } = match found {
            Ok(inputs) => inputs,
            Err(end) => return end.report(session),
        };
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
}

/// A walk through all inputs, the simplest ones first.
#[derive(Debug, Default)]
pub(super) struct InputWalk {
    tree: ChoiceTree,
    /// The number of inputs that were returned.
    tests: u64,
}

/// The next inputs of a walk.
pub(super) struct WalkedInputs<I> {
    pub(super) choices: Vec<ChoiceValue>,
    /// The inputs, or the verdict if there are none for these choices.
    pub(super) generated: Result<I, Verdict>,
}

/// The reason why a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkEnd {
    /// There are no more inputs.
    Complete,
    /// The next inputs may be far away.
    TooManySteps,
    /// The budget is spent.
    OutOfBudget,
}

impl InputWalk {
    /// Generates the next inputs that are new. `has_budget` is called with the number of steps before each.
    pub(super) fn next<P: Property>(
        &mut self,
        property: &P,
        options: &Options,
        mut has_budget: impl FnMut(u64) -> bool,
    ) -> Result<WalkedInputs<P::Inputs>, WalkEnd> {
        while let Some(choices) = self.tree.next_choices() {
            let steps = self.tree.steps();
            if !has_budget(steps) {
                return Err(WalkEnd::OutOfBudget);
            }
            if steps > MAX_STEPS_PER_TEST * (self.tests + 100) {
                return Err(WalkEnd::TooManySteps);
            }
            let mut source = replay(choices.clone(), options);
            let generated = generate_valid(property, &mut source, &mut RetryPolicy::no_retries());
            if self.tree.visit(&source.into_record()) {
                self.tests += 1;
                return Ok(WalkedInputs { choices, generated });
            }
        }
        Err(WalkEnd::Complete)
    }

    /// Returns the number of the next inputs.
    pub(super) fn next_test(&self) -> u64 {
        self.tests
    }
}

impl WalkEnd {
    /// Ends the run of all tests of a walk.
    pub(super) fn report<P: Property>(self, session: Session<'_, P>) -> Report {
        let outcome = match self {
            WalkEnd::OutOfBudget => return session.finish(),
            WalkEnd::Complete => Outcome::Proved,
            WalkEnd::TooManySteps => Outcome::GaveUp,
        };
        let vacuous = session.tally().passed == 0;
        session.end(if vacuous { Outcome::Vacuous } else { outcome })
    }
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
pub(super) fn replay(choices: Vec<ChoiceValue>, options: &Options) -> Source {
    Source::from_seed(0, options.sizes.at(0))
        .replaying(choices, Policy::SIMPLEST)
        .with_provenance(Provenance::Enumerated, None)
}
