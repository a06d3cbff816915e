//! Enumeration: all inputs that the choices of a property permit, the simplest ones first.
//!
//! [`ChoiceTree`] walks through the inputs, [`nth_value`] numbers the values of one choice, and [`count_values`]
//! counts them.

mod choice_order;
mod choice_tree;
mod digit_order;

pub use self::choice_order::{count_values, nth_value};
pub use self::choice_tree::ChoiceTree;
pub use self::digit_order::nth_by_digits;
