//! Parts of runners: what several of them need, for yours too.

mod options;
mod budget;
mod census;
mod begin;
mod found;
mod guide;
mod growth;
mod choice_order;
mod features;
mod covering_array;

pub use self::begin::begin;
pub use self::budget::Budget;
pub use self::census::Census;
pub use self::choice_order::{count_values, nth_value};
pub use self::covering_array::Array;
pub use self::features::{Feature, boundary_values, feature_class, features, features_by_choice};
pub use self::found::found;
pub use self::growth::Growth;
pub use self::guide::{Guide, Plain, Usual};
pub use self::options::Options;
