//! The backjumping runner: a false premise sends generation back only to the variable at fault.
//!
//! ```text
//!   ┌────────── generation ───────────┐          ┌── shrinking ──┐
//!   │  G ──▶ G ──▶ premise ──▶ … ──▶ C │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │        ▲── false ──┘            │          └───────────────┘
//!   └─────────────────────────────────┘
//! ```
//!
//! Our own; named after the technique of constraint solvers (Prosser, 1993). `quick_check` discards the whole
//! input; this runner redraws the newest variable that the premise mentions, and after some retries an older
//! one ([`generate_valid`]). Two premises that hold once in a hundred draws then cost two hundred draws, not
//! ten thousand. The number of retries for a variable is learned: four times the average number of retries
//! that helped.
//!
//! The distribution changes. Every input that `quick_check` can generate can be generated here, since the
//! first draw of every variable may be the right one. But inputs are not equally likely. Of two first values
//! that can be completed, the one with few completions is as likely as the one with many; in `quick_check`,
//! it is proportionally less likely. So rare cases occur more often, and a statistic (a share, a `cover`) is
//! not that of `quick_check`.
//!
//! Test *n* depends on what was learned before it, so it cannot be replayed by its number.
//!
//! Use it for premises that relate two or three variables and rarely hold. It costs little if they always
//! hold. If one never holds, each discarded test costs many draws, and fewer as the run goes on.

use forall::block::{Property, RetryPolicy, generate_valid};
use forall::part::{Options, Session, check_generated};
use forall::property::nodes;
use forall::report::{Report, Verdict};
use forall::source::{ChoiceValue, Policy, Record};

/// Runs `property` on inputs for which its premises hold until one falsifies it.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, backjump, quick_check};
///
/// let rare = property! {
///     forall a in 0..1000_u32;
///     forall b in 0..1000_u32;
///     implies a + 1 == *b;
///     forall c in 0..1000_u32;
///     implies b + 1 == *c;
///     check c - a == 2
/// };
/// assert!(backjump(&rare, &Options::default()).passed());
/// assert!(!quick_check(&rare, &Options::default()).passed()); // It gave up.
/// ```
pub fn backjump<P: Property>(property: &P, options: &Options) -> Report {
    let mut session = Session::new(property, options);
    let mut patience = RetryPolicy::new(&nodes(property));

    while session.may_continue(session.tests() + patience.redrawn()) {
        let n = session.tests();
        let generated = generate_valid(property, &mut session.source(n), &mut patience); // G
        let verdict = check_generated(property, &generated); // C
        match verdict {
            Verdict::Pass => session.pass_inputs(generated.as_ref().ok()),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let mut again = session.source(n).recording();
                let _ = generate_valid(property, &mut again, &mut patience);
                let choices = last_choices(&again.into_record());
                let source = session.source(n).replaying(choices, Policy::SIMPLEST);
                return session.falsified_from(n, source, *failure); // S, P
            }
        }
        patience.learn();
    }
    session.finish()
}

/// Returns the choices that each variable made when it was last drawn: those of the inputs.
fn last_choices(record: &Record) -> Vec<ChoiceValue> {
    let outermost = || record.spans.iter().filter(|span| span.depth == 0);
    let last = outermost().filter(|span| {
        !outermost().any(|other| other.label == span.label && other.start > span.start)
    });
    let choices = last.flat_map(|span| &record.choices[span.start..span.end]);
    choices.map(|choice| choice.value.clone()).collect()
}
