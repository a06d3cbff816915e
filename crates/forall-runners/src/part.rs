//! Parts of runners: what several runners need, and your own can use.
//!
//! | for | parts |
//! |---|---|
//! | every runner | [`Options`], [`Session`] and what it is made of: [`Budget`], [`Statistics`] |
//! | inputs that may be missing | [`check_generated`] |
//! | runs on several threads | [`OrderedWorkers`], [`Pace`] |
//! | combinations of features | [`features`], [`CoveredCombinations`], [`CoveringArray`], [`generate_row`], [`Timing`] |
//! | several runners in one | [`Bandit`] |
//! | guided runs | [`Guidance`], [`GuidedInputs`], [`Instrumented`], [`Repairs`], [`Trims`], [`GrowthLimit`], [`Costs`], [`ScoreSearch`], [`CorpusProgress`], [`SeenCode`], [`Direction`], [`StateArchive`] |

mod options;
mod budget;
mod large_tests;
mod statistics;
mod session;
mod check_generated;
mod pace;
mod ordered_workers;
mod features;
mod ordered_steps;
mod combinations;
mod covering_array;
mod covering_row;
mod timing;
mod bandit;
mod corpus_or_fresh;
mod counterexample_from_attempt;
mod guidance;
mod seen_code;
mod corpus_progress;
mod guided_inputs;
mod score_search;
mod instrumented;
mod repairs;
mod growth_limit;
mod costs;
mod trims;
mod direction;
mod state_archive;

pub use self::bandit::Bandit;
pub use self::budget::Budget;
pub use self::check_generated::check_generated;
pub use self::combinations::CoveredCombinations;
pub use self::corpus_or_fresh::corpus_or_fresh;
pub use self::corpus_progress::CorpusProgress;
pub use self::costs::Costs;
pub use self::counterexample_from_attempt::counterexample_from_attempt;
pub use self::covering_array::CoveringArray;
pub use self::covering_row::generate_row;
pub use self::direction::Direction;
pub use self::features::{Feature, boundary_values, feature_class, features, features_by_choice};
pub use self::growth_limit::GrowthLimit;
pub use self::guidance::{
    DEFAULT_ENERGY, DefaultInstruments, DefaultPool, Guidance, default_pool, with_warmup,
};
pub use self::guided_inputs::GuidedInputs;
pub use self::instrumented::{Instrumented, Rerun};
pub use self::large_tests::LargeTests;
pub use self::options::Options;
pub use self::ordered_steps::{OrderedSteps, generate_steps};
pub use self::ordered_workers::OrderedWorkers;
pub use self::pace::Pace;
pub use self::repairs::Repairs;
pub use self::score_search::ScoreSearch;
pub use self::seen_code::SeenCode;
pub use self::session::Session;
pub use self::state_archive::StateArchive;
pub use self::statistics::Statistics;
pub use self::timing::Timing;
pub use self::trims::Trims;
