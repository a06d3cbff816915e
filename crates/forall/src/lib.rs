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
//! - [`task`]: the executor of async properties.
//! - [`harness`]: how `#[property]` runs under `cargo test`, and its settings.
//! - [`source`]: choices, recorded and replayed.
//! - [`byte_target`]: properties as targets of byte-based fuzzers; [`libfuzzer_target!`] is for libFuzzer.

pub mod property;
pub mod task;
pub mod harness;
#[doc(hidden)]
pub mod __private;

pub use forall_core::{Arbitrary, any, block, domain, machine, observe, panics, report, source};
pub use forall_runners::{
    byte_target, enumeration, feedback, mutation, part, pool, probe, runner, shrink,
};

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
/// - `#[shrink(…)]`, `#[mutate(…)]`, `#[print(…)]`: replacements for these abilities of the domain;
/// - `#[contract(|x| …)]`: a condition that must hold for all generated values. If it does not, the report says that the
///   generator is wrong;
/// - `#[annotate(…)]`: data for [blocks and runners](block::annotation), which may use earlier parameters. There may be
///   several, of different types.
///
/// The body returns anything that [is a verdict](property::IntoVerdict): `bool`, `()`, `Result` or `Verdict`. A
/// panic is a failure. The attribute takes these options:
///
/// - `implies(premise, …)`: discards the test if a premise is false. Premises are evaluated as soon
///   as their variables are bound. A simple premise such as `a < b` restricts the domain of its last variable,
///   so that no test is discarded; `restrict = false` switches this off;
/// - `maximize(score, …)` and `minimize(score, …)`: scores for runners that follow them, such as
///   [`target`](runner::target);
/// - `measure(size)`: the size of a counterexample. Of two that fail in the same way, shrinking prefers the smaller one;
/// - `value = name`: also defines a function with this name, which returns the property, for blocks and runners of your
///   own. `value = name: Trait` promises that the property implements your trait;
/// - `example(value, …)`: inputs that run before all others, with one value for each parameter;
/// - `tests`, `seed`, `fixed_seed`, `max_time = "10s"`, `max_discard_ratio`, `max_shrinks`, `shrink_time`,
///   `shrink_threads`, `size`, `verbose`, `trace_shrinks`, `regressions = "off"`, `replay = "t,-5,f.9c1e03"`:
///   [settings](harness::Settings), which take precedence over those of the environment;
/// - `isolate`: runs the test in a child process, so that it may abort, overflow its stack, exit, exceed
///   `memory_limit = "512MB"` or take longer than `test_timeout = "1s"`. Such a crash is reported, shrunk and saved
///   like any failure;
/// - `runner = …`: a function or closure from `&Erased` and `&Options` to `Report`, or the name of a runner;
/// - `types(u8), types(String)`: for a generic function, one test for each;
/// - `executor = …`: runs the body of an `async fn`. By default, this is [Forall's executor](task); `"tokio"` is a runtime
///   of tokio with a paused clock (feature `tokio`), and any function that runs a future to its output is an executor, such
///   as `smol::block_on`. `#[tokio::test]` may also stand above `#[property]`;
/// - `leaks = "fail"` or `"ignore"`: whether tasks fail the test that are still pending when the body of an `async fn` ends.
///   By default, a message reports them;
/// - `panics = "ignore"`: allows panics in tasks that an executor catches. By default, they fail the test;
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

/// Turns a trait into a state machine: its methods are the operations, and a model says what they do.
///
/// ```
/// # fn main() {}
/// # mod test {
/// use std::collections::VecDeque;
///
/// use forall::machine::Steps;
/// use forall::property;
///
/// #[forall::machine(model = Model)]
/// trait Queue {
///     #[start]
///     fn with_capacity(#[domain(1..=4)] capacity: usize) -> Self;
///     #[when(!model.is_full())]
///     fn push(&mut self, x: u8);
///     fn pop(&mut self) -> Option<u8>;
///     #[always]
///     fn len(&self) -> usize;
/// }
/// # struct Model { items: VecDeque<u8>, capacity: usize }
/// # impl Model { fn is_full(&self) -> bool { self.items.len() == self.capacity } }
/// # impl Queue for Model {
/// #     fn with_capacity(capacity: usize) -> Model { Model { items: VecDeque::new(), capacity } }
/// #     fn push(&mut self, x: u8) { self.items.push_back(x) }
/// #     fn pop(&mut self) -> Option<u8> { self.items.pop_front() }
/// #     fn len(&self) -> usize { self.items.len() }
/// # }
/// # type Ring = Model;
///
/// // `impl Queue for Model` is the specification, and `impl Queue for Ring` calls the code under test.
///
/// #[property]
/// fn a_ring_is_a_queue(steps: Steps<Model>) {
///     steps.check::<Ring>();
/// }
/// # }
/// ```
///
/// The trait is implemented twice: by a model, and by the system under test. Every method is an operation, unless
/// it is marked with `#[start]` or `#[always]`. A test generates a list of [steps](machine::Steps) with the model
/// alone, and [`check`](machine::Steps::check) lets the system take the same steps. Both must give the same replies,
/// which are compared with `==` and printed with `Debug`.
///
/// Arguments are generated, and have the parameter types of [`property`](macro@property) and its `#[domain(…)]`.
/// In the attributes below, `model` is the state of the model before the step, and the arguments have their
/// names:
///
/// - `#[start]`: the function that creates the system. Otherwise `Default` does;
/// - `#[always]`: a question that is asked after every step; the model and the system must give the same answer;
/// - `#[when(condition)]`: the operation is possible only then;
/// - `#[weight(3)]`: how often to generate the operation, relative to the others, whose weight is 1;
/// - `#[domain(…)]` on an argument: its domain, which may depend on the model and on earlier arguments;
/// - `#[agree(|model, system| …)]`: compares the replies or answers instead of `==`;
/// - `#[ensures(…)]`: must hold after the step, with `reply` for the reply of the system and the new `model`.
///
/// Operations and the `#[start]` may be `async`. Then [`check_async`](machine::Steps::check_async) lets the system take
/// the steps, in an async property. The futures of the model must be ready at once.
///
/// An associated type is a kind of handle: a reply of one step that is an argument of later ones. A method makes a
/// handle by returning `Self::File`, `Option<Self::File>` or `Result<Self::File, E>`, uses one by taking
/// `&Self::File` or `&mut Self::File`, and uses it up by taking `Self::File`.
///
/// If the model implements `Hash`, guided runners look for new states of it.
///
/// The operations are listed simplest first. New ones are best added at the end, so that saved inputs stay valid.
#[cfg(feature = "macros")]
pub use forall_macros::machine;

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

/// Makes a property the target of libFuzzer, with the mutations and the crossover of guided runs.
///
/// The program needs `#![no_main]` and the crate `libfuzzer-sys`. `cargo forall export` writes such programs for the
/// properties of a project. The first argument becomes the name of a function that is in the stack of each failure, so
/// that services such as ClusterFuzz tell the failures of different targets apart.
///
/// ```standalone_crate
/// # #![allow(unused)]
/// # extern crate self as libfuzzer_sys;
/// # #[derive(Debug, PartialEq)]
/// # pub enum Corpus { Keep, Reject }
/// # pub fn fuzzer_mutate(_: &mut [u8], size: usize, _: usize) -> usize { size }
/// # #[macro_export]
/// # macro_rules! fuzz_target { (|$b:ident: $t:ty| -> $r:ty $body:block) => { fn test_one_input($b: $t) -> $r $body }; }
/// # #[macro_export]
/// # macro_rules! fuzz_mutator { (|$($p:ident: $t:ty),*| $body:block) => { fn mutate($($p: $t),*) -> usize $body }; }
/// # #[macro_export]
/// # macro_rules! fuzz_crossover { (|$($p:ident: $t:ty),*| $body:block) => { fn cross($($p: $t),*) -> usize $body }; }
/// use forall::property::property;
///
/// forall::libfuzzer_target!(odd_squares_are_odd, property! {
///     forall x in 0..16_u32;
///     implies x % 2 == 1;
///     check x * x % 2 == 1
/// });
/// # fn main() {
/// #     assert_eq!([test_one_input(&[3]), test_one_input(&[4])], [Corpus::Keep, Corpus::Reject]);
/// # }
/// ```
///
/// `cargo forall import` turns the file of a failing input into a saved failure of a `#[property]`.
#[macro_export]
macro_rules! libfuzzer_target {
    ($name:ident, $property:expr $(,)?) => {
        static __FORALL_TARGET: ::std::sync::LazyLock<$crate::__private::Target> =
            ::std::sync::LazyLock::new(|| {
                $crate::__private::Target::new($crate::property::Erased::new($property))
            });

        #[inline(never)]
        fn $name(bytes: &[u8]) -> bool {
            match __FORALL_TARGET.run(bytes) {
                ::core::result::Result::Ok(keep) => keep,
                ::core::result::Result::Err(failure) => ::core::panic!("{failure}"),
            }
        }

        ::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> ::libfuzzer_sys::Corpus {
            if $name(bytes) {
                ::libfuzzer_sys::Corpus::Keep
            } else {
                ::libfuzzer_sys::Corpus::Reject
            }
        });

        ::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8],
                                        size: usize,
                                        max_size: usize,
                                        seed: u32| {
            __FORALL_TARGET.mutate(data, size, max_size, seed, ::libfuzzer_sys::fuzzer_mutate)
        });

        ::libfuzzer_sys::fuzz_crossover!(|data1: &[u8],
                                          data2: &[u8],
                                          out: &mut [u8],
                                          seed: u32| {
            __FORALL_TARGET.crossover(data1, data2, out, seed)
        });
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
