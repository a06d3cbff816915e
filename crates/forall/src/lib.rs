//! Property-based testing in which the property is a value and the runner is a program anyone can
//! write.
//!
//! # A property
//!
//! ```
//! use forall::property;
//!
//! fn sort(list: &[i32]) -> Vec<i32> {
//!     let mut sorted = list.to_vec();
//!     sorted.sort();
//!     sorted.dedup(); // It should not do that.
//!     sorted
//! }
//!
//! #[property]
//! fn sorting_keeps_the_length(list: &[i32]) -> bool {
//!     sort(list).len() == list.len()
//! }
//! ```
//!
//! [`#[property]`](macro@property) makes a test of a function: its parameters are quantified, and
//! `cargo test` says for which of them it fails. [`property!`](property::property!) makes a value of
//! the same, to hand to a [`runner`](mod@runner):
//!
//! ```
//! # fn sort(list: &[i32]) -> Vec<i32> {
//! #     let mut sorted = list.to_vec();
//! #     sorted.sort();
//! #     sorted.dedup();
//! #     sorted
//! # }
//! use forall::property::property;
//! use forall::runner::{Options, quick_check};
//!
//! let keeps_the_length = property! {
//!     forall list: Vec<i32>;
//!     check sort(list).len() == list.len()
//! };
//! let report = quick_check(&keeps_the_length, &Options::default());
//! assert!(report.to_string().starts_with("falsified\n  list = ["));
//! ```
//!
//! # What there is
//!
//! - [`property`](mod@property): the language. Four nodes, three ways to write them, three forms.
//! - [`domain`]: where values come from, and how to make your own. [`Arbitrary`] gives a type its own.
//! - [`block`]: the ways to interpret a property: generate, check, mutate, shrink, print.
//! - [`runner`](mod@runner): loops made of blocks. Write yours: it is a page.
//! - [`feedback`] and [`pool`]: what guided runners go by, and what they keep.
//! - [`report`]: what a run found, as data and as text. [`observe`]: what code under test adds to it.
//! - [`harness`]: how `#[property]` runs under `cargo test`, and the settings it takes.
//! - [`source`]: choices, recorded and replayed.

pub mod property;
pub mod harness;
#[doc(hidden)]
pub mod __private;

pub use forall_core::{Arbitrary, any, block, domain, observe, panics, report, source};
pub use forall_runners::{feedback, mutation, part, pool, probe, runner, shrink};

/// ```
/// use forall::Arbitrary;
/// use forall::domain::{any, sample};
///
/// #[derive(Clone, Debug, Arbitrary)]
/// enum Shape {
///     Point,
///     #[forall(weight = 3)]
///     Circle {
///         #[forall(domain = 1..=100_u32)]
///         radius: u32,
///     },
///     Group(Vec<Shape>),
/// }
///
/// let mut circles = sample(&any::<Shape>(), 100).into_iter().filter_map(|shape| match shape {
///     Shape::Circle { radius } => Some(radius),
///     _ => None,
/// });
/// assert!(circles.all(|radius| (1..=100).contains(&radius)));
/// ```
#[cfg(feature = "macros")]
pub use forall_macros::Arbitrary;
/// Makes a test of a function, whose parameters are then quantified.
///
/// ```
/// use forall::property;
///
/// #[property(tests = 500, implies(!list.is_empty()))]
/// fn the_greatest_is_one_of_them(list: &[u8], #[domain(0..list.len())] i: usize) {
///     assert!(list.iter().max() >= Some(&list[i]));
/// }
/// ```
///
/// Parameters are taken by reference, which costs nothing (`&T`, and `&[T]` and `&str`, which are
/// taken from a `Vec` and a `String`), or by value, which is a clone. Each may have
///
/// - `#[domain(…)]`: where its values come from; without it, `any::<T>()`. It may use the parameters
///   before it, which are then what the signature says they are;
/// - `#[shrink(…)]`, `#[mutate(…)]`, `#[print(…)]`: other abilities for that domain.
///
/// The body returns what can [be judged](property::Judge): `bool`, `()`, `Result` or `Verdict`. A
/// panic is a failure. Options of the attribute are
///
/// - `implies(premise, …)`: discards the test where a premise is false. Premises are asked as soon
///   as what they mention is bound;
/// - `example(value, …)`: inputs that run before all others, a value for each parameter;
/// - `tests`, `seed`, `fixed`, `time = "10s"`, `discards`, `shrinks`, `shrink_time`, `shrink_threads`, `size`,
///   `verbose`, `trace`, `regressions = "off"`, `replay = "t,-5,f.9c1e03"`: [settings](harness::Settings) that come
///   before those of the environment;
/// - `isolate`: runs in a process of its own, so that it may abort, overflow its stack, exit, use up its `memory =
///   "512MB"` or take longer than `test_time = "1s"`: such a failure is told, shrunk and kept as others are;
/// - `runner = …`: a function or closure from `&Erased` and `&Options` to `Report`;
/// - `types(u8), types(String)`: for a generic function, one test for each.
///
/// `#[ignore]`, `#[should_panic]`, `#[cfg]` and docs stay with the test.
#[cfg(feature = "macros")]
pub use forall_macros::property;

/// Panics unless the condition holds, and shows both sides of a comparison.
///
/// ```
/// let caught = std::panic::catch_unwind(|| {
///     let (total, limit) = (12, 10);
///     forall::ensure!(total <= limit, "after {} steps", 3);
/// });
/// let message = *caught.unwrap_err().downcast::<String>().unwrap();
/// let expected = "`total <= limit` does not hold: after 3 steps\n   left: 12\n  right: 10";
/// assert_eq!(message, expected);
/// ```
#[cfg(feature = "macros")]
pub use forall_macros::ensure;

/// Puts [probes](feedback::probe()) on the branches of a function, so that guided runners see which way an
/// input went, in any build.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, fuzz};
///
/// #[forall::instrument]
/// fn opens(code: &[u8]) -> bool {
///     code.len() == 3 && code[0] == 7 && code[1] == 77 && code[2] == 177
/// }
/// let shut = forall("code", forall::any::<Vec<u8>>()).check(|(code, ())| !opens(code));
/// let report = fuzz(&shut, &Options { tests: 100_000, ..Options::default() });
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "[7, 77, 177]");
/// ```
///
/// A probe is at the entry, in the arms of `if` and `match`, in the bodies of loops, behind `&&` and `||`,
/// and after a statement that may leave by `?` or `else`. `cargo forall fuzz` sees as much without it;
/// this is for other platforms, and for `cargo test`. Where nobody listens, a probe is a look at a flag.
/// In code that is not only for tests, write `#[cfg_attr(test, forall::instrument)]`.
#[cfg(feature = "macros")]
pub use forall_macros::instrument;

/// Discards the test unless the condition holds.
///
/// For conditions that show only in the middle of a body. A premise (`implies`) is cheaper, since it
/// is asked before the body runs, and reports say its text.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("x", 0..10_u32).check(|(x, ())| {
///     let half = x / 2;
///     forall::assume!(half > 0);
///     x / half >= 2
/// });
/// let report = quick_check(&property, &Options::default());
/// assert!(report.passed() && report.tally.discarded > 0);
/// ```
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::panics::discard()
        }
    };
}

/// Registers runners of your own, so that `FORALL_RUNNER` and `forall.toml` can name them.
///
/// ```
/// use forall::property::Erased;
/// use forall::report::Report;
/// use forall::runner::{Options, quick_check};
///
/// fn twice(property: &Erased, options: &Options) -> Report {
///     quick_check(property, &Options { tests: options.tests * 2, ..options.clone() })
/// }
///
/// forall::runner! { "twice" => twice }
/// # fn main() {}
/// ```
#[cfg(feature = "registry")]
#[macro_export]
macro_rules! runner {
    ($($name:literal => $runner:path),* $(,)?) => { $(
        $crate::harness::inventory::submit! { $crate::harness::Named { name: $name, run: $runner } }
    )* };
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
