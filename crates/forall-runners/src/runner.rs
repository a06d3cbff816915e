//! Runners: the loops.
//!
//! A runner is a function from a property to a [`Report`](crate::report::Report), made of
//! [building blocks](crate::block). It prints nothing, reads no files, and uses nothing that you
//! cannot use: copy one and change it. These are the ones of the literature; yours is as good.
//!
//! ```
//! use forall::block::{Property, run};
//! use forall::property::forall;
//! use forall::report::{Report, Tally, Verdict};
//! use forall::part::Budget;
//! use forall::runner::Options;
//! use forall::shrink::{FailedTest, shrink_failure};
//!
//! /// Runs tests until one fails.
//! fn simplest<P: Property>(property: &P, options: &Options) -> Report {
//!     let (mut budget, mut tally) = (Budget::new(options), Tally::default());
//!     while let Some(tests) = budget.grant(&tally) {
//!         let source = options.campaign().source(tests.start);
//!         match run(property, &mut source.clone()) {
//!             Verdict::Pass => tally.passed += 1,
//!             Verdict::Discard(node) => tally.discard(node),
//!             Verdict::Reject(node, reason) => tally.reject(node, reason),
//!             Verdict::Fail(failure) => {
//!                 let test = FailedTest { number: tests.start, source, failure: *failure };
//!                 let found = shrink_failure(property, test, options.shrink_config());
//!                 return Report::new(property, options.seed, tally, found.into());
//!             }
//!         }
//!     }
//!     let outcome = budget.outcome(&tally);
//!     Report::new(property, options.seed, tally, outcome)
//! }
//! let report = simplest(&forall("x", 0..99).check(|(x, ())| *x < 50), &Options::default());
//! assert_eq!(report.counterexample().unwrap().shrunk[0].value, "50");
//! ```

mod quick_check;
mod integrated;
mod parallel;
mod enumerate;
mod thorough;
mod backjump;
mod combinatorial;
mod covering;
mod portfolio;
mod unguarded;
mod collect;
mod sample;
mod replay;
mod fuzz;
mod target;
mod search;
mod examples;

pub use self::{
    backjump::backjump,
    collect::collect,
    combinatorial::{Thinning, combinatorial},
    covering::covering,
    enumerate::{count_inputs, enumerate},
    examples::examples,
    fuzz::{fuzz, fuzz_with},
    integrated::integrated,
    parallel::{cores, parallel},
    portfolio::{Runner, portfolio},
    quick_check::quick_check,
    replay::{replay, replay_choices, replay_source},
    sample::{Samples, sample},
    search::{Best, exists, maximize, search},
    target::{target, target_with},
    thorough::thorough,
    unguarded::unguarded,
};
pub use crate::part::Options;
