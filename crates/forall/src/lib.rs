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
//!     sorted.dedup(); // This is the bug.
//!     sorted
//! }
//!
//! #[property]
//! fn sorting_preserves_length(list: &[i32]) -> bool {
//!     sort(list).len() == list.len()
//! }
//! ```
//!
//! [`#[property]`](macro@property) turns a function into a test: its parameters are quantified, and
//! `cargo test` searches for arguments that make it fail. [`property!`](property::property!) builds a value, to
//! pass to a [`runner`](mod@runner):
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
//! let preserves_length = property! {
//!     forall list: Vec<i32>;
//!     check sort(list).len() == list.len()
//! };
//! let report = quick_check(&preserves_length, &Options::default());
//! assert!(report.to_string().starts_with("falsified\n\n  list = ["));
//! ```
//!
//! # Overview
//!
//! - [`property`](mod@property): the language. Four nodes, three ways to write them, three forms.
//! - [`domain`]: how values are generated, and how to write your own domain. [`Arbitrary`] gives a type its
//!   default domain.
//! - [`block`]: interpretations of a property: generate, check, mutate, shrink, print.
//! - [`runner`](mod@runner): loops made of blocks. You can write your own; [`part`] has what they share.
//! - [`shrink`], [`mutation`], [`feedback`] and [`pool`]: parts of runners that can be replaced.
//! - [`report`]: the result of a run, as data and as text. [`observe`]: statistics from the code under test.
//! - [`harness`]: how `#[property]` runs under `cargo test`, and its settings.
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
/// Turns a function into a test whose parameters are quantified.
///
/// ```
/// use forall::property;
///
/// #[property(tests = 500, implies(!list.is_empty()))]
/// fn the_maximum_bounds_every_element(list: &[u8], #[domain(0..list.len())] i: usize) {
///     assert!(list.iter().max() >= Some(&list[i]));
/// }
/// ```
///
/// Parameters are taken by reference, which costs nothing (`&T`, and `&[T]` and `&str`, which are
/// borrowed from a `Vec` and a `String`), or by value, which clones. Each may have
///
/// - `#[domain(…)]`: the domain of its values, which may use earlier parameters; the default is
///   `any::<T>()`;
/// - `#[shrink(…)]`, `#[mutate(…)]`, `#[print(…)]`: replacements for these abilities of the domain.
///
/// The body returns anything that [is a verdict](property::IntoVerdict): `bool`, `()`, `Result` or `Verdict`. A
/// panic is a failure. The attribute takes these options:
///
/// - `implies(premise, …)`: discards the test if a premise is false. Premises are evaluated as soon
///   as their variables are bound;
/// - `example(value, …)`: inputs that run before all others, with one value for each parameter;
/// - `tests`, `seed`, `fixed_seed`, `max_time = "10s"`, `max_discard_ratio`, `max_shrinks`, `shrink_time`,
///   `shrink_threads`, `size`, `verbose`, `trace_shrinks`, `regressions = "off"`, `replay = "t,-5,f.9c1e03"`:
///   [settings](harness::Settings), which take precedence over those of the environment;
/// - `isolate`: runs the test in a child process, so that it may abort, overflow its stack, exit, exceed
///   `memory_limit = "512MB"` or take longer than `test_timeout = "1s"`. Such a crash is reported, shrunk and saved
///   like any failure;
/// - `runner = …`: a function or closure from `&Erased` and `&Options` to `Report`, or the name of a runner;
/// - `types(u8), types(String)`: for a generic function, one test for each;
/// - `crate = pbt`: the path to this crate, if it is a dependency with another name or re-exported by another
///   crate. A derived `Arbitrary` takes it as `#[forall(crate = pbt)]` on the type.
///
/// `#[ignore]`, `#[should_panic]`, `#[cfg]` and documentation are passed on to the test.
#[cfg(feature = "macros")]
pub use forall_macros::property;

/// Panics if the condition is false, and prints both sides of a comparison.
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
#[macro_export]
macro_rules! ensure {
    ($($claim:tt)*) => { $crate::__private::ensure!($crate, $($claim)*) };
}

/// Adds [probes](feedback::probe()) to the branches of a function, so that guided runners see which branches an
/// input takes, in any build.
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
/// There is a probe at the entry, in the arms of `if` and `match`, in the bodies of loops, after `&&` and `||`,
/// and after a statement that may return through `?` or `else`. `cargo forall fuzz` needs no probes; they are for
/// other platforms, and for `cargo test`. If no guided runner runs, a probe only checks a flag. In code that is
/// not only for tests, write `#[cfg_attr(test, forall::instrument)]`.
#[cfg(feature = "macros")]
pub use forall_macros::instrument;

/// Discards the test if the condition is false.
///
/// For conditions that are known only in the middle of a body. A premise (`implies`) is cheaper, since it
/// is evaluated before the body runs, and reports print its text.
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

/// Registers your own runners, so that `FORALL_RUNNER` and `forall.toml` can name them.
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
        $crate::harness::inventory::submit! { $crate::harness::RegisteredRunner { name: $name, run: $runner } }
    )* };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
