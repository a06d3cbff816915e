//! The simple generational runner: generate and check, then shrink and check.
//!
//! ```text
//!   ┌── generation ──┐          ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! After QuickCheck (Claessen and Hughes, 2000). The first inputs are small. We
//! depart from the figure in two things. Generation and checking are one walk ([`run_batch`]) that stops at
//! the first false premise, and a failing test is generated again from its number. And shrinking and
//! printing are one step ([`Session::falsified`]).
//!
//! Use it by default. It costs no more than a handwritten loop: nothing is recorded until a test fails. It
//! is weak if premises rarely hold ([`backjump`](crate::runner::backjump)) and if the inputs that fail are
//! rarely drawn ([`fuzz`](crate::runner::fuzz) and [`target`](crate::runner::target) are guided toward them).

use forall::block::{Property, run_batch};
use forall::part::{Options, Session};
use forall::report::{Report, Verdict};

/// Runs `property` on fresh inputs until one falsifies it.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let sorted = forall("xs", any::<Vec<i32>>()).check(|(xs, ())| xs.is_sorted());
/// let report = quick_check(&sorted, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "[0, -1]");
/// ```
pub fn quick_check<P: Property>(property: &P, options: &Options) -> Report {
    let mut session = Session::new(property, options);
    while let Some(batch) = session.next_batch() {
        let (n, verdict) = run_batch(property, &session.campaign(), batch.clone()); // G ◀──▶ C
        session.pass(batch.start..n);
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => return session.falsified(n, *failure), // S ◀──▶ C, P
        }
    }
    session.finish()
}
