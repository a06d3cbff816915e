//! Parts of runners: what several of them need, for yours too.

mod options;
mod budget;
mod census;
mod session;
mod pace;
mod ordered_workers;
mod begin;
mod found;
mod guide;
mod growth;
mod choice_order;
mod features;
mod covering_array;
mod covering_row;
mod combinations;
mod timing;
mod choice_tree;
mod check_generated;

pub use self::begin::begin;
pub use self::budget::Budget;
pub use self::census::Census;
pub use self::check_generated::check_generated;
pub use self::choice_order::{count_values, nth_value};
pub use self::choice_tree::ChoiceTree;
pub use self::combinations::CoveredCombinations;
pub use self::covering_array::Array;
pub use self::covering_row::generate_row;
pub use self::features::{Feature, boundary_values, feature_class, features, features_by_choice};
pub use self::found::found;
pub use self::growth::Growth;
pub use self::guide::{Guide, Plain, Usual};
pub use self::options::Options;
pub use self::ordered_workers::OrderedWorkers;
pub use self::pace::Pace;
pub use self::session::Session;
pub use self::timing::Timing;
