//! Runners: the loops.
//!
//! A runner is a function from a property to a [`Report`](crate::report::Report), made of
//! [building blocks](crate::block) and [parts](crate::part). It prints nothing, reads no files, and uses
//! only public items: copy one and change it.
//!
//! ```
//! use forall::block::{Property, run};
//! use forall::part::Session;
//! use forall::property::forall;
//! use forall::report::{Report, Verdict};
//! use forall::runner::Options;
//!
//! /// Runs one test after the other until one fails.
//! fn simplest<P: Property>(property: &P, options: &Options) -> Report {
//!     let mut session = Session::new(property, options);
//!     while session.may_continue(session.tests()) {
//!         let n = session.tests();
//!         match run(property, &mut session.source(n)) {
//!             Verdict::Pass => session.pass(n..n + 1),
//!             Verdict::Discard(premise) => session.discard(premise),
//!             Verdict::Reject(variable, reason) => session.reject(variable, reason),
//!             Verdict::Fail(failure) => return session.falsified(n, *failure),
//!         }
//!     }
//!     session.finish()
//! }
//! let report = simplest(&forall("x", 0..99).check(|(x, ())| *x < 50), &Options::default());
//! assert_eq!(report.counterexample().unwrap().shrunk[0].value, "50");
//! ```

mod quick_check;
mod integrated;
mod parallel;
mod enumerate;
mod auto;
mod backjump;
mod combinatorial;
mod covering_array;
mod portfolio;
mod skip_premises;
mod find_all;
mod sample;
mod replay;
mod fuzz;
mod target;
mod search;
mod slowest;
mod examples;
mod shard;
mod merged;

pub use self::{
    auto::auto,
    backjump::backjump,
    combinatorial::{Combinations, combinatorial},
    covering_array::covering_array,
    enumerate::{count_inputs, enumerate},
    examples::examples,
    find_all::find_all,
    fuzz::{fuzz, fuzz_with},
    integrated::integrated,
    merged::{KnownTest, MissingTest, ShardResults, merged},
    parallel::{available_threads, parallel},
    portfolio::{PortfolioRunner, portfolio},
    quick_check::quick_check,
    replay::{replay, replay_choices, replay_source},
    sample::{Samples, sample},
    search::{Best, exists, maximize, search},
    shard::{NumberedRunner, ShardLog, shard},
    skip_premises::skip_premises,
    slowest::{slowest, slowest_with},
    target::{target, target_with},
};
pub use crate::part::Options;
