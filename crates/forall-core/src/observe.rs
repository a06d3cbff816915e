//! Observations from the code under test, which reports summarize.
//!
//! A property can observe its inputs with `classify`, `collect` and so on. These functions are for values that are
//! known only in the middle of a body. They cost almost nothing if no runner collects statistics.
//!
//! ```
//! use forall::observe;
//! use forall::property::property;
//! use forall::runner::{Options, quick_check};
//!
//! let property = property! {
//!     forall xs: Vec<u8>;
//!     check {
//!         let mut sorted = xs.clone();
//!         sorted.sort_unstable();
//!         observe::classify("was sorted", sorted == *xs);
//!         sorted.len() == xs.len()
//!     }
//! };
//! let report = quick_check(&property, &Options::default());
//! assert_eq!(report.observed[0].name, "was sorted");
//! ```

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::data::Text;
use crate::language::{ObservationKind, ObservationValue};

thread_local! {
    /// Whether there was an observation on this thread.
    static SPOKEN: Cell<bool> = const { Cell::new(false) };
    /// The observations, if they are captured.
    static HEARD: RefCell<Option<Vec<EmittedObservation>>> = const { RefCell::new(None) };
}

/// One observation from the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct EmittedObservation {
    /// Its name.
    pub name: Text,
    /// What it is for.
    pub way: ObservationKind,
    /// Its value.
    pub seen: ObservationValue,
}

/// Counts this test under `name`.
///
/// ```
/// use forall::observe::{label, capture};
///
/// let ((), said) = capture(|| label("slow path"));
/// assert_eq!(said[0].name, "slow path");
/// ```
pub fn label(name: impl Into<Text>) {
    classify(name, true);
}

/// Counts this test under `name` if `flag` holds.
///
/// ```
/// use forall::observe::{classify, capture};
/// use forall::property::ObservationValue;
///
/// let ((), said) = capture(|| classify("retried", 3 > 1));
/// assert_eq!(said[0].seen, ObservationValue::Flag(true));
/// ```
pub fn classify(name: impl Into<Text>, flag: bool) {
    say(name, ObservationKind::Classify, || ObservationValue::Flag(flag));
}

/// Counts this test under `name`, by `value`.
///
/// ```
/// use forall::observe::{collect, capture};
/// use forall::property::ObservationValue;
///
/// let ((), said) = capture(|| collect("status", 404));
/// assert_eq!(said[0].seen, ObservationValue::Text("404".into()));
/// ```
pub fn collect(name: impl Into<Text>, value: impl Display) {
    say(name, ObservationKind::Collect, || ObservationValue::Text(value.to_string()));
}

/// Counts each of `values` under `name`.
///
/// ```
/// use forall::observe::{capture, tabulate};
/// use forall::property::ObservationValue;
///
/// let ((), said) = capture(|| tabulate("verbs", ["GET", "PUT", "GET"]));
/// assert_eq!(said[0].seen, ObservationValue::Texts(["GET", "PUT", "GET"].map(String::from).to_vec()));
/// ```
pub fn tabulate<T: Display>(name: impl Into<Text>, values: impl IntoIterator<Item = T>) {
    let texts = || values.into_iter().map(|value| value.to_string()).collect();
    say(name, ObservationKind::Tabulate, || ObservationValue::Texts(texts()));
}

/// Counts this test under `name` if `flag` holds, and requires that this is true for `percent` of all tests.
///
/// ```
/// use forall::observe::{cover, capture};
/// use forall::property::ObservationKind;
///
/// let ((), said) = capture(|| cover(5.0, "evicted", true));
/// assert_eq!(said[0].way, ObservationKind::Cover(5.0));
/// ```
pub fn cover(percent: f64, name: impl Into<Text>, flag: bool) {
    say(name, ObservationKind::Cover(percent), || ObservationValue::Flag(flag));
}

/// Runs `work`, and returns its result and its observations.
///
/// ```
/// use forall::observe::{EmittedObservation, classify, collect, cover, label, capture, tabulate};
/// use forall::property::{ObservationValue, ObservationKind};
///
/// let (sum, said) = capture(|| {
///     label("called");
///     classify("large", 1_000 > 999);
///     collect("length", 3);
///     tabulate("digits", [1, 2, 3]);
///     cover(5.0, "odd", 3 % 2 == 1);
///     1 + 2 + 3
/// });
/// assert_eq!((sum, said.len()), (6, 5));
/// let expected = EmittedObservation { name: "length".into(), way: ObservationKind::Collect, seen: ObservationValue::Text("3".into()) };
/// assert_eq!(said[2], expected);
/// ```
pub fn capture<R>(work: impl FnOnce() -> R) -> (R, Vec<EmittedObservation>) {
    let _outer = Outer(HEARD.replace(Some(Vec::new())));
    let done = work();
    (done, HEARD.take().unwrap_or_default())
}

/// Emits observations again that were captured in between.
pub fn re_emit(said: &[EmittedObservation]) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(heard) = heard {
            heard.extend_from_slice(said);
        }
    });
}

/// The observations of an enclosing capture, which continues even after a panic.
struct Outer(Option<Vec<EmittedObservation>>);

impl Drop for Outer {
    fn drop(&mut self) {
        HEARD.set(self.0.take());
    }
}

/// Returns whether there was an observation on this thread since the last call.
///
/// ```
/// use forall::observe::{label, take_observed_flag};
///
/// take_observed_flag();
/// label("called");
/// assert_eq!((take_observed_flag(), take_observed_flag()), (true, false));
/// ```
pub fn take_observed_flag() -> bool {
    SPOKEN.replace(false)
}

fn say(name: impl Into<Text>, way: ObservationKind, seen: impl FnOnce() -> ObservationValue) {
    SPOKEN.set(true);
    if HEARD.with_borrow(Option::is_none) {
        return;
    }
    // The value is computed by user code, which may observe something itself.
    let said = EmittedObservation { name: name.into(), way, seen: seen() };
    HEARD.with_borrow_mut(|heard| heard.as_mut().map(|heard| heard.push(said)));
}
