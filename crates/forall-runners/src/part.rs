//! Parts of runners: what several of them need, for yours too.
//!
//! | for | parts |
//! |---|---|
//! | every runner | [`Options`], [`Session`] and what it is made of: [`Budget`], [`Census`] |
//! | inputs that may be missing | [`check_generated`] |
//! | runs on several threads | [`OrderedWorkers`], [`Pace`] |
//! | enumeration | [`ChoiceTree`], [`nth_value`], [`count_values`] |
//! | combinations of features | [`features`], [`CoveredCombinations`], [`Array`], [`generate_row`], [`Timing`] |
//! | several runners in one | [`Bandit`] |
//! | guided runs | [`Guide`], [`GuidedInputs`], [`Instrumented`], [`Repairs`], [`ScoreSearch`], [`Growth`] |

mod options;
mod budget;
mod census;
mod session;
mod check_generated;
mod pace;
mod ordered_workers;
mod choice_order;
mod choice_tree;
mod features;
mod combinations;
mod covering_array;
mod covering_row;
mod timing;
mod bandit;
mod begin;
mod found;
mod guide;
mod growth;
mod guided_inputs;
mod score_search;
mod instrumented;
mod repairs;

pub use self::bandit::Bandit;
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
pub use self::guide::{DEFAULT_ENERGY, Guide, Plain, Usual, default_pool};
pub use self::guided_inputs::GuidedInputs;
pub use self::instrumented::{Instrumented, Rerun};
pub use self::options::Options;
pub use self::ordered_workers::OrderedWorkers;
pub use self::pace::Pace;
pub use self::repairs::Repairs;
pub use self::score_search::ScoreSearch;
pub use self::session::Session;
pub use self::timing::Timing;
