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

use crate::data::CowStr;
use crate::language::{ObservationKind, ObservationValue};

thread_local! {
    /// Whether there was an observation on this thread.
    static OBSERVED: Cell<bool> = const { Cell::new(false) };
    /// The observations, if they are captured.
    static CAPTURED: RefCell<Option<Vec<EmittedObservation>>> = const { RefCell::new(None) };
    /// The states that were visited on this thread, if they are recorded.
    static VISITED: RefCell<Vec<Visit>> = const { RefCell::new(Vec::new()) };
    /// Whether visited states are recorded.
    static RECORDS_VISITS: Cell<bool> = const { Cell::new(false) };
}

/// A state that the code under test was in.
///
/// ```
/// use forall::observe::{Visit, start_visits, take_visits, visit_in};
///
/// let locked = Visit { view: 1, state: 7, steps: Some(3) };
/// start_visits();
/// visit_in(locked);
/// assert_eq!(take_visits(), [locked]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visit {
    /// The aspect of the system that the state describes. A state is rare or frequent among those of the same view.
    pub view: u8,
    /// A hash of the state.
    pub state: u64,
    /// The number of steps of a state machine that led to it.
    pub steps: Option<usize>,
}

/// One observation from the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct EmittedObservation {
    /// Its name.
    pub name: CowStr,
    /// What it is for.
    pub kind: ObservationKind,
    /// Its value.
    pub value: ObservationValue,
}

/// Counts this test under `name`.
///
/// ```
/// use forall::observe::{label, capture};
///
/// let ((), observed) = capture(|| label("slow path"));
/// assert_eq!(observed[0].name, "slow path");
/// ```
pub fn label(name: impl Into<CowStr>) {
    classify(name, true);
}

/// Counts this test under `name` if `flag` holds.
///
/// ```
/// use forall::observe::{classify, capture};
/// use forall::property::ObservationValue;
///
/// let ((), observed) = capture(|| classify("retried", 3 > 1));
/// assert_eq!(observed[0].value, ObservationValue::Flag(true));
/// ```
pub fn classify(name: impl Into<CowStr>, flag: bool) {
    emit(name, ObservationKind::Classify, || ObservationValue::Flag(flag));
}

/// Counts this test under `name`, by `value`.
///
/// ```
/// use forall::observe::{collect, capture};
/// use forall::property::ObservationValue;
///
/// let ((), observed) = capture(|| collect("status", 404));
/// assert_eq!(observed[0].value, ObservationValue::Text("404".into()));
/// ```
pub fn collect(name: impl Into<CowStr>, value: impl Display) {
    emit(name, ObservationKind::Collect, || ObservationValue::Text(value.to_string()));
}

/// Counts each of `values` under `name`.
///
/// ```
/// use forall::observe::{capture, tabulate};
/// use forall::property::ObservationValue;
///
/// let ((), observed) = capture(|| tabulate("verbs", ["GET", "PUT", "GET"]));
/// assert_eq!(observed[0].value, ObservationValue::Texts(["GET", "PUT", "GET"].map(String::from).to_vec()));
/// ```
pub fn tabulate<T: Display>(name: impl Into<CowStr>, values: impl IntoIterator<Item = T>) {
    let texts = || values.into_iter().map(|value| value.to_string()).collect();
    emit(name, ObservationKind::Tabulate, || ObservationValue::Texts(texts()));
}

/// Counts this test under `name` if `flag` holds, and requires that this is true for `percent` of all tests.
///
/// ```
/// use forall::observe::{cover, capture};
/// use forall::property::ObservationKind;
///
/// let ((), observed) = capture(|| cover(5.0, "evicted", true));
/// assert_eq!(observed[0].kind, ObservationKind::Cover(5.0));
/// ```
pub fn cover(percent: f64, name: impl Into<CowStr>, flag: bool) {
    emit(name, ObservationKind::Cover(percent), || ObservationValue::Flag(flag));
}

/// Runs `work`, and returns its result and its observations.
///
/// ```
/// use forall::observe::{EmittedObservation, classify, collect, cover, label, capture, tabulate};
/// use forall::property::{ObservationValue, ObservationKind};
///
/// let (sum, observed) = capture(|| {
///     label("called");
///     classify("large", 1_000 > 999);
///     collect("length", 3);
///     tabulate("digits", [1, 2, 3]);
///     cover(5.0, "odd", 3 % 2 == 1);
///     1 + 2 + 3
/// });
/// assert_eq!((sum, observed.len()), (6, 5));
/// let expected = EmittedObservation { name: "length".into(), kind: ObservationKind::Collect, value: ObservationValue::Text("3".into()) };
/// assert_eq!(observed[2], expected);
/// ```
pub fn capture<R>(work: impl FnOnce() -> R) -> (R, Vec<EmittedObservation>) {
    let _outer = Outer(CAPTURED.replace(Some(Vec::new())));
    let done = work();
    (done, CAPTURED.take().unwrap_or_default())
}

/// Emits observations again that were captured in between.
pub fn re_emit(observed: &[EmittedObservation]) {
    CAPTURED.with_borrow_mut(|captured| {
        if let Some(captured) = captured {
            captured.extend_from_slice(observed);
        }
    });
}

/// The observations of an enclosing capture, which continues even after a panic.
struct Outer(Option<Vec<EmittedObservation>>);

impl Drop for Outer {
    fn drop(&mut self) {
        CAPTURED.set(self.0.take());
    }
}

/// Returns whether observations are captured now. If not, they need not be computed.
///
/// ```
/// use forall::observe::{capture, is_captured, records_visits, start_visits, take_visits};
///
/// assert!(!is_captured() && capture(is_captured).0);
/// start_visits();
/// assert!(records_visits() && take_visits().is_empty() && !records_visits());
/// ```
pub fn is_captured() -> bool {
    CAPTURED.with_borrow(Option::is_some)
}

/// Returns whether visited states are recorded now.
#[inline]
pub fn records_visits() -> bool {
    RECORDS_VISITS.get()
}

/// Records that the code under test was in this state, for guided runners: `state` is its hash.
///
/// ```
/// use forall::observe::{start_visits, take_visits, visit};
///
/// visit(1);
/// start_visits();
/// visit(7);
/// assert_eq!(take_visits().len(), 1);
/// ```
pub fn visit(state: u64) {
    visit_in(Visit { view: 0, state, steps: None });
}

/// Records a state with its view, and after which step it was reached.
pub fn visit_in(visit: Visit) {
    if records_visits() {
        VISITED.with_borrow_mut(|visited| visited.push(visit));
    }
}

/// Starts recording visited states on this thread.
pub fn start_visits() {
    RECORDS_VISITS.set(true);
    VISITED.with_borrow_mut(Vec::clear);
}

/// Stops recording visited states, and returns them.
pub fn take_visits() -> Vec<Visit> {
    RECORDS_VISITS.set(false);
    VISITED.take()
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
    OBSERVED.replace(false)
}

fn emit(name: impl Into<CowStr>, kind: ObservationKind, value: impl FnOnce() -> ObservationValue) {
    OBSERVED.set(true);
    if CAPTURED.with_borrow(Option::is_none) {
        return;
    }
    // The value is computed by user code, which may observe something itself.
    let observed = EmittedObservation { name: name.into(), kind, value: value() };
    CAPTURED.with_borrow_mut(|captured| captured.as_mut().map(|captured| captured.push(observed)));
}
