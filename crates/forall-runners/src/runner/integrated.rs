//! The integrated runner: generate and check, then shrink the choices, generate and check.
//!
//! ```text
//!   ┌── generation ──┐          ┌─── shrinking ────┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │  S ──▶ G ◀──▶ C  │ ──▶ P
//!   └────────────────┘          │  ▲───────────┘   │
//!                               └──────────────────┘
//! ```
//!
//! After RackCheck and Hypothesis (MacIver and Donaldson, 2020): shrinking does not change the values but
//! the choices from which they were generated, so a domain does not need a shrinker. We depart from them in
//! that choices have types and roles, and from the figure as [`quick_check`] does.
//!
//! Use it if you do not trust the shrinkers that your domains define: they are never called. It costs as
//! much as `quick_check`.

use std::sync::Arc;

use forall::block::Property;
use forall::part::Options;
use forall::report::Report;
use forall::runner::quick_check;
use forall::shrink::Integrated;

/// Runs `property` on fresh inputs until one falsifies it, and shrinks only choices.
///
/// ```
/// use forall::domain::{Domain, any};
/// use forall::property::forall;
/// use forall::runner::{Options, integrated};
///
/// let squares = any::<i32>().mapped(|x| i64::from(x) * i64::from(x));
/// let small = forall("x", squares).check(|(x, ())| *x < 500);
/// let report = integrated(&small, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "529");
/// ```
pub fn integrated<P: Property>(property: &P, options: &Options) -> Report {
    let options = Options { shrinker: Arc::new(Integrated), ..options.clone() };
    quick_check(property, &options)
}
