//! Property-based testing in which the property is a value and the runner is a program anyone can
//! write.

// In reading order.
pub mod property;
pub mod domain;
pub mod source;
pub mod block;
pub mod runner;
pub mod report;
pub mod panics;

pub use domain::{Arbitrary, any};
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

// Lets the files in `block/` and `runner/` name the crate as a user does, so that they compile
// unchanged outside it. `tests/it/user_space.rs` holds them to that.
extern crate self as forall;
