//! Building blocks: interpretations of a property, from which runners are made.
//!
//! Each block is one trait with one implementation per node, in the order of the grammar, and one or more free
//! functions. None is privileged: your own block looks the same (see `examples/own_block.rs`).
//!
//! ```
//! use forall::block::{check, generate, print};
//! use forall::property::property;
//! use forall::report::Verdict;
//! use forall::source::Source;
//!
//! let property = property! { forall x in 0..100_u8; check *x < 50 };
//! let drawn = (0..).map(|n| generate(&property, &mut Source::for_test(1, n, 5)).unwrap());
//! let failing = drawn.skip_while(|inputs| check(&property, inputs) == Verdict::Pass).next().unwrap();
//! assert_eq!(print(&property, &failing)[0].value, failing.0.to_string());
//! ```

mod generate;
mod generation;
mod check;
mod run;
mod generate_valid;
mod attempt;
mod shrink;
mod print;
mod observe;
mod invert;
mod annotate;

pub(crate) use self::annotate::{record_replacement, variable_names};
pub use self::{
    annotate::{Annotate, annotation},
    attempt::{Attempt, mutate, try_generate},
    check::{Check, CheckScope, check, check_predicate},
    generate::{Generate, TestCase, generate, regenerate},
    generate_valid::{RetryPolicy, generate_valid},
    generation::GenerationContext,
    invert::{Invert, invert},
    observe::{Observation, Observe, observe},
    print::{Print, print},
    run::{Run, run, run_batch},
    shrink::{Acceptor, Rendered, Shrink, ShrinkContext, ShrinkLimits, Shrunk, render, shrink},
};

/// A complete property with all blocks.
///
/// ```
/// use forall::block::{Property, run};
/// use forall::property::forall;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// /// Counts the tests that pass.
/// fn passes<P: Property>(property: &P, tests: std::ops::Range<u64>) -> usize {
///     let verdict = |n: &u64| run(property, &mut Source::for_test(1, *n, 5));
///     tests.filter(|n| verdict(n) == Verdict::Pass).count()
/// }
/// assert_eq!(passes(&forall("x", 0..10).check(|(x, ())| *x < 10), 0..20), 20);
/// ```
pub trait Property: Run + Generate + Check + Shrink + Print + Observe + Invert + Annotate {}

impl<P> Property for P where P: Run + Generate + Check + Shrink + Print + Observe + Invert + Annotate
{}
