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
use crate::language::{Seen, Way};

thread_local! {
    /// Whether there was an observation on this thread.
    static SPOKEN: Cell<bool> = const { Cell::new(false) };
    /// The observations, if they are captured.
    static HEARD: RefCell<Option<Vec<Said>>> = const { RefCell::new(None) };
}

/// One observation from the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Its name.
    pub name: Text,
    /// What it is for.
    pub way: Way,
    /// Its value.
    pub seen: Seen,
}

/// Counts this test under `name`.
///
/// ```
/// use forall::observe::{label, listen};
///
/// let ((), said) = listen(|| label("slow path"));
/// assert_eq!(said[0].name, "slow path");
/// ```
pub fn label(name: impl Into<Text>) {
    classify(name, true);
}

/// Counts this test under `name` if `flag` holds.
///
/// ```
/// use forall::observe::{classify, listen};
/// use forall::property::Seen;
///
/// let ((), said) = listen(|| classify("retried", 3 > 1));
/// assert_eq!(said[0].seen, Seen::Flag(true));
/// ```
pub fn classify(name: impl Into<Text>, flag: bool) {
    say(name, Way::Classify, || Seen::Flag(flag));
}

/// Counts this test under `name`, by `value`.
///
/// ```
/// use forall::observe::{collect, listen};
/// use forall::property::Seen;
///
/// let ((), said) = listen(|| collect("status", 404));
/// assert_eq!(said[0].seen, Seen::Text("404".into()));
/// ```
pub fn collect(name: impl Into<Text>, value: impl Display) {
    say(name, Way::Collect, || Seen::Text(value.to_string()));
}

/// Counts each of `values` under `name`.
///
/// ```
/// use forall::observe::{listen, tabulate};
/// use forall::property::Seen;
///
/// let ((), said) = listen(|| tabulate("verbs", ["GET", "PUT", "GET"]));
/// assert_eq!(said[0].seen, Seen::Texts(["GET", "PUT", "GET"].map(String::from).to_vec()));
/// ```
pub fn tabulate<T: Display>(name: impl Into<Text>, values: impl IntoIterator<Item = T>) {
    let texts = || values.into_iter().map(|value| value.to_string()).collect();
    say(name, Way::Tabulate, || Seen::Texts(texts()));
}

/// Counts this test under `name` if `flag` holds, and requires that this is true for `percent` of all tests.
///
/// ```
/// use forall::observe::{cover, listen};
/// use forall::property::Way;
///
/// let ((), said) = listen(|| cover(5.0, "evicted", true));
/// assert_eq!(said[0].way, Way::Cover(5.0));
/// ```
pub fn cover(percent: f64, name: impl Into<Text>, flag: bool) {
    say(name, Way::Cover(percent), || Seen::Flag(flag));
}

/// Runs `work`, and returns its result and its observations.
///
/// ```
/// use forall::observe::{Said, classify, collect, cover, label, listen, tabulate};
/// use forall::property::{Seen, Way};
///
/// let (sum, said) = listen(|| {
///     label("called");
///     classify("large", 1_000 > 999);
///     collect("length", 3);
///     tabulate("digits", [1, 2, 3]);
///     cover(5.0, "odd", 3 % 2 == 1);
///     1 + 2 + 3
/// });
/// assert_eq!((sum, said.len()), (6, 5));
/// let expected = Said { name: "length".into(), way: Way::Collect, seen: Seen::Text("3".into()) };
/// assert_eq!(said[2], expected);
/// ```
pub fn listen<R>(work: impl FnOnce() -> R) -> (R, Vec<Said>) {
    let _outer = Outer(HEARD.replace(Some(Vec::new())));
    let done = work();
    (done, HEARD.take().unwrap_or_default())
}

/// Emits observations again that were captured in between.
pub fn repeat(said: &[Said]) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(heard) = heard {
            heard.extend_from_slice(said);
        }
    });
}

/// The observations of an enclosing capture, which continues even after a panic.
struct Outer(Option<Vec<Said>>);

impl Drop for Outer {
    fn drop(&mut self) {
        HEARD.set(self.0.take());
    }
}

/// Returns whether there was an observation on this thread since the last call.
///
/// ```
/// use forall::observe::{label, spoken};
///
/// spoken();
/// label("called");
/// assert_eq!((spoken(), spoken()), (true, false));
/// ```
pub fn spoken() -> bool {
    SPOKEN.replace(false)
}

fn say(name: impl Into<Text>, way: Way, seen: impl FnOnce() -> Seen) {
    SPOKEN.set(true);
    if HEARD.with_borrow(Option::is_none) {
        return;
    }
    // The value is computed by user code, which may observe something itself.
    let said = Said { name: name.into(), way, seen: seen() };
    HEARD.with_borrow_mut(|heard| heard.as_mut().map(|heard| heard.push(said)));
}
